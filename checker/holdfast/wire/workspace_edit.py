"""An LSP WorkspaceEdit, as the raw dictionary that came over the wire, read as an edit set.

Reads both forms (`changes`, `documentChanges`) with files made, moved and removed on the way, and what
real servers do: version null, whole-file edits, sub-token edits, columns in another unit than agreed.
The last is noticed where a rename is expected, since what is replaced is then not the old name. Knows
nothing of who sent the edit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_args

from holdfast.errors import InputError
from holdfast.text.edits import (
    EXISTING_FILE,
    MISSING_FILE,
    CreateFile,
    DeleteFile,
    EditSet,
    FileOperation,
    RenameFile,
    Replacement,
    disjoint,
    replaced,
)
from holdfast.text.positions import LineIndex, Unit
from holdfast.text.world import World
from holdfast.wire.names import FileNames
from holdfast.wire.recut import recut


class ExpectedRename(NamedTuple):
    """What every edit of a rename does."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class ReadEdit:
    """A workspace edit in our terms."""

    edit_set: EditSet
    #: Sentences for a person about what was odd.
    notes: tuple[str, ...] = ()
    #: The unit in which the columns turned out to be counted.
    unit: Unit = "utf-16"
    #: The URI by which the sender called each file.
    uris: Mapping[str, str] = field(default_factory=dict)


class _RawEdit(NamedTuple):
    start: tuple[int, int]
    end: tuple[int, int]
    text: str


@dataclass(slots=True)
class _State:
    """The files along the way. The one owner of what the steps of an edit change."""

    world: World
    #: Name now to name in the world; None for a file that the edit made.
    origins: dict[str, str | None] = field(default_factory=dict)
    edits: dict[str, list[_RawEdit]] = field(default_factory=dict)
    created: dict[str, str] = field(default_factory=dict)
    deleted: set[str] = field(default_factory=set)
    versions: dict[str, int] = field(default_factory=dict)
    uris: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def exists(self, file: str) -> bool:
        if file in self.origins:
            return True
        moved = {origin for origin in self.origins.values() if origin is not None}
        return file not in moved and file not in self.deleted and self.world.text(file) is not None

    def below(self, folder: str) -> list[str]:
        """The files that exist now below a folder."""
        prefix = folder.rstrip("/") + "/"
        names = {*self.origins, *self.world.files()}
        return sorted(name for name in names if name.startswith(prefix) and self.exists(name))


def read_workspace_edit(
    raw: object,
    *,
    world: World,
    names: FileNames,
    unit: Unit = "utf-16",
    expected: ExpectedRename | None = None,
) -> ReadEdit:
    """The edit set of a WorkspaceEdit; one that cannot be used is an `InputError` that says why."""
    state = _State(world)
    for step in _steps(raw):
        _take(step, state, names)
    found, notes = _right_unit(state, unit, expected)
    replacements = {}
    for file, edits in state.edits.items():
        text = world.text(file) or ""
        replacements[file] = recut(text, _offsets(LineIndex(text), edits, found), file=file)
    operations: list[FileOperation] = [CreateFile(file, text) for file, text in state.created.items()]
    operations += [DeleteFile(file) for file in sorted(state.deleted)]
    operations += [
        RenameFile(old, new) for new, old in state.origins.items() if old is not None and old != new
    ]
    edit_set = EditSet.of(replacements, operations, versions=state.versions)
    world.apply(edit_set)
    return ReadEdit(edit_set, (*state.notes, *notes), found, state.uris)


def _steps(raw: object) -> list[Mapping[str, Any]]:
    """The edit as a list of document changes, whichever form it has."""
    edit = _mapping(raw, "a workspace edit")
    steps = edit.get("documentChanges")
    if steps is not None:
        return [_mapping(step, "a document change") for step in _list(steps, "documentChanges")]
    changes = edit.get("changes")
    changes = {} if changes is None else _mapping(changes, "changes")
    return [{"textDocument": {"uri": uri, "version": None}, "edits": edits} for uri, edits in changes.items()]


def _take(step: Mapping[str, Any], state: _State, names: FileNames) -> None:
    kind = step.get("kind")
    options = _mapping(step.get("options") or {}, "options")
    if kind is None:
        _take_edits(step, state, names)
    elif kind == "create":
        _create(names.file(_text(step, "uri")), options, state)
    elif kind == "rename":
        old, new = names.file(_text(step, "oldUri")), names.file(_text(step, "newUri"))
        state.uris[new] = _text(step, "newUri")
        _rename(old, new, options, state)
    elif kind == "delete":
        _delete(names.file(_text(step, "uri")), options, state)
    else:
        raise InputError(f"A workspace edit contains the unknown operation {kind!r}.")


def _take_edits(step: Mapping[str, Any], state: _State, names: FileNames) -> None:
    document = _mapping(step.get("textDocument"), "a text document")
    uri = _text(document, "uri")
    file = names.file(uri)
    edits = [_raw_edit(edit) for edit in _list(step.get("edits"), "edits")]
    state.uris.setdefault(file, uri)
    if not state.exists(file):
        raise InputError(
            f"{file}: cannot be edited, since there is no such file", code=MISSING_FILE, file=file
        )
    origin = state.origins.get(file, file)
    if origin is None:
        # A file that this edit has made: nobody has another view of it than the text so far.
        text = state.created[file]
        state.created[file] = replaced(text, disjoint(_offsets(LineIndex(text), edits, "utf-16"), file=file))
        return
    version = document.get("version")
    if isinstance(version, int) and not isinstance(version, bool):
        state.versions[origin] = version
    state.edits.setdefault(origin, []).extend(edits)


