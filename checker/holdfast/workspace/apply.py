"""Writing an edit set to disk: all of it or nothing, whatever happens on the way.

First everything is checked: what is on disk is what was read, every path lies inside the workspace
with links followed, new names are free, the encoding can spell the new text. Only then is something
written, through the journal. Encoding, byte order mark, newlines and mode of a file stay as they are.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from holdfast.errors import InputError
from holdfast.text.edits import EXISTING_FILE, MISSING_FILE, OUTSIDE_WORKSPACE, STALE, EditSet
from holdfast.text.world import World
from holdfast.workspace.decode import UTF_8, Decoded, Encoding, Undecodable, declared_encoding, decode, encode
from holdfast.workspace.disk import is_python
from holdfast.workspace.durable import digest, sync_folder, write_new
from holdfast.workspace.journal import (
    FOLDER,
    Fault,
    FileChange,
    Journal,
    Recovery,
    backup_path,
    clear_backups,
    commit,
    journal_path,
    read_journal,
    undo,
    write_journal,
)
from holdfast.workspace.lock import exclusive


@dataclass(frozen=True, slots=True)
class _Content:
    """What a path will hold: bytes and mode, or None for no file; and what it holds now."""

    path: str
    old: bytes | None
    new: bytes | None
    mode: int | None


@dataclass(slots=True)
class _Plan:
    contents: dict[str, _Content] = field(default_factory=dict)
    moves: list[tuple[str, str]] = field(default_factory=list)


def apply_edit_set(
    root: str | os.PathLike[str],
    edit_set: EditSet,
    world: World,
    *,
    moved_folders: Mapping[str, str] | None = None,
    fault: Fault = lambda _: None,
) -> frozenset[str]:
    """Write the edits of `world` to the folder that it was read from; the paths that changed.

    `moved_folders` names folders that move as a whole: files that are no part of the world move along.
    """
    top = os.path.realpath(root)
    if pending(top):
        recover(top, fault=fault)
    plan = _plan(top, edit_set, world, moved_folders or {})
    if not plan.contents and not plan.moves:
        return frozenset()
    journal, contents = _journal(top, plan)
    _make_own_folder(top)
    try:
        with exclusive(os.path.join(top, FOLDER, "lock")):
            # Once more under the lock: another writer may have been faster.
            _check_unchanged(top, plan)
            _stage(top, journal, contents, fault)
            outcome = commit(top, journal, fault)
    finally:
        _leave_own_folder(top)
    if outcome.outcome == "undone":
        raise InputError(
            f"{(outcome.left_alone or outcome.files)[0]}: was changed while the edit was being written; "
            "nothing of the edit was kept.",
            code=STALE,
        )
    return frozenset({*plan.contents, *(path for move in plan.moves for path in move)})


def pending(root: str | os.PathLike[str]) -> bool:
    """Whether an earlier run was stopped while it was writing."""
    return os.path.exists(journal_path(os.path.realpath(root)))


def recover(root: str | os.PathLike[str], *, fault: Fault = lambda _: None) -> Recovery | None:
    """Complete or undo what an earlier run left behind; None when there is nothing to do."""
    top = os.path.realpath(root)
    if not pending(top):
        return None
    try:
        with exclusive(os.path.join(top, FOLDER, "lock")):
            journal = read_journal(top)
            if journal is None:
                return None
            if journal.state == "staging":
                return undo(top, journal, fault)
            return commit(top, journal, fault)
    finally:
        _leave_own_folder(top)


def _plan(root: str, edit_set: EditSet, world: World, moved_folders: Mapping[str, str]) -> _Plan:
    after = world.apply(edit_set)
    plan = _Plan()
    leaving = {*edit_set.deleted, *edit_set.renamed}
    for file in edit_set.replacements:
        if file not in edit_set.renamed:
            path = _inside(root, os.path.realpath(os.path.join(root, file)), file)
            old, mode = _current(path, file, world)
            _add(plan, root, file, _Content(path, old, _encoded(after, file, old), mode))
    for file, name in edit_set.renamed.items():
        _plan_rename(plan, root, file, name, edit_set, world, after)
    for file in edit_set.deleted:
        path = _entry(root, file)
        old, _ = _current(path, file, world)
        if file not in edit_set.created and file not in edit_set.renamed.values():
            _add(plan, root, file, _Content(path, old, None, None))
    for file, text in edit_set.created.items():
        path = _entry(root, file)
        known = _current(path, file, world) if file in leaving else (None, None)
        _check_free(path, file, leaving)
        _add(plan, root, file, _Content(path, known[0], encode(text, _declared(file, text), file), known[1]))
    for old_folder, new_folder in moved_folders.items():
        _plan_leftovers(plan, root, old_folder, new_folder)
    return plan


def _plan_rename(
    plan: _Plan, root: str, file: str, name: str, edit_set: EditSet, world: World, after: World
) -> None:
    source, target = _entry(root, file), _entry(root, name)
    leaving = {*edit_set.deleted, *edit_set.renamed}
    old, mode = _current(source, file, world)
    new = old if file not in edit_set.replacements else _encoded(after, name, old)
    if os.path.lexists(target) and os.path.samefile(source, target):
        # One file under two spellings: the disk does not distinguish case.
        if new != old:
            _add(plan, root, file, _Content(source, old, new, mode))
        plan.moves.append((os.path.relpath(source, root), os.path.relpath(target, root)))
        return
    _check_free(target, name, leaving)
    replaced = _current(target, name, world)[0] if name in leaving else None
    _add(plan, root, name, _Content(target, replaced, new, mode))
    arriving = {*edit_set.created, *edit_set.renamed.values()}
    if file not in arriving:
        _add(plan, root, file, _Content(source, old, None, None))


def _plan_leftovers(plan: _Plan, root: str, old_folder: str, new_folder: str) -> None:
    """Files below a moving folder that are no part of the world, compiled ones aside."""
    top = _entry(root, old_folder)
    for base, folders, names in os.walk(top):
        folders[:] = sorted(each for each in folders if each != "__pycache__")
        for name in sorted(names):
            path = os.path.relpath(os.path.join(base, name), root)
            if path in plan.contents:
                continue
            target = os.path.join(new_folder, os.path.relpath(path, old_folder))
            _check_free(_entry(root, target), target, ())
            plan.moves.append((path, target))


def _add(plan: _Plan, root: str, file: str, content: _Content) -> None:
    path = os.path.relpath(content.path, root)
    if path in plan.contents:
        raise InputError(
            f"{file}: leads to {path}, which the same edit changes under another name.", file=file
        )
    if content.old is not None and not os.access(content.path, os.W_OK):
        raise InputError(f"{file}: is read-only; nothing was changed.", file=file)
    if content.new != content.old:
        plan.contents[path] = content


def _inside(root: str, path: str, file: str) -> str:
    if not path.startswith(root.rstrip(os.sep) + os.sep):
        raise InputError(
            f"{file}: leads to {path}, outside the workspace; nothing was changed.",
            code=OUTSIDE_WORKSPACE,
            file=file,
        )
    inside = os.path.relpath(path, root).split(os.sep)
    if inside[0] in (".git", FOLDER):
        raise InputError(
            f"{file}: is not a file to edit; nothing was changed.", code=OUTSIDE_WORKSPACE, file=file
        )
    return path


def _entry(root: str, file: str) -> str:
    """The path of a directory entry: links on the way are followed, a link at the end is refused."""
    folder, name = os.path.split(os.path.join(root, file))
    path = _inside(root, os.path.join(os.path.realpath(folder), name), file)
    if os.path.islink(path):
        raise InputError(f"{file}: is a symbolic link; move or remove it by hand.", file=file)
    return path


def _current(path: str, file: str, world: World) -> tuple[bytes, int]:
    """The bytes and the mode of a file on disk, which must be what the world was read from."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
            mode = stat.S_IMODE(os.fstat(stream.fileno()).st_mode)
    except FileNotFoundError:
        raise InputError(
            f"{file}: is not on disk any more; ask for the edit again.", code=STALE, file=file
        ) from None
    except OSError as error:
        raise InputError(
            f"{file}: cannot be read ({error.strerror}).", code=MISSING_FILE, file=file
        ) from None
    content = decode(data, python=is_python(file))
    if isinstance(content, Undecodable) or content.text != world.text(file):
        raise InputError(
            f"{file}: has changed on disk since it was read; ask for the edit again.", code=STALE, file=file
        )
    return data, mode


