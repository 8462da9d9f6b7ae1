"""The preservation analysis (section 6): which edges vanished or appeared against the rule.

The paper stops at the first such edge; people want all of them, each with both its ends. Linear in the
number of edges: two sets are built and subtracted, and only the difference is classified.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from holdfast.model.edge import Edge
from holdfast.model.model import Model
from holdfast.preserve.normalise import (
    NormalEdge,
    classify,
    normalised_derivative,
    normalised_initial,
    origins,
)
from holdfast.preserve.plumbing import NO_PLUMBING, Plumbing, see_through
from holdfast.preserve.rules import EdgeClass, Rule
from holdfast.text.correspondence import Correspondence


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
    initial = normalised_initial(old.edges, correspondence)
    derivative = normalised_derivative(new.edges, correspondence)
    vanished = {
        edge for edge in initial - derivative if not rule.allowance(edge[1], classify(edge)).may_vanish
    }
    appeared = {
        edge for edge in derivative - initial if not rule.allowance(edge[1], classify(edge)).may_appear
    }
    lost = origins(old.edges, correspondence.of_before, vanished)
    gained = origins(new.edges, correspondence.of_after, appeared)
    result = [
        *(_violation(Change.VANISHED, edge, sources, old) for edge, sources in lost.items()),
        *(_violation(Change.APPEARED, edge, sources, new) for edge, sources in gained.items()),
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


def _violation(change: Change, edge: NormalEdge, sources: list[Edge], model: Model) -> Violation:
    exact = any(source not in model.inferred for source in sources)
    return Violation(change, classify(edge), Edge(*edge), tuple(sources), exact)