def _create(file: str, options: Mapping[str, Any], state: _State) -> None:
    if state.exists(file):
        if options.get("overwrite"):
            _delete(file, {}, state)
        elif options.get("ignoreIfExists"):
            return
        else:
            raise InputError(f"{file}: is to be created but exists already", code=EXISTING_FILE, file=file)
    state.origins[file] = None
    state.created[file] = ""


def _rename(old: str, new: str, options: Mapping[str, Any], state: _State) -> None:
    if not state.exists(old):
        inner = state.below(old)
        if not inner:
            raise InputError(
                f"{old}: cannot be renamed, since there is no such file", code=MISSING_FILE, file=old
            )
        for file in inner:
            _rename(file, new.rstrip("/") + "/" + file[len(old.rstrip("/")) + 1 :], options, state)
        return
    if old == new:
        return
    if state.exists(new):
        if options.get("overwrite"):
            _delete(new, {}, state)
        elif options.get("ignoreIfExists"):
            return
        else:
            raise InputError(f"{old}: cannot be renamed to {new}, which exists", code=EXISTING_FILE, file=old)
    origin = state.origins.pop(old, old)
    state.origins[new] = origin
    if origin is None:
        state.created[new] = state.created.pop(old)


def _delete(file: str, options: Mapping[str, Any], state: _State) -> None:
    if not state.exists(file):
        inner = state.below(file)
        if not inner and not options.get("ignoreIfNotExists"):
            raise InputError(
                f"{file}: cannot be deleted, since there is no such file", code=MISSING_FILE, file=file
            )
        for each in inner:
            _delete(each, options, state)
        return
    origin = state.origins.pop(file, file)
    if origin is None:
        del state.created[file]
        return
    state.deleted.add(origin)
    state.edits.pop(origin, None)


def _right_unit(state: _State, agreed: Unit, expected: ExpectedRename | None) -> tuple[Unit, list[str]]:
    """The unit in which the columns make sense, and what to tell the person."""
    if expected is None or expected.old == expected.new:
        return agreed, []
    wrong = _misplaced(state, agreed, expected)
    if not wrong:
        return agreed, []
    for other in get_args(Unit):
        if other != agreed and not _misplaced(state, other, expected):
            return other, [
                f"The server counts columns in {other} although {agreed} was agreed; its edit was read as {other}."
            ]
    file, line, found = wrong[0]
    return agreed, [
        f"{file}:{line + 1}: the edit replaces {found!r}, which is not the name {expected.old!r}"
        + (f" (and {len(wrong) - 1} more places)." if len(wrong) > 1 else ".")
    ]


def _misplaced(state: _State, unit: Unit, expected: ExpectedRename) -> list[tuple[str, int, str]]:
    """Edits that do not turn the old name into the new: file, line, and what they replace."""
    wrong = []
    name = re.compile(rf"(?<!\w){re.escape(expected.old)}(?!\w)")
    for file, edits in state.edits.items():
        text = state.world.text(file) or ""
        lines = LineIndex(text)
        try:
            cut = recut(text, _offsets(lines, edits, unit), file=file)
        except InputError:
            return [(file, edits[0].start[0], "")]
        for start, end, new in cut:
            line = lines.line_of(start)
            # Units differ only behind other characters than ASCII; elsewhere a server may have its
            # reasons to write more than the new name, such as an alias in an import.
            if lines.line_text(line).isascii():
                continue
            if name.sub(lambda _: expected.new, text[start:end]) != new:
                wrong.append((file, line, text[start:end]))
    return wrong


def _offsets(lines: LineIndex, edits: Iterable[_RawEdit], unit: Unit) -> list[Replacement]:
    return [
        Replacement(lines.offset(edit.start, unit), lines.offset(edit.end, unit), edit.text) for edit in edits
    ]


def _raw_edit(value: object) -> _RawEdit:
    edit = _mapping(value, "a text edit")
    span = _mapping(edit.get("range"), "a range")
    text = edit.get("newText")
    if text is None and "snippet" in edit:
        raise InputError("A snippet edit asks questions while it is typed and cannot be checked.")
    if not isinstance(text, str):
        raise InputError("A text edit has no newText.")
    start, end = _place(span.get("start")), _place(span.get("end"))
    if end < start:
        raise InputError(f"A text edit ends before it begins, at line {start[0] + 1}.")
    return _RawEdit(start, end, text)


def _place(value: object) -> tuple[int, int]:
    place = _mapping(value, "a position")
    line, column = place.get("line"), place.get("character")
    if not isinstance(line, int) or not isinstance(column, int) or line < 0 or column < 0:
        raise InputError("A position in a text edit has no line and character from 0 on.")
    return line, column


def _mapping(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InputError(f"Expected {what} as an object, not {type(value).__name__}.")
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"Expected a list of {what}, not {type(value).__name__}.")
    return value


def _text(mapping: Mapping[str, Any], key: str) -> str:
    value = mapping.get(key)
    if not isinstance(value, str):
        raise InputError(f"A workspace edit lacks {key!r}.")
    return value
