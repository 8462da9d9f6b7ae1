"""May a function that only computes hand out an object that it made itself?"""

from __future__ import annotations

import ast

from holdfast.check.code.known_methods import METHODS_OF_CONTAINERS, METHODS_OF_TEXTS
from holdfast.python.traces.calls import HARMLESS

#: Expressions that hand out what is there or a number, a text, a truth value; others may make an object.
_HANDING_OUT = (ast.Constant, ast.Attribute, ast.Subscript, ast.Compare, ast.JoinedStr, ast.UnaryOp, ast.Name)


def makes_objects(node: ast.FunctionDef) -> bool:
    """May the function hand out an object that it made itself?"""
    own = {
        target.id
        for statement in ast.walk(node)
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for target in ast.walk(statement)
        if isinstance(target, ast.Name)
        and isinstance(target.ctx, ast.Store)
        and statement.value is not None
        and not _hands_out(statement.value, frozenset())
    }
    returns = [item.value for item in ast.walk(node) if isinstance(item, ast.Return) and item.value]
    return not all(_hands_out(value, frozenset(own)) for value in returns)


def _hands_out(node: ast.expr, made: frozenset[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id not in made
    if isinstance(node, ast.BinOp):
        return _hands_out(node.left, made) and _hands_out(node.right, made)
    if isinstance(node, ast.BoolOp):
        return all(_hands_out(value, made) for value in node.values)
    if isinstance(node, ast.IfExp):
        return _hands_out(node.body, made) and _hands_out(node.orelse, made)
    if isinstance(node, ast.Call):
        function = node.func
        if isinstance(function, ast.Name):
            return function.id in HARMLESS or function.id in ("sum", "any", "all")
        return (
            isinstance(function, ast.Attribute) and function.attr in METHODS_OF_TEXTS | METHODS_OF_CONTAINERS
        )
    return isinstance(node, _HANDING_OUT)
