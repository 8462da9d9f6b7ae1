"""An edge of an interval model: head ▷kind tail.

The head is the source: N runs from the use to the declaration, D from the definition to the use,
C from the earlier to the later, O from the overriding to the overridden, I from the class to the
inherited member. The set of kinds is open; the core takes any label.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.text.interval import Interval


class Edge(NamedTuple):
    """One semantic edge. Whether it is exact or inferred is a fact of the model that holds it."""

    head: Interval
    kind: str
    tail: Interval
