"""The calls of a module, found once: several checks go through them, and again at every check."""

from __future__ import annotations

import ast
from functools import lru_cache

#: How many modules are remembered; trees that nobody else holds are forgotten with the oldest.
_MODULES = 4096


@lru_cache(maxsize=_MODULES)
def calls_in(module: ast.AST) -> tuple[ast.Call, ...]:
    return tuple(node for node in ast.walk(module) if isinstance(node, ast.Call))


@lru_cache(maxsize=_MODULES)
def expanding_calls(module: ast.AST) -> tuple[tuple[ast.Call, ast.expr], ...]:
    """Calls that spread something over their keywords, and what that is."""
    return tuple(
        (call, keyword.value) for call in calls_in(module) for keyword in call.keywords if keyword.arg is None
    )
