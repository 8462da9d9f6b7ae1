"""The journal of one change of a workspace: enough on disk to finish it or to undo it, at any moment.

It has two states. While *staging*, new contents and backups are written beside the files; no file of
the workspace has changed, and undoing means removing what was staged. The step to *committing* is one
rename of the journal itself; from then on everything needed to go on is on disk, and the change is
finished unless somebody else has changed one of the files meanwhile, in which case it is undone.
Every step may be repeated.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Final, Literal, TypeAlias

from holdfast.errors import InputError
from holdfast.workspace.durable import digest_of_file, replace_file, sync_folder

FOLDER: Final = ".holdfast"
_JOURNAL: Final = "journal.json"
_BACKUPS: Final = "journal"

#: Called with the name of each step before it is taken. Tests kill the process here.
Fault: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class FileChange:
    """One path and its content before and after, as digests; None means that there is no file.

    `staged` is the file with the new content, beside the path; `backup` the copy of the old content in
    the journal's folder. All paths but `backup` are relative to the root.
    """

    path: str
    old: str | None
    new: str | None
    staged: str | None
    backup: str | None


@dataclass(frozen=True, slots=True)
class Journal:
    state: Literal["staging", "committing"]
    files: tuple[FileChange, ...]
    #: Files that are renamed as they are, old path to new path.
    moves: tuple[tuple[str, str], ...]
    #: Folders that the change makes, outermost first.
    made_folders: tuple[str, ...]
    #: Folders that the change may leave empty, innermost first.
    emptied_folders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recovery:
    """What became of a change that was interrupted."""

    outcome: Literal["completed", "undone"]
    #: The files that the interrupted change was about.
    files: tuple[str, ...]
    #: Files that somebody else changed meanwhile; they were left alone.
    left_alone: tuple[str, ...] = ()


def journal_path(root: str) -> str:
    return os.path.join(root, FOLDER, _JOURNAL)


def backup_path(root: str, name: str) -> str:
    return os.path.join(root, FOLDER, _BACKUPS, name)


def write_journal(root: str, journal: Journal) -> None:
    os.makedirs(os.path.join(root, FOLDER, _BACKUPS), exist_ok=True)
    replace_file(journal_path(root), json.dumps(asdict(journal)).encode())


def read_journal(root: str) -> Journal | None:
    try:
        with open(journal_path(root), "rb") as stream:
            raw = json.load(stream)
        return Journal(
            state=raw["state"],
            files=tuple(FileChange(**each) for each in raw["files"]),
            moves=tuple((old, new) for old, new in raw["moves"]),
            made_folders=tuple(raw["made_folders"]),
            emptied_folders=tuple(raw["emptied_folders"]),
        )
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        raise InputError(
            f"{journal_path(root)} is not a journal of Holdfast; look at it and remove it by hand."
        ) from None


def clear_backups(root: str) -> None:
    """Remove backups that no journal speaks of: their change was finished, its last step was not."""
    shutil.rmtree(os.path.join(root, FOLDER, _BACKUPS), ignore_errors=True)


def commit(root: str, journal: Journal, fault: Fault) -> Recovery:
    """Carry out a fully staged change, or go on with one; undo it if files were changed by others."""
    if journal.state == "staging":
        fault("commit")
        journal = replace(journal, state="committing")
        write_journal(root, journal)
    names = tuple(change.path for change in journal.files)
    if _foreign(root, journal):
        return undo(root, journal, fault)
    for change in sorted(journal.files, key=lambda change: change.new is None):
        path = os.path.join(root, change.path)
        if digest_of_file(path) == change.new:
            continue
        if change.staged is None:
            fault(f"remove {change.path}")
            os.unlink(path)
        else:
            fault(f"replace {change.path}")
            os.replace(os.path.join(root, change.staged), path)
        sync_folder(os.path.dirname(path))
    for old, new in journal.moves:
        fault(f"move {old}")
        _move(os.path.join(root, old), os.path.join(root, new))
    for folder in journal.emptied_folders:
        fault(f"remove folder {folder}")
        _remove_if_empty(os.path.join(root, folder))
    _finish(root, journal, fault)
    return Recovery("completed", names)


def undo(root: str, journal: Journal, fault: Fault) -> Recovery:
    """Bring back every file that still is as this change left it; leave alone what others changed."""
    left_alone = []
    for old, new in reversed(journal.moves):
        if journal.state == "committing":
            fault(f"move back {old}")
            os.makedirs(os.path.dirname(os.path.join(root, old)), exist_ok=True)
            _move(os.path.join(root, new), os.path.join(root, old))
    for change in journal.files:
        path = os.path.join(root, change.path)
        now = digest_of_file(path)
        if now == change.old or journal.state == "staging":
            continue
        if now != change.new:
            left_alone.append(change.path)
            continue
        fault(f"restore {change.path}")
        _restore(root, change, path)
    for folder in reversed(journal.made_folders):
        fault(f"remove made folder {folder}")
        _remove_staged(root, journal.files)
        with contextlib.suppress(OSError):
            os.rmdir(os.path.join(root, folder))
    _finish(root, journal, fault)
    names = tuple(change.path for change in journal.files)
    return Recovery("undone", names, tuple(left_alone))


def _foreign(root: str, journal: Journal) -> bool:
    """Whether some file is neither as it was nor as it will be, or its new content is lost."""
    for change in journal.files:
        now = digest_of_file(os.path.join(root, change.path))
        if now == change.new:
            continue
        if now != change.old:
            return True
        if change.staged and digest_of_file(os.path.join(root, change.staged)) != change.new:
            return True
    return False


def _restore(root: str, change: FileChange, path: str) -> None:
    if change.backup is None:
        os.unlink(path)
    else:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        # A copy first: a backup that is moved away could not be used a second time.
        temporary = f"{path}.holdfast-back"
        shutil.copy2(backup_path(root, change.backup), temporary)
        os.replace(temporary, path)
    sync_folder(os.path.dirname(path))


def _move(old: str, new: str) -> None:
    """Rename a file, unless that has been done; a change of case alone is a rename, too."""
    if os.path.lexists(old) and (not os.path.lexists(new) or os.path.samefile(old, new)):
        os.rename(old, new)
        sync_folder(os.path.dirname(new))


def _finish(root: str, journal: Journal, fault: Fault) -> None:
    """Remove what was staged, then the journal, whose end is the end of the change, then the backups."""
    fault("remove staged files")
    _remove_staged(root, journal.files)
    fault("remove journal")
    for path in (journal_path(root), f"{journal_path(root)}.new"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
    sync_folder(os.path.join(root, FOLDER))
    fault("remove backups")
    clear_backups(root)


def _remove_staged(root: str, files: Iterable[FileChange]) -> None:
    for change in files:
        if change.staged is not None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(root, change.staged))


def _remove_if_empty(folder: str) -> None:
    """Remove a folder in which nothing but compiled files is left."""
    try:
        names = os.listdir(folder)
    except OSError:
        return
    if names == ["__pycache__"]:
        shutil.rmtree(os.path.join(folder, "__pycache__"), ignore_errors=True)
    with contextlib.suppress(OSError):
        os.rmdir(folder)
