"""Encapsulate field: an attribute becomes a property, or gets a getter and a setter, over a private one.

Readers and writers of the attribute must arrive at the accessors, or not notice. The accessors are new
members that subclasses inherit in place of the field."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

ENCAPSULATE_FIELD = Refactoring(
    Kind.ENCAPSULATE_FIELD,
    "encapsulate field",
    Rule.parse("N O⊇← I~←"),
    Code.MOVES,
)
