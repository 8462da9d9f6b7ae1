"""Loops in unfolded form: what follows stands where they come to their end, and behind them where they are broken off."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from holdfast.python.traces.canonical.filling import trace_filling
from holdfast.python.traces.canonical.gathering import Doing
from holdfast.python.traces.canonical.inner_statements import InnerStatement
from holdfast.python.traces.canonical.loop_forms import loop_form
from holdfast.python.traces.canonical.tracer import TooManyWaysError
from holdfast.python.traces.copies import copied
from holdfast.python.traces.loops import trace_for, trace_while
from holdfast.python.traces.subject import FunctionNode
from holdfast.python.traces.unfolded.breaking_off import Loop, broken_off
from holdfast.python.traces.unfolded.exits import keep_result, trace_behind
from holdfast.python.traces.unfolded.leaving import breaks_itself, leaves_somewhere, returns_inside
from holdfast.python.traces.unfolded.places import Place, place_of
from holdfast.python.traces.unfolded.tracer import UnfoldedTracer
from holdfast.python.traces.values import Step


def trace_loop(t: UnfoldedTracer, loop: Loop, rest: Sequence[ast.stmt]) -> bool:
    """Trace the loop; tells whether what follows was traced with it."""
    if isinstance(loop, ast.For) and _only_calculates(t, loop) and trace_filling(t, loop, rest):
        return False
    place = place_of(t.subject, loop)
    if any(map(returns_inside, loop.body)) and breaks_itself(loop):
        return _trace_both(t, loop, rest, place)
    if returns_inside(loop) or any(map(leaves_somewhere, loop.orelse)) or place in t.pushed:
        _trace_pushed(t, loop, rest, place)
        return True
    _trace_rounds(t, loop, place)
    return False


def _only_calculates(t: UnfoldedTracer, loop: ast.For) -> bool:
    """Does a round do one thing with values that are calculated, so that an expression may say the same?"""
    form = loop_form(loop)
    if form is None:
        return False
    doing = [item for part in form.parts if isinstance(part, Doing) for item in part.statements]
    if any(isinstance(node, ast.Expr) for item in doing for node in ast.walk(item)):
        return False
    made = {node.name for node in t.subject.transparent if isinstance(node, FunctionNode) and node.body[1:]}
    return not any(
        isinstance(node, ast.Name | ast.Attribute) and _name(node) in made for node in ast.walk(loop)
    )


def _name(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def _trace_both(t: UnfoldedTracer, loop: Loop, rest: Sequence[ast.stmt], place: Place) -> bool:
    """A loop that is broken off for what follows it, and for what is returned."""
    if any(map(leaves_somewhere, loop.orelse)):
        raise TooManyWaysError
    if t.is_own():
        with t.under(t.shelter._replace(breaks_off=False)):
            _trace_rounds(t, loop, place)
        return False
    found = copied(loop)
    found.body = broken_off(loop.body, lambda node: keep_result(t, node))
    with t.under(t.shelter._replace(breaks_off=True)):
        _trace_rounds(t, found, place)
    if not t.left:
        trace_behind(t, loop, rest)
    return True


def _trace_pushed(t: UnfoldedTracer, loop: Loop, rest: Sequence[ast.stmt], place: Place) -> None:
    """What follows the loop stands where it came to its end, and what it was broken off for behind it."""
    is_open = t.is_own() or place in t.pushed or not returns_inside(loop)
    breaks = breaks_itself(loop)
    comes_out = False  # where the loop comes to its end

    around = t.shelter

    def at_end() -> None:
        nonlocal comes_out
        with t.under(around):
            if is_open:
                with t.at(place):
                    t.run_statements(t, [*loop.orelse, *rest])
                t.come_out()
            else:
                with t.enclosed():
                    t.run_statements(t, [*loop.orelse, *rest])
        comes_out = not t.left

    def behind() -> None:
        with t.at(place):
            trace_behind(t, loop, rest if breaks else ())
        t.come_out()

    found = copied(loop)
    found.body = broken_off(loop.body, lambda node: keep_result(t, node))
    found.orelse = [InnerStatement(at_end)]
    with t.under(around._replace(breaks_off=True)):
        step = _trace_rounds(t, found, place)
    if t.left:
        return
    if not comes_out or not (is_open or breaks):
        behind()
        return

    def broken_off_behind() -> None:
        _narrow(t, step, slice(1, None))
        behind()

    broken = t.value("op", "broken off", (), t.origin(loop), since=step, immutable=True)
    with t.at(place):
        t.branch("if", broken, t.origin(loop), broken_off_behind, lambda: _narrow(t, step, slice(1)))
    if not is_open:
        trace_behind(t, loop, ())


def _narrow(t: UnfoldedTracer, loop: Step, ways: slice) -> None:
    """Variables hold behind the loop what they held on some of the ways out of it: the first is its end."""
    for variable, value in list(t.environment.items()):
        if value.tag == "left" and value.since is loop:
            parts = value.parts[ways]
            if all(part is parts[0] for part in parts):
                t.environment[variable] = parts[0]
            else:
                t.environment[variable] = t.value("left", None, parts, value.origin, since=loop)


def _trace_rounds(t: UnfoldedTracer, loop: Loop, place: Place) -> Step:
    if isinstance(loop, ast.While):
        trace_while(t, loop)
    else:
        trace_for(t, loop)
    step = t.block.steps[-1]
    t.made_by[step] = (*t.path, place)
    return step
