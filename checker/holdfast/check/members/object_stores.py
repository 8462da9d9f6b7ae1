"""Stores to an attribute of one's own object, `self.x = …`: do they happen, and can they?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

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
    """The method of a class that stores, and what it stores, where that is written down."""
    for method in node.body:
        if isinstance(method, _Function):
            for statement in ast.walk(method):
                for target, value in _stored_by(statement):
                    if target is store:
                        return method, value
    return None, None


def _stored_by(statement: ast.AST) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    match statement:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _taken_apart(target, value)
        case ast.AnnAssign(target=target, value=value):
            yield target, value
        case ast.For(target=target) | ast.AsyncFor(target=target):
            yield from _taken_apart(target, None)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            for item in items:
                if item.optional_vars is not None:
                    yield from _taken_apart(item.optional_vars, None)


def _taken_apart(target: ast.expr, value: ast.expr | None) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    if not isinstance(target, ast.Tuple | ast.List):
        yield target, value
        return
    values: list[ast.expr | None] = [None] * len(target.elts)
    if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
        if not any(isinstance(item, ast.Starred) for item in (*target.elts, *value.elts)):
            values = [*value.elts]
    for inner, part in zip(target.elts, values, strict=True):
        yield from _taken_apart(inner, part)
