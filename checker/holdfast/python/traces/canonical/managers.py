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
        alone = ast.copy_location(ast.With([first], [_Inner(body)]), node)
        trace_with(t, alone)


class _Inner(ast.Pass):
    """A statement that stands for code to be traced."""

    def __init__(self, trace: Callable[[], None]) -> None:
        super().__init__()
        self.trace = trace


def trace_inner(t: CanonicalTracer, statement: ast.stmt) -> bool:
    if isinstance(statement, _Inner):
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
    outside = _surroundings(t)

    def in_place(statement: ast.stmt) -> bool:
        if statement is not place[0]:
            return False
        given = trace_expression(t, place[1]) if place[1] is not None else t.constant(None, t.origin(call))
        inside, own_loops = _surroundings(t), t.loops
        manager = t.managers.pop()
        _restore(t, outside)
        if item.optional_vars is not None:
            assign_target(t, item.optional_vars, given)
        body()
        t.managers.append(manager)
        _restore(t, inside)
        t.loops = own_loops
        return True

    t.managers.append(in_place)
    with elsewhere(t, known.subject, t.origin(call)):
        run_body(t, known.node, arguments, t.origin(call), tail=False)
    t.managers.pop()
    return True


Surroundings = tuple[object, ...]


def _surroundings(t: CanonicalTracer) -> Surroundings:
    """Whose code is traced: what changes when a function is entered."""
    return (
        t.subject,
        t.names,
        t.activations,
        t.place,
        t.first_parameter,
        t.class_name,
        t.loops,
        list(t.inlined),
    )


def _restore(t: CanonicalTracer, saved: Surroundings) -> None:
    (
        t.subject,
        t.names,
        t.activations,
        t.place,
        t.first_parameter,
        t.class_name,
        t.loops,
        t.inlined,
    ) = saved  # type: ignore[assignment]


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
