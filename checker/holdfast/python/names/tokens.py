"""Where name tokens stand that `ast` gives no position for.

Each function scans forward (or back) from a place that `ast` does state, over white space, comments,
brackets and line continuations, which is all that can stand between. Offsets are characters.
"""

from __future__ import annotations

import re

_BLANK = r"(?:[ \t\f]|\\(?:\r\n|\r|\n))"
_DEFINITION = re.compile(rf"(?:async{_BLANK}+)?(?:def|class){_BLANK}+")
_KEYWORD = re.compile(rf"[a-z]+{_BLANK}*")
#: White space, line ends, comments, continuations and the brackets and commas named in the class.
_GAP = re.compile(r"(?:[\s\\(),]|#[^\r\n]*)*")
_AS = re.compile(r"(?:[\s\\)]|#[^\r\n]*)*as(?:[\s\\]|#[^\r\n]*)+")
_REST = re.compile(r"(?:[\s\\){,]|#[^\r\n]*)*\*\*(?:[\s\\]|#[^\r\n]*)*")
_STARS = re.compile(r"\**(?:[\s\\]|#[^\r\n]*)*")
#: Python takes every non-ASCII character for a part of an identifier and checks afterwards.
#: Said by what it leaves out: a set with a range up to the last character takes milliseconds to compile.
_IDENTIFIER = re.compile(r"[^\x00-/:-@\[-^`{-\x7f]+")
_DOTS = re.compile(r"(?:[\s\\.]|#[^\r\n]*)*")


def identifier_end(text: str, start: int) -> int:
    """The end of the identifier that begins at `start`."""
    match = _IDENTIFIER.match(text, start)
    return match.end() if match else start


def identifier_start(text: str, end: int) -> int:
    """The start of the identifier that ends at `end`."""
    start = end
    while start > 0 and _is_identifier_character(text[start - 1]):
        start -= 1
    return start


def _is_identifier_character(character: str) -> bool:
    return character.isalnum() or character == "_" or character >= "\x80"


def defined_name(text: str, start: int) -> int:
    """The name after `def`, `async def` or `class`."""
    match = _DEFINITION.match(text, start)
    return match.end() if match else start


def name_after_as(text: str, start: int) -> int:
    """The name after the `as` that follows the expression ending at `start` (`except E as name`)."""
    match = _AS.match(text, start)
    return match.end() if match else start


def name_after_gap(text: str, start: int) -> int:
    """The next token after brackets, commas and blanks (keywords of a class pattern)."""
    match = _GAP.match(text, start)
    return match.end() if match else start


def name_after_double_star(text: str, start: int) -> int:
    """The name of `**rest` in a mapping pattern, searched from the last pattern or the brace."""
    match = _REST.match(text, start)
    return match.end() if match else start


def name_after_stars(text: str, start: int) -> int:
    """The name of a type parameter, behind its stars."""
    match = _STARS.match(text, start)
    return match.end() if match else start


def listed_names(text: str, start: int, count: int) -> list[int]:
    """The starts of the names of a `global` or `nonlocal` statement."""
    match = _KEYWORD.match(text, start)
    position = match.end() if match else start
    found = []
    for _ in range(count):
        position = name_after_gap(text, position)
        found.append(position)
        position = identifier_end(text, position)
    return found


def dotted_parts(text: str, start: int, count: int) -> list[tuple[int, int]]:
    """The parts of a dotted name that begins at or after `start` (dots and blanks are skipped)."""
    found = []
    for _ in range(count):
        match = _DOTS.match(text, start)
        begin = match.end() if match else start
        start = identifier_end(text, begin)
        found.append((begin, start))
    return found
