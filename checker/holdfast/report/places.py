"""Where an interval stands, in the terms of a person: lines and columns counted from one.

Columns count characters. A place outside the text that is there (a finding about a file that cannot be
read) is the start of the file.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.text.interval import Interval
from holdfast.text.positions import LineIndex
from holdfast.text.world import World


class Region(NamedTuple):
    """A range of text; all four numbers count from one, the end is excluded."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


class Places:
    """The places of one world; each file's lines are found once."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._indexes: dict[str, LineIndex] = {}

    def lines(self, file: str) -> LineIndex:
        if file not in self._indexes:
            self._indexes[file] = LineIndex(self._world.text(file) or "")
        return self._indexes[file]

    def region(self, place: Interval) -> Region:
        index = self.lines(place.file)
        start, end = self.clamped(place)
        first, last = index.position(start), index.position(end)
        return Region(place.file, first.line + 1, first.column + 1, last.line + 1, last.column + 1)

    def clamped(self, place: Interval) -> tuple[int, int]:
        """The offsets of a place, moved into the text."""
        length = len(self.lines(place.file).text)
        start = min(max(place.start, 0), length)
        return start, min(max(place.end, start), length)
