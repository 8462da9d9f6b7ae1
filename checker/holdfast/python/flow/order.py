"""Which event may directly follow which: the graph seen without its blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from holdfast.python.flow.graph import LABEL_BITS, LABEL_MASK, RAISES, FlowGraph, Label

_EXCEPTION: Final = int(Label.EXCEPTION)

#: An event and the label of the edge that leads to it.
Step = tuple[int, int]


def event_successors(graph: FlowGraph, *, dead: bool = False) -> Iterator[tuple[int, list[Step]]]:
    """Each live event with the events that may follow it directly, and why.

    An event that can raise leads to the handler of its block as well. Where the graph is left,
    nothing follows. `dead`: also the events that are never reached.
    """
    entries: dict[int, list[int]] = {}
    kinds = graph.kinds
    for block, size in enumerate(graph.size):
        if not size or not (dead or graph.live[block]):
            continue
        first = graph.first[block]
        last = first + size - 1
        leaving: list[Step] = []
        raising: list[Step] = []
        for packed in graph.successors[block]:
            label = packed & LABEL_MASK
            steps = raising if label == _EXCEPTION else leaving
            steps.extend((event, label) for event in _entry(graph, packed >> LABEL_BITS, entries))
        for event in range(first, last):
            following = [(event + 1, 0)]
            if raising and RAISES[kinds[event]]:
                following += raising
            yield event, following
        yield last, leaving + raising if raising and RAISES[kinds[last]] else leaving


def _entry(graph: FlowGraph, block: int, known: dict[int, list[int]]) -> list[int]:
    """The first events at or after the beginning of a block."""
    if graph.size[block]:
        return [graph.first[block]]
    found = known.get(block)
    if found is None:
        events: dict[int, None] = {}
        seen = {block}
        pending = [block]
        while pending:
            for packed in graph.successors[pending.pop()]:
                target = packed >> LABEL_BITS
                if graph.size[target]:
                    events[graph.first[target]] = None
                elif target not in seen:
                    seen.add(target)
                    pending.append(target)
        found = known[block] = list(events)
    return found
