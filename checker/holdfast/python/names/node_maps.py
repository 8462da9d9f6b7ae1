"""From the nodes of a tree to the scopes they open and the occurrences they are.

Built per top-level statement when first asked, because most nodes are never asked for.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from holdfast.python.names.parts import Part
from holdfast.python.names.table import MODULE_SCOPE, ScopeKind

#: Scopes that belong to a node which opens another scope, or to an expression.
_HIDDEN = frozenset({ScopeKind.TYPE_PARAMETERS, ScopeKind.ANNOTATION, ScopeKind.TYPE_EXPRESSION})


class _NodeMap(Mapping[ast.AST, int]):
    """A mapping by node that fills itself one statement at a time."""

    __slots__ = ("_filled", "_lines", "_parts", "_values")

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._lines: list[int] | None = None
        self._filled: set[int] = set()
        self._values: dict[ast.AST, int] = {}

    def _entries(self, part: Part) -> dict[ast.AST, int]:
        raise NotImplementedError

    def _fill(self, index: int) -> None:
        if index not in self._filled:
            self._filled.add(index)
            self._values.update(self._entries(self._parts[index]))

    def _fill_all(self) -> dict[ast.AST, int]:
        if len(self._filled) < len(self._parts):
            for index in range(len(self._parts)):
                self._fill(index)
        return self._values

    def _find(self, node: ast.AST) -> int | None:
        found = self._values.get(node)
        lineno = getattr(node, "lineno", None)
        if found is not None or lineno is None:
            return found
        if self._lines is None:
            self._lines = [_first_line(part) for part in self._parts]
        # Several statements may share a line; the one that the node is in is among the last that begin
        # on its line, or the last that begins before it.
        index = bisect_right(self._lines, lineno) - 1
        while index >= 0:
            self._fill(index)
            if node in self._values or self._lines[index] < lineno:
                break
            index -= 1
        return self._values.get(node)

    def __getitem__(self, node: ast.AST) -> int:
        found = self._find(node)
        if found is None:
            raise KeyError(node)
        return found

    def __contains__(self, node: object) -> bool:
        return isinstance(node, ast.AST) and self._find(node) is not None

    def __iter__(self) -> Iterator[ast.AST]:
        return iter(self._fill_all())

    def __len__(self) -> int:
        return len(self._fill_all())


class OccurrenceOfNode(_NodeMap):
    """The index of the occurrence that a node's token is."""

    __slots__ = ()

    def _entries(self, part: Part) -> dict[ast.AST, int]:
        current = part.source.node
        return {
            current(node): index
            for index, node in enumerate(part.nodes, part.first_occurrence)
            if node is not None
        }


class ScopeOfNode(_NodeMap):
    """The index of the scope that a node opens."""

    __slots__ = ()

    def __init__(self, module: ast.Module, parts: Sequence[Part]) -> None:
        super().__init__(parts)
        self._values[module] = MODULE_SCOPE

    def _entries(self, part: Part) -> dict[ast.AST, int]:
        current = part.source.node
        return {current(scope.origin): scope.index for scope in part.scopes if scope.kind not in _HIDDEN}


def _first_line(part: Part) -> int:
    node = part.source.current
    decorators: Sequence[ast.expr] = getattr(node, "decorator_list", ())
    assert isinstance(node, ast.stmt)
    return min([node.lineno, *(decorator.lineno for decorator in decorators[:1])])
