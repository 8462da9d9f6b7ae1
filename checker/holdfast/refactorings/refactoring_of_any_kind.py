"""A refactoring whose kind is not known: whatever was done, the program must do what it did.

Names that were exchanged are recognised as renames, definitions that came or went as plumbing, definitions
that moved as moves; what is left is compared strictly."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

REFACTORING = Refactoring(
    Kind.REFACTORING,
    "refactoring",
    Rule.parse("N C D O⊇∘ I~←"),
    Code.TRACES,
)
