"""From the nodes that graphs are made of to the occurrences, scopes and places of the present text.

A graph is made of the nodes that a top-level statement had when it was first analysed, its origin. As
long as the statement's text stays the same its graphs stay the same, wherever it moves; what changes is
where its lines are and how its occurrences and scopes are numbered. This is the one place that knows.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from typing import Any, NamedTuple

from holdfast.python.names.table import NameTable, ScopeKind

_HIDDEN = frozenset({ScopeKind.TYPE_PARAMETERS, ScopeKind.ANNOTATION, ScopeKind.TYPE_EXPRESSION})


class Shift(NamedTuple):
    """How far a statement has moved: by lines, and on its first line by columns."""

    lines: int
    first_line: int
    columns: int


UNMOVED = Shift(0, 0, 0)


class Origins:
    """The origins of all statements of one file."""

    __slots__ = ("_first_scopes", "_shifts", "module", "occurrence_of", "scope_of")

    def __init__(self, table: NameTable) -> None:
        #: The module as its statements were when they were first analysed.
        self.module = ast.Module([], [])
        self.module.body = [_statement(part.source.origin) for part in table.parts]
        self.occurrence_of: dict[Any, int] = {}
        for part in table.parts:
            numbers = range(part.first_occurrence, part.first_occurrence + len(part.nodes))
            self.occurrence_of.update(zip(part.nodes, numbers, strict=True))
        self.occurrence_of.pop(None, None)
        self.scope_of: dict[ast.AST, int] = {
            scope.origin: scope.index for scope in table.scopes if scope.kind not in _HIDDEN
        }
        self._first_scopes = [part.first_scope for part in table.parts]
        self._shifts = [_shift(part.source.origin, part.source.current) for part in table.parts]

    def shift_of_statement(self, number: int) -> Shift:
        return self._shifts[number]

    def shift_of_scope(self, scope: int) -> Shift:
        """The shift of the statement in which a scope (not the module) stands."""
        # Statements without scopes share their first scope's number with the next one that has some.
        return self._shifts[bisect_right(self._first_scopes, scope) - 1]


def _statement(node: ast.AST) -> ast.stmt:
    assert isinstance(node, ast.stmt)
    return node


def _shift(origin: Any, current: Any) -> Shift:
    if origin is current:
        return UNMOVED
    return Shift(current.lineno - origin.lineno, origin.lineno, current.col_offset - origin.col_offset)
