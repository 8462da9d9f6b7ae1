"""Functions that are given to `sorted`, `max` and their like: which of them only calculate."""

from __future__ import annotations

import ast

from holdfast.python.names.table import BUILTIN
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.program import Program
from holdfast.python.project.values import ExternalValue, FunctionValue

_GETTERS = frozenset({"operator.itemgetter", "operator.attrgetter"})


def calculates(program: Program, file: str, node: ast.expr) -> bool:
    """Does a call of the function that the expression gives change nothing?"""
    from holdfast.check.code.computations import computation  # which reads code in turn
    from holdfast.check.code.readings import reads_only
    from holdfast.python.traces.calls import HARMLESS

    facts = program.facts(file)
    if facts is None:
        return False
    if isinstance(node, ast.Constant):
        return node.value is None
    if isinstance(node, ast.Lambda):
        return reads_only(program, file, facts, facts.names.scope_of_node[node], node.body)
    if isinstance(node, ast.Call):
        made = evaluate(program, file, node.func).items
        return bool(made) and all(isinstance(item, ExternalValue) and item.name in _GETTERS for item in made)
    index = facts.names.occurrence_of_node.get(node)
    if index is not None and facts.names.occurrences[index].owner == BUILTIN:
        return isinstance(node, ast.Name) and node.id in HARMLESS
    values = evaluate(program, file, node)
    if not values.complete:
        return False
    return all(
        item.name.startswith("builtins.str.")
        if isinstance(item, ExternalValue)
        else isinstance(item, FunctionValue) and computation(program, item.file, item.scope) is not None
        for item in values.items
    )
