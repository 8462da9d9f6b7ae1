"""A `with` whose manager the refactoring made: the manager's code with the body in the place of its `yield`.

`try` and `finally` around code, and a context manager that has them, then do the same. A manager that
does not protect what follows its `yield` does not.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from holdfast.python.traces.binding import bind, traced_arguments
from holdfast.python.traces.callees import transparent_callee
from holdfast.python.traces.calls import own_nodes, run_body
from holdfast.python.traces.canonical.inner_statements import InnerStatement
from holdfast.python.traces.canonical.surroundings import come_to, surroundings
from holdfast.python.traces.canonical.tracer import CanonicalTracer
from holdfast.python.traces.expressions import assign_target, trace_expression
from holdfast.python.traces.global_values import elsewhere
from holdfast.python.traces.identity import Known
from holdfast.python.traces.subject import FunctionNode
from holdfast.python.traces.trials import trace_with


def trace_canonical_with(t: CanonicalTracer, node: ast.With) -> None:
    if not any(map(_may_be_made, node.items)):
        trace_with(t, node)
        return
    first, *others = node.items

    def body() -> None:
        if others:
            rest = ast.copy_location(ast.With(others, node.body), node)
            trace_canonical_with(t, rest)
        else:
            t.run_statements(t, node.body)

    if not _enter(t, first, body):
        alone = ast.copy_location(ast.With([first], [InnerStatement(body)]), node)
        trace_with(t, alone)


def trace_inner(t: CanonicalTracer, statement: ast.stmt) -> bool:
    if isinstance(statement, InnerStatement):
        statement.trace()
        return True
    return bool(t.managers) and t.managers[-1](statement)


def _may_be_made(item: ast.withitem) -> bool:
    return isinstance(item.context_expr, ast.Call)


def _enter(t: CanonicalTracer, item: ast.withitem, body: Callable[[], None]) -> bool:
    """Trace the manager's code around the body, where it is known and has one place for it."""
    call = item.context_expr
    assert isinstance(call, ast.Call)
    found = transparent_callee(t, call)
    if found is None:
        return False
    known, bound = found
    place = _place_of_body(known)
    if place is None:
        return False
    assert isinstance(known.node, ast.FunctionDef)
    arguments = bind(t, known.node, bound, traced_arguments(t, call), t.origin(call), home=known.subject)
    if arguments is None:
        return False
    t.subject.entered.add(call)
    outside = surroundings(t)

    def in_place(statement: ast.stmt) -> bool:
        if statement is not place[0]:
            return False
        given = trace_expression(t, place[1]) if place[1] is not None else t.constant(None, t.origin(call))
        inside, manager = surroundings(t), t.managers.pop()
        come_to(t, outside)
        if item.optional_vars is not None:
            assign_target(t, item.optional_vars, given)
        body()
        t.managers.append(manager)
        come_to(t, inside)
        return True

    t.managers.append(in_place)
    with elsewhere(t, known.subject, t.origin(call)):
        run_body(t, known.node, arguments, t.origin(call), tail=False)
    t.managers.pop()
    return True


def _place_of_body(known: Known) -> tuple[ast.stmt, ast.expr | None] | None:
    """The one statement of a manager that yields, and what it yields."""
    node = known.node
    if not isinstance(node, ast.FunctionDef) or not _is_manager(node):
        return None
    yields = [inner for inner in own_nodes(node) if isinstance(inner, ast.Yield | ast.YieldFrom)]
    if len(yields) != 1 or not isinstance(yields[0], ast.Yield):
        return None
    for statement in _statements(node.body):
        if isinstance(statement, ast.Expr) and statement.value is yields[0]:
            return statement, yields[0].value
    return None


def _is_manager(node: FunctionNode) -> bool:
    return any(
        (decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", ""))
        == "contextmanager"
        for decorator in node.decorator_list
    )


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements that control passes at most once: not those of loops."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If | ast.Try | ast.With):
            for field in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(statement, field, []))
