"""Normal models: both models in one set of places, so that equal edges are preserved edges.

The normalised initial and derivative models of Definitions 9 and 10, for any correspondence. One pass
over the edges; an interval is looked up in the correspondence once however many edges end at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from holdfast.model.edge import Edge
from holdfast.preserve.rules import EdgeClass
from holdfast.text.correspondence import Correspondence
from holdfast.text.interval import STAR, Interval

# A plain tuple equals and hashes as the `Edge` of the same parts and costs a tenth to build.
NormalEdge: TypeAlias = tuple[Interval, str, Interval]


class _Places(dict[Interval, Interval]):
    """The normal forms that were asked for, computed on demand."""

    __slots__ = ("_compute",)

    def __init__(self, compute: Callable[[Interval], Interval]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, interval: Interval) -> Interval:
        place = self[interval] = self._compute(interval)
        return place


def normalised_initial(edges: Iterable[Edge], correspondence: Correspondence) -> set[NormalEdge]:
    """inorm of Definition 10."""
    return _normalised(edges, _Places(correspondence.of_before))


def normalised_derivative(edges: Iterable[Edge], correspondence: Correspondence) -> set[NormalEdge]:
    """dnorm of Definition 9."""
    return _normalised(edges, _Places(correspondence.of_after))


def _normalised(edges: Iterable[Edge], places: _Places) -> set[NormalEdge]:
    return {(places[head], kind, places[tail]) for head, kind, tail in edges}


def classify(edge: NormalEdge) -> EdgeClass:
    """Where a normalised edge runs, seen from the affected text (7.2.3)."""
    if edge[0] == STAR:
        return EdgeClass.INTERNAL if edge[2] == STAR else EdgeClass.OUTGOING
    return EdgeClass.INCOMING if edge[2] == STAR else EdgeClass.EXTERNAL


def origins(
    edges: Iterable[Edge], place: Callable[[Interval], Interval], wanted: set[NormalEdge]
) -> dict[NormalEdge, list[Edge]]:
    """For each wanted normalised edge, the edges of the model that it stands for, in reading order."""
    found: dict[NormalEdge, list[Edge]] = {edge: [] for edge in wanted}
    if wanted:
        places = _Places(place)
        for edge in edges:
            normal = (places[edge[0]], edge[1], places[edge[2]])
            if normal in found:
                found[normal].append(edge)
        for each in found.values():
            each.sort()
    return found