def _encoded(after: World, file: str, old: bytes) -> bytes:
    """The new text in the encoding of the old file, unless the text itself now declares another."""
    text = after.text(file)
    assert text is not None
    content = decode(old, python=is_python(file))
    assert isinstance(content, Decoded)
    declared = _declared(file, text)
    bom = content.encoding.bom and declared.name == "utf-8"
    return encode(text, Encoding(declared.name, bom), file)


def _declared(file: str, text: str) -> Encoding:
    if not is_python(file):
        return UTF_8
    encoding = declared_encoding(text.encode("utf-8", "replace"))
    if isinstance(encoding, Undecodable):
        raise InputError(f"{file}: cannot be written, since {encoding.reason}.", file=file)
    return encoding


def _check_free(path: str, file: str, leaving: Iterable[str]) -> None:
    if os.path.lexists(path) and file not in leaving:
        raise InputError(f"{file}: exists already; nothing was changed.", code=EXISTING_FILE, file=file)


def _check_unchanged(root: str, plan: _Plan) -> None:
    for path, content in plan.contents.items():
        try:
            with open(os.path.join(root, path), "rb") as stream:
                now: bytes | None = stream.read()
        except FileNotFoundError:
            now = None
        if now != content.old:
            raise InputError(f"{path}: has changed on disk; ask for the edit again.", code=STALE, file=path)


