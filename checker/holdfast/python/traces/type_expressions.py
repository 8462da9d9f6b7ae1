"""Types that are written down as values: `dict[str, int]`, `Optional[str]`, `str | None`.

Making one only puts names together: it may happen anywhere, any number of times, and in an annotation it happens
at the definition or not at all.
"""

from __future__ import annotations

import ast
from functools import lru_cache

_BUILTIN = frozenset(
    {
        *("bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "memoryview"),
        *("object", "range", "set", "slice", "str", "tuple", "type"),
    }
)
_TYPING = ("typing", "typing_extensions", "collections.abc")


def is_type_expression(module: ast.Module, node: ast.expr) -> bool:
    """Is this a type made of others by `[…]` or `|`, of names that are there when the program runs?"""
    if isinstance(node, ast.Subscript):
        return _is_type(module, node)
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and _is_type(module, node)


def _is_type(module: ast.Module, node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return value is None or value is ... or isinstance(value, str)
        case ast.Name(id=name):
            return name in _BUILTIN or name in _typing_names(module)
        case ast.Attribute(value=ast.Name(id=name)):
            return name in _typing_modules(module)
        case ast.Subscript(value=base, slice=inside):
            return _is_type(module, base) and _is_type(module, inside)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return all(_is_type(module, part) for part in parts)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            # Two texts, or a text and None, cannot be joined.
            texts = [part for part in (left, right) if isinstance(part, ast.Constant)]
            return len(texts) < 2 and _is_type(module, left) and _is_type(module, right)
    return False


@lru_cache(maxsize=256)
def _typing_names(module: ast.Module) -> frozenset[str]:
    return frozenset(
        alias.asname or alias.name
        for node in module.body
        if isinstance(node, ast.ImportFrom) and node.module in _TYPING and not node.level
        for alias in node.names
    )


@lru_cache(maxsize=256)
def _typing_modules(module: ast.Module) -> frozenset[str]:
    """Names of imported modules, at the top of the file where they are bound for certain."""
    return frozenset(
        alias.asname or alias.name
        for node in module.body
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name in _TYPING
    )
