"""Cut text that does not parse into its top-level statements, by its brackets, strings and line starts.

A guess where the text is broken, exact where it is not: a line that begins in column 0, outside brackets
and strings, begins a statement, unless it continues one (`else`, `except`, a decorated definition).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from holdfast.python.string_literals import literal_end

#: Up to the next character that matters to the cutting.
_DULL = re.compile(r"[^\w\"'()\[\]{}#\\\r\n]+")
_WORD = re.compile(r"\w+")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_REST_OF_LINE = re.compile(r"[^\r\n]*")
_CONTINUES = re.compile(r"(?:else|elif|except|finally)\b")
#: Statements that no expression contains: a bracket that is open in front of one was never closed.
_STATEMENT_WORD = re.compile(
    r"(?:def|class|import|while|try|with|return|raise|del|pass|global|nonlocal|assert|break|continue)\b"
)


_TRIPLE = re.compile(r"[A-Za-z]{0,2}(\"\"\"|''')?")
#: A line that could begin a statement, and could not merely close a bracket.
_COLUMN_0 = re.compile(r"[^\s#)\]}]")
_BLANK = re.compile(r"[ \t\f]*(?:#|[\r\n]|\Z)")


class Piece(NamedTuple):
    """One top-level statement (or what looks like it) and how deep its brackets nest."""

    start: int
    end: int
    depth: int


def top_level_pieces(text: str) -> list[Piece]:
    """The pieces of `text`, which together cover all of it from the first statement on."""
    cuts: list[tuple[int, int]] = []
    position = 1 if text.startswith("\ufeff") else 0
    decorated = unbalanced = False
    while position < len(text):
        start = position
        position, depth, unclosed = _logical_line(text, position, unbalanced)
        unbalanced = unbalanced or unclosed
        if _begins_statement(text, start, first=not cuts) and not decorated:
            cuts.append((start, depth))
        elif cuts:
            cuts[-1] = (cuts[-1][0], max(cuts[-1][1], depth))
        if text[start] not in " \t#\r\n\f":
            decorated = text[start] == "@"
    ends = [start for start, _ in cuts[1:]] + [len(text)]
    return [Piece(start, end, depth) for (start, depth), end in zip(cuts, ends, strict=False)]


def logical_line_end(text: str, position: int) -> int:
    """The start of the logical line after the one that begins at `position`."""
    return _logical_line(text, position, False)[0]


def _begins_statement(text: str, start: int, *, first: bool) -> bool:
    """Whether the line at `start` begins a top-level statement. Whatever comes first does."""
    blank = _BLANK.match(text, start)
    if blank is not None:
        return False
    if text.startswith("\f", start):
        return _begins_statement(text, start + 1, first=first)
    return first or (text[start] not in " \t)]}" and _CONTINUES.match(text, start) is None)


def _logical_line(text: str, position: int, unbalanced: bool) -> tuple[int, int, bool]:
    """The start of the next logical line, how deep the brackets of this one nest, and whether one stays open.

    A bracket that nothing closes would take the rest of the text along; then, and from then on
    (`unbalanced`), a line in column 0 ends what is open before it.
    """
    depth = deepest = 0
    escape: int | None = None
    while position < len(text):
        dull = _DULL.match(text, position)
        if dull:
            position = dull.end()
        newline = _NEWLINE.match(text, position)
        if newline:
            position = newline.end()
            if not depth or _STATEMENT_WORD.match(text, position):
                return position, deepest, depth > 0
            if escape is None and _COLUMN_0.match(text, position):
                escape = position
                if unbalanced:
                    return position, deepest, True
            continue
        character = text[position : position + 1]
        end = literal_end(text, position)
        if end is not None:
            # A string without an end takes the rest of its line, or of the text if it may span lines.
            position = end if end >= 0 else _unterminated(text, position)
            continue
        word = _WORD.match(text, position)
        if word:
            position = word.end()
            continue
        if character and character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character and character in ")]}":
            depth = max(depth - 1, 0)
        elif character == "#":
            position = _end_of_line(text, position) - 1
        elif character == "\\":
            continued = _NEWLINE.match(text, position + 1)
            position = continued.end() - 1 if continued else position
        position += 1
    if depth and escape is not None:
        return escape, deepest, True
    return position, deepest, depth > 0


def _unterminated(text: str, start: int) -> int:
    opening = _TRIPLE.match(text, start)
    if opening and opening.group(1):
        return len(text)
    return max(_end_of_line(text, start), start + 1)


def _end_of_line(text: str, position: int) -> int:
    match = _REST_OF_LINE.match(text, position)
    return match.end() if match else len(text)
