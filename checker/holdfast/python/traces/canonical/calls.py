"""Calls that go through something at once, fill a container or make a text, in the form of what they do."""

from __future__ import annotations

import ast
from collections.abc import Callable

from holdfast.python.names.table import BUILTIN
from holdfast.python.traces.calls import trace_call
from holdfast.python.traces.canonical.comparisons import any_of, opposite, truth
from holdfast.python.traces.canonical.containers import ADDING, add_by_method, display_kind
from holdfast.python.traces.canonical.filling import summed
from holdfast.python.traces.canonical.gathering import (
    Only,
    enter_comprehension,
    gather,
    gather_comprehension,
    parts_of,
)
from holdfast.python.traces.canonical.texts import trace_format
from holdfast.python.traces.canonical.tracer import CanonicalTracer, as_boolean
from holdfast.python.traces.expressions import trace_expression
from holdfast.python.traces.operations import operation
from holdfast.python.traces.values import Value
from holdfast.python.traces.variables import read_variable

_MADE_OF_ALL = {"list": "ListComp", "set": "SetComp"}
#: Builtins and methods that go through their argument at once, so that a list need not be made of it.
_GOING_THROUGH = frozenset({"tuple", "sorted", "frozenset", "max", "min", "join", "update", "extend"})


def trace_canonical_call(t: CanonicalTracer, node: ast.Call) -> Value:
    handler = _BUILTINS.get(_builtin(t, node))
    value = handler(t, node) if handler is not None else None
    if value is not None:
        return value
    if isinstance(node.func, ast.Attribute):
        if node.func.attr == "format":
            value = trace_format(t, node)
            if value is not None:
                return value
        if node.func.attr in ADDING and len(node.args) == 1 and not node.keywords:
            value = _added(t, node, node.func)
            if value is not None:
                return value
    return trace_call(t, _through_list(t, node))


def _builtin(t: CanonicalTracer, node: ast.Call) -> str:
    if not isinstance(node.func, ast.Name):
        return ""
    index = t.names.occurrence_of_node.get(node.func)
    return node.func.id if index is not None and t.names.occurrences[index].owner == BUILTIN else ""


def _added(t: CanonicalTracer, node: ast.Call, callee: ast.Attribute) -> Value | None:
    if not isinstance(callee.value, ast.Name):
        return None
    receiver = read_variable(t, callee.value)
    if display_kind(receiver) is None or isinstance(node.args[0], ast.Starred):
        return None
    if ADDING.get(callee.attr) != display_kind(receiver)[0]:  # type: ignore[index]
        return None
    argument = node.args[0]
    if isinstance(argument, ast.GeneratorExp):
        value = gather_comprehension(t, argument, "ListComp")
    else:
        value = trace_expression(t, argument)
    added = add_by_method(t, receiver, callee.attr, (value,), t.origin(node))
    if added is not None:
        return added
    return t.step(
        "call-method",
        (callee.attr, "."),
        (receiver, value),
        t.origin(node),
        changes=[("call",), ("touch", receiver), ("touch", value)],
    )


def _through_list(t: CanonicalTracer, node: ast.Call) -> ast.Call:
    """A generator that is gone through at once is as good as the list of its elements."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else _builtin(t, node)
    first = node.args[0] if node.args else None
    if name not in _GOING_THROUGH or not isinstance(first, ast.GeneratorExp):
        return node
    listed = _listed(t, first)
    return ast.copy_location(ast.Call(node.func, [listed, *node.args[1:]], node.keywords), node)


def _listed(t: CanonicalTracer, node: ast.GeneratorExp) -> ast.ListComp:
    known = t.listed.get(node)
    if known is None:
        known = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        t.listed[node] = known
        if node in t.names.scope_of_node:
            t.scope_of_list[known] = t.names.scope_of_node[node]
    return known


def _any(t: CanonicalTracer, node: ast.Call) -> Value | None:
    return _search(t, node, holds=True)


def _all(t: CanonicalTracer, node: ast.Call) -> Value | None:
    value = _search(t, node, holds=False)
    return None if value is None else opposite(t, value)


def _search(t: CanonicalTracer, node: ast.Call, *, holds: bool) -> Value | None:
    match node:
        case ast.Call(args=[ast.GeneratorExp(elt=test) as through], keywords=[]):
            enter_comprehension(t, through)
            parts = [*parts_of(through), Only(test, holds)]
            return gather(t, "any()", parts, list, t.origin(node))
    return None


def _sum(t: CanonicalTracer, node: ast.Call) -> Value | None:
    match node:
        case ast.Call(args=[(ast.GeneratorExp() | ast.ListComp()) as through, *starts], keywords=[]):
            value = gather_comprehension(t, through, "sum()")
            start = trace_expression(t, starts[0]) if starts else t.constant(0, t.origin(node))
            return summed(t, value, start)
    return None


def _next(t: CanonicalTracer, node: ast.Call) -> Value | None:
    match node:
        case ast.Call(args=[ast.GeneratorExp() as through, default], keywords=[]):
            element = gather_comprehension(t, through, "first()")
            return t.value("op", "first()", (element, trace_expression(t, default)), t.origin(node))
    return None


def _bool(t: CanonicalTracer, node: ast.Call) -> Value | None:
    match node:
        case ast.Call(args=[argument], keywords=[]) if not isinstance(argument, ast.Starred):
            value, positive = truth(t, trace_expression(t, argument))
            value = as_boolean(t, value)
            return value if positive else opposite(t, value)
    return None


def _collection(t: CanonicalTracer, node: ast.Call) -> Value | None:
    assert isinstance(node.func, ast.Name)
    origin = t.origin(node)
    match node:
        case ast.Call(args=[], keywords=[]):
            return t.fresh((node.func.id.capitalize(), ""), (), origin)
        case ast.Call(args=[(ast.GeneratorExp() | ast.ListComp()) as through], keywords=[]):
            if node.func.id == "dict":
                return None
            return gather_comprehension(t, through, _MADE_OF_ALL[node.func.id])
    return None


def _divmod(t: CanonicalTracer, node: ast.Call) -> Value | None:
    if len(node.args) != 2 or node.keywords or any(isinstance(item, ast.Starred) for item in node.args):
        return None
    parts, origin = tuple(trace_expression(t, item) for item in node.args), t.origin(node)
    both = tuple(operation(t, name, parts, origin) for name in ("FloorDiv", "Mod"))
    return t.value("tuple", None, both, origin, immutable=True)


def _isinstance(t: CanonicalTracer, node: ast.Call) -> Value | None:
    """One question for each class of a tuple."""
    if len(node.args) != 2 or node.keywords or not isinstance(node.args[1], ast.Tuple):
        return None
    subject = trace_expression(t, node.args[0])
    origin = t.origin(node)
    classes = [trace_expression(t, item) for item in node.args[1].elts]
    return any_of(t, [operation(t, "isinstance()", (subject, item), origin) for item in classes], origin)


_BUILTINS: dict[str, Callable[[CanonicalTracer, ast.Call], Value | None]] = {
    "any": _any,
    "all": _all,
    "sum": _sum,
    "next": _next,
    "list": _collection,
    "set": _collection,
    "dict": _collection,
    "str": trace_format,
    "format": trace_format,
    "isinstance": _isinstance,
    "bool": _bool,
    "divmod": _divmod,
}
