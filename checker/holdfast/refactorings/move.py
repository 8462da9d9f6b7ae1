"""Move: a definition or a module stands in another place, and everything that names it follows.

Names inside moved code must mean what they meant (imports come along), importers must find it, and no new
import cycle may break loading."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

MOVE = Refactoring(
    Kind.MOVE,
    "move function, class or module",
    Rule.parse("N O I"),
    Code.MOVES,
)
