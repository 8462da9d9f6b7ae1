"""Containers that are filled before anybody else has them, as if they were written down at once.

`x = []` and `x.append(a)` is `x = [a]`, as long as nobody but the variable has the list. Adding to a number
or a text is calculating, not changing an object.
"""

from __future__ import annotations

import ast

from holdfast.python.traces.canonical.texts import added
from holdfast.python.traces.canonical.tracer import CanonicalTracer
from holdfast.python.traces.expressions import assign_target, trace_expression
from holdfast.python.traces.known import is_number, is_text
from holdfast.python.traces.operations import operation
from holdfast.python.traces.statements import trace_statement
from holdfast.python.traces.values import Origin, Value
from holdfast.python.traces.variables import read_variable, remember

#: Methods that add to a container, with the kind of display that has what was added.
ADDING = {"append": "List", "extend": "List", "add": "Set", "update": "Set"}


def display_kind(value: Value) -> tuple[str, str] | None:
    """What is written down: the kind of display, and which of its parts are starred."""
    if value.tag != "fresh" or not isinstance(value.key, tuple):
        return None
    kind = value.key[0]
    if kind in ("list()", "dict()", "set()") and not value.parts:
        return (str(kind)[:-2].capitalize(), "")
    if kind in ("ListComp", "SetComp", "DictComp"):
        return (str(kind)[:-4], "")
    if isinstance(kind, tuple) and kind[0] in ("List", "Set", "Dict"):
        return (str(kind[0]), str(kind[1]))
    return None


def is_ours(t: CanonicalTracer, value: Value) -> bool:
    """Does only a variable have the container, made in this very round?"""
    if not t.is_private(value) or t.made_at.get(value) != t.depth or display_kind(value) is None:
        return False
    return not any(_holds(other, value) for other in t.environment.values() if other is not value)


def _holds(value: Value, part: Value, depth: int = 6) -> bool:
    return depth > 0 and any(item is part or _holds(item, part, depth - 1) for item in value.parts)


def with_added(
    t: CanonicalTracer, value: Value, stars: str, parts: tuple[Value, ...], origin: Origin
) -> Value:
    """The container with more in it, in place of the one that the variables had."""
    known = display_kind(value)
    assert known is not None
    kind, shape = known
    had = value.parts
    if value.key[0] in ("ListComp", "SetComp", "DictComp"):  # type: ignore[index]
        shape, had = "*", (value,)
    if not had and stars == "*" and display_kind(parts[0]) is not None and len(parts) == 1:
        filled = parts[0]  # nothing, and then all of this
    else:
        filled = t.fresh((kind, shape + stars), (*had, *parts), origin)
    replace(t, value, filled)
    return filled


def replace(t: CanonicalTracer, old: Value, new: Value) -> None:
    number = old.key[1] if isinstance(old.key, tuple) else None
    for identity, count in list(t.freshness.items()):
        if isinstance(number, int) and count == number + 1 and identity[0] == old.key[0]:  # type: ignore[index]
            if identity[1] == tuple(map(id, old.parts)):  # type: ignore[index]
                t.freshness[identity] = number  # it never was an object of its own
    for variable, held in list(t.environment.items()):
        if held is old:
            remember(t, variable, new)


def add_by_method(
    t: CanonicalTracer, receiver: Value, name: str, args: tuple[Value, ...], origin: Origin
) -> Value | None:
    """What adding to a container that is ours gives; None where it is not."""
    known = display_kind(receiver)
    if known is None or ADDING.get(name) != known[0] or len(args) != 1 or not is_ours(t, receiver):
        return None
    with_added(t, receiver, "." if name in ("append", "add") else "*", args, origin)
    return t.constant(None, origin)


def assign_item(t: CanonicalTracer, target: ast.expr, value: Value) -> None:
    if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
        base = trace_expression(t, target.value)
        known = display_kind(base)
        if known is not None and known[0] == "Dict" and is_ours(t, base):
            index = trace_expression(t, target.slice)
            with_added(t, base, ".", (index, value), t.origin(target))
            return
    assign_target(t, target, value)


def augment(t: CanonicalTracer, node: ast.AugAssign) -> None:
    """`x += y` between numbers and texts is `x = x + y`; for a list it is extending it."""
    if not isinstance(node.target, ast.Name):
        trace_statement(t, node)
        return
    current = read_variable(t, node.target)
    if not is_calculated(current):
        trace_statement(t, node)
        return
    operand = trace_expression(t, node.value)
    name, origin = type(node.op).__name__, t.origin(node)
    if name == "Add":
        assign_target(t, node.target, added(t, current, operand, origin))
    else:
        assign_target(t, node.target, operation(t, name, (current, operand), origin))


def is_calculated(value: Value) -> bool:
    """A number or a text, also one that a loop carries from round to round."""
    if value.tag == "carried" and value.since is not None:
        return is_calculated(value.since.initial[value])
    return is_number(value) or is_text(value) or (value.tag == "op" and value.immutable)
