"""`try` in unfolded form: what follows stands behind its end and in its handlers, where some of them leave."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from holdfast.python.traces.canonical.inner_statements import InnerStatement
from holdfast.python.traces.canonical.tracer import TooManyWaysError
from holdfast.python.traces.copies import copied, written
from holdfast.python.traces.trials import trace_try
from holdfast.python.traces.unfolded.exits import trace_behind
from holdfast.python.traces.unfolded.leaving import leaves_somewhere, returns_inside
from holdfast.python.traces.unfolded.places import Place, place_of
from holdfast.python.traces.unfolded.tracer import UnfoldedTracer

Trial = ast.Try | ast.TryStar


def trace_trial(t: UnfoldedTracer, node: Trial, rest: Sequence[ast.stmt]) -> bool:
    """Trace the trial; tells whether what follows was traced with it."""
    if any(map(leaves_somewhere, node.finalbody)) or (isinstance(node, ast.TryStar) and returns_inside(node)):
        raise TooManyWaysError
    if node.finalbody:
        return _trace_with_end(t, node, rest)
    place = place_of(t.subject, node)
    ends = [*node.orelse, *(item for handler in node.handlers for item in handler.body)]
    if returns_inside(node) or any(map(leaves_somewhere, ends)) or place in t.pushed:
        _trace_pushed(t, node, rest, place)
        return True
    found = copied(node)
    found.body = [_enclosed(t, node.body)]
    _trace(t, found, place)
    return False


def _trace_with_end(t: UnfoldedTracer, node: Trial, rest: Sequence[ast.stmt]) -> bool:
    """What is handled and what is done at the end are two things, one inside the other."""
    body = node.body
    if node.handlers:
        inner = copied(node)
        inner.finalbody = []
        body = [inner]
    found: Any = ast.copy_location(ast.Try([_enclosed(t, body)], [], [], node.finalbody), node)
    trace_try(t, found)
    if t.left or not leaves_somewhere(node):
        return t.left
    trace_behind(t, node, rest)
    return True


def _trace_pushed(t: UnfoldedTracer, node: Trial, rest: Sequence[ast.stmt], place: Place) -> None:
    is_open = t.is_own() or place in t.pushed

    def follow(body: Sequence[ast.stmt], *, handles: bool = True) -> ast.stmt:
        def trace() -> None:
            is_handled = t.is_handled
            with t.under(t.shelter._replace(handles=handles or t.shelter.handles)):
                if is_open:
                    with t.at(place):
                        trace_behind(t, node, [*body, *rest])
                    t.come_out()
                else:
                    with t.enclosed(tries=True):
                        trace_behind(t, node, [*body, *rest])
            t.is_handled = is_handled

        return InnerStatement(trace)

    found = copied(node)
    found.body = [_enclosed(t, node.body)]
    found.orelse = [follow(node.orelse, handles=False)]
    found.handlers = [_with_body(t, handler, follow) for handler in node.handlers]
    _trace(t, found, place)
    if not t.left and not is_open:
        trace_behind(t, node, ())


def _enclosed(t: UnfoldedTracer, body: Sequence[ast.stmt]) -> ast.stmt:
    def trace() -> None:
        with t.enclosed(tries=True):
            t.run_statements(t, body)

    return InnerStatement(trace)


def _with_body(t: UnfoldedTracer, handler: ast.ExceptHandler, follow: Any) -> Any:
    """The handler with what follows it; by then it no longer has the exception."""
    found = copied(handler)
    index = t.names.occurrence_of_node.get(written(handler))
    body = list(handler.body)

    def leave() -> None:
        t.is_handled = True

    if index is not None:
        occurrence = t.names.occurrences[index]
        variable = t.variable(occurrence.owner, occurrence.name)

        def forget() -> None:
            origin = (occurrence.start, occurrence.end)
            t.environment[variable] = t.value("unbound", occurrence.name, (), origin)

        body.append(InnerStatement(forget))
    found.body = [follow([*body, InnerStatement(leave)])]
    return found


def _trace(t: UnfoldedTracer, node: Any, place: Place) -> None:
    count = len(t.block.steps)
    trace_try(t, node)
    for step in t.block.steps[count:]:
        t.made_by[step] = (*t.path, place)
