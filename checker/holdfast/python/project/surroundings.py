"""What a node stands in. Found once for a module: several checks go outwards from a node."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache


@lru_cache(maxsize=256)
def parents_in(module: ast.AST) -> Mapping[ast.AST, ast.AST]:
    """Each node of the module to the one around it."""
    return {child: node for node in ast.walk(module) for child in ast.iter_child_nodes(node)}
