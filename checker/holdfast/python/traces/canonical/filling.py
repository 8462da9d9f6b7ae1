"""Loops that only fill a container, add up, search or hand on: as the comprehension that says the same."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence

from holdfast.python.names.table import BINDING_ROLES
from holdfast.python.traces.attributes import look_up_attribute
from holdfast.python.traces.canonical.comparisons import opposite
from holdfast.python.traces.canonical.containers import (
    display_kind,
    is_ours,
    replace,
    with_added,
)
from holdfast.python.traces.canonical.gathering import Only, gather
from holdfast.python.traces.canonical.loop_forms import LoopForm, loop_form, names_in
from holdfast.python.traces.canonical.texts import added
from holdfast.python.traces.canonical.tracer import CanonicalTracer
from holdfast.python.traces.expressions import assign_target, trace_expression
from holdfast.python.traces.known import is_number
from holdfast.python.traces.memory import ANY_CALL
from holdfast.python.traces.values import Value
from holdfast.python.traces.variables import read_variable

_ADDED_BY = {"append": ("List", "ListComp"), "add": ("Set", "SetComp")}


def trace_filling(t: CanonicalTracer, node: ast.For, rest: Sequence[ast.stmt]) -> bool:
    """Trace the loop in another form, where it has one. What follows it may be taken along."""
    form = loop_form(node)
    if form is None or _leaks(t, node, set(_results(form))):
        return False
    return any(trace(t, node, form, rest) for trace in (_hands_on, _searches, _fills, _adds_up, _extends))


def _results(form: LoopForm) -> Iterator[str]:
    """The variables that the last statement of a round is about: they are what is made."""
    for statement in form.ending:
        match statement:
            case ast.AugAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name


def _leaks(t: CanonicalTracer, node: ast.For, results: Collection[str]) -> bool:
    """Does anybody look at the loop's variables elsewhere, other than a loop that binds them itself?"""
    start, end = t.origin(node)
    bound = {
        (item.owner, item.name)
        for item in t.names.occurrences
        if start <= item.start < end and item.role in BINDING_ROLES and item.name not in results
    }
    if any(owner <= 0 for owner, _ in bound) or bound & t.subject.captured:
        return True
    loops = [
        other
        for owner in {owner for owner, _ in bound}
        for other in ast.walk(t.names.scopes[owner].node)
        if isinstance(other, ast.For) and not _contains(other, node)
    ]
    for item in t.names.occurrences:
        if start <= item.start < end or (item.owner, item.name) not in bound or item.role in BINDING_ROLES:
            continue
        if not any(
            item.name in set(names_in([loop.target])) and _stands_in(t, item.start, loop) for loop in loops
        ):
            return True
    return False


def _contains(outer: ast.For, inner: ast.For) -> bool:
    return any(node is inner for node in ast.walk(outer))


def _stands_in(t: CanonicalTracer, offset: int, loop: ast.For) -> bool:
    start, end = t.origin(loop)
    return start <= offset < end


def _hands_on(t: CanonicalTracer, node: ast.For, form: LoopForm, rest: Sequence[ast.stmt]) -> bool:
    """`for x in xs: yield x` is `yield from xs`, for everybody who only iterates."""
    del rest
    match form:
        case LoopForm(
            parts=(_,), ending=(ast.Expr(value=ast.Yield(value=ast.Name(id=name))),), otherwise=None
        ):
            if not isinstance(node.target, ast.Name) or node.target.id != name:
                return False
            value = trace_expression(t, node.iter)
            changes = [ANY_CALL, ("item",), ("attribute",)]
            t.step("yield from", None, (value,), t.origin(node), changes=changes)
            return True
    return False


def _searches(t: CanonicalTracer, node: ast.For, form: LoopForm, rest: Sequence[ast.stmt]) -> bool:
    """A loop that ends with the first element of a kind: `any`, or `next` with a default."""
    if form.otherwise is not None or not any(isinstance(part, Only) for part in form.parts):
        return False
    origin = t.origin(node)
    match (*form.ending, *rest[:1]):
        case [
            ast.Return(value=ast.Constant(value=bool(found))),
            ast.Return(value=ast.Constant(value=bool(none))) as end,
        ] if found != none:
            value = gather(t, "any()", form.parts, list, origin)
            t.finish(end, value if found else opposite(t, value))
            return True
        case [ast.Return(value=result), ast.Return(value=ast.Constant() | ast.Name() | None) as end] if (
            result is not None
        ):
            if t.inlined and not t.inlined[-1].tail:
                return False
            element = gather(t, "first()", form.parts, lambda: [trace_expression(t, result)], origin)
            default = trace_expression(t, end.value) if end.value is not None else t.constant(None, origin)
            value = t.value("op", "first()", (element, default), origin)
            t.finish(end, value)
            return True
        case [
            ast.Assign(targets=[ast.Name() as target], value=ast.Constant(value=bool(found))),
            ast.Break(),
            *_,
        ]:
            current = read_variable(t, target)
            if current.tag != "const" or current.key != ("bool", repr(not found)):
                return False
            value = gather(t, "any()", form.parts, list, origin)
            assign_target(t, target, value if found else opposite(t, value))
            return True
    return False


