"""The interval of an event: where in the text it is shown.

Events of names have their token's interval (the name table knows it). Everything else has the interval
of its node, of a keyword, or the hull of two nodes, chosen so that two events that follow each other do
not have the same interval without need.
"""

from __future__ import annotations

import ast
from typing import Any, Final

from holdfast.python.flow.graph import Anchor, EventKind
from holdfast.python.flow.origins import UNMOVED, Shift
from holdfast.python.tree import Tree

_KEYWORD_KINDS: Final = frozenset(
    {EventKind.BRANCH, EventKind.ITERATE, EventKind.AWAIT, EventKind.OPERATOR, EventKind.IMPORT}
)
#: Nodes whose events stand for the keyword that begins them. The same node's DEFINE, CALL or RAISE
#: events stand for all of it.
_KEYWORD_LENGTHS: Final = {
    "AsyncFor": 5,
    "ClassDef": 5,
    "ExceptHandler": 6,
    "For": 3,
    "If": 2,
    "ImportFrom": 4,
    "Assert": 6,
    "Try": 3,
    "TryStar": 3,
    "While": 5,
}


def place(tree: Tree, kind: int, anchor: Anchor, shift: Shift = UNMOVED) -> tuple[int, int]:
    """The interval of an event of this kind that points at `anchor`, whose statement moved by `shift`."""
    if isinstance(anchor, tuple):
        first, last = anchor
        return _start(tree, first, shift), _end(tree, last, shift)
    node: Any = anchor
    if type(node).__name__ == "comprehension":
        return _start(tree, node.target, shift), _end(tree, node.iter, shift)
    start = _start(tree, node, shift)
    if kind in _KEYWORD_KINDS:
        length = _KEYWORD_LENGTHS.get(type(node).__name__)
        if length is not None:
            return start, start + (4 if length == 2 and tree.text.startswith("elif", start) else length)
        if kind == EventKind.BRANCH and isinstance(node, ast.expr):
            # A condition of a comprehension or a guard of a case: the `if` before it.
            found = tree.text.rfind("if", 0, start)
            return found, found + 2
    return start, _end(tree, node, shift)


def _start(tree: Tree, node: Any, shift: Shift) -> int:
    return _offset(tree, node.lineno, node.col_offset, shift)


def _end(tree: Tree, node: Any, shift: Shift) -> int:
    return _offset(tree, node.end_lineno, node.end_col_offset, shift)


def _offset(tree: Tree, line: int, column: int, shift: Shift) -> int:
    if shift is UNMOVED:
        return tree.offset(line, column)
    return tree.offset(line + shift.lines, column + (shift.columns if line == shift.first_line else 0))
