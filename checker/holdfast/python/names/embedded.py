"""Expressions that stand inside string literals: string annotations, and f-strings before Python 3.12.

Their nodes get the positions of the file that they stand in, so that no analysis has to know.
"""

from __future__ import annotations

import ast

from holdfast.python.tree import Lines, Tree, line_table, offset_in, parse_module


def parse_embedded(tree: Tree, start: int, end: int) -> ast.expr | None:
    """The expression in the text between two offsets, placed in the file; None if it is none."""
    # The parentheses allow line ends and blanks inside, as Python itself does for f-strings.
    text = f"({tree.text[start:end]})"
    module = parse_module(text)
    if not isinstance(module, ast.Module) or len(module.body) != 1:
        return None
    statement = module.body[0]
    if not isinstance(statement, ast.Expr):
        return None
    lines = line_table(text)
    for node in ast.walk(statement.value):
        if isinstance(node, ast.expr | ast.keyword | ast.arg):
            place(tree, node, lines, start - 1)
    return statement.value


def place(tree: Tree, node: ast.expr | ast.keyword | ast.arg, lines: Lines, shift: int) -> None:
    """Turn positions in an embedded text into positions in the file."""
    start = offset_in(lines, node.lineno, node.col_offset) + shift
    end = offset_in(lines, node.end_lineno or 0, node.end_col_offset or 0) + shift
    node.lineno, node.col_offset = tree.position(start)
    node.end_lineno, node.end_col_offset = tree.position(end)
