"""try and with: code that may be interrupted anywhere.

A handler sees each variable with any of the values that it had in the interrupted code: an `interrupted`
value over all of them. That is what makes it visible when assignments move into a function, whose locals
a handler outside cannot see.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from holdfast.python.traces.copies import written
from holdfast.python.traces.expressions import assign_target, trace_expression
from holdfast.python.traces.interruptions import Watcher
from holdfast.python.traces.memory import ANY_CALL
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Block, Step, Value, Variable
from holdfast.python.traces.variables import bind_variable

Environment = dict[Variable, Value]


def trace_try(t: Tracer, node: Any) -> None:
    step = Step(type(node).__name__, None, (), t.origin(node))
    start = dict(t.environment)
    bound: Watcher = {}
    t.watchers.append(bound)
    was_left = t.left
    body = Block("try")
    t.within(body, lambda: t.run_statements(t, node.body))
    interrupted = _interrupted(t, start, bound, step)
    blocks = [body]
    leaves: list[Environment] = []
    otherwise = Block("else")
    if not t.left:
        t.within(otherwise, lambda: t.run_statements(t, node.orelse))
    blocks.append(otherwise)
    if not t.left:
        leaves.append(dict(t.environment))
    for handler in node.handlers:
        t.environment, t.left = dict(interrupted), was_left
        block = Block("except")
        t.within(block, partial(_trace_handler, t, handler, step))
        blocks.append(block)
        if not t.left:
            leaves.append(dict(t.environment))
    t.watchers.pop()
    t.left = was_left
    t.environment = _resumed(t, leaves, step) if leaves else dict(interrupted)
    t.left = not leaves
    if node.finalbody:
        _trace_final(t, node, step, start, bound, blocks)
    step.blocks = tuple(blocks)
    t.block.steps.append(step)
    t.touch(step, list(t.memory) or [ANY_CALL])
    t.guards = (*t.guards, (t.value("op", "completes", (), step.origin, since=step), True))


def _trace_handler(t: Tracer, handler: ast.ExceptHandler, step: Step) -> None:
    if handler.type is not None:
        caught = trace_expression(t, handler.type)
        t.step("catch", None, (caught,), t.origin(handler.type))
    else:
        t.step("catch", None, (), (step.origin[0], step.origin[0]))
    index = t.names.occurrence_of_node.get(written(handler))
    if index is not None:
        occurrence = t.names.occurrences[index]
        origin = (occurrence.start, occurrence.end)
        bind_variable(
            t, occurrence.owner, occurrence.name, t.value("caught", None, (), origin, since=step), origin
        )
    t.run_statements(t, handler.body)
    if index is not None and not t.left:
        occurrence = t.names.occurrences[index]
        variable = t.variable(occurrence.owner, occurrence.name)
        t.environment[variable] = t.value("unbound", occurrence.name, (), (occurrence.start, occurrence.end))


def _trace_final(
    t: Tracer,
    node: Any,
    step: Step,
    start: Environment,
    bound: Watcher,
    blocks: list[Block],
) -> None:
    """The final block runs whatever happened, so it sees anything; after it, normal values go on."""
    normal, normal_left = t.environment, t.left
    t.environment, t.left = _interrupted(t, {**start, **normal}, bound, step), False
    final = Block("finally")
    finally_bound: Watcher = {}
    t.watchers.append(finally_bound)
    t.within(final, lambda: t.run_statements(t, node.finalbody))
    t.watchers.pop()
    blocks.append(final)
    after = t.environment
    t.environment = {
        **normal,
        **{variable: after[variable] for variable in finally_bound if variable in after},
    }
    t.left = normal_left or t.left


def _interrupted(t: Tracer, start: Environment, bound: Watcher, step: Step) -> Environment:
    environment = dict(start)
    for variable, values in bound.items():
        before = start.get(variable) or t.value("unbound", variable[2], (), step.origin)
        if any(held.parts[0] is not before for held in values):
            distinct = tuple(dict.fromkeys([before, *values]))
            environment[variable] = t.value("interrupted", None, distinct, step.origin)
        else:
            environment[variable] = before
    return environment


def _resumed(t: Tracer, leaves: list[Environment], step: Step) -> Environment:
    environment = dict(leaves[0])
    for variable in {name for leaf in leaves for name in leaf}:
        unbound = t.value("unbound", variable[2], (), step.origin)
        values = [leaf.get(variable, unbound) for leaf in leaves]
        if len(set(map(id, values))) > 1:
            environment[variable] = t.value("resumed", None, tuple(values), step.origin, since=step)
        else:
            environment[variable] = values[0]
    return environment


def trace_with(t: Tracer, node: ast.With | ast.AsyncWith) -> None:
    _trace_items(t, node, 0)


def _trace_items(t: Tracer, node: ast.With | ast.AsyncWith, index: int) -> None:
    if index == len(node.items):
        t.run_statements(t, node.body)
        return
    item = node.items[index]
    manager = trace_expression(t, item.context_expr)
    step = Step(type(node).__name__, None, (manager,), t.origin(item.context_expr))
    body = Block("with")
    t.touch(step, [ANY_CALL, ("touch", manager)])

    def inside() -> None:
        if item.optional_vars is not None:
            entered = t.value("entered", None, (), t.origin(item.optional_vars), since=step)
            assign_target(t, item.optional_vars, entered)
        _trace_items(t, node, index + 1)

    if _suppresses(item.context_expr):
        _within_suppression(t, body, inside, step)
    else:
        t.within(body, inside)
    step.blocks = (body,)
    t.block.steps.append(step)
    t.touch(step, [ANY_CALL, ("touch", manager)])


#: Makers of managers after which control goes on although the body was interrupted. Others hardly ever do.
_SUPPRESSING = frozenset({"suppress", "raises", "assertRaises", "assertRaisesRegex"})


def _suppresses(manager: ast.expr) -> bool:
    callee = manager.func if isinstance(manager, ast.Call) else None
    name = callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", None)
    return name in _SUPPRESSING


def _within_suppression(t: Tracer, body: Block, inside: Callable[[], None], step: Step) -> None:
    """Like a try whose handler does nothing: what follows sees anything that the body had come to."""
    start, was_left = dict(t.environment), t.left
    bound: Watcher = {}
    t.watchers.append(bound)
    t.within(body, inside)
    t.watchers.pop()
    interrupted = _interrupted(t, start, bound, step)
    leaves = [interrupted] if t.left else [dict(t.environment), interrupted]
    t.environment, t.left = _resumed(t, leaves, step), was_left
