"""Change signature: parameters are added, removed, reordered or renamed, and every call follows.

A call must bind the same values to the same parameters as before; a parameter that is new needs a value at
every call or a default; all overriding methods change together."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

CHANGE_SIGNATURE = Refactoring(
    Kind.CHANGE_SIGNATURE,
    "change signature",
    Rule.parse("N C D O I"),
    Code.MOVES,
)
