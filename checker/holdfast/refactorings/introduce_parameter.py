"""Introduce parameter: an expression inside a function becomes a parameter with the expression as default
or as argument at every call.

A default is evaluated once, when the function is defined: an expression that reads variables of the
function, or whose value changes, cannot be one."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.new_names import require_legal_name
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

INTRODUCE_PARAMETER = Refactoring(
    Kind.INTRODUCE_PARAMETER,
    "introduce parameter",
    Rule.parse("N C D O I"),
    Code.TRACES,
    require_legal_name,
)
