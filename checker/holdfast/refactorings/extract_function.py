"""Extract function or method: code moves into a new function and a call takes its place.

The check enters the new function at its calls, as if it were inlined back: parameters, arguments and
return values are plumbing. A new method may be inherited by subclasses (I may grow towards it); it may
neither override a method of a base class nor be overridden by one that is already there."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.new_names import require_legal_name
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

EXTRACT_FUNCTION = Refactoring(
    Kind.EXTRACT_FUNCTION,
    "extract function or method",
    Rule.parse("N C D O I⊇←"),
    Code.TRACES,
    require_legal_name,
)
