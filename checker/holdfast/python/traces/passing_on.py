"""Calls through `super()` that pass on what a function was given, without a look at it."""

from __future__ import annotations

import ast

from holdfast.python.traces.binding import Arguments, parameters
from holdfast.python.traces.subject import FunctionNode
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Origin, Value


def is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "super"
        and not node.args
    )


def has_stars(node: ast.Call) -> bool:
    return any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords)


def passed_on(
    t: Tracer, target: FunctionNode, bound: tuple[Value, ...], written: Arguments, origin: Origin
) -> dict[str, Value]:
    """What each parameter gets where a call passes on what it was given (`*args`, `**kwargs`).

    Which argument that is depends on the parameters: it is the same where all of them are.
    """
    shape, values = written.shape, written.values
    taken = target.args
    spelled = ast.dump(
        ast.arguments(
            [ast.arg(a.arg) for a in taken.posonlyargs],
            [ast.arg(a.arg) for a in taken.args],
            None if taken.vararg is None else ast.arg(taken.vararg.arg),
            [ast.arg(a.arg) for a in taken.kwonlyargs],
            taken.kw_defaults,
            None if taken.kwarg is None else ast.arg(taken.kwarg.arg),
            taken.defaults,
        )
    )
    t.evaluate(t.value("op", ("binds", spelled, *shape), values, origin), origin)
    names = [*parameters(target), *(a.arg for a in (taken.vararg, taken.kwarg) if a is not None)]
    given = {name: t.value("op", ("passed on", name, spelled, *shape), values, origin) for name in names}
    return {**given, **dict(zip(parameters(target), bound, strict=False))}