def _fills(t: CanonicalTracer, node: ast.For, form: LoopForm, rest: Sequence[ast.stmt]) -> bool:
    del rest
    if len(form.ending) != 1:
        return False
    found = _filled(form.ending[0])
    if found is None:
        return False
    container, kind, parts = found
    if form.otherwise is not None:
        other = _filled(form.otherwise[1])
        if other is None or other[0].id != container.id or other[1] != kind or kind == "DictComp":
            return False
        chosen = ast.IfExp(form.otherwise[0], parts[0], other[2][0])
        parts = (ast.copy_location(chosen, parts[0]),)
    if list(names_in(node.body)).count(container.id) != (1 if form.otherwise is None else 2):
        return False
    current = read_variable(t, container)
    display = display_kind(current)
    if display is None or display[0] + "Comp" != kind or not is_ours(t, current):
        return False
    value = gather(t, kind, form.parts, _each(t, parts), t.origin(node))
    if not current.parts:
        replace(t, current, value)
    else:
        with_added(t, current, "*", (value,), t.origin(node))
    return True


def _each(t: CanonicalTracer, nodes: Sequence[ast.expr]) -> Callable[[], list[Value]]:
    return lambda: [trace_expression(t, item) for item in nodes]


def _filled(statement: ast.stmt) -> tuple[ast.Name, str, tuple[ast.expr, ...]] | None:
    """Which container a statement adds to, the comprehension that would, and what is added."""
    match statement:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Name() as container, attr=("append" | "add") as method),
                args=[element],
                keywords=[],
            )
        ) if not isinstance(element, ast.Starred):
            return container, _ADDED_BY[method][1], (element,)
        case ast.Assign(targets=[ast.Subscript(value=ast.Name() as container, slice=index)], value=value):
            return container, "DictComp", (index, value)
    return None


def _adds_up(t: CanonicalTracer, node: ast.For, form: LoopForm, rest: Sequence[ast.stmt]) -> bool:
    del rest
    match form:
        case LoopForm(
            ending=(ast.AugAssign(target=ast.Name() as total, op=ast.Add(), value=value),), otherwise=None
        ):
            current = read_variable(t, total)
            if not is_number(current) or list(names_in(node.body)).count(total.id) != 1:
                return False
            origin = t.origin(node)
            gathered = gather(t, "sum()", form.parts, _each(t, (value,)), origin)
            assign_target(t, total, summed(t, gathered, current))
            return True
    return False


def summed(t: CanonicalTracer, gathered: Value, start: Value) -> Value:
    """The sum of what was gathered, from a start other than nothing."""
    if start.tag == "const" and start.key == ("int", "0"):
        return gathered
    return added(t, start, gathered, gathered.origin)


def _extends(t: CanonicalTracer, node: ast.For, form: LoopForm, rest: Sequence[ast.stmt]) -> bool:
    """Appending each element to a list that others have is extending it."""
    del rest
    match form:
        case LoopForm(
            ending=(
                ast.Expr(
                    value=ast.Call(
                        func=ast.Attribute(value=(ast.Name() | ast.Attribute()) as base, attr="append"),
                        args=[element],
                        keywords=[],
                    )
                ),
            ),
            otherwise=None,
        ) if not isinstance(element, ast.Starred):
            changed = set(names_in([base]))
            bound = {
                item.id
                for item in ast.walk(node)
                if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)
            }
            if changed & bound or list(names_in(node.body)).count(next(iter(changed), "")) != 1:
                return False
            origin = t.origin(node)
            receiver = trace_expression(t, base)
            look_up_attribute(t, receiver, "extend", origin)
            value = extension(t, form.parts, element, origin)
            changes = [ANY_CALL, ("touch", receiver)]
            t.step("call-method", ("extend", "."), (receiver, value), origin, changes=changes)
            return True
    return False


def extension(
    t: CanonicalTracer, parts: Sequence[object], element: ast.expr, origin: tuple[int, int]
) -> Value:
    """What a list is extended by: the elements as they are, or what is made of each."""
    first = parts[0]
    if len(parts) == 1 and isinstance(element, ast.Name) and isinstance(first.target, ast.Name):  # type: ignore[attr-defined]
        if first.target.id == element.id:  # type: ignore[attr-defined]
            return trace_expression(t, first.iterable)  # type: ignore[attr-defined]
    return gather(t, "ListComp", parts, _each(t, (element,)), origin)  # type: ignore[arg-type]
