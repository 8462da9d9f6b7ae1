"""Lines and columns: the only place where offsets meet them.

Editors and interpreters count columns in UTF-8 bytes, UTF-16 code units or characters, and lines by
`\\n`, `\\r\\n` and lone `\\r`. Everything else in Holdfast counts characters from the start of the text.
Positions that come from outside are clamped as the language server protocol asks: a column past the
end of its line means the end of the line (before its terminator), a line past the end means the end
of the text, a column inside a character means the start of that character. Offsets come from
ourselves, so one outside the text is a bug and raises `ValueError`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Literal, NamedTuple, TypeAlias

Unit: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile(r"\r\n?|\n")


class Position(NamedTuple):
    """A line and a column, both counted from zero; the column's unit is known by whoever holds it."""

    line: int
    column: int


class LineIndex:
    """The lines of one text, for converting many positions. Immutable."""

    __slots__ = ("_ends", "_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        starts, ends = [0], []
        for match in _LINE_END.finditer(text):
            ends.append(match.start())
            starts.append(match.end())
        ends.append(len(text))
        self._starts = starts
        self._ends = ends

    def __len__(self) -> int:
        """The number of lines; a text that ends in a line terminator has an empty last one."""
        return len(self._starts)

    def line_start(self, line: int) -> int:
        """The offset where a line begins."""
        return self._starts[line]

    def line_end(self, line: int) -> int:
        """The offset where a line's text ends, before its terminator."""
        return self._ends[line]

    def line_text(self, line: int) -> str:
        """A line without its terminator."""
        return self.text[self._starts[line] : self._ends[line]]

    def line_of(self, offset: int) -> int:
        """The line that an offset lies in; its terminator belongs to the line that it ends."""
        if not 0 <= offset <= len(self.text):
            raise ValueError(f"offset {offset} is outside a text of {len(self.text)} characters")
        return bisect_right(self._starts, offset) - 1

    def position(self, offset: int, unit: Unit = "utf-32") -> Position:
        """The line and column of an offset. Between `\\r` and `\\n` it is the end of the line."""
        line = self.line_of(offset)
        start = self._starts[line]
        before = self.text[start : min(offset, self._ends[line])]
        return Position(line, _width(before, unit))

    def offset(self, position: tuple[int, int], unit: Unit = "utf-32") -> int:
        """The offset of a line and column, clamped into the text."""
        line, column = position
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[line], self._ends[line]
        return start + _characters(self.text[start:end], column, unit)

    def exact_offset(self, position: tuple[int, int], unit: Unit = "utf-32") -> int | None:
        """The offset of a line and column, None when they are no place of this text as they stand."""
        offset = self.offset(position, unit)
        return offset if self.position(offset, unit) == tuple(position) else None


def _width(text: str, unit: Unit) -> int:
    if unit == "utf-32" or text.isascii():
        return len(text)
    if unit == "utf-16":
        return len(text) + sum(character > "\uffff" for character in text)
    return len(text.encode("utf-8", "surrogatepass"))


def _characters(line: str, column: int, unit: Unit) -> int:
    """How many characters of the line fit into `column` units."""
    if column <= 0:
        return 0
    if unit == "utf-32" or line.isascii():
        return min(column, len(line))
    if unit == "utf-16":
        units = 0
        for index, character in enumerate(line):
            units += 2 if character > "\uffff" else 1
            if units > column:
                return index
        return len(line)
    encoded = line.encode("utf-8", "surrogatepass")
    cut = min(column, len(encoded))
    while cut < len(encoded) and encoded[cut] & 0xC0 == 0x80:
        cut -= 1
    return len(encoded[:cut].decode("utf-8", "surrogatepass"))
