"""Stores to an attribute of one's own object, `self.x = …`: do they happen, and can they?"""

from __future__ import annotations

import ast

from holdfast.check.members.member_bodies import asks_the_base, function_of
from holdfast.python.project.classes import order_of, own_member
from holdfast.python.project.declarations import Kind
from holdfast.python.project.own_members import Member, decorator_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def refuses_stores(program: Program, key: ClassKey, member: Member) -> bool:
    """Is the member a property that nothing can be stored to?"""
    facts = program.facts(key.file)
    if facts is None or member.kind is not Kind.PROPERTY:
        return False
    nodes = [facts.names.scopes[scope].node for scope in member.functions]
    names = [
        decorator_name(item) for node in nodes if isinstance(node, _Function) for item in node.decorator_list
    ]
    return names == ["property"]


def runs_method(program: Program, key: ClassKey, base: ClassKey, name: str) -> bool:
    """Does calling the method on an instance of the class run the one of the base class?

    A method that calls another one of its name on the way is taken to get there.
    """
    for item in order_of(program, key).classes:
        member = own_member(program, item, name) if isinstance(item, ClassKey) else None
        if member is None or not isinstance(item, ClassKey):
            continue
        if item == base:
            return True
        function = function_of(program, item, member)
        if function is None or not asks_the_base(function):
            return False
    return True


def storing_method(node: ast.ClassDef, store: ast.AST) -> tuple[_Function | None, ast.expr | None]:
    """The method of a class that stores, and what it stores."""
    for method in node.body:
        if isinstance(method, _Function):
            for statement in ast.walk(method):
                if isinstance(statement, ast.Assign) and store in statement.targets:
                    return method, statement.value
                if isinstance(statement, ast.AnnAssign) and statement.target is store:
                    return method, statement.value
    return None, None
