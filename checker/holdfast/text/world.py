"""Worlds: immutable views of a project's text.

A world is a base (a disk, a git tree, a mapping), unsaved buffers over it, and edits over those.
Deriving one copies nothing but the table of what differs from the base, and nothing on disk changes.
Text that an edit does not touch is *the same object* in both worlds, so an analysis of it can be
shared by identity. Knows no language, no disk and no protocol: the base is anything that lists files
and hands out their text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from holdfast.errors import InputError
from holdfast.text.edits import (
    EXISTING_FILE,
    MISSING_FILE,
    PAST_THE_END,
    STALE,
    EditSet,
    RenameFile,
    Replacement,
    replaced,
)


class Base(Protocol):
    """What a world stands on. `text` is asked at most once per file; its answer is kept."""

    def files(self) -> frozenset[str]: ...

    def text(self, file: str) -> str | None: ...


class OtherTexts(Protocol):
    """Texts of files that no world counts among its own: configuration, prose, templates."""

    def other_files(self) -> frozenset[str]: ...

    def text(self, file: str) -> str | None: ...


class _Snapshot:
    """A base whose answers are remembered, so that every world over it sees the same text objects.

    This memory is the only mutable state of a world, and it only ever grows towards the base.
    """

    __slots__ = ("_files", "_texts", "base")

    def __init__(self, base: Base) -> None:
        self.base = base
        self._files: frozenset[str] | None = None
        self._texts: dict[str, str | None] = {}

    def files(self) -> frozenset[str]:
        if self._files is None:
            self._files = self.base.files()
        return self._files

    def text(self, file: str) -> str | None:
        try:
            return self._texts[file]
        except KeyError:
            return self._texts.setdefault(file, self.base.text(file))


class _MappingBase:
    __slots__ = ("_texts",)

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = dict(texts)

    def files(self) -> frozenset[str]:
        return frozenset(self._texts)

    def text(self, file: str) -> str | None:
        return self._texts.get(file)


class World:
    """An immutable view of a project. Build with `World.of` or `World.over`, derive with the rest."""

    __slots__ = ("_files", "_others", "_overlay", "_snapshot", "_versions")

    def __init__(
        self,
        snapshot: _Snapshot,
        overlay: Mapping[str, str | None],
        versions: Mapping[str, int],
        others: OtherTexts | None = None,
    ) -> None:
        self._snapshot = snapshot
        self._overlay = overlay
        self._versions = versions
        self._others = others
        self._files: frozenset[str] | None = None

    @classmethod
    def of(cls, texts: Mapping[str, str]) -> World:
        """A world that is just these texts."""
        return cls(_Snapshot(_MappingBase(texts)), {}, {})

    @classmethod
    def over(cls, base: Base) -> World:
        """A world over a lazy base, e.g. a folder on disk."""
        return cls(_Snapshot(base), {}, {})

    @property
    def base(self) -> Base:
        return self._snapshot.base

    @property
    def overlay(self) -> Mapping[str, str | None]:
        """What differs from the base, by file; None for a file that this world does not have."""
        return dict(self._overlay)

    def files(self) -> frozenset[str]:
        if self._files is None:
            files = self._snapshot.files()
            if self._overlay:
                gone = {file for file, text in self._overlay.items() if text is None}
                files = (files - gone) | (self._overlay.keys() - gone)
            self._files = files
        return self._files

    def other_files(self) -> frozenset[str]:
        """Files that the base can read but does not count among its own: configuration, prose, templates."""
        if self._others is not None:
            return self._others.other_files()
        listed = getattr(self._snapshot.base, "other_files", None)
        return frozenset(listed()) if listed is not None else frozenset()

    def text(self, file: str) -> str | None:
        """The text of a file, None when this world has no such file."""
        if file in self._overlay:
            return self._overlay[file]
        if self._others is not None and file not in self._snapshot.files():
            return self._others.text(file)
        return self._snapshot.text(file)

    def version(self, file: str) -> int | None:
        """The version number of the editor's buffer that holds the file, where one does."""
        return self._versions.get(file)

    def with_buffers(
        self, texts: Mapping[str, str | None], versions: Mapping[str, int] | None = None
    ) -> World:
        """This world with unsaved text in place of some files (None: the file is gone)."""
        kept = {file: number for file, number in self._versions.items() if file not in texts}
        return World(self._snapshot, {**self._overlay, **texts}, {**kept, **(versions or {})}, self._others)

    def with_others(self, others: OtherTexts) -> World:
        """This world with configuration, prose and templates from elsewhere than its base.

        They are read when somebody asks for them, and never count as edited.
        """
        return World(self._snapshot, self._overlay, self._versions, others)

    def apply(self, edit_set: EditSet) -> World:
        """This world with the edits in it. Raises `InputError` and changes nothing when they do not fit."""
        if edit_set.is_empty:
            return self
        overlay: dict[str, str | None] = dict(self._overlay)
        arriving: dict[str, str] = dict(edit_set.created)
        for file in sorted({*edit_set.versions, *edit_set.made_for} - edit_set.created.keys()):
            _refuse_stale(self, edit_set, file)
        for file, items in edit_set.replacements.items():
            edited = replaced(_fitting_text(self, file, items), items)
            if file in edit_set.renamed:
                arriving[edit_set.renamed[file]] = edited
            else:
                overlay[file] = edited
        for old, new in edit_set.renamed.items():
            text = _existing_text(self, old, "renamed")
            arriving.setdefault(new, text)
            overlay[old] = None
        for file in edit_set.deleted:
            _existing_text(self, file, "deleted")
            overlay[file] = None
        for file, text in arriving.items():
            leaves = file in edit_set.deleted or file in edit_set.renamed
            if not leaves and file in self.files():
                raise InputError(
                    f"{file}: exists already; delete or move it in the same edit to take its place",
                    code=EXISTING_FILE,
                    file=file,
                )
            overlay[file] = text
        versions = {
            file: number for file, number in self._versions.items() if file not in edit_set.touched_files()
        }
        return World(self._snapshot, overlay, versions, self._others)

    def shares_base_with(self, other: World) -> bool:
        """Whether both worlds stand on one base, so that only their overlays can differ."""
        return self._snapshot is other._snapshot


