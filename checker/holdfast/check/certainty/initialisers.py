"""Attributes that the initialiser of a class stores whatever comes, so that every instance has them."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from holdfast.python.project.classes import MEMBERLESS, order_of, own_member
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey

_INITIALISERS = ("__init__", "__post_init__")


def is_stored_by_initialiser(program: Program, key: ClassKey, name: str) -> bool:
    """Does every instance of the class, and of those below, get the attribute when it is made?"""
    return all(_is_stored(program, item, name) for item in (key, *subclasses(program, key)))


def _is_stored(program: Program, key: ClassKey, name: str) -> bool:
    for item in order_of(program, key).classes:
        if not isinstance(item, ClassKey):
            if item in MEMBERLESS:
                continue
            return False
        found = [_function(program, item, special) for special in _INITIALISERS]
        functions = [function for function in found if function is not None]
        if any(_stores(function.body, _receiver(function), name, program, item) for function in functions):
            return True
        if functions and not any(map(_goes_on, functions)):
            return False
    return False


def runs_while_made(program: Program, key: ClassKey, function: ast.AST) -> bool:
    """May the method run before the initialiser has come to its end: is it one, or called by one?"""
    seen: set[str] = set()
    waiting = list(_INITIALISERS)
    family = [key, *subclasses(program, key)]
    family += [item for item in order_of(program, key).classes if isinstance(item, ClassKey)]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for item in family:
            node = _function(program, item, name)
            if node is function:
                return True
            if node is not None:
                waiting += _methods_called(node)
    return getattr(function, "name", "") in seen


def _function(program: Program, key: ClassKey, name: str) -> ast.FunctionDef | None:
    member = own_member(program, key, name)
    facts = program.facts(key.file)
    if member is None or facts is None or len(member.functions) != 1:
        return None
    node = facts.names.scopes[member.functions[0]].node
    return node if isinstance(node, ast.FunctionDef) else None


def _methods_called(function: ast.FunctionDef) -> list[str]:
    """Methods and properties of its own object that the function may run."""
    receiver = _receiver(function)
    return [
        node.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == receiver
    ]


def _receiver(function: ast.FunctionDef) -> str:
    arguments = [*function.args.posonlyargs, *function.args.args]
    return arguments[0].arg if arguments else ""


def _goes_on(function: ast.FunctionDef) -> bool:
    """Does the initialiser call the one above it, whatever comes?"""
    return any(
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Attribute)
        and statement.value.func.attr == function.name
        for statement in function.body
    )


def _stores(
    body: Sequence[ast.stmt],
    receiver: str,
    name: str,
    program: Program | None = None,
    key: ClassKey | None = None,
) -> bool:
    """Do the statements store the attribute before they may leave the function?

    With a class, methods of it that they call are looked into.
    """
    for statement in body:
        match statement:
            case ast.Assign(targets=targets):
                if any(_is_target(target, receiver, name) for target in targets):
                    return True
            case ast.AnnAssign(target=target, value=ast.expr()):
                if _is_target(target, receiver, name):
                    return True
            case ast.If(body=then, orelse=otherwise):
                if all(_stores(branch, receiver, name, program, key) for branch in (then, otherwise)):
                    return True
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=called_on), attr=method))):
                if called_on == receiver and program is not None and key is not None:
                    if _stores_by_method(program, key, method, name):
                        return True
        if any(isinstance(node, ast.Return) for node in ast.walk(statement)):
            return False
    return False


def _stores_by_method(program: Program, key: ClassKey, method: str, name: str) -> bool:
    node = _function(program, key, method)
    if node is None or node.decorator_list:
        return False
    if any(own_member(program, item, method) is not None for item in subclasses(program, key)):
        return False
    return _stores(node.body, _receiver(node), name)


def _is_target(target: ast.expr, receiver: str, name: str) -> bool:
    match target:
        case ast.Attribute(value=ast.Name(id=stored_on), attr=attribute):
            return stored_on == receiver and attribute == name
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return any(_is_target(element, receiver, name) for element in elements)
    return False
