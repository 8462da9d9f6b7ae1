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


class Piece(NamedTuple):
    """One top-level statement (or what looks like it) and how deep its brackets nest."""

    start: int
    end: int
    depth: int


def top_level_pieces(text: str) -> list[Piece]:
    """The pieces of `text`, which together cover all of it from the first statement on."""
    cuts: list[tuple[int, int]] = []
    position = 1 if text.startswith("\ufeff") else 0
    decorated = False
    while position < len(text):
        start = position
        position, depth = _logical_line(text, position)
        if not _begins_statement(text, start):
            if cuts:
                cuts[-1] = (cuts[-1][0], max(cuts[-1][1], depth))
            continue
        if decorated:
            cuts[-1] = (cuts[-1][0], max(cuts[-1][1], depth))
        else:
            cuts.append((start, depth))
        decorated = text[start] == "@"
    ends = [start for start, _ in cuts[1:]] + [len(text)]
    return [Piece(start, end, depth) for (start, depth), end in zip(cuts, ends, strict=True)]


def _begins_statement(text: str, start: int) -> bool:
    character = text[start : start + 1]
    if not character or character in " \t#\r\n)]}":
        return False
    if character == "\f":
        return _begins_statement(text, start + 1)
    return _CONTINUES.match(text, start) is None


def _logical_line(text: str, position: int) -> tuple[int, int]:
    """The start of the next logical line, and how deep the brackets of this one nest."""
    depth = deepest = 0
    while position < len(text):
        dull = _DULL.match(text, position)
        if dull:
            position = dull.end()
        newline = _NEWLINE.match(text, position)
        if newline:
            position = newline.end()
            if not depth or _STATEMENT_WORD.match(text, position):
                break
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
    return position, deepest


def _unterminated(text: str, start: int) -> int:
    opening = re.compile(r"[A-Za-z]{0,2}(\"\"\"|''')?").match(text, start)
    if opening and opening.group(1):
        return len(text)
    return max(_end_of_line(text, start), start + 1)


def _end_of_line(text: str, position: int) -> int:
    match = _REST_OF_LINE.match(text, position)
    return match.end() if match else len(text)
