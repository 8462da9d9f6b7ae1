"""Expressions whose value is data and surely nothing that can be called."""

from __future__ import annotations

import ast

#: Builtins that make data.
_MAKERS = frozenset(
    {"str", "bytes", "int", "float", "bool", "list", "dict", "set", "tuple", "frozenset", "len", "sorted"}
    | {"sum", "abs", "round", "repr", "format", "range", "bytearray", "complex"}
)
#: Methods of texts that make texts or lists of them.
_METHODS = frozenset({"join", "format", "strip", "lower", "upper", "title", "split", "splitlines", "replace"})
_PLAIN_ANNOTATIONS = _MAKERS | {"List", "Dict", "Set", "Tuple", "FrozenSet", "Sequence", "Mapping", "Path"}
_DISPLAYS = (
    *(ast.List, ast.Tuple, ast.Set, ast.Dict, ast.JoinedStr, ast.Compare),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.BinOp),
)


def is_plain(node: ast.expr | None, *, or_none: bool = False) -> bool:
    """`or_none`: None counts as data, too; it often stands for something that is to come."""
    if isinstance(node, ast.Constant):
        return or_none or node.value is not None
    if isinstance(node, ast.UnaryOp | ast.Starred):
        return True
    if isinstance(node, ast.IfExp):
        return is_plain(node.body, or_none=or_none) and is_plain(node.orelse, or_none=or_none)
    if isinstance(node, ast.BoolOp):
        return is_plain(node.values[-1])
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            return node.func.id in _MAKERS
        return isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS
    return isinstance(node, _DISPLAYS)


def is_plain_annotation(node: ast.expr | None) -> bool:
    """`str`, `list[int]`, `str | None`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.split("[")[0] in _PLAIN_ANNOTATIONS
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        return any(map(is_plain_annotation, sides)) and all(
            is_plain_annotation(side) or isinstance(side, ast.Constant) for side in sides
        )
    if isinstance(node, ast.Subscript):
        if isinstance(node.value, ast.Name) and node.value.id == "Optional":
            return is_plain_annotation(node.slice)
        node = node.value
    return isinstance(node, ast.Name) and node.id in _PLAIN_ANNOTATIONS
