"""A source line with a mark under a part of it, as it looks in a terminal.

Tabs are shown as spaces and wide characters count as two cells, so that the mark stands under what it
means. Control characters of the source are never sent to a terminal.
"""

from __future__ import annotations

from typing import NamedTuple

TAB = 4
#: A longer line is cut around its mark.
WIDEST = 160


class Excerpt(NamedTuple):
    """A line as shown, and the cells before and under the mark."""

    shown: str
    indent: int
    width: int


def excerpt(line: str, start: int, end: int) -> Excerpt:
    """The line and where the characters `start` to `end` of it appear. An empty range marks one cell."""
    if len(line) > WIDEST:
        line, start, end = _window(line, start, end)
    pieces: list[str] = []
    cells = 0
    indent = width = 0
    for index, character in enumerate(line):
        if index == start:
            indent = cells
        if index == end:
            width = cells - indent
        piece, size = _cell(character, cells)
        pieces.append(piece)
        cells += size
    if start >= len(line):
        indent = cells
    elif end >= len(line):
        width = cells - indent
    return Excerpt("".join(pieces).rstrip(), indent, max(width, 1))


def printable(text: str) -> str:
    """The text with control characters made visible, for messages that quote source."""
    return "".join(_cell(character, 0)[0] if character != "\n" else "\n" for character in text)


def _cell(character: str, column: int) -> tuple[str, int]:
    """What is shown for a character and how many cells it takes."""
    if " " <= character <= "~":
        return character, 1
    if character == "\t":
        size = TAB - column % TAB
        return " " * size, size
    if character < " ":
        return chr(0x2400 + ord(character)), 1
    return _cell_of_rare(character)


def _cell_of_rare(character: str) -> tuple[str, int]:
    from unicodedata import category, combining, east_asian_width

    kind = category(character)
    if character == "\x7f":
        return "\u2421", 1
    # Direction marks and other invisible formatting can make a line look like another one.
    if kind in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return "\N{REPLACEMENT CHARACTER}", 1
    if combining(character) or kind in ("Mn", "Me"):
        return character, 0
    return character, 2 if east_asian_width(character) in "WF" else 1


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a long line around its mark, with an ellipsis where something was cut off."""
    end = min(end, start + WIDEST // 2)
    low = max(0, min(start - WIDEST // 4, len(line) - WIDEST))
    high = min(len(line), low + WIDEST)
    left = "\u2026" if low else ""
    right = "\u2026" if high < len(line) else ""
    shift = len(left) - low
    return left + line[low:high] + right, start + shift, end + shift
