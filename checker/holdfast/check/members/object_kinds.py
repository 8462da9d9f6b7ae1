"""Which classes of the project an object may be of, also where a function takes anything and its callers tell."""

from __future__ import annotations

import ast

from holdfast.check.calls.given_arguments import given_arguments
from holdfast.python.names.table import Role
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.python.project.spread import given_to_targets
from holdfast.python.project.values import ClassKey, ExternalValue, InstanceValue

_ANYTHING = frozenset({"builtins.object", "typing.Any", "typing_extensions.Any"})
_DEEPEST = 4
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def kinds_of(program: Program, file: str, node: ast.expr, depth: int = 0) -> frozenset[ClassKey] | None:
    """The classes; empty for an object that is none of the project's, None where nobody knows."""
    values = evaluate(program, file, node)
    found = frozenset(item.key for item in values.items if isinstance(item, InstanceValue))
    vague = [
        item
        for item in values.items
        if not isinstance(item, InstanceValue)
        and not (isinstance(item, ExternalValue) and item.name not in _ANYTHING)
    ]
    if not vague and values.items:
        return found
    facts = program.facts(file)
    index = facts.names.occurrence_of_node.get(node) if facts is not None else None
    if facts is None or index is None or depth > _DEEPEST:
        return found or None
    occurrence = facts.names.occurrences[index]
    bindings = facts.bindings.get((occurrence.owner, occurrence.name), ())
    parts: list[frozenset[ClassKey] | None] = []
    for item in bindings:
        target = facts.node_of_occurrence.get(item)
        given = given_to_targets(facts).get(target) if target is not None else None
        function = facts.names.scopes[occurrence.owner].node if occurrence.owner > 0 else None
        if facts.names.occurrences[item].role is Role.PARAMETER and isinstance(function, _Function):
            parts.append(_passed(program, file, facts, function, occurrence.name, depth))
        elif given is not None and given.how == "element":
            parts.append(_elements(program, file, given.node, depth))
        elif given is not None:
            parts.append(kinds_of(program, file, given.node, depth + 1))
    known = [part for part in parts if part is not None]
    return frozenset().union(found, *known) if known or found else None


def _elements(program: Program, file: str, node: ast.expr, depth: int) -> frozenset[ClassKey] | None:
    """What a loop over a display, or over a variable that is one, gives."""
    match node:
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            parts = [kinds_of(program, file, element, depth + 1) for element in elements]
            return frozenset().union(*(part for part in parts if part is not None)) if any(parts) else None
    facts = program.facts(file)
    index = facts.names.occurrence_of_node.get(node) if facts is not None else None
    if facts is None or index is None or depth > _DEEPEST:
        return None
    occurrence = facts.names.occurrences[index]
    found: set[ClassKey] = set()
    for item in facts.bindings.get((occurrence.owner, occurrence.name), ()):
        target = facts.node_of_occurrence.get(item)
        given = given_to_targets(facts).get(target) if target is not None else None
        if given is not None and given.how == "value":
            found |= _elements(program, file, given.node, depth + 1) or frozenset()
    return frozenset(found) or None


def _passed(
    program: Program, file: str, facts: FileFacts, function: _Function, name: str, depth: int
) -> frozenset[ClassKey] | None:
    """What the callers of a function pass for a parameter."""
    found: set[ClassKey] = set()
    for caller, node in given_arguments(program, file, facts, function, name):
        found |= kinds_of(program, caller, node, depth + 1) or frozenset()
    return frozenset(found) or None
