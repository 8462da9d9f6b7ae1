"""Which event may directly follow which: the graph seen without its blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from holdfast.python.flow.graph import LABEL_BITS, LABEL_MASK, RAISES, FlowGraph, Label

_EXCEPTION: Final = int(Label.EXCEPTION)

#: An event and the label of the edge that leads to it.
Step = tuple[int, int]


def event_successors(graph: FlowGraph) -> Iterator[tuple[int, list[Step]]]:
    """Each live event with the events that may follow it directly, and why.

    An event that can raise leads to the handler of its block as well. The normal end of the root is
    the event number `len(graph.kinds)`; an exception that nobody handles leads nowhere.
    """
    entries: dict[int, list[int]] = {}
    kinds = graph.kinds
    for block, size in enumerate(graph.size):
        if not size or not graph.live[block]:
            continue
        first = graph.first[block]
        last = first + size - 1
        leaving: list[Step] = []
        raising: list[Step] = []
        for packed in graph.successors[block]:
            label = packed & LABEL_MASK
            steps = raising if label == _EXCEPTION else leaving
            steps.extend((event, label) for event in entry_events(graph, packed >> LABEL_BITS, entries))
        for event in range(first, last):
            following = [(event + 1, 0)]
            if raising and RAISES[kinds[event]]:
                following += raising
            yield event, following
        yield last, leaving + raising if raising and RAISES[kinds[last]] else leaving


def entry_events(graph: FlowGraph, block: int, known: dict[int, list[int]]) -> list[int]:
    """The first events at or after the beginning of a block."""
    if graph.size[block]:
        return [graph.first[block]]
    found = known.get(block)
    if found is None:
        events: dict[int, None] = {}
        seen = {block}
        pending = [block]
        while pending:
            passing = pending.pop()
            if passing == graph.leave:
                events[len(graph.kinds)] = None
            for packed in graph.successors[passing]:
                target = packed >> LABEL_BITS
                if graph.size[target]:
                    events[graph.first[target]] = None
                elif target not in seen:
                    seen.add(target)
                    pending.append(target)
        found = known[block] = list(events)
    return found


class EventOrder:
    """The steps between the events of one graph, forwards and backwards.

    `entries` are the events that the root begins with; the event `end` is its normal end. Both
    sequences have an element for `end`. Dead events have no steps.
    """

    __slots__ = ("after", "before", "end", "entries")

    def __init__(self, graph: FlowGraph) -> None:
        self.end = len(graph.kinds)
        self.entries: Sequence[int] = entry_events(graph, 0, {})
        self.after: list[list[Step]] = [[] for _ in range(self.end + 1)]
        self.before: list[list[Step]] = [[] for _ in range(self.end + 1)]
        for event, steps in event_successors(graph):
            self.after[event] = steps
            for following, label in steps:
                self.before[following].append((event, label))
