"""Edit sets: what a refactoring does to text (Definitions 3 and 4), over several files.

An edit set is sorted and pairwise disjoint from the moment it exists, so nobody who holds one checks
again. Every offset and every file name in it speaks of the text *before* the edit: a file that is
renamed and edited is edited under its old name. Knows no language and no disk; that a file exists and
is long enough is known only to the world that the edit set is applied to (`holdfast.text.world`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias, assert_never

from holdfast.errors import InputError
from holdfast.records import dataclass, field

OUTSIDE_WORKSPACE = "HF602"
STALE = "HF603"
OVERLAP = "HF604"
PAST_THE_END = "HF605"
CONTRADICTION = "HF606"
MISSING_FILE = "HF607"
EXISTING_FILE = "HF608"


class Replacement(NamedTuple):
    """J//K of the paper, in one file: the characters `start` to `end` give way to `text`.

    J is [start, end) and K is [start, start + len(text)). An insertion has an empty J, a deletion an
    empty text.
    """

    start: int
    end: int
    text: str

    @property
    def growth(self) -> int:
        """|K| - |J|: by how much everything behind the replacement moves."""
        return len(self.text) - (self.end - self.start)


@dataclass(frozen=True, slots=True)
class CreateFile:
    file: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class RenameFile:
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class DeleteFile:
    file: str


FileOperation: TypeAlias = CreateFile | RenameFile | DeleteFile


@dataclass(frozen=True, slots=True)
class EditSet:
    """Replacements by file, and the files that are made, moved and removed, as one atomic change.

    `versions` and `made_for` say which state of a file the edits were computed on: the version number
    of an editor's buffer, or the whole text. `World.apply` refuses a stale edit set by them.
    """

    replacements: Mapping[str, tuple[Replacement, ...]] = field(default_factory=dict)
    created: Mapping[str, str] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    deleted: frozenset[str] = frozenset()
    versions: Mapping[str, int] = field(default_factory=dict)
    made_for: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        kept: dict[str, tuple[Replacement, ...]] = {}
        for file in sorted(self.replacements):
            ordered = disjoint(self.replacements[file], file=file)
            if ordered:
                kept[file] = ordered
        object.__setattr__(self, "replacements", kept)
        object.__setattr__(self, "deleted", frozenset(self.deleted))
        _check_names(self)
        _check_operations(self)

    @classmethod
    def of(
        cls,
        replacements: Mapping[str, Iterable[Replacement]] | None = None,
        operations: Iterable[FileOperation] = (),
        *,
        versions: Mapping[str, int] | None = None,
        made_for: Mapping[str, str] | None = None,
    ) -> EditSet:
        """An edit set from replacements in any order and file operations as values."""
        created: dict[str, str] = {}
        renamed: dict[str, str] = {}
        deleted: set[str] = set()
        for operation in operations:
            match operation:
                case CreateFile(file, text):
                    _once(file, created, "created")
                    created[file] = text
                case RenameFile(old, new):
                    _once(old, renamed, "renamed")
                    renamed[old] = new
                case DeleteFile(file):
                    deleted.add(file)
                case _:
                    assert_never(operation)
        return cls(
            replacements={file: tuple(items) for file, items in (replacements or {}).items()},
            created=created,
            renamed=renamed,
            deleted=frozenset(deleted),
            versions=dict(versions or {}),
            made_for=dict(made_for or {}),
        )

    @property
    def operations(self) -> tuple[FileOperation, ...]:
        """The file operations as values: removals, moves, then new files, each in order of names."""
        return (
            *(DeleteFile(file) for file in sorted(self.deleted)),
            *(RenameFile(old, new) for old, new in sorted(self.renamed.items())),
            *(CreateFile(file, text) for file, text in sorted(self.created.items())),
        )

    @property
    def is_empty(self) -> bool:
        return not (self.replacements or self.created or self.renamed or self.deleted)

    def touched_files(self) -> frozenset[str]:
        """Every file that the edit set names, by its name before the edit (new files by theirs)."""
        return frozenset((*self.replacements, *self.created, *self.renamed, *self.deleted))

    def name_after(self, file: str) -> str | None:
        """The name after the edit of a file that exists before it; None when it is deleted."""
        if file in self.deleted:
            return None
        return self.renamed.get(file, file)


def disjoint(replacements: Iterable[Replacement], *, file: str = "") -> tuple[Replacement, ...]:
    """The replacements of one file in reading order; raises `InputError` when two of them overlap.

    Insertions at one offset are merged in the order in which they were given, because each would
    otherwise claim to stand before the other. An insertion where a replaced interval begins goes
    before it. Replacements that do nothing are dropped.
    """
    ordered = sorted(replacements, key=_reading_order)
    result: list[Replacement] = []
    for each in ordered:
        if each.start < 0 or each.end < each.start:
            raise InputError(
                f"{file}: [{each.start}, {each.end}) is not an interval of a text; "
                "an edit must begin at or after 0 and not end before it begins",
                code=PAST_THE_END,
                file=file,
                offset=max(each.start, 0),
            )
        if each.start == each.end and not each.text:
            continue
        if result:
            last = result[-1]
            if each.start < last.end:
                raise InputError(
                    f"{file}: the edits of [{last.start}, {last.end}) and [{each.start}, {each.end}) overlap; "
                    "nothing was changed, since it is unclear which of the two is meant",
                    code=OVERLAP,
                    file=file,
                    offset=each.start,
                )
            if each.start == each.end == last.start == last.end:
                result[-1] = Replacement(last.start, last.end, last.text + each.text)
                continue
        result.append(Replacement(*each))
    return tuple(result)


def replaced(text: str, replacements: Iterable[Replacement]) -> str:
    """The text with disjoint, sorted replacements in it. They must not pass its end."""
    pieces: list[str] = []
    position = 0
    for start, end, new in replacements:
        pieces.append(text[position:start])
        pieces.append(new)
        position = end
    pieces.append(text[position:])
    return "".join(pieces)


def _reading_order(replacement: Replacement) -> tuple[int, int]:
    return replacement[0], replacement[1]


def _once(file: str, seen: Mapping[str, str], what: str) -> None:
    if file in seen:
        raise InputError(f"{file}: is {what} twice in one edit", code=CONTRADICTION, file=file)


def _check_names(edit_set: EditSet) -> None:
    for file in (*edit_set.touched_files(), *edit_set.renamed.values()):
        parts = file.split("/")
        if not file or file.startswith("/") or file[1:2] == ":" or "\\" in file or ".." in parts:
            raise InputError(
                f"{file!r} is outside the workspace; only files below its root can be edited",
                code=OUTSIDE_WORKSPACE,
                file=file,
            )
        if "" in parts or "." in parts:
            raise InputError(f"{file!r} is not a plain relative path", code=OUTSIDE_WORKSPACE, file=file)


def _check_operations(edit_set: EditSet) -> None:
    for file in sorted(edit_set.deleted):
        for what, others in (("edited", edit_set.replacements), ("renamed", edit_set.renamed)):
            if file in others:
                first = edit_set.replacements[file][0].start if what == "edited" else None
                place = "" if first is None else f" (at offset {first})"
                raise InputError(
                    f"{file}: is both {what}{place} and deleted; leave one of the two out",
                    code=CONTRADICTION,
                    file=file,
                    offset=first,
                )
    for file in sorted(edit_set.created):
        if file in edit_set.replacements and file not in edit_set.renamed:
            raise InputError(
                f"{file}: is both created and edited; put the whole text into the creation",
                code=CONTRADICTION,
                file=file,
                offset=edit_set.replacements[file][0].start,
            )
    taken: dict[str, str] = dict.fromkeys(edit_set.created, "created")
    for old, new in sorted(edit_set.renamed.items()):
        if new in taken:
            raise InputError(
                f"{new}: {old} is renamed to it, and it is also {taken[new]}; two files cannot have one name",
                code=CONTRADICTION,
                file=old,
            )
        taken[new] = f"the new name of {old}"
