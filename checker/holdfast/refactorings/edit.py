"""Any edit: changed behaviour is what commits are for, but code that was not touched must keep its meaning.

Untouched names keep their bindings: within a file, through imports, and as members. A capture
(what a name meant is still there, but the name now means another thing) is a finding; a replacement (it was
rewritten, moved or replaced by an import of the same name, and its readers follow) is not."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

EDIT = Refactoring(
    Kind.EDIT,
    "edit",
    Rule.parse("N"),
    Code.UNTOUCHED,
)
