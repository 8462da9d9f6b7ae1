"""Stores to an attribute of one's own object, `self.x = …`: do they happen, and can they?"""

from __future__ import annotations

import ast

from holdfast.python.project.classes import class_info, class_node
from holdfast.python.project.declarations import Kind
from holdfast.python.project.lookup import find_member
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


def runs_initialiser(program: Program, key: ClassKey, base: str) -> bool:
    """Does making an instance of the class run the initialiser of the base class of that name?

    An initialiser that calls another one is taken to get there.
    """
    hit = find_member(program, key, "__init__")
    if hit is None or class_info(program, hit.owner).name == base:
        return True
    return any(
        isinstance(item, ast.Attribute) and item.attr == "__init__"
        for method in class_node(program, hit.owner).body
        if isinstance(method, _Function) and method.name == "__init__"
        for item in ast.walk(method)
    )
