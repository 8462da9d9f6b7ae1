"""Words and the rest: how text is cut without knowing a language.

A word is a run of letters, digits, underscores and non-ASCII characters other than white space. Every
identifier of every language with Unicode identifiers lies inside one word, combining marks included,
so whatever is cut between tokens never cuts an identifier.
"""

from __future__ import annotations

import re
from itertools import accumulate

_TOKEN = re.compile(r"(?:\w|[^\x00-\x7f\s])+|\r\n?|\n|[^\S\r\n]+|[^\w\s]")
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_WORD_CHARACTER = re.compile(r"\w|[^\x00-\x7f\s]")
_WORD = re.compile(r"(?:\w|[^\x00-\x7f\s])+")
# Stands for any word in the shape of a line.
_ANY_WORD = "\x00word"


def tokens(text: str) -> list[str]:
    """The text cut into words, line terminators, runs of other white space, and single characters."""
    return _TOKEN.findall(text)


def lines(text: str) -> list[str]:
    """The text cut after each line terminator (`\\n`, `\\r\\n` or lone `\\r`), which stay with their line."""
    return _LINE.findall(text)


def starts(pieces: list[str], start: int = 0) -> list[int]:
    """The offset where each piece begins, and at the end of the list where the last one ends."""
    return list(accumulate(map(len, pieces), initial=start))


def is_word(token: str) -> bool:
    """Whether a token, as cut by `tokens`, is a word."""
    return _WORD_CHARACTER.match(token) is not None


def is_single_word(text: str) -> bool:
    """Whether the text is one word and nothing else."""
    return _WORD.fullmatch(text) is not None


def line_shape(line: str) -> str:
    """The line with every word replaced by one stand-in: equal for lines that differ in words alone."""
    return _WORD.sub(_ANY_WORD, line)


def joined(text: str, offset: int) -> bool:
    """Whether a cut at this offset would fall inside a token."""
    if not 0 < offset < len(text):
        return False
    left, right = text[offset - 1], text[offset]
    if left == "\r":
        return right == "\n"
    if _WORD_CHARACTER.match(left):
        return _WORD_CHARACTER.match(right) is not None
    return left.isspace() and right.isspace() and left not in "\r\n" and right not in "\r\n"
