"""Two ways to go on: both are traced, and what they leave behind is joined."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from holdfast.python.traces.decided import known_outcome
from holdfast.python.traces.interruptions import is_quiet, noted, take_back
from holdfast.python.traces.memory import Memory
from holdfast.python.traces.truth import truth_by_now
from holdfast.python.traces.values import Block, Origin, Step, Value, Variable
from holdfast.python.traces.variables import watch

if TYPE_CHECKING:
    from holdfast.python.traces.tracer import Tracer


def branch(
    t: Tracer,
    kind: str,
    test: Value,
    origin: Origin,
    then: Callable[[], Value | None],
    otherwise: Callable[[], Value | None],
) -> Value | None:
    """Two ways to go on. They become a step only where something happens on one of them."""
    test = truth_by_now(t, test)
    outcome = known_outcome(test)
    if outcome is not None:
        return then() if outcome else otherwise()
    environment, memory, was_left = dict(t.environment), dict(t.memory), t.left
    watched = noted(t.watchers)
    results: list[tuple[Block, Value | None, dict[Variable, Value], Memory, bool]] = []
    for name, action in (("then", then), ("else", otherwise)):
        t.environment, t.memory, t.left = dict(environment), dict(memory), was_left
        block = Block(name)
        given: list[Value | None] = []
        t.within(block, lambda action=action, given=given: given.append(action()))  # type: ignore[misc]
        results.append((block, given[0], t.environment, t.memory, t.left))
    (then_block, a, then_env, then_mem, then_left), (else_block, b, else_env, else_mem, else_left) = results
    t.memory = dict(memory)
    step: Step | None = None
    if then_block.steps or else_block.steps:
        step = Step(kind, None, (test,), origin, (then_block, else_block))
        t.block.steps.append(step)
        changed = [
            key
            for mem in (then_mem, else_mem)
            for key, (time, _) in mem.items()
            if memory.get(key, (0, None))[0] != time
        ]
        t.touch(step, changed)
    else:
        for block, outcome_of in ((then_block, True), (else_block, False)):
            for (guards, value), place in block.evaluated.items():
                path = (*t.guards, (test, outcome_of), *guards)
                t.block.evaluated.setdefault((path, value), place)
            t.block.called |= block.called
            t.block.further |= block.further
    t.left = then_left and else_left
    if then_left != else_left:
        t.environment = else_env if then_left else then_env
        t.guards = (*t.guards, (test, else_left))
        return b if then_left else a
    t.environment = _merged(t, test, then_env, else_env, origin)
    if is_quiet(then_block) and is_quiet(else_block) and not t.left:
        for variable in take_back(t.watchers, watched):
            watch(t, variable, t.environment[variable])
    if a is not None and b is not None:
        return t.choice(test, a, b, origin)
    return a if b is None else b


def _merged(
    t: Tracer, test: Value, then: dict[Variable, Value], otherwise: dict[Variable, Value], origin: Origin
) -> dict[Variable, Value]:
    merged = dict(otherwise)
    for variable, value in then.items():
        other = otherwise.get(variable) or t.value("unbound", variable[2], (), origin)
        merged[variable] = t.choice(test, value, other, origin)
    for variable, value in otherwise.items():
        if variable not in then:
            missing = t.value("unbound", variable[2], (), origin)
            merged[variable] = t.choice(test, missing, value, origin)
    return merged
