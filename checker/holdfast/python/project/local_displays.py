"""Lists of a function that are written down once and then only looked at: what is in them is what is written."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from holdfast.python.names.table import BINDING_ROLES, Role, ScopeKind
from holdfast.python.project.facts import FileFacts

_LOOKING = frozenset(
    {"len", "list", "tuple", "set", "sorted", "reversed", "iter", "enumerate", "zip", "sum", "any", "all"}
)
_Display = ast.List | ast.Tuple | ast.Set


def display_behind(facts: FileFacts, node: ast.Name) -> _Display | None:
    """The display that a local variable holds, if nothing can have put anything else into it."""
    index = facts.names.occurrence_of_node.get(node)
    occurrence = facts.names.occurrences[index] if index is not None else None
    if occurrence is None or occurrence.owner <= 0:
        return None
    if facts.names.scopes[occurrence.owner].kind is not ScopeKind.FUNCTION:
        return None
    indices = facts.bindings.get((occurrence.owner, occurrence.name), ())
    target = facts.node_of_occurrence.get(indices[0]) if len(indices) == 1 else None
    bound = facts.bound_values.get(target) if target is not None else None
    if bound is None or bound.how != "value" or not isinstance(bound.node, _Display):
        return None
    if any(isinstance(item, ast.Starred) for item in bound.node.elts):
        return None
    if isinstance(bound.node, ast.Tuple) or _is_only_looked_at(facts, occurrence.owner, occurrence.name):
        return bound.node
    return None


def _is_only_looked_at(facts: FileFacts, owner: int, name: str) -> bool:
    for item_index, item in enumerate(facts.names.occurrences):
        if item.owner != owner or item.name != name or item.role in BINDING_ROLES:
            continue
        read = facts.node_of_occurrence.get(item_index)
        if item.role is not Role.READ or read is None or not _looks(facts.parents, read):
            return False
    return True


def _looks(parents: Mapping[ast.AST, ast.AST], node: ast.AST) -> bool:
    match parents.get(node):
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
            return iterated is node
        case ast.Subscript(value=value, ctx=ast.Load()):
            return value is node
        case ast.Call(func=ast.Name(id=name)):
            return name in _LOOKING
        case ast.Compare():
            return True
    return False
