"""Transparent plumbing: text that values only pass through.

A refactoring that extracts code inserts a variable, parameters, arguments and a returned value. Values
flow through them unchanged, so an edge that runs into such an interval really runs to where the
plumbing leads. Seeing through it is what makes extract comparable with the code before, as if the new
function were inlined back; inlining is the same with the worlds exchanged. Knows no language: which
intervals are plumbing, and how they are linked, is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from holdfast.model.edge import Edge
from holdfast.records import dataclass
from holdfast.text.interval import Interval


@dataclass(frozen=True, slots=True)
class Plumbing:
    """Intervals that are seen through, and links by which an edge passes from one of them to the next.

    A link is an edge that the model does not have, e.g. from an argument to the parameter that it is
    passed to (kind D), or from a parameter to the argument that it stands for (kind N).
    """

    transparent: frozenset[Interval] = frozenset()
    links: frozenset[Edge] = frozenset()


NO_PLUMBING = Plumbing()


def see_through(edges: Iterable[Edge], plumbing: Plumbing) -> frozenset[Edge]:
    """The edges with every path through transparent intervals drawn as one edge.

    An edge whose path ends inside the plumbing has no other end and is left out.
    """
    transparent = plumbing.transparent
    if not transparent:
        return frozenset(edges)
    steps: dict[tuple[str, Interval], set[Interval]] = defaultdict(set)
    kept: set[Edge] = set()
    entering: list[Edge] = []
    for edge in (*edges, *plumbing.links):
        if edge.head in transparent:
            steps[edge.kind, edge.head].add(edge.tail)
        elif edge.tail in transparent:
            entering.append(edge)
        else:
            kept.add(edge)
    reached: dict[tuple[str, Interval], frozenset[Interval]] = {}
    for head, kind, tail in entering:
        if (kind, tail) not in reached:
            reached[kind, tail] = _opaque_ends(kind, tail, steps, transparent)
        kept.update(Edge(head, kind, end) for end in reached[kind, tail])
    return frozenset(kept)


def _opaque_ends(
    kind: str,
    start: Interval,
    steps: dict[tuple[str, Interval], set[Interval]],
    transparent: frozenset[Interval],
) -> frozenset[Interval]:
    seen, pending, ends = {start}, [start], set()
    while pending:
        for tail in steps.get((kind, pending.pop()), ()):
            if tail not in transparent:
                ends.add(tail)
            elif tail not in seen:
                seen.add(tail)
                pending.append(tail)
    return frozenset(ends)
