"""The preservation analysis (section 6): which edges vanished or appeared against the rule.

The paper stops at the first such edge; people want all of them, each with both its ends. Linear in the
number of edges: two sets are built and subtracted, and only the difference is classified. The sets hold
numbers that stand for normalised edges (`Numbering`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

from holdfast.model.edge import Edge
from holdfast.model.model import Model
from holdfast.preserve.normalise import Numbering, classify
from holdfast.preserve.plumbing import NO_PLUMBING, Plumbing, see_through
from holdfast.preserve.rules import EdgeClass, Rule
from holdfast.records import dataclass
from holdfast.text.correspondence import Correspondence
from holdfast.text.interval import Interval


class Change(Enum):
    VANISHED = "vanished"
    APPEARED = "appeared"


@dataclass(frozen=True, slots=True)
class Violation:
    """One edge that the rule does not allow to vanish or to appear.

    `normal` is the edge between normal forms. `edges` are the edges of the model that it stands for,
    of the initial model when it vanished and of the derivative model when it appeared; several when
    replaced text was collapsed. `exact` is false when all of these are inferred.
    """

    change: Change
    edge_class: EdgeClass
    normal: Edge
    edges: tuple[Edge, ...]
    exact: bool = True

    def __str__(self) -> str:
        return f"{self.normal.head} ▷{self.normal.kind} {self.normal.tail} {self.change.value}"


def violations(
    before: Model,
    after: Model,
    correspondence: Correspondence,
    rule: Rule,
    *,
    plumbing_before: Plumbing = NO_PLUMBING,
    plumbing_after: Plumbing = NO_PLUMBING,
) -> tuple[Violation, ...]:
    """Every violation of the rule, in reading order of the text after the edit."""
    old = _seen_through(before, plumbing_before)
    new = _seen_through(after, plumbing_after)
    numbering = Numbering()
    places_before = numbering.places(correspondence.of_before)
    places_after = numbering.places(correspondence.of_after)
    initial = numbering.edges(old.in_order, places_before)
    derivative = numbering.edges(new.in_order, places_after)
    lost = numbering.origins(old.in_order, places_before, initial - derivative)
    gained = numbering.origins(new.in_order, places_after, derivative - initial)
    result = [
        *_refused(Change.VANISHED, lost, old, rule, correspondence.of_before),
        *_refused(Change.APPEARED, gained, new, rule, correspondence.of_after),
    ]
    result.sort(key=lambda each: (each.normal, each.change.value))
    return tuple(result)


def is_preserved(before: Model, after: Model, correspondence: Correspondence, rule: Rule) -> bool:
    """PASS or FAIL of section 6."""
    return not violations(before, after, correspondence, rule)


def _seen_through(model: Model, plumbing: Plumbing) -> Model:
    """A path through plumbing is exact when all its edges are."""
    if not plumbing.transparent:
        return model
    exact = see_through(model.edges - model.inferred, plumbing)
    return Model.of(exact, see_through(model.edges, plumbing) if model.inferred else ())


def _refused(
    change: Change,
    changed: dict[int, list[Edge]],
    model: Model,
    rule: Rule,
    place: Callable[[Interval], Interval],
) -> Iterator[Violation]:
    """Those of the changed edges that the rule does not allow to change in this way."""
    for sources in changed.values():
        first = sources[0]
        normal = Edge(place(first.head), first.kind, place(first.tail))
        edge_class = classify(normal)
        allowance = rule.allowance(normal.kind, edge_class)
        if not (allowance.may_vanish if change is Change.VANISHED else allowance.may_appear):
            exact = any(source not in model.inferred for source in sources)
            yield Violation(change, edge_class, normal, tuple(sources), exact)
