"""Edits as servers send them, cut on tokens.

One server sends a whole file, another the three letters in which two names differ. Either way the
replacements that come out name whole words, so that the checker sees `old` become `new`.
"""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.text.difference import difference
from holdfast.text.edits import Replacement, disjoint, replaced
from holdfast.text.tokens import is_word


def recut(text: str, replacements: Iterable[Replacement], *, file: str = "") -> tuple[Replacement, ...]:
    """The same change of `text`, no replacement of which begins or ends inside a word."""
    result: list[Replacement] = []
    for start, end, inner in _grouped(text, disjoint(replacements, file=file)):
        old = text[start:end]
        new = replaced(old, [Replacement(each.start - start, each.end - start, each.text) for each in inner])
        result.extend(
            Replacement(each.start + start, each.end + start, each.text) for each in difference(old, new)
        )
    return tuple(result)


def _grouped(text: str, ordered: tuple[Replacement, ...]) -> Iterable[tuple[int, int, list[Replacement]]]:
    """Stretches of text that begin and end between words, each with the replacements inside."""
    groups: list[tuple[int, int, list[Replacement]]] = []
    for each in ordered:
        start, end = _word_start(text, each.start), _word_end(text, each.end)
        if groups and start <= groups[-1][1]:
            first, last, inner = groups[-1]
            groups[-1] = (first, max(last, end), [*inner, each])
        else:
            groups.append((start, end, [each]))
    return groups


def _word_start(text: str, offset: int) -> int:
    while offset > 0 and is_word(text[offset - 1]):
        offset -= 1
    # Between \r and \n nothing may be cut either.
    return offset - 1 if text[offset - 1 : offset + 1] == "\r\n" and offset > 0 else offset


def _word_end(text: str, offset: int) -> int:
    while offset < len(text) and is_word(text[offset]):
        offset += 1
    return offset + 1 if offset > 0 and text[offset - 1 : offset + 1] == "\r\n" else offset
