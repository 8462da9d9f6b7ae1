"""Going through something once to get one value: comprehensions, and loops that fill a container.

What is gone through, which elements are taken and what is made of each is all that counts; whether a loop
or a comprehension says it does not.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from holdfast.python.traces.canonical.tracer import CanonicalTracer
from holdfast.python.traces.expressions import assign_target, trace_expression
from holdfast.python.traces.values import Block, Origin, Step, Value

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True, slots=True)
class Through:
    """Going through the elements of an iterable."""

    target: ast.expr
    iterable: ast.expr
    is_async: bool = False


@dataclass(frozen=True, slots=True)
class Only:
    """Taking an element only if the test says so (or only if it does not)."""

    test: ast.expr
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Doing:
    """Statements of a round."""

    statements: tuple[ast.stmt, ...]


Part = Through | Only | Doing


def parts_of(node: Comprehension) -> list[Part]:
    parts: list[Part] = []
    for generator in node.generators:
        parts.append(Through(generator.target, generator.iter, bool(generator.is_async)))
        parts.extend(Only(test) for test in generator.ifs)
    return parts


def trace_comprehension(t: CanonicalTracer, node: Comprehension) -> Value:
    kind = type(node).__name__
    return gather_comprehension(t, node, kind)


def gather_comprehension(t: CanonicalTracer, node: Comprehension, kind: str) -> Value:
    enter_comprehension(t, node)

    def made() -> list[Value]:
        if isinstance(node, ast.DictComp):
            return [trace_expression(t, node.key), trace_expression(t, node.value)]
        return [trace_expression(t, node.elt)]

    return gather(t, kind, parts_of(node), made, t.origin(node))


def enter_comprehension(t: CanonicalTracer, node: Comprehension) -> None:
    """A comprehension runs where it stands: its variables are ours."""
    scope = t.names.scope_of_node.get(node, t.scope_of_list.get(node))
    if scope is not None:
        t.counter[0] += 1
        t.activations = {**t.activations, scope: t.counter[0]}
        t.own.add(t.counter[0])


def gather(
    t: CanonicalTracer, kind: str, parts: Sequence[Part], made: Callable[[], list[Value]], origin: Origin
) -> Value:
    """The value of going through the parts, with what `made` gives for each element taken.

    Where nothing happens on the way it is known by its parts, else it is what a step gives.
    """
    first = parts[0]
    assert isinstance(first, Through)
    iterable = trace_expression(t, first.iterable)
    step = Step("comprehension", kind, (iterable,), origin)
    body = Block("each")
    values: list[Value] = []
    memory = dict(t.memory)
    decided, t.decided = t.decided, dict(t.decided)
    t.depth += 1
    t.within(body, lambda: _go_through(t, parts, iterable, values, made))
    t.depth -= 1
    t.decided = decided
    if body.steps:
        step.blocks = (body,)
        step.args = (iterable, *values)
        t.block.steps.append(step)
        t.touch(step, [key for key, (time, _) in t.memory.items() if memory.get(key, (0, None))[0] != time])
        return t.value("result", None, (), origin, since=step)
    for (guards, value), place in body.evaluated.items():
        t.block.evaluated.setdefault(((*t.guards, (iterable, True), *guards), value), place)
    if kind in ("any()", "sum()"):
        since = t.since_contents((iterable,))
        return t.value("op", kind, (iterable, *values), origin, since=since, immutable=True)
    return t.fresh(kind, (iterable, *values), origin, looks_into=(iterable,))


def _go_through(
    t: CanonicalTracer,
    parts: Sequence[Part],
    iterable: Value,
    values: list[Value],
    made: Callable[[], list[Value]],
) -> None:
    """Each `for` in turn, with the tests between two of them as one."""
    number = -1
    position = 0
    while position < len(parts):
        part = parts[position]
        if isinstance(part, Through):
            number += 1
            if number:
                iterable = trace_expression(t, part.iterable)
                values.append(iterable)
            element = t.value("iteration", (number, part.is_async), (iterable,), t.origin(part.target))
            assign_target(t, part.target, element)
            position += 1
        elif isinstance(part, Doing):
            t.run_statements(t, part.statements)
            position += 1
        else:
            tests: list[Only] = []
            while position < len(parts) and isinstance(current := parts[position], Only):
                tests.append(current)
                position += 1
            origin = t.origin(tests[0].test)
            outcomes = t.constant(True, origin), t.constant(False, origin)
            test = t.choice(trace_expression(t, _all_of(tests)), *outcomes, origin)
            values.append(test)
            t.guards = (*t.guards, (test, True))
    values.extend(made())


def _all_of(tests: Sequence[Only]) -> ast.expr:
    nodes: list[ast.expr] = [
        item.test if item.holds else ast.copy_location(ast.UnaryOp(ast.Not(), item.test), item.test)
        for item in tests
    ]
    if len(nodes) == 1:
        return nodes[0]
    return ast.copy_location(ast.BoolOp(ast.And(), nodes), nodes[0])
