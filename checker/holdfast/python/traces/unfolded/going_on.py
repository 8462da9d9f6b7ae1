"""A call whose caller goes on at each `return` of the function: with what is returned there, on that way."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from holdfast.python.traces.binding import bind, traced_arguments
from holdfast.python.traces.callees import transparent_callee
from holdfast.python.traces.calls import is_suspended, run_body
from holdfast.python.traces.canonical.surroundings import come_to, surroundings
from holdfast.python.traces.canonical.tracer import TooManyWaysError
from holdfast.python.traces.expressions import trace_expression
from holdfast.python.traces.global_values import elsewhere
from holdfast.python.traces.identity import Known
from holdfast.python.traces.subject import FunctionNode
from holdfast.python.traces.unfolded.places import place_of
from holdfast.python.traces.unfolded.tracer import GoOn, UnfoldedTracer
from holdfast.python.traces.values import Value


class _Found(NamedTuple):
    """A call, what is evaluated before it, and the expression that has its result: one may await it."""

    earlier: tuple[ast.expr, ...]
    call: ast.Call
    result: ast.expr


def goes_on(t: UnfoldedTracer, statement: ast.stmt, rest: Sequence[ast.stmt]) -> bool:
    """Trace a function that is called first of all, and what follows its call at each of its ends."""
    names = {place.name for place in t.pushed if place.name}
    root = _evaluated(statement) if names else None
    found = None if root is None else _first_call(t, root, names)
    if found is None or (found.result is root and isinstance(statement, ast.Return) and _returns(t)):
        return False
    given = dict(t.given)
    for node in found.earlier:
        if node not in given and not isinstance(node, ast.Constant | ast.Name):
            given[node] = trace_expression(t, node)
    outer, t.given = t.given, given
    entered = _enter(t, found, given, [statement, *rest])
    t.given = outer
    return entered


def _returns(t: UnfoldedTracer) -> bool:
    """Does a `return` leave the function that is traced? What it calls then returns for it."""
    return t.is_own() and not t.shelter.encloses


def _enter(
    t: UnfoldedTracer, found: _Found, given: Mapping[ast.AST, Value], follow: Sequence[ast.stmt]
) -> bool:
    callee = transparent_callee(t, found.call)
    if callee is None:
        return False
    known, bound = callee
    function = known.node
    if not isinstance(function, FunctionNode) or not _is_pushed(t, known):
        return False
    is_driven = found.result is not found.call
    if is_suspended(t, function) != is_driven:
        return False
    origin = t.origin(found.call)
    arguments = bind(t, function, bound, traced_arguments(t, found.call), origin, home=known.subject)
    if arguments is None:
        raise TooManyWaysError
    t.subject.entered.add(found.call)
    t.waiting = _going_on(t, found.result, given, follow)
    with elsewhere(t, known.subject, origin):
        run_body(t, function, arguments, origin, tail=False)
    return True


def _is_pushed(t: UnfoldedTracer, known: Known) -> bool:
    assert isinstance(known.node, FunctionNode)
    if any(frame.node is known.node for frame in t.inlined):
        return False
    return place_of(known.subject, known.node) in t.pushed


def _going_on(
    t: UnfoldedTracer, result: ast.expr, given: Mapping[ast.AST, Value], follow: Sequence[ast.stmt]
) -> GoOn:
    outside, shelter = surroundings(t), t.shelter

    def go_on(value: Value) -> None:
        inside, is_handled, known = surroundings(t), t.is_handled, t.given
        t.is_handled = is_handled or t.shelter.handles
        come_to(t, outside)
        t.given, t.left = {**given, result: value}, False
        with t.under(shelter):
            t.run_statements(t, follow)
        come_to(t, inside)
        t.is_handled, t.given = is_handled, known

    return go_on


def _evaluated(statement: ast.stmt) -> ast.expr | None:
    """What a statement evaluates first of all."""
    match statement:
        case ast.Expr(value=root) | ast.Assign(value=root) | ast.AnnAssign(value=root):
            return root
        case ast.Return(value=root) | ast.AugAssign(target=ast.Name(), value=root):
            return root
        case ast.If(test=root) | ast.Assert(test=root) | ast.For(iter=root) | ast.Match(subject=root):
            return root
        case ast.Raise(exc=root):
            return root
    return None


def _first_call(t: UnfoldedTracer, node: ast.expr, names: set[str]) -> _Found | None:
    """The first call of a function with one of the names that is evaluated in any case."""
    if node in t.given:
        return None
    earlier: list[ast.expr] = []
    for child in _evaluated_in(node):
        found = _first_call(t, child, names)
        if found is not None:
            is_awaited = isinstance(node, ast.Await | ast.YieldFrom) and found.result is child
            return _Found((*earlier, *found.earlier), found.call, node if is_awaited else found.result)
        earlier.append(child)
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in names:
            return _Found((), node, node)
    return None


def _evaluated_in(node: ast.expr) -> Iterator[ast.expr]:
    """The expressions in an expression that are evaluated whenever it is, in that order."""
    match node:
        case ast.Call(func=function, args=arguments, keywords=keywords):
            if isinstance(function, ast.Attribute):
                yield function.value
            elif not isinstance(function, ast.Name):
                yield function
            yield from arguments
            yield from (keyword.value for keyword in keywords)
        case ast.BoolOp(values=[first, *_]) | ast.IfExp(test=first):
            yield first
        case ast.Compare(left=left, comparators=[second, *_]):
            yield left
            yield second
        case ast.JoinedStr(values=pieces):
            yield from (piece.value for piece in pieces if isinstance(piece, ast.FormattedValue))
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                if key is not None:
                    yield key
                yield value
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return
        case _:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    yield child
