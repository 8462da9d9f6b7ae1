"""Running git: one call in, bytes or one clear sentence out.

The repository may belong to a stranger, so nothing that its configuration names is started on our
account: no file-system monitor, no external diff, no text conversion, no pager, no prompt.
"""

from __future__ import annotations

import os
import subprocess
from typing import Final

from holdfast.errors import InputError
from holdfast.records import dataclass

_SAFE_OPTIONS: Final = (
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.quotePath=false",
    "-c",
    "core.pager=cat",
    "-c",
    "protocol.ext.allow=never",
)
_TIMEOUT_SECONDS: Final = 120


@dataclass(frozen=True, slots=True)
class GitFailure:
    """git ran and said no."""

    code: int
    message: str


def git_environment(settings: tuple[tuple[str, str], ...] = ()) -> dict[str, str]:
    """The caller's environment (a hook sets the index to look at), made quiet and predictable.

    `settings` override the configuration. They travel here and not as options, where a name with `=`
    in it would be cut in the wrong place.
    """
    count = int(os.environ.get("GIT_CONFIG_COUNT") or 0)
    overrides = {"GIT_CONFIG_COUNT": str(count + len(settings))} if settings else {}
    for number, (key, value) in enumerate(settings, start=count):
        overrides[f"GIT_CONFIG_KEY_{number}"] = key
        overrides[f"GIT_CONFIG_VALUE_{number}"] = value
    return {
        **os.environ,
        **overrides,
        "LC_ALL": "C",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_PAGER": "cat",
        "GIT_LITERAL_PATHSPECS": "1",
    }


def without_filters(folder: str) -> tuple[tuple[str, str], ...]:
    """Settings that switch off every content filter that the configuration names.

    To see whether a working copy differs, git runs it through the filter that its attributes ask for:
    a program of the repository's choice.
    """
    listing = try_git(folder, "config", "--null", "--name-only", "--get-regexp", r"^filter\.")
    if isinstance(listing, GitFailure):
        return ()
    names = {name.rpartition(b".")[0] for name in listing.split(b"\0") if name.count(b".") > 1}
    values = (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false"))
    return tuple((f"{os.fsdecode(name)}.{key}", value) for name in sorted(names) for key, value in values)


def git_command(folder: str, *arguments: str) -> list[str]:
    return ["git", "-C", folder, *_SAFE_OPTIONS, *arguments]


def try_git(
    folder: str, *arguments: str, data: bytes | None = None, settings: tuple[tuple[str, str], ...] = ()
) -> bytes | GitFailure:
    """What git prints, or how it failed. Only the absence of git is an exception."""
    try:
        done = subprocess.run(
            git_command(folder, *arguments),
            input=data,
            stdin=subprocess.DEVNULL if data is None else None,
            capture_output=True,
            env=git_environment(settings),
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise InputError(
            "git is not installed or not on the PATH; compare two folders with `trees` instead."
        ) from None
    except subprocess.TimeoutExpired:
        return GitFailure(124, f"git {arguments[0]} took longer than {_TIMEOUT_SECONDS} seconds")
    if done.returncode != 0:
        return GitFailure(done.returncode, done.stderr.decode("utf-8", "replace").strip())
    return done.stdout


def run_git(
    folder: str, *arguments: str, data: bytes | None = None, settings: tuple[tuple[str, str], ...] = ()
) -> bytes:
    """What git prints; a failure becomes an `InputError` with git's own last words."""
    output = try_git(folder, *arguments, data=data, settings=settings)
    if isinstance(output, GitFailure):
        raise InputError(f"git {arguments[0]} failed: {_one_line(output)}.")
    return output


def _one_line(failure: GitFailure) -> str:
    """The line of git's complaint that says what is wrong; hints and usage follow it."""
    lines = [line.strip() for line in failure.message.splitlines() if line.strip()]
    fatal = next((line for line in lines if line.startswith(("fatal:", "error:"))), None)
    line = fatal or (lines[-1] if lines else f"exit code {failure.code}")
    return line.removeprefix("fatal:").removeprefix("error:").strip().rstrip(".")
