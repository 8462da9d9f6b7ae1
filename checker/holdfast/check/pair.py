"""The two worlds of one check, side by side: programs, edits, and which token became which."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from holdfast.check.correspondence.throughout import Exchanged
from holdfast.check.correspondence.token_map import TokenMap
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.records import dataclass, field
from holdfast.text.edits import EditSet
from holdfast.text.interval import Interval

_IDENTITY = TokenMap((), "")


class Replaced(NamedTuple):
    """A member that a class had from a definition which is gone, and gets from a new one that does something else."""

    name: str
    class_before: Interval
    before: Interval
    after: Interval


class Kept(NamedTuple):
    """Changed definitions of members, in either world, of which every class keeps what it has.

    They are compared along the order of each class, not with what stands in their place (`kept_members`).
    """

    before: frozenset[Interval] = frozenset()
    after: frozenset[Interval] = frozenset()
    #: What was found on the way and nothing else compares.
    replaced: tuple[Replaced, ...] = ()
    #: Definitions before and after that would do, if other classes than before did not share an object.
    shared: Mapping[Interval, Interval] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Pair:
    """`before`, `after` and the edit set between them. Token maps are made once per file."""

    before: Program
    after: Program
    edits: EditSet
    #: Declaring tokens of before whose code moved elsewhere, to where they stand now.
    moved: Mapping[Interval, Interval] = field(default_factory=dict)
    #: Files in which nothing but one word was exchanged, throughout: the same within themselves.
    exchanged: Exchanged = field(default_factory=dict)
    kept: Kept = Kept()
    _maps: dict[str, TokenMap] = field(default_factory=dict)

    def tokens(self, file: str) -> TokenMap:
        """The token map of a file, named as before the edit."""
        known = self._maps.get(file)
        if known is None:
            replacements = self.edits.replacements.get(file)
            known = TokenMap(replacements, self.before.world.text(file) or "") if replacements else _IDENTITY
            self._maps[file] = known
        return known

    def file_after(self, file: str) -> str | None:
        return self.edits.name_after(file)

    def file_before(self, file: str) -> str | None:
        """The name before the edit of a file of after; None for a created file."""
        if file in self.edits.created:
            return None
        for old, new in self.edits.renamed.items():
            if new == file:
                return old
        return file

    def edited_python_files(self) -> list[str]:
        """Python files with text edits or a new name, by their names before the edit."""
        files = {*self.edits.replacements, *self.edits.renamed}
        return sorted(file for file in files if file.endswith((".py", ".pyi")))

    def rewritten_python_files(self) -> list[str]:
        """The edited Python files that are not just the same text under another word."""
        return [file for file in self.edited_python_files() if file not in self.exchanged]

    def facts(self, file: str) -> tuple[FileFacts, FileFacts] | None:
        """The facts of a file of before and of what it became, where both exist."""
        new = self.file_after(file)
        if new is None:
            return None
        first, second = self.before.facts(file), self.after.facts(new)
        return (first, second) if first is not None and second is not None else None

    def to_after(self, interval: Interval) -> Interval | None:
        """What a token of before became, where it corresponds one to one."""
        file = self.file_after(interval.file)
        if file is None:
            return None
        if interval.start == interval.end == 0:
            return Interval(file, 0, 0)  # a module stands for itself
        place = self.tokens(interval.file).to_after(interval.start, interval.end)
        return Interval(file, *place) if place else None

    def became(self, interval: Interval) -> Interval | None:
        """What a declaration of before became: where its code moved to, or one to one.

        Of a definition that moved, the name may well be aligned with something else of that name.
        """
        return self.moved.get(interval) or self.to_after(interval)

    def was(self, interval: Interval) -> Interval | None:
        """What a declaration of after was before: where its code came from, or one to one."""
        came = next((old for old, new in self.moved.items() if new == interval), None)
        return came or self.to_before(interval)

    def to_before(self, interval: Interval) -> Interval | None:
        file = self.file_before(interval.file)
        if file is None:
            return None
        if interval.start == interval.end == 0:
            return Interval(file, 0, 0)
        place = self.tokens(file).to_before(interval.start, interval.end)
        return Interval(file, *place) if place else None

    def has_stood(self, interval: Interval) -> bool:
        """Whether a token of after stood there before, under the same name."""
        place = self.to_before(interval)
        if place is None:
            return False
        old, new = self.before.world.text(place.file) or "", self.after.world.text(interval.file) or ""
        return old[place.start : place.end] == new[interval.start : interval.end]

    def shown_at(self, interval: Interval) -> tuple[Interval, str | None]:
        """Where in the original text something of after is shown, and the inserted line if it has no place.

        What stands only in inserted text is shown where it was inserted; a created file at its start.
        """
        place = self.to_before(interval)
        if place is not None:
            return place, None
        quoted = _line_of(self.after.world.text(interval.file) or "", interval.start)
        file = self.file_before(interval.file)
        if file is None:
            origin = next(iter(sorted(self.edits.replacements)), interval.file)
            return Interval(origin, 0, 0), quoted
        shift = 0
        for replacement in self.edits.replacements.get(file, ()):
            start = replacement.start + shift
            if interval.start < start:
                break
            if interval.start <= start + len(replacement.text):
                return Interval(file, replacement.start, replacement.end), quoted
            shift += replacement.growth
        start = max(0, interval.start - shift)
        return Interval(file, start, start), quoted


def _line_of(text: str, offset: int) -> str:
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    return text[start : len(text) if end < 0 else end].strip()
