"""What an event stands under, and what may happen between two events.

Pure questions about a `FileFlow`; nothing here knows a refactoring.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from holdfast.python.flow.file_flow import FileFlow
from holdfast.python.flow.graph import Context, ContextKind, EventKind, EventRef
from holdfast.python.flow.order import EventOrder
from holdfast.python.flow.origins import Shift
from holdfast.python.flow.places import place
from holdfast.python.names.table import ScopeKind

_BOUNDARIES: Final = {
    ScopeKind.FUNCTION: ContextKind.FUNCTION,
    ScopeKind.LAMBDA: ContextKind.LAMBDA,
}
#: Contexts that are shown at the keyword that begins their node.
_AT_KEYWORD: Final = frozenset(
    {
        ContextKind.IF,
        ContextKind.AFTER,
        ContextKind.LOOP,
        ContextKind.HANDLER,
        ContextKind.TRY,
        ContextKind.TRY_ELSE,
        ContextKind.FINALLY,
        ContextKind.CLASS,
    }
)
#: Contexts that decide whether or how often the code under them runs, or when.
DECIDING: Final = frozenset(
    kind
    for kind in ContextKind
    if kind not in (ContextKind.TRY, ContextKind.WITH, ContextKind.CLASS, ContextKind.FINALLY)
)


class Condition(NamedTuple):
    """One circumstance, as a value: what kind, where it is written, and which outcome of it."""

    kind: ContextKind
    start: int
    end: int
    arm: bool


def conditions(flow: FileFlow, ref: EventRef) -> tuple[Condition, ...]:
    """Everything that an event stands under, the outermost first, up to the module.

    Branches, loops, short circuits, comprehensions and handlers; `AFTER` for code behind an `if` that
    leaves in one arm; and the functions, lambdas and generators around it, with what their definitions
    stand under.
    """
    found: list[Condition] = []
    root, event = ref
    while True:
        graph = flow.graph(root)
        shift = flow.shift(EventRef(root, event))
        number = graph.context[flow.blocks(root)[event]]
        while number >= 0:
            context = graph.contexts[number]
            found.append(_condition(flow, context, shift))
            number = context.parent
        scope = flow.table.scopes[root]
        if scope.parent < 0:
            break
        boundary = _BOUNDARIES.get(scope.kind, ContextKind.LAZY)
        found.append(Condition(boundary, scope.start, scope.end, True))
        outer = flow.root_of(scope.parent)
        made = flow.graph(outer).made.get(scope.origin) if outer >= 0 else None
        if made is None:
            break
        root, event = outer, made
    return tuple(reversed(found))


def deciding_conditions(flow: FileFlow, ref: EventRef) -> tuple[Condition, ...]:
    """The conditions that decide whether, how often or when an event happens."""
    return tuple(condition for condition in conditions(flow, ref) if condition.kind in DECIDING)


def _condition(flow: FileFlow, context: Context, shift: Shift) -> Condition:
    node: Any = context.node
    if context.kind is ContextKind.CASE:
        start, end = place(flow.tree, EventKind.CALL, (node.pattern, node.guard or node.pattern), shift)
    else:
        kind = EventKind.BRANCH if context.kind in _AT_KEYWORD else EventKind.CALL
        start, end = place(flow.tree, kind, node, shift)
    return Condition(context.kind, start, end, context.arm)


def evaluated_between(flow: FileFlow, first: EventRef, last: EventRef) -> tuple[int, ...]:
    """The events of one graph that may happen after `first` and before `last` does.

    That is on some path between the two that passes neither again. Events in different graphs have
    no order that is known: asking about them is a mistake of the caller.
    """
    if first.root != last.root:
        raise ValueError("events of different graphs have no known order")
    order = flow.order(first.root)
    return tuple(sorted(_forward(order, first.event, last.event) & _backward(order, first.event, last.event)))


def may_follow(flow: FileFlow, first: EventRef, last: EventRef) -> bool:
    """Whether some path leads from one event of a graph to another (or back to itself)."""
    return last.event in _reached(flow.order(first.root), first.event)


def _forward(order: EventOrder, first: int, last: int) -> set[int]:
    seen: set[int] = set()
    pending = [first]
    while pending:
        for event, _ in order.after[pending.pop()]:
            if event not in seen and event != first and event != last:
                seen.add(event)
                pending.append(event)
    return seen


def _backward(order: EventOrder, first: int, last: int) -> set[int]:
    seen: set[int] = set()
    pending = [last]
    while pending:
        for event, _ in order.before[pending.pop()]:
            if event not in seen and event != first and event != last:
                seen.add(event)
                pending.append(event)
    return seen


def _reached(order: EventOrder, first: int) -> set[int]:
    seen: set[int] = set()
    pending = [first]
    while pending:
        for event, _ in order.after[pending.pop()]:
            if event not in seen:
                seen.add(event)
                pending.append(event)
    return seen
