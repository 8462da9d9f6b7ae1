"""Dominators and dominance frontiers of a flow graph.

Python has no goto: every edge but BACK leads to a higher block number, and the head of a loop dominates
the loop. So one pass in order is exact. Both functions stay linear when thousands of blocks lead to one
handler, because a climb stops where an earlier climb for the same block has been.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from holdfast.python.flow.graph import LABEL_BITS

#: The dominator of the entry and of dead blocks.
NONE: Final = -1


def immediate_dominators(live: Sequence[bool], incoming: Sequence[Sequence[int]]) -> list[int]:
    """For each block the nearest block that every path to it passes; `incoming` as of `predecessors`."""
    dominator = [NONE] * len(live)
    climbed = [NONE] * len(live)
    for block in range(1, len(live)):
        if not live[block]:
            continue
        nearest = NONE
        for packed in incoming[block]:
            source = packed >> LABEL_BITS
            if source >= block:
                continue
            if nearest < 0:
                nearest = source
                continue
            while source != nearest:
                if source > nearest:
                    if climbed[source] == block:
                        break
                    climbed[source] = block
                    source = dominator[source]
                else:
                    climbed[nearest] = block
                    nearest = dominator[nearest]
        dominator[block] = nearest
    return dominator


def dominance_frontiers(
    live: Sequence[bool], incoming: Sequence[Sequence[int]], dominator: Sequence[int]
) -> dict[int, list[int]]:
    """For each block the joins at which its dominance ends."""
    frontiers: dict[int, list[int]] = {}
    for block in range(len(live)):
        sources = incoming[block]
        if len(sources) < 2 and not (block == 0 and sources):
            continue
        stop = dominator[block]
        for packed in sources:
            runner = packed >> LABEL_BITS
            while runner != stop:
                found = frontiers.setdefault(runner, [])
                if found and found[-1] == block:
                    break
                found.append(block)
                runner = dominator[runner]
    return frontiers


def dominated_in_order(dominator: Sequence[int], live: Sequence[bool]) -> list[list[int]]:
    """The children of each block in the tree of dominators."""
    children: list[list[int]] = [[] for _ in live]
    for block in range(1, len(live)):
        if live[block]:
            children[dominator[block]].append(block)
    return children