def changed_files(before: World, after: World) -> frozenset[str]:
    """The files whose text is not the same in both worlds: edited, made or removed."""
    if before.shares_base_with(after):
        candidates: frozenset[str] | set[str] = {*before.overlay, *after.overlay}
    else:
        candidates = before.files() | after.files()
    changed = set()
    for file in candidates:
        old, new = before.text(file), after.text(file)
        if old is not new and old != new:
            changed.add(file)
    return frozenset(changed)


def folder_renames(world: World, old: str, new: str) -> tuple[RenameFile, ...]:
    """The renaming of a folder, as the renaming of every file below it."""
    prefix = old.rstrip("/") + "/"
    below = sorted(file for file in world.files() if file.startswith(prefix))
    if not below:
        raise InputError(f"{old}: there is no such folder to rename", code=MISSING_FILE, file=old)
    return tuple(RenameFile(file, new.rstrip("/") + "/" + file[len(prefix) :]) for file in below)


def _existing_text(world: World, file: str, what: str) -> str:
    text = world.text(file)
    if text is None:
        raise InputError(
            f"{file}: cannot be {what}, since there is no such file", code=MISSING_FILE, file=file
        )
    return text


def _fitting_text(world: World, file: str, replacements: tuple[Replacement, ...]) -> str:
    text = _existing_text(world, file, "edited")
    last = replacements[-1]
    if last.end > len(text):
        raise InputError(
            f"{file}: the edit of [{last.start}, {last.end}) passes the end of the file, "
            f"which has {len(text)} characters; was it made for another version?",
            code=PAST_THE_END,
            file=file,
            offset=min(last.start, len(text)),
        )
    return text


def _refuse_stale(world: World, edit_set: EditSet, file: str) -> None:
    expected, actual = edit_set.versions.get(file), world.version(file)
    if expected is not None and actual is not None and expected != actual:
        raise InputError(
            f"{file}: the edit was made for version {expected}, but version {actual} is open; ask for it again",
            code=STALE,
            file=file,
        )
    read = edit_set.made_for.get(file)
    if read is None:
        return
    text = world.text(file)
    if text is None or (text is not read and text != read):
        place = _first_difference(read, text or "")
        raise InputError(
            f"{file}: has changed since the edit was made (at offset {place}); ask for it again",
            code=STALE,
            file=file,
            offset=place,
        )


def _first_difference(a: str, b: str) -> int:
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[:middle] == b[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
