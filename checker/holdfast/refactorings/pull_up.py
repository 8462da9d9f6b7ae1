"""Pull up: a member moves from a class to its base class.

New overrides and new inheritance are the point of it (O and I may grow). No class may lose a member that
it inherited: that happens when the member now stands between a class and the one that it used to get."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

PULL_UP = Refactoring(
    Kind.PULL_UP,
    "pull up method or field",
    Rule.parse("N O⊇←→∘× I⊇←→∘×"),
    Code.MOVES,
)