def _journal(root: str, plan: _Plan) -> tuple[Journal, dict[str, _Content]]:
    token = secrets.token_hex(4)
    files = []
    for number, (path, content) in enumerate(sorted(plan.contents.items())):
        folder, name = os.path.split(path)
        files.append(
            FileChange(
                path=path,
                old=None if content.old is None else digest(content.old),
                new=None if content.new is None else digest(content.new),
                staged=None if content.new is None else os.path.join(folder, f".{name}.{token}.holdfast"),
                backup=None if content.old is None else f"{number}.old",
            )
        )
    arriving = [path for path, content in plan.contents.items() if content.new is not None]
    arriving += [new for _, new in plan.moves]
    leaving = [path for path, content in plan.contents.items() if content.new is None]
    leaving += [old for old, _ in plan.moves]
    made = {
        each for path in arriving for each in _folders(path) if not os.path.isdir(os.path.join(root, each))
    }
    emptied = {each for path in leaving for each in _folders(path)}
    journal = Journal(
        state="staging",
        files=tuple(files),
        moves=tuple(plan.moves),
        made_folders=tuple(sorted(made, key=lambda each: each.count(os.sep))),
        emptied_folders=tuple(sorted(emptied, key=lambda each: -each.count(os.sep))),
    )
    return journal, plan.contents


def _folders(path: str) -> list[str]:
    found = []
    while path := os.path.dirname(path):
        found.append(path)
    return found


def _stage(root: str, journal: Journal, contents: Mapping[str, _Content], fault: Fault) -> None:
    """Write the journal, then the new contents and the backups that it names."""
    fault("begin")
    clear_backups(root)
    write_journal(root, journal)
    try:
        for folder in journal.made_folders:
            fault(f"make folder {folder}")
            os.mkdir(os.path.join(root, folder))
        for change in journal.files:
            content = contents[change.path]
            if change.backup is not None and content.old is not None:
                fault(f"back up {change.path}")
                write_new(backup_path(root, change.backup), content.old, content.mode)
            if change.staged is not None and content.new is not None:
                fault(f"stage {change.path}")
                write_new(os.path.join(root, change.staged), content.new, content.mode)
        for folder in {os.path.dirname(change.path) for change in journal.files}:
            sync_folder(os.path.join(root, folder))
    except OSError as error:
        undo(root, journal, fault)
        raise InputError(f"The edit cannot be written ({error.strerror}); nothing was changed.") from error


def _make_own_folder(root: str) -> None:
    """Make the folder of the journal, out of git's sight."""
    folder = os.path.join(root, FOLDER)
    try:
        os.mkdir(folder)
    except FileExistsError:
        return
    except OSError as error:
        raise InputError(f"{root} cannot be written to ({error.strerror}); nothing was changed.") from None
    with open(os.path.join(folder, ".gitignore"), "w", encoding="utf-8") as stream:
        stream.write("*\n")


def _leave_own_folder(root: str) -> None:
    """Remove the folder of the journal if nothing is in it but its own .gitignore."""
    folder = os.path.join(root, FOLDER)
    try:
        if set(os.listdir(folder)) <= {".gitignore"}:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, ".gitignore"))
            os.rmdir(folder)
    except OSError:
        return
