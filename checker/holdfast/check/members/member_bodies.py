"""What the text of a member says: its function, a body that others are to fill, or data."""

from __future__ import annotations

import ast

from holdfast.check.calls.plain_values import is_plain
from holdfast.check.members.self_uses import first_parameter_name
from holdfast.python.project.own_members import Member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def function_of(program: Program, key: ClassKey, member: Member) -> _Function | None:
    """The first definition of a method or property."""
    facts = program.facts(key.file)
    if facts is None or not member.functions:
        return None
    node = facts.names.scopes[member.functions[0]].node
    return node if isinstance(node, _Function) else None


def is_to_be_filled(program: Program, key: ClassKey, member: Member) -> bool:
    """A body that only says that subclasses have their own: nothing, `pass`, or a raise."""
    facts = program.facts(key.file)
    assert facts is not None
    for scope in member.functions:
        node = facts.names.scopes[scope].node
        for statement in node.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else ():
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            returns_nothing = isinstance(statement, ast.Return) and (
                statement.value is None
                or (isinstance(statement.value, ast.Constant) and statement.value.value is None)
            )
            if not (is_text or returns_nothing or isinstance(statement, ast.Pass | ast.Raise)):
                return False
    return True


def holds_data(program: Program, key: ClassKey, member: Member) -> bool:
    """Is all that is assigned to an attribute data that cannot be called?"""
    facts = program.facts(key.file)
    if facts is None or not member.targets:
        return False
    values = [_value(facts.tree.module, target) for target in member.targets]
    return all(is_plain(value) for value in values)


def _value(module: ast.AST, target: ast.AST) -> ast.expr | None:
    for node in ast.walk(module):
        if isinstance(node, ast.Assign) and target in node.targets:
            return node.value
        if isinstance(node, ast.AnnAssign) and node.target is target:
            return node.value
    return None


def asks_the_base(node: _Function) -> bool:
    """Does it call a method of that name of something other than its own object: `super()`, or the class?"""
    own = first_parameter_name(node)
    return any(
        isinstance(item, ast.Attribute)
        and item.attr == node.name
        and not (isinstance(item.value, ast.Name) and item.value.id == own)
        for item in ast.walk(node)
    )


def stored_on_self(node: _Function) -> set[str]:
    """The attributes that a method sets on its own object."""
    own = first_parameter_name(node)
    return {
        item.attr
        for item in ast.walk(node)
        if isinstance(item, ast.Attribute)
        and isinstance(item.ctx, ast.Store)
        and isinstance(item.value, ast.Name)
        and item.value.id == own
    }
