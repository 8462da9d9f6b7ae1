"""Defaults of parameters as values, where they stand for an argument that is not passed.

A default was evaluated once, at the definition. It is the same value at a call if it is a constant, something that is
calculated from constants, a global that stays, or what a library or class keeps under a name.
"""

from __future__ import annotations

import ast

from holdfast.python.names.table import BUILTIN, MODULE_SCOPE
from holdfast.python.traces.global_values import elsewhere
from holdfast.python.traces.subject import Subject
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Origin, Value

_CALCULATING = (ast.UnaryOp, ast.BinOp, ast.Tuple, ast.operator, ast.unaryop, ast.expr_context, ast.Constant)


def default_value(t: Tracer, node: ast.expr, origin: Origin, home: Subject | None) -> Value:
    """The definition may stand in another file: the value is shown at the call."""
    fixed = fixed_default(t, node, origin, home)
    return t.value("opaque", ("default", ast.dump(node)), (), origin) if fixed is None else fixed


def fixed_default(t: Tracer, node: ast.expr, origin: Origin, home: Subject | None) -> Value | None:
    """The value of a default that is the same whenever it is evaluated."""
    if isinstance(node, ast.Constant):
        return t.constant(node.value, origin)
    if home is None or not all(_stays(home, inner) for inner in _looked_up(node)):
        return None
    was_quiet, t.quiet = t.quiet, True
    with elsewhere(t, home, origin):
        value = t.expressions[type(node).__name__](t, node)
    t.quiet = was_quiet
    return value


def _looked_up(node: ast.expr) -> list[ast.expr]:
    """The names and attributes that the value is calculated from, and whatever else there is."""
    if isinstance(node, ast.Name | ast.Attribute):
        return [node]
    if isinstance(node, _CALCULATING):
        inner = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
        return [each for child in inner for each in _looked_up(child)]
    return [node]


def _stays(home: Subject, node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        identity = home.identities.of_name(node.value.id)
        is_external = isinstance(identity, tuple) and identity[0] == "external"
        is_library = is_external and home.identities.of_attribute(identity, node.attr) is not None
        return _stays(home, node.value) and (is_library or home.identities.stays(node.attr))
    index = home.names.occurrence_of_node.get(node)
    if not isinstance(node, ast.Name) or index is None:
        return False
    owner = home.names.occurrences[index].owner
    stays = home.is_constant_global(node.id) and not home.identities.is_rebound_elsewhere(node.id)
    return owner == BUILTIN or (owner == MODULE_SCOPE and stays)
