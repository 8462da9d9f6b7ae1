"""An interval model: the set of semantic edges of a world, or of the part of it that can matter.

The model knows of each edge whether it is exact (follows from the rules of the language) or inferred
(an engine's view). It does not know what the edges mean or which language they come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from holdfast.model.edge import Edge
from holdfast.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Model:
    """Edges, and which of them are inferred. An edge given both ways is exact.

    `in_order` are the same edges as they were given. Going through a million edges in the order of the
    text is several times faster than in the order of a set, which jumps about in memory.
    """

    edges: frozenset[Edge]
    inferred: frozenset[Edge] = frozenset()
    in_order: Sequence[Edge] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.inferred <= self.edges:
            raise ValueError("an inferred edge must be an edge of the model")
        if len(self.in_order) < len(self.edges):
            object.__setattr__(self, "in_order", tuple(self.edges))

    @classmethod
    def of(cls, exact: Iterable[Edge], inferred: Iterable[Edge] = ()) -> Model:
        first, second = tuple(exact), tuple(inferred)
        sure = frozenset(first)
        unsure = frozenset(second) - sure
        return cls(sure | unsure, unsure, first + second) if unsure else cls(sure, frozenset(), first)

    def is_exact(self, edge: Edge) -> bool:
        return edge in self.edges and edge not in self.inferred

    def joined_with(self, other: Model) -> Model:
        """The edges of both; what one of them knows exactly is exact."""
        return Model.of(
            (self.edges - self.inferred) | (other.edges - other.inferred), self.inferred | other.inferred
        )

    def of_kinds(self, kinds: Iterable[str]) -> Model:
        """The part of the model that has these edge kinds."""
        wanted = frozenset(kinds)
        return Model(
            frozenset(edge for edge in self.edges if edge.kind in wanted),
            frozenset(edge for edge in self.inferred if edge.kind in wanted),
        )
