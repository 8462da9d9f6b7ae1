"""Running the command in this process, in a folder, and what it left behind."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from holdfast.cli.main import main

APP = "ceiling = 10\n\n\ndef scale(limit):\n    return limit * ceiling\n"


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    def json(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.out)
        return data


def run(folder: Path, *words: str) -> Ran:
    """`check-refactoring WORDS` with `folder` as the current folder."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    return Ran(code, out.getvalue(), err.getvalue())


def refused(folder: Path, *words: str) -> str:
    """The one sentence with which the command refuses; nothing on disk may have changed."""
    before = snapshot(folder)
    ran = run(folder, *words)
    assert ran.code == 2, ran
    assert ran.out == "", ran
    assert snapshot(folder) == before
    prefix = "check-refactoring: "
    assert ran.err.startswith(prefix)
    assert ran.err.endswith("\n")
    sentence = ran.err.removeprefix(prefix).removesuffix("\n")
    assert "\n" not in sentence, sentence
    assert "Traceback" not in sentence
    return sentence


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return folder


def snapshot(folder: Path) -> dict[str, bytes | None]:
    """Every file below a folder; None for what cannot be read. Git's own lock-free bookkeeping included."""
    return dict(_contents(folder))


def _contents(folder: Path) -> Iterator[tuple[str, bytes | None]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() or path.is_symlink():
            try:
                yield str(path.relative_to(folder)), path.read_bytes()
            except OSError:
                yield str(path.relative_to(folder)), None


def git(folder: Path, *words: str, check: bool = True) -> str:
    """git without anybody's own settings."""
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }
    done = subprocess.run(
        ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *words],
        cwd=folder,
        env=environment,
        check=check,
        capture_output=True,
        text=True,
    )
    return done.stdout


def repository(folder: Path, files: Mapping[str, str], message: str = "first") -> Path:
    """A repository with one commit."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q")
    commit(folder, files, message)
    return folder


def commit(folder: Path, files: Mapping[str, str], message: str) -> None:
    write(folder, files)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)
