"""Inline variable or function: the reads of a variable or the calls of a function give way to its code.

The mirror image of extract, checked by the same comparison: the function that vanished is entered in the
world before. A method that goes is no longer inherited; one that overrides another may not go, since then
the other one would answer."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

INLINE = Refactoring(
    Kind.INLINE,
    "inline variable or function",
    Rule.parse("N C D O I⊆←"),
    Code.TRACES,
)
