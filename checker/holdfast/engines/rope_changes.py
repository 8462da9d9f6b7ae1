"""rope's changes, replayed on names and texts instead of the disk.

rope's changes are steps that follow one another: a file may be moved and then changed under its new
name. What counts is the tree at the end in terms of the tree at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def replay(changes: Any, digest_of: Callable[[str], int]) -> dict[str, Any]:
    """What the steps amount to. `digest_of` gives the digest of a file's text at the start."""
    #: Name now to (name at the start or None for a new file, new text or None for unchanged).
    files: dict[str, tuple[str | None, str | None]] = {}
    #: Folders moved as a whole, name at the start to name now.
    folders: dict[str, str] = {}
    deleted: set[str] = set()

    def origin(name: str) -> str | None:
        """The name that a file had at the start; None for a file made on the way."""
        if name in files:
            return files[name][0]
        for old, new in folders.items():
            if name.startswith(new + "/"):
                return old + name[len(new) :]
        return name

    for kind, name, extra in _steps(changes):
        if kind == "change":
            files[name] = (origin(name), extra)
        elif kind == "create":
            files[name] = (None, "")
        elif kind == "remove":
            old = origin(name)
            files.pop(name, None)
            if old is not None:
                deleted.add(old)
        elif kind == "move folder":
            for inner in [each for each in files if each.startswith(name + "/")]:
                files[extra + inner[len(name) :]] = files.pop(inner)
            folders[_folder_origin(folders, name)] = extra
        else:
            state = files.pop(name, None) or (origin(name), None)
            files[extra] = state
    return _summary(files, folders, deleted, digest_of)


def _summary(
    files: dict[str, tuple[str | None, str | None]],
    folders: dict[str, str],
    deleted: set[str],
    digest_of: Callable[[str], int],
) -> dict[str, Any]:
    changed: dict[str, tuple[int, str]] = {}
    created: dict[str, str] = {}
    renamed: dict[str, str] = {}
    for name, (old, text) in files.items():
        if old is None:
            created[name] = _plain(text or "")
            continue
        if name != old:
            renamed[old] = name
        if text is not None:
            changed[old] = (digest_of(old), _plain(text))
    return {
        "changed": changed,
        "created": created,
        "renamed": renamed,
        "folders": folders,
        "deleted": sorted(deleted),
    }


def _steps(change: Any) -> Iterator[tuple[str, str, str]]:
    from rope.base import change as kinds

    if isinstance(change, kinds.ChangeSet):
        for each in change.changes:
            yield from _steps(each)
    elif isinstance(change, kinds.ChangeContents):
        yield "change", change.resource.path, change.new_contents
    elif isinstance(change, kinds.MoveResource):
        kind = "move folder" if change.resource.is_folder() else "move"
        yield kind, change.resource.path, change.new_resource.path
    elif isinstance(change, kinds.CreateFolder):
        return
    elif isinstance(change, kinds.CreateResource):
        if not change.resource.is_folder():
            yield "create", change.resource.path, ""
    elif isinstance(change, kinds.RemoveResource):
        yield "remove", change.resource.path, ""
    else:
        raise TypeError(f"rope made an unknown change: {type(change).__name__}")


def _folder_origin(folders: dict[str, str], name: str) -> str:
    for old, new in folders.items():
        if name == new:
            return old
    return name


def _plain(text: str) -> str:
    """Without the byte order mark, which rope takes for a character."""
    return text.removeprefix("\ufeff")
