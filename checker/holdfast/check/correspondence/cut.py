"""The edit set between two worlds, cut on words.

Engines hand over whole new files, and servers re-cut them by characters. An edit set that somebody has is
used only where it turns one world into the other and touches whole words; every other file is compared
anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from holdfast.text.difference import difference, edit_set_between
from holdfast.text.edits import EditSet, Replacement, replaced
from holdfast.text.world import World, changed_files

_BETWEEN_NAMES = re.compile(r"(?:[\s,.()]|\b(?:from|import|as)\b)*")
_WORD_AND_COMMENT = re.compile(r"(\w+)(\s*#[^\n]*)")


def edits_on_words(before: World, after: World, given: EditSet | None) -> EditSet:
    found = _between(before, after, given)
    replacements = {
        file: [
            piece
            for item in _in_other_order(before.text(file) or "", items)
            for piece in _without_comment(before.text(file) or "", item)
        ]
        for file, items in found.replacements.items()
    }
    return EditSet.of(replacements, found.operations)


def _without_comment(text: str, item: Replacement) -> Iterator[Replacement]:
    """A word that became a word with a comment behind it: the comment is a thing of its own."""
    match = _WORD_AND_COMMENT.fullmatch(item.text)
    if match is None or not text[item.start : item.end].isidentifier():
        yield item
    else:
        yield Replacement(item.start, item.end, match[1])
        yield Replacement(item.end, item.end, match[2])


def _in_other_order(text: str, items: Sequence[Replacement]) -> Iterator[Replacement]:
    """Names of an import that stand in another order are no exchange of one name for the other.

    `from nodes import Note, Part` becomes `from nodes import Part, Text`: it was `Note` that became `Text`.
    """
    waiting = list(items)
    while waiting:
        item = waiting.pop(0)
        group = [item]
        while waiting and _is_list(text[group[-1].end : waiting[0].start]):
            group.append(waiting.pop(0))
        old = {text[each.start : each.end] for each in group}
        shared = old & {each.text for each in group}
        if len(group) > 1 and shared and _is_import(text, item.start):
            start, end = item.start, group[-1].end
            new, position = "", start
            for each in group:
                new += text[position : each.start] + each.text
                position = each.end
            yield Replacement(start, end, new)
        else:
            yield from group


def _is_list(between: str) -> bool:
    return _BETWEEN_NAMES.fullmatch(between) is not None


def _is_import(text: str, start: int) -> bool:
    """Does the place stand in an import statement?"""
    line = text.rfind("\n", 0, start) + 1
    opening = text.rfind("import (", 0, start)
    if opening >= 0 and ")" not in text[opening:start]:
        return True
    return re.match(r"\s*(?:from|import)\s", text[line:start]) is not None


def _between(before: World, after: World, given: EditSet | None) -> EditSet:
    if given is None or given.created or given.renamed or given.deleted:
        return edit_set_between(before, after)
    replacements: dict[str, Sequence[Replacement]] = {}
    for file in changed_files(before, after):
        old, new = before.text(file), after.text(file)
        if old is None or new is None:
            return edit_set_between(before, after)
        items = given.replacements.get(file, ())
        if _whole_words(old, items) and replaced(old, items) == new:
            replacements[file] = items
        else:
            replacements[file] = difference(old, new)
    return EditSet.of(replacements)


def _whole_words(text: str, items: Sequence[Replacement]) -> bool:
    """Does no replacement begin or end inside a word of either text, or change nothing?"""
    for start, end, new in items:
        if not new.isidentifier() or not text[start:end].isidentifier() or text[start:end] == new:
            return False
        if _is_word(text[start - 1 : start]) or _is_word(text[end : end + 1]):
            return False
    return bool(items)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
