"""What is put into containers: by `append` and its like, by subscripts, and what attributes of objects hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from holdfast.check.objects.kinds import UNKNOWN, Kinds, kinds_at, kinds_of_target, union
from holdfast.check.objects.sources import Way
from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.classes import own_member
from holdfast.python.project.declarations import Kind
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Variable, variables_of
from holdfast.python.project.values import ClassKey

#: Methods that put an argument into the container, and which one.
_ADDING = {
    **dict.fromkeys(("append", "add", "appendleft", "put", "put_nowait", "push", "enqueue"), 0),
    **dict.fromkeys(("insert", "setdefault"), 1),
}
_JOINING = frozenset({"extend", "update", "extendleft"})
_PICKING = frozenset({"setdefault", "get"})


class _Put(NamedTuple):
    #: The variable or attribute that holds the container, and how deep inside it the value comes.
    holder: ast.expr
    depth: int
    value: ast.expr
    #: The elements of the value come in, not the value itself.
    joins: bool


def put_into(program: Program, variable: Variable, way: Way) -> list[Kinds]:
    """What code puts into the container that the variable holds, as deep as the way goes."""
    return [
        kinds_at(program, file, put.value, way[put.depth + (0 if put.joins else 1) :])
        for file, put in puts_into(program, variable)
        if len(way) > put.depth
    ]


def kinds_of_member(program: Program, owner: ClassKey, name: str, way: Way) -> Kinds:
    """What an attribute or property of a class of the project holds."""
    member, facts = own_member(program, owner, name), program.facts(owner.file)
    if member is None or facts is None:
        return UNKNOWN
    if member.kind is Kind.PROPERTY and member.functions:
        from holdfast.check.objects.results import kinds_given_back  # it asks in turn

        return kinds_given_back(program, owner.file, member.functions[0], way)
    if member.functions and not way:
        return Kinds(functions=frozenset((owner.file, scope) for scope in member.functions))
    parts = [kinds_of_target(program, owner.file, facts, target, way) for target in member.targets]
    if way:
        parts += put_into(program, Variable(owner.file, owner.scope, name), way)
    return union(parts)


def puts_into(program: Program, variable: Variable) -> tuple[tuple[str, _Put], ...]:
    """The places where something comes into what the variable holds, with their files."""
    known: dict[Variable, tuple[tuple[str, _Put], ...]] = program.memory.table("puts into")
    if variable not in known:
        known[variable] = tuple(_puts_into(program, variable))
    return known[variable]


def _puts_into(program: Program, variable: Variable) -> Iterator[tuple[str, _Put]]:
    facts = program.facts(variable.file)
    inside = facts is not None and isinstance(
        facts.names.scopes[variable.owner].node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    )
    shared = variable.owner == MODULE_SCOPE or not inside
    for file in sorted(program.index.files_with(variable.name)) if shared else [variable.file]:
        other = program.facts(file)
        for put in _puts(other) if other is not None else ():
            if last_name(put.holder) == variable.name and variable in variables_of(program, file, put.holder):
                yield file, put


@lru_cache(maxsize=1024)
def _puts(facts: FileFacts) -> tuple[_Put, ...]:
    found = []
    for node in ast.walk(facts.tree.module):
        match node:
            case ast.Call(func=ast.Attribute(value=holder, attr=name), args=arguments) if (
                name in _ADDING and len(arguments) > _ADDING[name]
            ):
                found.append(_put(holder, arguments[_ADDING[name]], joins=False))
            case ast.Call(func=ast.Attribute(value=holder, attr=name), args=[value]) if name in _JOINING:
                found.append(_put(holder, value, joins=True))
            case ast.Call(
                func=ast.Name(id="heappush") | ast.Attribute(attr="heappush"), args=[holder, value]
            ):
                found.append(_put(holder, value, joins=False))
            case ast.Assign(targets=[ast.Subscript(value=holder)], value=value):
                found.append(_put(holder, value, joins=False))
    return tuple(put for put in found if isinstance(put.holder, ast.Name | ast.Attribute))


def _put(holder: ast.expr, value: ast.expr, *, joins: bool) -> _Put:
    """`groups.setdefault(key, []).append(line)` puts the line two deep."""
    depth = 0
    while True:
        match holder:
            case ast.Subscript(value=inner) | ast.Call(func=ast.Attribute(value=inner, attr="setdefault")):
                holder, depth = inner, depth + 1
            case _:
                return _Put(holder, depth, value, joins)
