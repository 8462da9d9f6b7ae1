"""Organise imports: imports are sorted, joined, split and removed where nobody uses them.

Every name must still mean the same module or member, also for those who import it from here, and imports
that are there for their side effects must stay."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

ORGANISE_IMPORTS = Refactoring(
    Kind.ORGANISE_IMPORTS,
    "organise imports",
    Rule.parse("N O I"),
    Code.MOVES,
)
