"""A definition that was put in front of another is not that other under a new name.

Where `def new` is inserted before `def old`, a comparison of texts may take the word `old` to have become
`new`, and the old definition to be the one that is inserted. If `old` is still defined in the same class or
module, at a place that nothing became, the file is compared anew: definition by definition, each with what
has its name and stands in the same order.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from holdfast.check.code.plumbing import scope_paths
from holdfast.check.correspondence.token_map import TokenMap
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.text.difference import difference
from holdfast.text.edits import EditSet, Replacement

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class _Definition(NamedTuple):
    #: The names of the scopes around it, and its own.
    path: tuple[str, ...]
    #: Where its first line begins, decorators included.
    line: int
    #: The token that names it.
    start: int
    end: int


def told_apart(before: Program, after: Program, edits: EditSet) -> EditSet:
    """The edit set, without words that only seem to be renamed."""
    changed: dict[str, Sequence[Replacement]] = {}
    for file, items in edits.replacements.items():
        if file.endswith((".py", ".pyi")) and not all(item.text.isidentifier() for item in items):
            first, second = before.facts(file), after.facts(edits.name_after(file) or file)
            if first is not None and second is not None:
                old, new = list(_definitions(first)), list(_definitions(second))
                if _are_mistaken(old, new, second.text, TokenMap(items, first.text)):
                    changed[file] = _by_definition(first.text, second.text, _in_both(old, new))
    return EditSet.of({**edits.replacements, **changed}, edits.operations) if changed else edits


def _are_mistaken(old: list[_Definition], new: list[_Definition], text: str, tokens: TokenMap) -> bool:
    """Does the name of a definition seem to be exchanged that is still there, at a place nothing became?"""
    inserted = {item.path for item in new if tokens.to_before(item.start, item.end) is None}
    return any(
        item.path in inserted
        and (place := tokens.to_after(item.start, item.end)) is not None
        and text[place[0] : place[1]] != item.path[-1]
        for item in old
    )


def _definitions(facts: FileFacts) -> Iterator[_Definition]:
    paths = scope_paths(facts.names, {})
    for node, index in facts.names.occurrence_of_node.items():
        if isinstance(node, _DEFINITIONS):
            item = facts.names.occurrences[index]
            if item.owner >= 0:
                first = node.decorator_list[0] if node.decorator_list else node
                line = facts.text.rfind("\n", 0, facts.tree.start(first)) + 1
                yield _Definition((*paths[item.owner], item.name), line, item.start, item.end)


def _in_both(old: list[_Definition], new: list[_Definition]) -> list[tuple[int, int]]:
    """Where the definitions begin that both texts have once: as many as stand in the same order."""
    in_old, in_new = Counter(item.path for item in old), Counter(item.path for item in new)
    places = {item.path: item.line for item in new}
    pairs = sorted(
        (item.line, places[item.path]) for item in old if in_old[item.path] == 1 == in_new[item.path]
    )
    return _increasing(pairs)


def _increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A longest run of pairs that grow on both sides."""
    ends: list[int] = []
    best: list[int] = []
    before: list[int | None] = []
    for index, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(best[length - 1] if length else None)
        ends[length:] = [place, *ends[length + 1 :]]
        best[length:] = [index, *best[length + 1 :]]
    found: list[tuple[int, int]] = []
    last = best[-1] if best else None
    while last is not None:
        found.append(pairs[last])
        last = before[last]
    return found[::-1]


def _by_definition(old: str, new: str, places: list[tuple[int, int]]) -> list[Replacement]:
    """The difference of two texts, piece by piece between places that belong together."""
    found: list[Replacement] = []
    for (a, b), (a_end, b_end) in zip([(0, 0), *places], [*places, (len(old), len(new))], strict=True):
        for item in difference(old[a:a_end], new[b:b_end]):
            found.append(Replacement(item.start + a, item.end + a, item.text))
    return found
