"""Attributes that are computed: properties whose getters do more than hand out what is there."""

from __future__ import annotations

import ast

_ACTING = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)


def attributes_computed_by_code(tree: ast.AST) -> frozenset[str]:
    """Names of properties whose reading is an event: the getter calls, assigns, raises or decides.

    A getter that only returns an expression without calls is read like a plain attribute.
    """
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(map(_makes_property, node.decorator_list))
        and not _only_hands_out(node)
    )


def is_property(node: ast.AST) -> bool:
    """Is the function reached by reading or assigning an attribute, not by calling it?"""
    words = ("setter", "deleter", "cached_property")
    return isinstance(node, ast.FunctionDef) and any(
        _makes_property(item) or getattr(item, "attr", getattr(item, "id", "")) in words
        for item in node.decorator_list
    )


def _makes_property(decorator: ast.expr) -> bool:
    """`property` itself, under any path, and the `getter` of one; a cached value is computed once."""
    if isinstance(decorator, ast.Attribute):
        return decorator.attr in ("property", "getter", "abstractproperty")
    return isinstance(decorator, ast.Name) and decorator.id == "property"


def _only_hands_out(getter: ast.FunctionDef) -> bool:
    body = [node for node in getter.body if not _is_text(node)]
    return all(isinstance(node, ast.Return | ast.Pass) for node in body) and not any(
        isinstance(inner, _ACTING) for node in body for inner in ast.walk(node)
    )


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
