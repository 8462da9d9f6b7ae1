"""Where a string literal ends and which expressions stand in it, read from the text alone.

Knows the quoting of every Python at once: inside the braces of an f-string any quote may stand (PEP 701),
which is a superset of what earlier versions allow. Works on text that a parser has refused, so nothing
here raises: a literal that does not end is reported as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_OPENING = re.compile(r"([A-Za-z]{0,2})(\"\"\"|'''|\"|')")
_PREFIXES = frozenset({"", "r", "u", "b", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"})
_BETWEEN = re.compile(r"(?:\s|\\(?:\r\n|\r|\n)|#[^\r\n]*)*")
_PLAIN_END = {
    quote: re.compile(rf"(?:[^\\{quote[0]}{excluded}]|\\.|{inner})*{quote}", re.DOTALL)
    for quote, excluded, inner in (
        ('"', r"\r\n", r"\\\r\n"),
        ("'", r"\r\n", r"\\\r\n"),
        ('"""', "", r'"(?!"")'),
        ("'''", "", r"'(?!'')"),
    )
}
_COMMENT = re.compile(r"#[^\r\n]*")
_WORD = re.compile(r"\w+")
_COMPARISON = re.compile(r"[=!<>]=")
_LITERAL_TEXT = re.compile(r"[^\\{}\"'\r\n]+")
#: Everything inside braces that is neither a bracket, a quote, a word nor an operator that matters.
_DULL = re.compile(r"[^\w\"'()\[\]{}:!=<>#]+")


class _UnterminatedError(Exception):
    """The literal has no end; kept inside this module."""


def literal_end(text: str, start: int) -> int | None:
    """The end of the string literal at `start`; None if there is none there, -1 if it does not end."""
    opening = _opening(text, start)
    if opening is None:
        return None
    try:
        return _skip(text, opening, [])
    except (_UnterminatedError, RecursionError):
        return -1


def embedded_expressions(text: str, start: int, end: int) -> list[tuple[int, int]] | None:
    """The expressions in the f-string, or implicit concatenation of strings, between two offsets.

    In reading order, those of format specifications after the expression that they belong to; f-strings
    inside an expression are not looked into. None if the text is not what it should be.
    """
    found: list[tuple[int, int]] = []
    try:
        for opening in _pieces(text, start, end):
            _skip(text, opening, found)
    except (_UnterminatedError, RecursionError):
        return None
    return found


def _pieces(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    while start < end:
        opening = _opening(text, start)
        if opening is None:
            raise _UnterminatedError
        yield opening
        between = _BETWEEN.match(text, _skip(text, opening, []))
        start = between.end() if between else end


def _opening(text: str, start: int) -> re.Match[str] | None:
    opening = _OPENING.match(text, start)
    return opening if opening and opening.group(1).lower() in _PREFIXES else None


def _skip(text: str, opening: re.Match[str], found: list[tuple[int, int]]) -> int:
    """The end of the literal; `found` receives the expressions of an f-string."""
    prefix, quote = opening.group(1).lower(), opening.group(2)
    if "f" in prefix or "t" in prefix:
        return _formatted(text, opening.end(), quote, "r" in prefix, found)
    end = _PLAIN_END[quote].match(text, opening.end())
    if end is None:
        raise _UnterminatedError
    return end.end()


def _formatted(text: str, position: int, quote: str, raw: bool, found: list[tuple[int, int]]) -> int:
    while True:
        position = _literal_text(text, position)
        if text.startswith(quote, position):
            return position + len(quote)
        character = text[position : position + 1]
        if character == "{":
            if text.startswith("{{", position):
                position += 2
            else:
                position = _field(text, position + 1, quote, raw, found)
        elif character == "\\":
            position = _escape(text, position, raw)
        elif not character or (character in "\r\n" and len(quote) == 1):
            raise _UnterminatedError
        else:
            position += 1


def _literal_text(text: str, position: int) -> int:
    match = _LITERAL_TEXT.match(text, position)
    return match.end() if match else position


def _escape(text: str, position: int, raw: bool) -> int:
    """Past a backslash and what it protects. A brace is never protected, except in `\\N{…}`."""
    if not raw and text.startswith("\\N{", position):
        close = text.find("}", position)
        if close < 0:
            raise _UnterminatedError
        return close + 1
    if text[position + 1 : position + 2] in ("{", "}"):
        return position + 1
    return position + (3 if text.startswith("\\\r\n", position) else 2)


def _field(text: str, start: int, quote: str, raw: bool, found: list[tuple[int, int]]) -> int:
    """Past the closing brace of the replacement field whose inside begins at `start`."""
    end = _expression_end(text, start)
    found.append((start, end))
    position = end
    if text.startswith("=", position):
        position += 1
    while text[position : position + 1].isspace():
        position += 1
    if text.startswith("!", position):
        word = _WORD.match(text, position + 1)
        position = word.end() if word else position + 1
    while text[position : position + 1].isspace():
        position += 1
    if text.startswith(":", position):
        position = _specification(text, position + 1, quote, raw, found)
    if not text.startswith("}", position):
        raise _UnterminatedError
    return position + 1


def _specification(text: str, position: int, quote: str, raw: bool, found: list[tuple[int, int]]) -> int:
    """The closing brace after a format specification."""
    while True:
        position = _literal_text(text, position)
        character = text[position : position + 1]
        if character == "}":
            return position
        if character == "{":
            position = _field(text, position + 1, quote, raw, found)
        elif character == "\\":
            position = _escape(text, position, raw)
        elif not character or text.startswith(quote, position):
            raise _UnterminatedError
        else:
            position += 1


def _expression_end(text: str, position: int) -> int:
    """Where the expression of a replacement field ends: at `=`, `!`, `:` or `}` outside all brackets."""
    depth = 0
    while position < len(text):
        dull = _DULL.match(text, position)
        if dull:
            position = dull.end()
        character = text[position : position + 1]
        opening = _opening(text, position)
        if opening is not None:
            position = _skip(text, opening, [])
            continue
        word = _WORD.match(text, position)
        if word is not None:
            position = word.end()
            continue
        if character in "([{":
            depth += 1
        elif depth and character in ")]}":
            depth -= 1
        elif _COMPARISON.match(text, position):
            position += 1
        elif not depth and character in "=!:}":
            return position
        elif character == "#":
            comment = _COMMENT.match(text, position)
            position = comment.end() - 1 if comment else position
        position += 1
    raise _UnterminatedError
