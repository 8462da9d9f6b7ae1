"""Extract variable: an expression gets a name, and the name is read where the expression stood.

Values flow through the new variable as if it were not there. The expression must be evaluated as often as
before, under the same conditions, and in the same order relative to everything that could tell. In a class
body the new variable is a new member that subclasses inherit, which is why I may grow towards it."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.new_names import require_legal_name
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

EXTRACT_VARIABLE = Refactoring(
    Kind.EXTRACT_VARIABLE,
    "extract variable",
    Rule.parse("N C D O I⊇←"),
    Code.TRACES,
    require_legal_name,
)
