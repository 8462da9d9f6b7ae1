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


class Numbering:
    """Normal forms as numbers, and edges between them as one number each.

    Comparing models by such numbers gives the same answer as by normalised edges and takes half the
    time or less: no tuple is built for an edge, and equality is one comparison.
    """

    __slots__ = ("_kinds", "_numbers")

    def __init__(self) -> None:
        self._numbers: dict[Interval, int] = {}
        self._kinds: dict[str, int] = {}

    def places(self, place: Callable[[Interval], Interval]) -> NumberedPlaces:
        """The numbers of the places of one side."""
        return NumberedPlaces(place, self._numbers)

    def edges(self, edges: Iterable[Edge], places: NumberedPlaces) -> set[int]:
        """The edges of one side, each a number that only equal normalised edges share."""
        kinds = _Kinds(self._kinds)
        found = {(places[head] << _HEAD) + places[tail] + kinds[kind] for head, kind, tail in edges}
        assert len(self._kinds) < _PLACE
        assert len(self._numbers) * _PLACE < 1 << _HEAD
        return found

    def origins(
        self, edges: Iterable[Edge], places: NumberedPlaces, wanted: set[int]
    ) -> dict[int, list[Edge]]:
        """For each wanted number the edges that it stands for, in reading order."""
        found: dict[int, set[Edge]] = {number: set() for number in wanted}
        if wanted:
            kinds = self._kinds
            for edge in edges:
                head, kind, tail = edge
                number = (places[head] << _HEAD) + places[tail] + kinds[kind]
                if number in found:
                    found[number].add(edge)
        return {number: sorted(each) for number, each in found.items()}


# The number of an edge: that of its head, shifted, that of its tail, and that of its kind. The numbers of
# places are multiples of `_PLACE`, which leaves room for the kind.
_HEAD = 40
_PLACE = 256


class NumberedPlaces(dict[Interval, int]):
    """The number of the normal form of each interval, computed on demand."""

    __slots__ = ("_numbers", "_place")

    def __init__(self, place: Callable[[Interval], Interval], numbers: dict[Interval, int]) -> None:
        super().__init__()
        self._place = place
        self._numbers = numbers

    def __missing__(self, interval: Interval) -> int:
        numbers = self._numbers
        number = self[interval] = numbers.setdefault(self._place(interval), len(numbers) * _PLACE)
        return number


class _Kinds(dict[str, int]):
    __slots__ = ("_numbers",)

    def __init__(self, numbers: dict[str, int]) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, kind: str) -> int:
        number = self[kind] = self._numbers.setdefault(kind, len(self._numbers))
        return number
