"""Loops: always a step, with the variables that one round hands to the next.

A variable that the loop binds holds, at the head of the loop, either what it had before or what the last
round left: a `carried` value. What it starts with and what each round leaves are kept on the step, so
that `compare` can pair two loops round by round without knowing how many rounds there are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from holdfast.python.names.table import BINDING_ROLES, BUILTIN, Role
from holdfast.python.traces.expressions import assign_target, trace_expression
from holdfast.python.traces.frames import LoopFrame
from holdfast.python.traces.memory import ANY_CALL, MemoryKey
from holdfast.python.traces.rehearsals import restore, save
from holdfast.python.traces.rounds import last_calls, without_continue
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.truth import truth_by_now
from holdfast.python.traces.values import Block, Step, Value, Variable

Environment = dict[Variable, Value]
Loop = ast.For | ast.AsyncFor | ast.While

_DEEPEST_REHEARSAL = 3


def trace_while(t: Tracer, node: ast.While) -> None:
    step = Step("while", None, (), t.origin(node))
    carried = _enter_loop(t, node, step)
    test_block, body, otherwise = Block("test"), Block("body"), Block("else")

    def evaluate_test() -> None:
        step.args = (truth_by_now(t, trace_expression(t, node.test)),)

    t.within(test_block, evaluate_test)
    _evaluate_at_entry(t, test_block, step)
    _trace_rounds(t, node, step, carried, (test_block, body, otherwise))


def _evaluate_at_entry(t: Tracer, test: Block, loop: Step) -> None:
    """The first test happens whatever comes: what it evaluates without looking at the loop may stand before it."""
    if test.steps:
        return
    for (guards, value), origin in list(test.evaluated.items()):
        if not guards and not _looks_at(value, loop):
            del test.evaluated[(guards, value)]
            t.evaluate(value, origin)


def _looks_at(value: Value, loop: Step) -> bool:
    return value.since is loop or any(_looks_at(part, loop) for part in value.parts)


def trace_for(t: Tracer, node: ast.For | ast.AsyncFor) -> None:
    iterated, target = _without_count(t, node)
    iterable = trace_expression(t, iterated)
    step = Step(type(node).__name__, None, (iterable,), t.origin(node))
    carried = _enter_loop(t, node, step)
    body, otherwise = Block("body"), Block("else")

    def bind_element() -> None:
        element = t.value("iteration", None, (), t.origin(target), since=step)
        t.loops.append(LoopFrame())  # each round binds the variable anew
        assign_target(t, target, element)
        t.loops.pop()

    t.within(body, bind_element)
    _trace_rounds(t, node, step, carried, (body, otherwise), exit_environment=dict(t.environment) | carried)


def _without_count(t: Tracer, node: ast.For | ast.AsyncFor) -> tuple[ast.expr, ast.expr]:
    """What is gone through and what takes an element: `enumerate` without its number where nobody reads that."""
    match node:
        case ast.For(
            iter=ast.Call(func=ast.Name(id="enumerate") as function, args=[inner], keywords=[]),
            target=ast.Tuple(elts=[ast.Name() as number, target]),
        ) if not isinstance(inner, ast.Starred):
            called, counted = (t.names.occurrence_of_node.get(name) for name in (function, number))
            if called is not None and counted is not None and t.names.occurrences[called].owner == BUILTIN:
                item = t.names.occurrences[counted]
                uses = [
                    each
                    for each in t.names.occurrences
                    if each.name == item.name and each.owner == item.owner
                ]
                if item.owner > 0 and len(uses) == 1 and not t.names.unseen:
                    return inner, target
    return node.iter, node.target


def _enter_loop(t: Tracer, node: Loop, step: Step) -> Environment:
    """Give every variable that the loop binds its carried value."""
    carried: Environment = {}
    for variable in _bound_inside(t, node):
        before = t.environment.get(variable) or t.value("unbound", variable[2], (), step.origin)
        held = Value("carried", variable, (), step, step.origin)
        step.initial[held] = before
        carried[variable] = held
        t.environment[variable] = held
    t.touch(step, _memory_changed_inside(t, node, step))
    return carried


def _bound_inside(t: Tracer, node: ast.stmt) -> list[Variable]:
    """The variables that a round may bind: by itself, or by a function of the same file that it calls."""
    start, end = t.origin(node)
    bound: dict[Variable, None] = {}
    for occurrence in t.names.occurrences:
        # A function inside that is entered at its calls binds what it declares `nonlocal` right there.
        is_bound_by_call = 0 < occurrence.owner != occurrence.scope
        if (is_bound_by_call or start <= occurrence.start < end) and (
            occurrence.role in BINDING_ROLES or occurrence.role is Role.DELETE
        ):
            variable = t.variable(occurrence.owner, occurrence.name)
            if variable[0] in t.own:
                bound[variable] = None
    return list(bound)


def _memory_changed_inside(t: Tracer, node: Loop, step: Step) -> Iterable[MemoryKey]:
    """What an earlier round may have changed by the time a later one looks.

    One round is traced and forgotten. Loops in loops would be traced again and again, so from some depth
    on everything counts as changed.
    """
    if len(t.loops) >= _DEEPEST_REHEARSAL:
        return [ANY_CALL, ("item",), ("attribute",), *(("touch", value) for value in t.environment.values())]
    saved = save(t)
    body = without_continue(node.body)
    t.loops, t.watchers = [*t.loops, LoopFrame(last_calls(body))], []

    def one_round() -> None:
        if isinstance(node, ast.While):
            trace_expression(t, node.test)
        else:
            target = _without_count(t, node)[1]
            assign_target(t, target, t.value("iteration", None, (), t.origin(target), since=step))
        t.run_statements(t, body)

    t.depth += 1
    t.within(Block("rehearsal"), one_round)
    t.depth -= 1
    changed = [key for key, (time, _) in t.memory.items() if saved.memory.get(key, (0, None))[0] != time]
    restore(t, saved)
    return changed


def _trace_rounds(
    t: Tracer,
    node: Loop,
    step: Step,
    carried: Environment,
    blocks: tuple[Block, ...],
    exit_environment: Environment | None = None,
) -> None:
    body, otherwise = blocks[-2], blocks[-1]
    at_exit = dict(t.environment) if exit_environment is None else exit_environment
    round_body = without_continue(node.body)
    frame = LoopFrame(last_calls(round_body))
    t.loops.append(frame)
    was_left = t.left
    t.depth += 1
    t.within(body, lambda: t.run_statements(t, round_body))
    t.depth -= 1
    ends = [*frame.continues, *([] if t.left else [dict(t.environment)])]
    t.left = was_left
    t.loops.pop()
    for variable, held in carried.items():
        step.update[held] = _joined(t, [end.get(variable, held) for end in ends] or [held], step, "updated")
    t.environment = at_exit
    if _never_runs_out(node):
        normal = []
    else:
        t.within(otherwise, lambda: t.run_statements(t, node.orelse))
        normal = [] if t.left else [dict(t.environment)]
        t.left = was_left
    step.blocks = blocks
    t.block.steps.append(step)
    t.touch(step, [key for key, (_, by) in t.memory.items() if by is not step and _inside(by, step)])
    leaves = [*normal, *frame.breaks]
    if not leaves:
        t.left = True
        return
    after = dict(leaves[0])
    for variable in {name for leaf in leaves for name in leaf}:
        unbound = t.value("unbound", variable[2], (), step.origin)
        after[variable] = _joined(t, [leaf.get(variable, unbound) for leaf in leaves], step, "left")
    t.environment = after
    if any(_may_leave_function(block) for block in blocks):
        t.guards = (*t.guards, (t.value("op", "completes", (), step.origin, since=step), True))


def _never_runs_out(node: Loop) -> bool:
    """Is it `while True`, which nothing but a `break` brings to an end?"""
    return isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)


def _joined(t: Tracer, values: list[Value], step: Step, tag: str) -> Value:
    distinct = tuple(dict.fromkeys(values))
    if len(distinct) == 1:
        return distinct[0]
    return t.value(tag, None, tuple(values), step.origin, since=step)


def _inside(step: Step, loop: Step) -> bool:
    return any(inner is step or _inside(step, inner) for block in loop.blocks for inner in block.steps)


def _may_leave_function(block: Block) -> bool:
    return any(
        step.kind in ("return", "raise") or any(_may_leave_function(inner) for inner in step.blocks)
        for step in block.steps
    )
