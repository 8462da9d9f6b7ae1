"""Safe delete: a definition that nobody uses goes (5.5 of the paper).

Everything inside it and everything that it uses may go with it; nothing that remains may have meant it. A
method that overrides another may go only where the other is not what would answer then."""

from __future__ import annotations

from holdfast.preserve.rules import Rule
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind

SAFE_DELETE = Refactoring(
    Kind.SAFE_DELETE,
    "safe delete",
    Rule.parse("N⊆→∘ C⊆∘ D⊆∘ O⊆→∘ I⊆←∘"),
    Code.MOVES,
)
