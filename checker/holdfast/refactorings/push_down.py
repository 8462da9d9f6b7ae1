"""Push down: a member moves from a class to its subclasses.

Overrides and inheritance may go, but nobody may be left who still asks the base class for the member."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

PUSH_DOWN = Refactoring(
    Kind.PUSH_DOWN,
    "push down method or field",
    Rule.parse("N O⊆←→∘× I⊆←→∘×"),
    Code.MOVES,
)
