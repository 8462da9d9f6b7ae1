"""Copies of statements, which run other statements inside than those that stand in the file."""

from __future__ import annotations

import ast
import copy
from typing import Any


def copied(node: ast.AST) -> Any:
    """The node again, to be given other statements; what is known of the original is known of it."""
    found: Any = copy.copy(node)
    found.written = written(node)
    return found


def written(node: ast.AST) -> ast.AST:
    """The node that stands in the file."""
    original: ast.AST = getattr(node, "written", node)
    return original
