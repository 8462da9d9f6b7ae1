"""Edits as servers send them, cut on tokens.

One server sends a whole file, another the letters in which two texts differ, wherever they lie. Either
way the replacements that come out name whole words, so that the checker sees `old` become `new`.
"""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.text.difference import difference
from holdfast.text.edits import Replacement, disjoint, replaced
from holdfast.text.tokens import is_word


def recut(text: str, replacements: Iterable[Replacement], *, file: str = "") -> tuple[Replacement, ...]:
    """The same change of `text`, no replacement of which begins or ends inside a word."""
    ordered = disjoint(replacements, file=file)
    if any(_cuts_a_word(text, each) for each in ordered):
        # Letters were compared, and where letters happen to agree says nothing: compare the texts anew.
        return difference(text, replaced(text, ordered))
    result: list[Replacement] = []
    for start, end, new in ordered:
        # Whoever edits whole words knows what it replaces; only within one edit may there be more to see.
        pieces = difference(text[start:end], new)
        result.extend(Replacement(piece.start + start, piece.end + start, piece.text) for piece in pieces)
    return tuple(result)


def _cuts_a_word(text: str, replacement: Replacement) -> bool:
    """Whether an edge of the replacement lies inside a word, of the text before or after."""
    start, end, new = replacement
    left, right = text[start - 1 : start] if start else "", text[end : end + 1]
    return any(
        _one_word(one, other)
        for one, other in (
            (left, text[start : start + 1]),
            (text[end - 1 : end] if end else "", right),
            (left, (new + right)[:1]),
            ((left + new)[-1:], right),
        )
    )


def _one_word(one: str, other: str) -> bool:
    return (one != "" and other != "" and is_word(one) and is_word(other)) or (one, other) == ("\r", "\n")
