"""Statements in unfolded form, each with what follows it in its list."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from holdfast.python.traces.canonical.conditions import decide
from holdfast.python.traces.canonical.inner_statements import InnerStatement
from holdfast.python.traces.canonical.managers import trace_canonical_with, trace_inner
from holdfast.python.traces.canonical.matches import trace_cases
from holdfast.python.traces.canonical.statements import trace_simple_statement
from holdfast.python.traces.copies import copied
from holdfast.python.traces.expressions import trace_expression
from holdfast.python.traces.trials import trace_with
from holdfast.python.traces.unfolded.exits import leave_round, trace_behind, trace_result
from holdfast.python.traces.unfolded.going_on import goes_on
from holdfast.python.traces.unfolded.leaving import leaves_somewhere
from holdfast.python.traces.unfolded.loops import trace_loop
from holdfast.python.traces.unfolded.places import place_of
from holdfast.python.traces.unfolded.tracer import UnfoldedTracer
from holdfast.python.traces.unfolded.trials import trace_trial


def trace_unfolded_statements(t: UnfoldedTracer, statements: Sequence[ast.stmt]) -> None:
    for position, statement in enumerate(statements):
        if t.left:
            return
        t.count()
        if trace_inner(t, statement):
            continue
        rest = statements[position + 1 :]
        if goes_on(t, statement, rest) or _trace_with_rest(t, statement, rest):
            return


def _trace_with_rest(t: UnfoldedTracer, statement: ast.stmt, rest: Sequence[ast.stmt]) -> bool:
    """Trace the statement; tells whether what follows was traced with it."""
    match statement:
        case ast.If() | ast.Match():
            return _trace_ways(t, statement, rest)
        case ast.For() | ast.AsyncFor() | ast.While():
            return trace_loop(t, statement, rest)
        case ast.Try() | ast.TryStar():
            return trace_trial(t, statement, rest)
        case ast.With() | ast.AsyncWith():
            return _trace_manager(t, statement, rest)
        case ast.Return():
            trace_result(t, statement)
        case ast.Continue() | ast.Break() if t.loops:
            leave_round(t, statement, "break" if isinstance(statement, ast.Break) else "continue")
        case _:
            trace_simple_statement(t, statement)
    return False


def _trace_ways(t: UnfoldedTracer, statement: ast.If | ast.Match, rest: Sequence[ast.stmt]) -> bool:
    place = place_of(t.subject, statement)
    is_pushed = leaves_somewhere(statement) or _only_returns(rest) or place in t.pushed

    def follow(body: Sequence[ast.stmt]) -> None:
        t.run_statements(t, [*body, *rest] if is_pushed else body)
        t.come_out()

    with t.at(place):
        if isinstance(statement, ast.Match):
            trace_cases(t, statement, trace_expression(t, statement.subject), 0, follow)
        else:
            ways = (lambda: follow(statement.body)), (lambda: follow(statement.orelse))
            decide(t, statement.test, t.origin(statement), *ways)
    return is_pushed


def _only_returns(rest: Sequence[ast.stmt]) -> bool:
    """Is a return all that follows? Then it may stand in each branch."""
    return bool(rest) and isinstance(rest[0], ast.Return)


def _trace_manager(t: UnfoldedTracer, statement: ast.With | ast.AsyncWith, rest: Sequence[ast.stmt]) -> bool:
    def body() -> None:
        with t.enclosed():
            t.run_statements(t, statement.body)

    found = copied(statement)
    found.body = [InnerStatement(body)]
    if isinstance(statement, ast.With):
        trace_canonical_with(t, found)
    else:
        trace_with(t, found)
    if t.left or not leaves_somewhere(statement):
        return t.left
    trace_behind(t, statement, rest)
    return True
