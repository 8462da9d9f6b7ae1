"""Decisions, one question at a time.

`if a and b` asks a, then b; what happens otherwise happens on two ways. `not` exchanges the outcomes, and a
question that was answered on the way here is not asked again. A guard clause, a nested `if` and a
condition in a variable then make one tree.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from holdfast.python.traces.canonical.comparisons import compared, opposite, truth
from holdfast.python.traces.canonical.tracer import CanonicalTracer
from holdfast.python.traces.expressions import trace_expression
from holdfast.python.traces.known import is_boolean
from holdfast.python.traces.operations import operation
from holdfast.python.traces.truth import truth_by_now
from holdfast.python.traces.values import Origin, Value

Way = Callable[[], Value | None]


def decide(t: CanonicalTracer, node: ast.expr, origin: Origin, then: Way, otherwise: Way) -> Value | None:
    """Go on by `then` or `otherwise`, as the expression says; the value is what they give."""
    t.count()
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return decide(t, operand, origin, otherwise, then)
        case ast.BoolOp(op=ast.And(), values=values):
            return _decide_all(t, values, origin, then, otherwise)
        case ast.BoolOp(op=ast.Or(), values=values):
            return _decide_any(t, values, origin, then, otherwise)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return decide(
                t,
                test,
                origin,
                lambda: decide(t, body, origin, then, otherwise),
                lambda: decide(t, orelse, origin, then, otherwise),
            )
        case ast.Compare():
            return _decide_chain(t, node, trace_expression(t, node.left), 0, origin, then, otherwise)
        case _:
            return decide_value(t, trace_expression(t, node), origin, then, otherwise)


def _decide_all(
    t: CanonicalTracer, nodes: list[ast.expr], origin: Origin, then: Way, otherwise: Way
) -> Value | None:
    if len(nodes) == 1:
        return decide(t, nodes[0], origin, then, otherwise)
    return decide(t, nodes[0], origin, lambda: _decide_all(t, nodes[1:], origin, then, otherwise), otherwise)


def _decide_any(
    t: CanonicalTracer, nodes: list[ast.expr], origin: Origin, then: Way, otherwise: Way
) -> Value | None:
    if len(nodes) == 1:
        return decide(t, nodes[0], origin, then, otherwise)
    return decide(t, nodes[0], origin, then, lambda: _decide_any(t, nodes[1:], origin, then, otherwise))


def _decide_chain(
    t: CanonicalTracer, node: ast.Compare, left: Value, index: int, origin: Origin, then: Way, otherwise: Way
) -> Value | None:
    right = trace_expression(t, node.comparators[index])
    test = compared(t, type(node.ops[index]).__name__, left, right, t.origin(node))
    if index + 1 == len(node.ops):
        return decide_value(t, test, origin, then, otherwise)
    return decide_value(
        t,
        test,
        origin,
        lambda: _decide_chain(t, node, right, index + 1, origin, then, otherwise),
        otherwise,
    )


def decide_value(t: CanonicalTracer, test: Value, origin: Origin, then: Way, otherwise: Way) -> Value | None:
    t.count()
    test, positive = truth(t, test)
    if not positive:
        then, otherwise = otherwise, then
    if test.tag != "choice":
        test = truth_by_now(t, test)
        by_ways = t.by_ways(test)
        if by_ways is not test:
            return decide_value(t, by_ways, origin, then, otherwise)
    known = t.outcome(test)
    if known is not None:
        return then() if known else otherwise()
    if test.tag == "choice":
        inner, yes, no = test.parts
        return decide_value(
            t,
            inner,
            origin,
            lambda: decide_value(t, yes, origin, then, otherwise),
            lambda: decide_value(t, no, origin, then, otherwise),
        )
    t.ask(test)
    return t.branch("if", test, origin, then, otherwise)


def trace_comparison(t: CanonicalTracer, node: ast.Compare) -> Value:
    left = trace_expression(t, node.left)
    return _comparison_chain(t, node, left, 0)


def _comparison_chain(t: CanonicalTracer, node: ast.Compare, left: Value, index: int) -> Value:
    right = trace_expression(t, node.comparators[index])
    origin = t.origin(node)
    outcome = compared(t, type(node.ops[index]).__name__, left, right, origin)
    if index + 1 == len(node.ops):
        return outcome
    return _given(
        decide_value(
            t, outcome, origin, lambda: _comparison_chain(t, node, right, index + 1), lambda: outcome
        )
    )


def trace_boolean(t: CanonicalTracer, node: ast.BoolOp) -> Value:
    return _boolean_chain(t, node, 0)


def _boolean_chain(t: CanonicalTracer, node: ast.BoolOp, index: int) -> Value:
    value = trace_expression(t, node.values[index])
    if index + 1 == len(node.values):
        return value
    origin = t.origin(node)

    def further() -> Value:
        return _boolean_chain(t, node, index + 1)

    def enough() -> Value:
        return decided_value(t, value, origin)

    ways = (further, enough) if isinstance(node.op, ast.And) else (enough, further)
    return _given(decide_value(t, value, origin, *ways))


def decided_value(t: CanonicalTracer, value: Value, origin: Origin) -> Value:
    """The value, or the truth value that it is known to be."""
    looked_at, positive = truth(t, value)
    known = t.decided.get(looked_at)
    if known is not None and is_boolean(value):
        return t.constant(known == positive, origin)
    return value


def trace_conditional(t: CanonicalTracer, node: ast.IfExp) -> Value:
    return _given(
        decide(
            t,
            node.test,
            t.origin(node),
            lambda: trace_expression(t, node.body),
            lambda: trace_expression(t, node.orelse),
        )
    )


def trace_unary(t: CanonicalTracer, node: ast.UnaryOp) -> Value:
    operand = trace_expression(t, node.operand)
    if isinstance(node.op, ast.Not):
        return opposite(t, operand)
    return operation(t, type(node.op).__name__, (operand,), t.origin(node))


def _given(value: Value | None) -> Value:
    assert value is not None
    return value
