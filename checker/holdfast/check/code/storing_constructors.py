"""Classes of which making an instance only keeps the arguments."""

from __future__ import annotations

import ast

from holdfast.python.project.classes import order_of, own_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey


def only_stores(program: Program, key: ClassKey) -> bool:
    """Does making an instance only keep the arguments?"""
    order = order_of(program, key).classes
    if not all(
        isinstance(item, ClassKey) or getattr(item, "name", "") in ("object", "builtins.object")
        for item in order
    ):
        return False
    keys = [item for item in order if isinstance(item, ClassKey)]
    special = ("__new__", "__setattr__", "__post_init__", "__getattribute__", "__del__")
    if any(own_member(program, item, name) is not None for item in keys for name in special):
        return False
    for item in keys:
        member = own_member(program, item, "__init__")
        if member is None:
            continue
        facts = program.facts(item.file)
        node = facts.names.scopes[member.functions[0]].node if facts and member.functions else None
        if not isinstance(node, ast.FunctionDef) or len(member.functions) != 1:
            return False
        return all(_keeps(statement) for statement in node.body)
    return True


def _keeps(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant()) | ast.Pass():
            return True
        case ast.Assign(
            targets=[ast.Attribute(value=ast.Name())],
            value=ast.Name() | ast.Constant() | ast.List() | ast.Dict() as value,
        ):
            return all(
                isinstance(inner, ast.Name | ast.Constant | ast.List | ast.Dict | ast.expr_context)
                for inner in ast.walk(value)
            )
    return False
