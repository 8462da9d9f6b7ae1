"""One run of a command: the project, its settings, and what the user asked for, as one value."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from holdfast.cli.roots import find_root
from holdfast.cli.settings import Settings, read_settings, version_named
from holdfast.errors import InputError
from holdfast.findings.accept import Acceptance

if TYPE_CHECKING:
    import argparse

    from holdfast.report import Format

#: Where a run that writes keeps its journal. It is there only while something is being written.
_OWN_FOLDER = ".holdfast"


class Session(NamedTuple):
    """What holds for the whole run. Paths are absolute."""

    root: str
    settings: Settings
    form: Format
    fail_on: str
    colour: bool
    why: bool
    full: bool
    budget: float | None
    python_version: tuple[int, int] | None
    acceptance: Acceptance
    report: str | None
    write_baseline: str | None
    #: When the run began, by `time.perf_counter`.
    started: float


def open_session(arguments: argparse.Namespace, path: str | None = None, root: str | None = None) -> Session:
    """The session of a parsed command line. `path` is a file that the user named, `root` a known project."""
    started = time.perf_counter()
    root = root or find_root(arguments.root, path)
    if os.path.isdir(os.path.join(root, _OWN_FOLDER)):
        from holdfast.cli.write import recover_project

        recover_project(root)
    settings = read_settings(root)
    _refuse_unwritable("report", arguments.report)
    _refuse_unwritable("baseline", arguments.write_baseline)
    version = arguments.python_version
    return Session(
        root=root,
        settings=settings,
        form=arguments.format,
        fail_on=arguments.fail_on or settings.fail_on,
        colour=arguments.colour and _wants_colour(),
        why=arguments.why,
        full=arguments.full,
        budget=arguments.budget or settings.budget,
        python_version=version_named(version) if version else settings.python_version,
        acceptance=Acceptance(settings.ignore, _baseline(arguments.baseline, settings.baseline)),
        report=arguments.report,
        write_baseline=arguments.write_baseline,
        started=started,
    )


def _refuse_unwritable(what: str, path: str | None) -> None:
    """A file that cannot be written is said before the check, not after a minute of it."""
    if path is None:
        return
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path):
        raise InputError(f"the {what} {path} cannot be written: it is a folder")
    if not os.path.isdir(folder):
        raise InputError(f"the {what} {path} cannot be written: there is no folder {folder}")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise InputError(f"the {what} {path} cannot be written: permission denied")


def _baseline(asked: str | None, configured: str | None) -> frozenset[str]:
    """The accepted fingerprints; a baseline that is only configured need not be there yet."""
    path = asked or configured
    if path is None or (asked is None and not os.path.exists(path)):
        return frozenset()
    from holdfast.cli.baseline import read_baseline

    return read_baseline(path)


def _wants_colour() -> bool:
    """Colour on a terminal, unless the environment says otherwise (no-color.org)."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
