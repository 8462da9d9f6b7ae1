"""The positions of libcst nodes, as `ast` positions of the text that they were cut from."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Mapping
from typing import Any, TypeVar

import libcst as cst
from libcst.metadata import CodeRange

from holdfast.python.tree import Tree

Node = TypeVar("Node", bound=ast.AST)


class Places:
    """Gives `ast` nodes the positions of libcst nodes. `lines` is how many lines stand before the piece."""

    __slots__ = ("_lines", "_positions", "tree")

    def __init__(self, tree: Tree, positions: Mapping[cst.CSTNode, CodeRange], lines: int) -> None:
        self.tree = tree
        self._positions = positions
        self._lines = lines

    def start(self, node: cst.CSTNode) -> int:
        """The offset in the whole text at which `node` begins; libcst's columns are characters."""
        place = self._positions[node].start
        return self.tree.lines.starts[place.line + self._lines] + place.column

    def end(self, node: cst.CSTNode) -> int:
        place = self._positions[node].end
        return self.tree.lines.starts[place.line + self._lines] + place.column

    def at(self, made: Node, source: cst.CSTNode, last: cst.CSTNode | None = None) -> Node:
        """`made`, placed where `source` is (to the end of `last`, if given)."""
        return self.between(made, self.start(source), self.end(last or source))

    def between(self, made: Node, start: int, end: int) -> Node:
        """`made`, placed between two offsets."""
        placed: Any = made
        placed.lineno, placed.col_offset = self.tree.position(start)
        placed.end_lineno, placed.end_col_offset = self.tree.position(end)
        return made


def identifier(name: cst.Name) -> str:
    """What `ast` calls the name: normalised as Python normalises identifiers."""
    return name.value if name.value.isascii() else unicodedata.normalize("NFKC", name.value)


def dotted(name: cst.BaseExpression) -> str:
    """The text of a dotted name."""
    if isinstance(name, cst.Attribute):
        return f"{dotted(name.value)}.{identifier(name.attr)}"
    assert isinstance(name, cst.Name)
    return identifier(name)


def with_type_parameters(node: Node, parameters: list[ast.AST]) -> Node:
    """`node` with the field `type_params`, which `ast` has from Python 3.12 on."""
    if "type_params" not in node._fields:
        node._fields = (*node._fields, "type_params")  # type: ignore[misc]
    node.type_params = parameters  # type: ignore[attr-defined]
    return node


def set_context(node: ast.expr, context: ast.expr_context) -> ast.expr:
    """`node` as the target of a binding or deletion."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Starred | ast.Tuple | ast.List):
        node.ctx = context
    if isinstance(node, ast.Starred):
        set_context(node.value, context)
    elif isinstance(node, ast.Tuple | ast.List):
        for element in node.elts:
            set_context(element, context)
    return node
