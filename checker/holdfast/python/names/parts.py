"""What one top-level statement contributes to the name table: the unit that is reused after an edit.

A part holds final values: absolute offsets, indexes of the table that it stands in. When the same
statement stands elsewhere in a new text, `moved.py` derives the part that belongs there.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import cast

from holdfast.python.names.table import (
    AttributeUse,
    ImportUse,
    KeywordUse,
    Occurrence,
    Scope,
    StringUse,
    Unseen,
)
from holdfast.records import dataclass


class NodeSource:
    """Leads from the nodes that a part was computed from to the nodes of the tree it stands in now.

    Equal text has an equal tree, so walking both in step pairs their nodes. That costs as much as
    parsing does and is rarely needed: it happens when somebody asks.
    """

    __slots__ = ("_pairs", "current", "origin")

    def __init__(self, origin: ast.AST, current: ast.AST) -> None:
        self.origin = origin
        self.current = current
        self._pairs: Mapping[ast.AST, ast.AST] | None = None

    def node(self, origin: ast.AST) -> ast.AST:
        if self.origin is self.current:
            return origin
        # Nodes of string annotations are in neither tree: they stand for themselves.
        return self.pairs().get(origin, origin)

    def attribute(self, origin: ast.Attribute) -> ast.Attribute:
        return cast(ast.Attribute, self.node(origin))

    def pairs(self) -> Mapping[ast.AST, ast.AST]:
        """Each node of the old statement with its counterpart in the new one."""
        if self._pairs is None:
            self._pairs = dict(zip(ast.walk(self.origin), ast.walk(self.current), strict=True))
        return self._pairs

    def copy_positions(self) -> None:
        """Give the new nodes the positions of the old ones, as far down or up as the statement moved."""
        lines = getattr(self.current, "lineno", 0) - getattr(self.origin, "lineno", 0)
        columns = getattr(self.current, "col_offset", 0) - getattr(self.origin, "col_offset", 0)
        first = getattr(self.origin, "lineno", 0)
        for old, new in self.pairs().items():
            if isinstance(old, ast.expr) and isinstance(new, ast.expr):
                new.lineno, new.end_lineno = old.lineno + lines, (old.end_lineno or 0) + lines
                new.col_offset = old.col_offset + (columns if old.lineno == first else 0)
                new.end_col_offset = (old.end_col_offset or 0) + (columns if old.end_lineno == first else 0)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The names of one top-level statement."""

    text: str
    start: int
    #: Index of the part's first occurrence and of its first scope in the table.
    first_occurrence: int
    first_scope: int
    source: NodeSource
    occurrences: Sequence[Occurrence]
    #: The origin node of each occurrence, or None where a token has no node of its own.
    nodes: Sequence[ast.AST | None]
    scopes: Sequence[Scope]
    attributes: Sequence[AttributeUse]
    keywords: Sequence[KeywordUse]
    imports: Sequence[ImportUse]
    strings: Sequence[StringUse]
    unseen: Sequence[Unseen]
    #: For each of `unseen` the name that must be a builtin for it to count, or "".
    callees: Sequence[str]
    #: The owner of each name that no scope of the part owns: the module, BUILTIN or NOBODY.
    outside: Mapping[str, int]
    #: What the statement does with names at module level.
    symbols: Mapping[str, int]
    #: Names that functions of the part bind under `global`.
    bound_globals: frozenset[str]
    #: The interpreter's positions inside its f-strings were wrong and have been put right in place.
    repaired: bool
