"""A definition that was put in front of another is not that other under a new name.

Where an engine inserts `def new` before `def old`, a comparison of texts may take the word `old` to have
become `new`, and the old definition to be the one that is inserted. If `old` is still defined in the same
class or module, at a place that nothing became, the two are told apart.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from holdfast.check.plumbing import scope_paths
from holdfast.check.token_map import TokenMap
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.text.edits import EditSet, Replacement

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def told_apart(before: Program, after: Program, edits: EditSet) -> EditSet:
    """The edit set, without words that only seem to be renamed."""
    changed: dict[str, Sequence[Replacement]] = {}
    for file, items in edits.replacements.items():
        if file.endswith((".py", ".pyi")) and not all(item.text.isidentifier() for item in items):
            first, second = before.facts(file), after.facts(edits.name_after(file) or file)
            if first is not None and second is not None:
                starts = _mistaken(first, second, TokenMap(items, first.text))
                if starts:
                    changed[file] = [piece for item in items for piece in _split(item, starts)]
    return EditSet.of({**edits.replacements, **changed}, edits.operations) if changed else edits


def _mistaken(before: FileFacts, after: FileFacts, tokens: TokenMap) -> frozenset[int]:
    """Where the names of definitions stand that seem to be renamed and are still there."""
    inserted = {
        (path, name) for path, name, start, end in _definitions(after) if tokens.to_before(start, end) is None
    }
    if not inserted:
        return frozenset()
    return frozenset(
        start
        for path, name, start, end in _definitions(before)
        if (path, name) in inserted
        and (place := tokens.to_after(start, end)) is not None
        and after.text[place[0] : place[1]] != name
    )


def _definitions(facts: FileFacts) -> Iterator[tuple[tuple[str, ...], str, int, int]]:
    paths = scope_paths(facts.names, {})
    for node, index in facts.names.occurrence_of_node.items():
        if isinstance(node, _DEFINITIONS):
            item = facts.names.occurrences[index]
            if item.owner >= 0:
                yield paths[item.owner], item.name, item.start, item.end


def _split(item: Replacement, starts: frozenset[int]) -> Iterator[Replacement]:
    if item.start in starts and item.text.isidentifier():
        yield Replacement(item.start, item.end, "")
        yield Replacement(item.end, item.end, item.text)
    else:
        yield item
