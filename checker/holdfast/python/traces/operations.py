"""Operators and harmless builtins: what they make of values, and whether they may fail."""

from __future__ import annotations

import ast
from typing import Any

from holdfast.python.traces.memory import ANY_CALL, SOMETHING
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Origin, Step, Value


def operation(t: Tracer, name: str, parts: tuple[Value, ...], origin: Origin) -> Value:
    """An operator: may call code and raise, but is taken to change nothing.

    Its result depends on what mutable operands hold now, unless one operand is a number or a text: then
    both are, in any program that works, but for the operations that mix them.
    """
    if name in _BY_NAME:
        return t.evaluate(t.value("op", name, parts, origin, since=_since_attributes(t, parts)), origin)
    if name in _MIXING:
        immutable = all(part.immutable for part in parts)
    else:
        immutable = any(part.immutable for part in parts)
    since = None if immutable else t.since_contents(parts)
    value = t.value("op", name, parts, origin, since=since, immutable=immutable)
    if name in _CANNOT_FAIL or (name in _COMPARISONS and all(part.tag == "const" for part in parts)):
        return value
    if name in _ARITHMETIC and all(map(_is_number, parts)):
        return value
    return t.evaluate(value, origin)


def _since_attributes(t: Tracer, parts: tuple[Value, ...]) -> Step | None:
    """The last step that may have changed any attribute of these: which one is told by a text."""
    stores = [key for key in t.memory if key[0] == "attribute"]
    return t.since(ANY_CALL, *stores, *(("touch", part) for part in parts))


#: Operations between a container and a number or a text.
_MIXING = frozenset({"In", "NotIn", "Mult", "Mod", "format()"})


#: Builtins that look at attributes.
_BY_NAME = frozenset({"getattr()", "hasattr()"})


#: Operations that no ordinary value refuses.
_CANNOT_FAIL = frozenset(
    {
        "Eq",
        "NotEq",
        "isinstance()",
        "issubclass()",
        "str()",
        "repr()",
        "bool()",
        "type()",
        "id()",
        "callable()",
    }
)


#: Comparisons that cannot fail between constants.
_COMPARISONS = frozenset(
    type(op).__name__ for op in (ast.Eq(), ast.NotEq(), ast.Lt(), ast.LtE(), ast.Gt(), ast.GtE())
)


#: Arithmetic that cannot fail between numbers.
_ARITHMETIC = frozenset({"Add", "Sub", "Mult", "UAdd", "USub"})


def _is_number(value: Value) -> bool:
    """A number that is written down, or made of such by arithmetic."""
    if value.tag == "const":
        return isinstance(value.key, tuple) and value.key[0] in ("int", "float", "bool")
    return value.tag == "op" and value.key in _ARITHMETIC and all(map(_is_number, value.parts))


def calculated(t: Tracer, node: ast.BinOp | ast.AugAssign, left: Value, right: Value) -> Value:
    """The result of the node's operator."""
    value = operation(t, type(node.op).__name__, (left, right), t.origin(node))
    if isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod) and not _divides(node):
        at_this_moment(t, value, t.origin(node))
    return value


def _divides(node: ast.BinOp | ast.AugAssign) -> bool:
    """Does a division surely work between numbers, or is it the formatting of a text?"""
    left: ast.expr = node.target if isinstance(node, ast.AugAssign) else node.left
    right = node.value if isinstance(node, ast.AugAssign) else node.right
    if isinstance(left, ast.JoinedStr) or _is_constant(left, str):
        return True
    return _is_constant(right, int | float) and bool(right.value)  # type: ignore[attr-defined]


def _is_constant(node: ast.expr, kind: Any) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, kind)


def at_this_moment(t: Tracer, value: Value, origin: Origin) -> None:
    """A division, for one, fails for values of the right types: whether calls before it happen depends on its place.

    What was computed before and went well cannot fail now.
    """
    if t.block.evaluated.get((t.guards, value)) == origin:
        t.evaluate(t.value("moment", None, (value,), origin, since=t.since(ANY_CALL, SOMETHING)), origin)
