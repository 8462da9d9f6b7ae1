"""Parameters whose default is another one now: who passes nothing for them gets another value."""

from __future__ import annotations

import ast
from collections.abc import Hashable

from holdfast.check.calls.changed_functions import Changed
from holdfast.check.pair import Pair
from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.exports import lookup
from holdfast.python.project.program import Program
from holdfast.python.project.spread import given_to_targets
from holdfast.python.traces.binding import defaults_of
from holdfast.text.interval import Interval

_DEEPEST = 4


def changed_defaults(pair: Pair, item: Changed) -> frozenset[str]:
    """The parameters of before that have another default after."""
    before, after = defaults_of(item.before), defaults_of(item.after)
    return frozenset(
        old
        for new, old in item.shared.items()
        if old in before and new in after and not _is_same(pair, item, before[old], after[new])
    )


def _is_same(pair: Pair, item: Changed, before: ast.expr, after: ast.expr) -> bool:
    first = known_default(pair.before, item.place[0], before)
    second = known_default(pair.after, item.place_after[0], after)
    if isinstance(first, Interval):
        first = pair.became(first)
    return first == second


def known_default(program: Program, file: str, node: ast.expr, depth: int = 0) -> Hashable:
    """The constant that the expression is, or the declaration that it names, or else how it is written."""
    if isinstance(node, ast.Constant):
        return type(node.value).__name__, repr(node.value)
    facts = program.facts(file)
    index = None if facts is None else facts.names.occurrence_of_node.get(node)
    if facts is None or not isinstance(node, ast.Name) or index is None or depth > _DEEPEST:
        return ast.dump(node)
    declarations = lookup(program, file, node.id).declarations
    if facts.names.occurrences[index].owner != MODULE_SCOPE or len(declarations) != 1:
        return ast.dump(node)
    place = declarations[0].interval
    other = program.facts(place.file)
    bindings = other.bindings.get((MODULE_SCOPE, declarations[0].name), ()) if other is not None else ()
    target = other.node_of_occurrence.get(bindings[0]) if other is not None and len(bindings) == 1 else None
    given = given_to_targets(other).get(target) if other is not None and target is not None else None
    if given is not None and given.how == "value" and isinstance(given.node, ast.Constant | ast.Name):
        return known_default(program, place.file, given.node, depth + 1)
    return place
