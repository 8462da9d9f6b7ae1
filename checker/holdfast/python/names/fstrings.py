"""f-strings. Before Python 3.12 the interpreter parses the expressions in them apart, and its positions
for them depend on the patch release and are wrong for some; here they are read from the text.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from typing import Any

from holdfast.python.names.draft import Draft, RawUnseen, ScopeDraft
from holdfast.python.names.embedded import parse_embedded
from holdfast.python.string_literals import embedded_expressions
from holdfast.python.tree import Tree

_POSITIONS_ARE_RIGHT = sys.version_info >= (3, 12)


def joined_string(draft: Draft, scope: ScopeDraft, node: ast.JoinedStr, stack: list[ast.AST]) -> None:
    """Push the expressions of an f-string, each at its true place."""
    if _POSITIONS_ARE_RIGHT:
        stack += node.values
        return
    fields = list(_fields(node))
    if not fields:
        return
    start, end = draft.start(node), draft.end(node)
    places = embedded_expressions(draft.text, start, end)
    if places is None or len(places) != len(fields):
        draft.unseen.append(RawUnseen(start, end, "f-string", scope, ""))
        return
    for field, (begin, finish) in zip(fields, places, strict=True):
        if _put_right(draft.tree, field.value, begin, finish):
            draft.repaired = True
        stack.append(field.value)


def template_string(draft: Draft, scope: ScopeDraft, node: Any, stack: list[ast.AST]) -> None:
    """Push the expressions of a t-string; only parsers that place them right know t-strings."""
    for value in node.values:
        if isinstance(value, ast.Constant):
            continue
        stack.append(value.value)
        if value.format_spec is not None:
            stack += [field.value for field in _fields(value.format_spec)]


def _fields(node: ast.JoinedStr) -> Iterator[ast.FormattedValue]:
    """The replacement fields in reading order, those of format specifications included."""
    for value in node.values:
        if isinstance(value, ast.FormattedValue):
            yield value
            if isinstance(value.format_spec, ast.JoinedStr):
                yield from _fields(value.format_spec)


def _put_right(tree: Tree, expression: ast.expr, start: int, end: int) -> bool:
    """Place the nodes of `expression`, which is the text between the offsets; True if they were wrong."""
    source = tree.text[start:end]
    inside = source.strip()
    one_line = "\n" not in inside and "\r" not in inside
    if one_line and not inside.startswith("(") and not isinstance(expression, ast.Tuple):
        # The positions are right relative to each other: one shift puts all of them right.
        lineno, column = tree.position(start + len(source) - len(source.lstrip()))
        lines, columns = lineno - expression.lineno, column - expression.col_offset
        if not lines and not columns:
            return False
        for node in ast.walk(expression):
            if isinstance(node, ast.expr | ast.keyword | ast.arg):
                node.lineno += lines
                node.end_lineno = (node.end_lineno or 0) + lines
                node.col_offset += columns
                node.end_col_offset = (node.end_col_offset or 0) + columns
        return True
    placed = parse_embedded(tree, start, end)
    return placed is not None and _copy_positions(placed, expression)


def _copy_positions(placed: ast.expr, expression: ast.expr) -> bool:
    changed = False
    for right, node in zip(ast.walk(placed), ast.walk(expression), strict=True):
        if isinstance(right, ast.expr | ast.keyword | ast.arg) and isinstance(node, type(right)):
            changed = changed or (right.lineno, right.col_offset) != (node.lineno, node.col_offset)
            node.lineno, node.col_offset = right.lineno, right.col_offset
            node.end_lineno, node.end_col_offset = right.end_lineno, right.end_col_offset
    return changed
