"""Intervals: half-open ranges of character offsets in one file (Definition 1).

An interval is a tuple so that millions of them can be hashed at the price of a bare tuple. Offsets
count characters (code points) of the decoded text; lines, columns and UTF-16 units exist only in
`holdfast.text.positions`.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Interval(NamedTuple):
    """The characters `start` (included) to `end` (excluded) of `file`.

    `file` is a path relative to the root of the world, with forward slashes. Sorting puts intervals
    in reading order.
    """

    file: str
    start: int
    end: int

    def __str__(self) -> str:
        if self is STAR or self == STAR:
            return "*"
        prefix = f"{self.file}:" if self.file else ""
        return f"{prefix}[{self.start}, {self.end})"


STAR: Final = Interval("*", 0, 0)
"""`*` of the paper: the affected text of all files, collapsed into one place."""


def whole_file(file: str) -> Interval:
    """The place of a file as such, for edges that end at a file and at no text in it.

    It lies before the first character, where no replacement can reach.
    """
    return Interval(file, -1, 0)
