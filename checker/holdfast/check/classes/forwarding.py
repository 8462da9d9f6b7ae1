"""Methods that only pass on to the class above: `def save(self, name): return super().save(name)`.

A class without such a method answers as it did with it, if the method above takes the same arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.members.outside_callers import members_of
from holdfast.python.project.classes import class_node, classes_in, outside_ancestors, own_member, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.lookup import Hit, find_super_member
from holdfast.python.project.modules import External
from holdfast.python.project.own_members import decorator_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey

_Function = ast.FunctionDef | ast.AsyncFunctionDef

#: Defining these does more than answer a call: a class with `__eq__` has no hash, and `__new__` gets its class.
_MORE_THAN_CALLED = frozenset({"__eq__", "__new__", "__init_subclass__", "__class_getitem__", "__getattr__"})


def forwards_to(program: Program, hit: Hit) -> Hit | None:
    """The member of a class above that the member only passes its arguments on to."""
    node = _function(program, hit)
    name = hit.member.name
    if node is None or name in _MORE_THAN_CALLED or not _passes_on(node, name):
        return None
    if name.startswith("__") and class_node(program, hit.owner).decorator_list:
        return None  # a decorator may make what is not there, as `dataclass` does
    above = find_super_member(program, hit.owner, name)
    other = _function(program, above) if above is not None else None
    if above is None or other is None or above.member.abstract:
        return None
    if above.member.kind is not hit.member.kind or above.member.receives != hit.member.receives:
        return None
    if not _takes_anything(node) and _signature(node) != _signature(other):
        return None
    if type(node) is not type(other) or not (_hands_back(node) or _gives_nothing(other)):
        return None
    return above


def forwarders(program: Program, file: str) -> Iterator[tuple[ClassKey, Hit, ast.AST]]:
    """The methods of a file's classes that only pass on, each with its class and its definition."""
    for key in classes_in(program, file):
        for member in own_members(program, key).values():
            hit = Hit(key, member, True)
            node = _function(program, hit)
            if node is not None and (
                forwards_to(program, hit) is not None or passes_outside(program, key, member.name)
            ):
                yield key, hit, node


def only_forwards(program: Program, key: ClassKey, name: str) -> bool:
    """Does the member pass all that it is given to whatever class comes next, with nothing of its own?"""
    member = own_member(program, key, name)
    node = None if member is None else _function(program, Hit(key, member, True))
    if node is None or name in _MORE_THAN_CALLED or not _passes_on(node, name):
        return False
    arguments = node.args
    return not (arguments.defaults or any(arguments.kw_defaults)) and (
        _hands_back(node) or name == "__init__"
    )


def passes_outside(program: Program, key: ClassKey, name: str) -> bool:
    """Does the member only call the one of a class of the standard library above?"""
    return only_forwards(program, key, name) and any(
        isinstance(base, External) and name in members_of(base.name)
        for base in outside_ancestors(program, key)
    )


def _function(program: Program, hit: Hit) -> _Function | None:
    """The one definition of a plain method, class method or property without a setter."""
    facts = program.facts(hit.owner.file)
    if facts is None or len(hit.member.functions) != 1 or len(hit.member.tokens) != 1:
        return None
    if hit.member.kind not in (Kind.METHOD, Kind.PROPERTY):
        return None
    node = facts.names.scopes[hit.member.functions[0]].node
    if not isinstance(node, _Function):
        return None
    plain = {"classmethod", "property", "override"}
    return node if all(decorator_name(item) in plain for item in node.decorator_list) else None


def _passes_on(node: _Function, name: str) -> bool:
    value = _only_expression(node)
    if isinstance(node, ast.AsyncFunctionDef):
        if not isinstance(value, ast.Await):
            return False
        value = value.value
    if any(decorator_name(item) == "property" for item in node.decorator_list):
        return value is not None and _is_super_attribute(value, name)
    return (
        isinstance(value, ast.Call)
        and _is_super_attribute(value.func, name)
        and _passes_all(node.args, value)
    )


def _only_expression(node: _Function) -> ast.expr | None:
    body = node.body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    if len(body) != 1 or not isinstance(body[0], ast.Return | ast.Expr):
        return None
    return body[0].value


def _is_super_attribute(node: ast.expr, name: str) -> bool:
    match node:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[], keywords=[]), attr=attr):
            return attr == name
        case _:
            return False


def _passes_all(arguments: ast.arguments, call: ast.Call) -> bool:
    """Does each parameter but the first arrive as what it came as?"""
    positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)][1:]
    given: list[str | None] = []
    for item in call.args:
        if isinstance(item, ast.Starred):
            star = arguments.vararg.arg if arguments.vararg is not None else ""
            given.append("*" if isinstance(item.value, ast.Name) and item.value.id == star else None)
        else:
            given.append(item.id if isinstance(item, ast.Name) else None)
    by_name: dict[str | None, str | None] = {
        item.arg: item.value.id if isinstance(item.value, ast.Name) else None for item in call.keywords
    }
    rest = arguments.kwarg.arg if arguments.kwarg is not None else None
    if by_name.pop(None, None) != rest or (arguments.vararg is not None) != ("*" in given):
        return False
    count = len(given) - ("*" in given)
    if given[:count] != positional[:count] or (arguments.vararg is not None and count != len(positional)):
        return False
    wanted = {*positional[count:], *(argument.arg for argument in arguments.kwonlyargs)}
    return set(by_name) == wanted and all(name == value for name, value in by_name.items())


def _takes_anything(node: _Function) -> bool:
    arguments = node.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return len(named) == 1 and arguments.vararg is not None and arguments.kwarg is not None


def _signature(node: _Function) -> object:
    arguments = node.args
    groups = (arguments.posonlyargs, arguments.args, arguments.kwonlyargs)
    defaults = (*arguments.defaults, *arguments.kw_defaults)
    return (
        [[item.arg for item in group] for group in groups],
        [item is not None for item in (arguments.vararg, arguments.kwarg)],
        [None if item is None else ast.dump(item) for item in defaults],
    )


def _hands_back(node: _Function) -> bool:
    return isinstance(node.body[-1], ast.Return)


def _gives_nothing(node: _Function) -> bool:
    return not any(
        (isinstance(inner, ast.Return) and inner.value is not None)
        or isinstance(inner, ast.Yield | ast.YieldFrom)
        for inner in ast.walk(node)
    )
