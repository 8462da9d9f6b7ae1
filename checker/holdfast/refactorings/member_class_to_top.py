"""Member class to top: a nested class becomes a class of the module.

Everything that named it through its outer class must name it anew, and names inside it that meant the
outer class's scope must still be found."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

MEMBER_CLASS_TO_TOP = Refactoring(
    Kind.MEMBER_CLASS_TO_TOP,
    "move a member class to the top level",
    Rule.parse("N O⊆← I⊆←"),
    Code.MOVES,
)
