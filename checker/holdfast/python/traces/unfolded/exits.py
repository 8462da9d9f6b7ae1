"""Ways out: what a function returns and what a loop is broken off for, kept until control is out of what encloses it.

A `return` in a `with` is one behind it, with a value that was made inside. So are `break` and `continue`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from holdfast.python.traces.canonical.conditions import decide_value
from holdfast.python.traces.canonical.statements import return_value, trace_return
from holdfast.python.traces.canonical.tracer import TooManyWaysError
from holdfast.python.traces.expressions import trace_expression
from holdfast.python.traces.unfolded.tracer import UnfoldedTracer
from holdfast.python.traces.values import Value

#: Where both stand, a loop was broken off for the sake of what is returned behind it.
_EXITS = ("break", "continue", "return")


def trace_result(t: UnfoldedTracer, node: ast.Return) -> None:
    if t.is_own() and not t.shelter.encloses:
        trace_return(t, node)
        return
    value = _returned(t, node)
    if not t.left:
        t.finish(node, value)


def keep_result(t: UnfoldedTracer, node: ast.Return) -> None:
    """The value of a `return` in a loop, which is broken off right behind."""
    value = _returned(t, node)
    if not t.left:
        t.environment[t.slot("return")] = value


def _returned(t: UnfoldedTracer, node: ast.Return) -> Value:
    return t.constant(None, t.origin(node)) if node.value is None else trace_expression(t, node.value)


def finish(t: UnfoldedTracer, node: ast.stmt, value: Value) -> None:
    """The function at hand returns the value: go on with its caller, or keep it."""
    if not t.shelter.encloses:
        if t.is_own():
            return_value(t, node, value)
            return
        if t.loops:
            raise TooManyWaysError
        go_on = t.inlined[-1].go_on
        if go_on is not None:
            go_on(value)
            if not t.left:
                t.wait()
            return
    t.environment[t.slot("return")] = value
    t.wait()


def leave_round(t: UnfoldedTracer, node: ast.stmt, kind: str) -> None:
    """The round ends here, or the loop does with it."""
    if t.shelter.encloses and not t.shelter.tries:
        t.environment[t.slot(kind)] = t.constant(True, t.origin(node))
        t.wait()
    elif kind == "continue" and not t.shelter.encloses:
        t.wait()  # what follows in the round stands on other ways
    else:
        # Out of a trial, variables are what they are right here.
        ends = t.loops[-1].breaks if kind == "break" else t.loops[-1].continues
        ends.append(dict(t.environment))
        t.step(kind, None, (), t.origin(node))
        t.left = True


def trace_behind(t: UnfoldedTracer, node: ast.stmt, rest: Sequence[ast.stmt]) -> None:
    """What follows code out of which control may be on its way: where it is not, go on."""
    for kind in _EXITS:
        value = t.environment.get(t.slot(kind))
        if value is None or value.tag == "unbound" or (kind == "return" and _is_broken_off(t)):
            continue
        if not _may_be_unbound(value):
            _leave(t, node, kind, value)
        elif value.tag == "choice":
            test, *arms = value.parts
            then, otherwise = (_with_exit(t, node, rest, kind, arm) for arm in arms)
            decide_value(t, test, t.origin(node), then, otherwise)
        else:
            leaves = t.value("op", "on its way out", (value,), value.origin, immutable=True)
            then = _with_exit(t, node, rest, kind, _only_bound(value))
            otherwise = _with_exit(t, node, rest, kind, None)
            t.branch("if", leaves, t.origin(node), then, otherwise)
        return
    t.run_statements(t, rest)


def _is_broken_off(t: UnfoldedTracer) -> bool:
    """Is a loop broken off first where something is returned?"""
    return bool(t.loops) and t.shelter.breaks_off


def _leave(t: UnfoldedTracer, node: ast.stmt, kind: str, value: Value) -> None:
    del t.environment[t.slot(kind)]
    if kind == "return":
        finish(t, node, value)
    else:
        leave_round(t, node, kind)


def _with_exit(
    t: UnfoldedTracer, node: ast.stmt, rest: Sequence[ast.stmt], kind: str, value: Value | None
) -> Callable[[], None]:
    def way() -> None:
        if value is None:
            del t.environment[t.slot(kind)]
        else:
            t.environment[t.slot(kind)] = value
        trace_behind(t, node, rest)
        t.come_out()

    return way


def _may_be_unbound(value: Value) -> bool:
    if value.tag in ("choice", "left", "resumed"):
        return any(map(_may_be_unbound, _alternatives(value)))
    return value.tag == "unbound"


def _alternatives(value: Value) -> tuple[Value, ...]:
    return value.parts[1:] if value.tag == "choice" else value.parts


def _only_bound(value: Value) -> Value:
    """The value as it is where it is bound: it is not looked at elsewhere."""
    if value.tag not in ("choice", "left", "resumed"):
        return value
    bound = [part for part in map(_only_bound, _alternatives(value)) if part.tag != "unbound"]
    return bound[0] if len({id(part) for part in bound}) == 1 else value
