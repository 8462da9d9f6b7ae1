"""Statements in canonical form: what follows a branch that leaves stands on the other ways.

A guard clause and a nested `if` make one tree of decisions, with the ends of the function at its leaves.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from holdfast.python.traces.canonical.conditions import decide, decide_value, decided_value
from holdfast.python.traces.canonical.containers import assign_item, augment
from holdfast.python.traces.canonical.filling import trace_filling
from holdfast.python.traces.canonical.managers import trace_canonical_with, trace_inner
from holdfast.python.traces.canonical.matches import trace_cases
from holdfast.python.traces.canonical.tracer import CanonicalTracer
from holdfast.python.traces.expressions import trace_expression
from holdfast.python.traces.statements import trace_statement
from holdfast.python.traces.trials import trace_try
from holdfast.python.traces.values import Value

_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def trace_canonical_statements(t: CanonicalTracer, statements: Sequence[ast.stmt]) -> None:
    for position, statement in enumerate(statements):
        if t.left:
            return
        t.count()
        rest = statements[position + 1 :]
        if trace_inner(t, statement):
            continue
        if isinstance(statement, ast.If | ast.Match):
            is_pushed = _leaves_somewhere(statement) or _only_returns(rest)
            _trace_ways(t, statement, rest if is_pushed else ())
            if is_pushed:
                return
        elif isinstance(statement, ast.For) and trace_filling(t, statement, rest):
            continue
        else:
            trace_simple_statement(t, statement)


def trace_simple_statement(t: CanonicalTracer, statement: ast.stmt) -> None:
    handler = _STATEMENTS.get(type(statement).__name__)
    if handler is None:
        trace_statement(t, statement)
    else:
        handler(t, statement)


def _leaves_somewhere(statement: ast.stmt) -> bool:
    """Does a branch end by leaving? Loops and trials inside are steps of their own."""
    if isinstance(statement, ast.If):
        return any(map(_ends_by_leaving, (statement.body, statement.orelse)))
    if isinstance(statement, ast.Match):
        return any(_ends_by_leaving(case.body) for case in statement.cases)
    return False


def _ends_by_leaving(statements: Sequence[ast.stmt]) -> bool:
    return any(isinstance(item, _LEAVING) or _leaves_somewhere(item) for item in statements)


def _only_returns(rest: Sequence[ast.stmt]) -> bool:
    """Is a return all that follows? Then it may stand in each branch."""
    return bool(rest) and isinstance(rest[0], ast.Return)


def _trace_ways(t: CanonicalTracer, statement: ast.If | ast.Match, rest: Sequence[ast.stmt]) -> None:
    origin = t.origin(statement)
    frame = t.inlined[-1] if t.inlined and not t.inlined[-1].tail and not t.loops else None
    returned = False

    def follow(body: Sequence[ast.stmt]) -> Value | None:
        nonlocal returned
        if frame is None:
            trace_canonical_statements(t, [*body, *rest])
            return None
        # An entered function: its returns lead on to what follows its call, and its raises do not.
        frame.value, frame.returned = None, False
        trace_canonical_statements(t, [*body, *rest])
        if frame.returned:
            returned, t.left = True, False
            return frame.value
        return t.constant(None, origin)

    if isinstance(statement, ast.Match):
        value = trace_cases(t, statement, trace_expression(t, statement.subject), 0, follow)
    else:
        value = decide(
            t, statement.test, origin, lambda: follow(statement.body), lambda: follow(statement.orelse)
        )
    if frame is not None and rest:
        frame.value, frame.returned = value, returned
        t.left = True


def trace_return(t: CanonicalTracer, node: ast.Return) -> None:
    _return_of(t, node, node.value)


def _return_of(t: CanonicalTracer, node: ast.Return, value: ast.expr | None) -> None:
    """A conditional expression that is returned is a return on each way."""
    origin = t.origin(node)
    is_own = not t.inlined or t.inlined[-1].tail
    if is_own and isinstance(value, ast.IfExp):
        decide(
            t,
            value.test,
            origin,
            lambda: _return_of(t, node, value.body),
            lambda: _return_of(t, node, value.orelse),
        )
        return
    if is_own and isinstance(value, ast.BoolOp):
        _return_boolean(t, node, value, 0)
        return
    if value is None:
        returned = t.constant(None, origin)
    else:
        t.tail_call = value
        returned = trace_expression(t, value)
        if t.left:
            return  # an entered function returned for us
    t.finish(node, returned)


def finish(t: CanonicalTracer, node: ast.stmt, value: Value) -> None:
    if not t.inlined or t.inlined[-1].tail:
        return_value(t, node, value)
        return
    if t.loops or node in t.inlined[-1].within_try:
        value = t.step("return-from-within", None, (value,), t.origin(node))
    t.inlined[-1].value = value
    t.inlined[-1].returned = True
    t.left = True


def _return_boolean(t: CanonicalTracer, node: ast.Return, operation: ast.BoolOp, index: int) -> None:
    if index + 1 == len(operation.values):
        _return_of(t, node, operation.values[index])
        return
    value = trace_expression(t, operation.values[index])
    further: Callable[[], None] = lambda: _return_boolean(t, node, operation, index + 1)  # noqa: E731
    enough: Callable[[], None] = lambda: return_value(t, node, value)  # noqa: E731
    ways = (further, enough) if isinstance(operation.op, ast.And) else (enough, further)
    decide_value(t, value, t.origin(node), *ways)


def return_value(t: CanonicalTracer, node: ast.stmt, value: Value) -> None:
    origin = t.origin(node)
    if value.tag == "choice":
        test, then, otherwise = value.parts
        decide_value(
            t,
            test,
            origin,
            lambda: return_value(t, node, then),
            lambda: return_value(t, node, otherwise),
        )
        return
    t.step("return", None, (decided_value(t, value, origin),), origin)
    t.left = True


def _try(t: CanonicalTracer, node: ast.Try) -> None:
    """What is handled and what is done at the end are two things, one inside the other."""
    if node.finalbody and node.handlers:
        inner = ast.copy_location(ast.Try(node.body, node.handlers, node.orelse, []), node)
        node = ast.copy_location(ast.Try([inner], [], [], node.finalbody), node)
    trace_try(t, node)


def _assign(t: CanonicalTracer, node: ast.Assign) -> None:
    value = trace_expression(t, node.value)
    for target in node.targets:
        assign_item(t, target, value)


_STATEMENTS: dict[str, Callable[[Any, Any], None]] = {
    "Return": trace_return,
    "Assign": _assign,
    "AugAssign": augment,
    "Try": _try,
    "With": trace_canonical_with,
}
