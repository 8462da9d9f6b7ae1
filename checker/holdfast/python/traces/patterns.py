"""Patterns of `match`: what they ask, and what they bind."""

from __future__ import annotations

import ast

from holdfast.python.names.table import BINDING_ROLES, Role
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Value
from holdfast.python.traces.variables import bind_variable


def pattern_shape(pattern: ast.AST) -> str:
    """The pattern with its capture names taken out."""
    names = {"MatchAs": "name", "MatchStar": "name", "MatchMapping": "rest"}
    parts = [type(pattern).__name__]
    for field, value in ast.iter_fields(pattern):
        if field == names.get(type(pattern).__name__):
            parts.append("_" if value is None else "capture")
        elif isinstance(value, list):
            parts.append(
                "[" + ",".join(pattern_shape(v) if isinstance(v, ast.AST) else str(v) for v in value) + "]"
            )
        elif isinstance(value, ast.pattern):
            parts.append(pattern_shape(value))
        elif isinstance(value, ast.AST):
            parts.append(ast.dump(value))
        else:
            parts.append(repr(value))
    return "(" + " ".join(parts) + ")"


def bind_captures(t: Tracer, pattern: ast.AST, subject: Value) -> None:
    for position, inner in enumerate(ast.walk(pattern)):
        index = t.names.occurrence_of_node.get(inner)
        if index is None or not isinstance(inner, ast.pattern):
            continue
        occurrence = t.names.occurrences[index]
        if occurrence.role in BINDING_ROLES and occurrence.role is not Role.READ:
            origin = (occurrence.start, occurrence.end)
            bind_variable(
                t, occurrence.owner, occurrence.name, t.value("bound", position, (subject,), origin), origin
            )
