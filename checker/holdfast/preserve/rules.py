"""Preservation rules: what a refactoring may do to which edges (5.4 of the paper).

A rule has a cell for each edge kind and each class of edges, seen from the affected text: incoming ←,
outgoing →, internal ∘, external ×. The cell says `=` (kept exactly), `⊇` (may grow), `⊆` (may shrink)
or `~` (ignored). The notation names each kind that is checked and behind it only the cells that are
not `=`; ↔ is short for ←→. Kinds that a rule does not name are not checked. The rule of Safe Delete is

    N⊆→∘ C⊆∘ D⊆∘

and reads: names may lose outgoing and internal edges, flow its internal ones, and nothing else changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum

from holdfast.errors import InputError
from holdfast.records import dataclass


class EdgeClass(Enum):
    """Where an edge runs, seen from the affected text."""

    INCOMING = "←"
    OUTGOING = "→"
    INTERNAL = "∘"
    EXTERNAL = "×"


class Allowance(Enum):
    """What may happen to the edges of one cell."""

    EXACT = "="
    SHRINK = "⊆"
    GROW = "⊇"
    IGNORED = "~"

    @property
    def may_vanish(self) -> bool:
        return self in (Allowance.SHRINK, Allowance.IGNORED)

    @property
    def may_appear(self) -> bool:
        return self in (Allowance.GROW, Allowance.IGNORED)


_CLASSES = {each.value: (each,) for each in EdgeClass} | {"↔": (EdgeClass.INCOMING, EdgeClass.OUTGOING)}
_ITEM = re.compile(r"(?P<kind>[A-Za-z_][A-Za-z0-9_]*)(?P<cells>(?:[=⊆⊇~][←→∘×↔]+)*)(?=\s|$)")
_CELL = re.compile(r"([=⊆⊇~])([←→∘×↔]+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """The kinds that are checked, in order, each with its cells that are not `=`."""

    kinds: Mapping[str, Mapping[EdgeClass, Allowance]]

    @classmethod
    def parse(cls, notation: str) -> Rule:
        """The rule that a notation describes; raises `InputError` at the first thing it cannot read."""
        kinds: dict[str, dict[EdgeClass, Allowance]] = {}
        position = 0
        while position < len(notation):
            if notation[position].isspace():
                position += 1
                continue
            match = _ITEM.match(notation, position)
            if match is None:
                raise _unreadable(notation, position, "expected an edge kind and its cells, such as D⊆∘")
            if match["kind"] in kinds:
                raise _unreadable(notation, position, f"edge kind {match['kind']} is given twice")
            kinds[match["kind"]] = _cells(match["cells"], notation, match.start("cells"))
            position = match.end()
        return cls(kinds)

    def allowance(self, kind: str, edge_class: EdgeClass) -> Allowance:
        cells = self.kinds.get(kind)
        if cells is None:
            return Allowance.IGNORED
        return cells.get(edge_class, Allowance.EXACT)

    def __str__(self) -> str:
        return " ".join(kind + _printed(cells) for kind, cells in self.kinds.items())

    def table(self) -> str:
        """The rule as a table of the paper: a row for each class, a column for each kind."""
        rows = ["  " + " ".join(self.kinds)]
        for edge_class in (EdgeClass.INCOMING, EdgeClass.OUTGOING, EdgeClass.INTERNAL, EdgeClass.EXTERNAL):
            cells = [self.allowance(kind, edge_class).value.ljust(len(kind)) for kind in self.kinds]
            rows.append(f"{edge_class.value} {' '.join(cells)}".rstrip())
        return "\n".join(rows)


def _cells(text: str, notation: str, position: int) -> dict[EdgeClass, Allowance]:
    cells: dict[EdgeClass, Allowance] = {}
    seen: set[EdgeClass] = set()
    for match in _CELL.finditer(text):
        allowance = Allowance(match[1])
        for symbol in match[2]:
            for edge_class in _CLASSES[symbol]:
                if edge_class in seen:
                    place = position + match.start()
                    raise _unreadable(notation, place, f"the cell {edge_class.value} is given twice")
                seen.add(edge_class)
                if allowance is not Allowance.EXACT:
                    cells[edge_class] = allowance
    return cells


def _printed(cells: Mapping[EdgeClass, Allowance]) -> str:
    parts = []
    for allowance in (Allowance.SHRINK, Allowance.GROW, Allowance.IGNORED):
        classes = "".join(each.value for each in EdgeClass if cells.get(each) is allowance)
        if classes:
            parts.append(allowance.value + classes.replace("←→", "↔"))
    return "".join(parts)


def _unreadable(notation: str, position: int, problem: str) -> InputError:
    return InputError(
        f"the rule {notation!r} cannot be read at character {position}: {problem}", offset=position
    )
