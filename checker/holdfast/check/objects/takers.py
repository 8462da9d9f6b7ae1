"""Who takes a keyword of a call that reading alone does not resolve: a method of an unknown object, a function that
is handed about, `replace(thing, …)`, or whatever gets the keywords of a function that takes any and passes them on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.objects.kinds import Kinds, kinds_at
from holdfast.check.objects.titles import speaks_of
from holdfast.check.objects.uses import names_asked, replaced_thing
from holdfast.python.project.call_nodes import calls_in
from holdfast.python.project.classes import class_info, classes_in, order_of
from holdfast.python.project.declarations import Declaration
from holdfast.python.project.functional_records import records_in
from holdfast.python.project.lookup import find_member
from holdfast.python.project.members import Absent, resolve_member
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import (
    Parameters,
    constructor_parameters,
    field_parameters,
    function_parameters,
    makes_fields,
    method_parameters,
)
from holdfast.python.project.values import ClassKey, InstanceValue

#: How often a keyword is followed through functions that take any and pass them on.
_DEEPEST = 3


class Taker(NamedTuple):
    """Something that may take the keyword, with the parameter or field that it names there."""

    owner: ClassKey | None
    title: str
    parameter: Declaration
    #: What stands for each other: overrides of one method, and methods of one name that take the same.
    family: object


class Takers(NamedTuple):
    renamed: tuple[Taker, ...]
    others: tuple[Taker, ...]

    @property
    def are_one_family(self) -> bool:
        """Whether some were renamed that stand for others which were not."""
        return bool({each.family for each in self.renamed} & {each.family for each in self.others})


class _Asked(NamedTuple):
    """A keyword among the keywords of a call, after `file`."""

    file: str
    call: ast.Call
    name: str
    #: All keywords that come along, the name among them.
    names: frozenset[str]
    depth: int = 0


def takers_of(program: Program, affected: Affected, file: str, call: ast.Call, name: str) -> Takers:
    """The takers that are left as far as callers and uses tell, those with a renamed parameter apart."""
    names = frozenset(item.arg for item in call.keywords if item.arg) | {name}
    found = list(dict.fromkeys(_takers(program, _Asked(file, call, name, names))))
    renamed = tuple(each for each in found if each.parameter.interval in affected.tokens)
    return Takers(renamed, tuple(each for each in found if each not in renamed))


def _takers(program: Program, asked: _Asked) -> Iterator[Taker]:
    call = asked.call
    thing = replaced_thing(program, asked.file, call)
    if thing is not None:
        yield from _left(program, asked, thing, list(_with_fields(program, asked)))
        return
    kinds = kinds_at(program, asked.file, call.func)
    for key in sorted(kinds.types):
        yield from _of_parameters(constructor_parameters(program, key), asked, _title(program, key), call)
    for file, scope in sorted(kinds.functions):
        facts = program.facts(file)
        title = facts.names.scopes[scope].name if facts is not None else ""
        yield from _of_parameters(function_parameters(program, file, scope), asked, title, call)
        yield from _handed_on(program, asked, file, scope)
    if not kinds.types and not kinds.functions and isinstance(call.func, ast.Attribute):
        methods = list(_with_method(program, asked, call.func.attr))
        yield from _left(program, asked, call.func.value, methods)


def _of_parameters(parameters: Parameters, asked: _Asked, title: str, family: object) -> Iterator[Taker]:
    found = parameters.find(asked.name)
    if found is not None:
        yield Taker(None, title, found, family)


def _handed_on(program: Program, asked: _Asked, file: str, scope: int) -> Iterator[Taker]:
    """`def moved(cell, **changes): return replace(cell, **changes)`"""
    facts = program.facts(file)
    node = facts.names.scopes[scope].node if facts is not None else None
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.args.kwarg is None:
        return
    named = {item.arg for item in (*node.args.args, *node.args.kwonlyargs)}
    if asked.name in named or asked.depth >= _DEEPEST:
        return
    for call in calls_in(node):
        for item in call.keywords:
            if item.arg is None and isinstance(item.value, ast.Name) and item.value.id == node.args.kwarg.arg:
                names = (asked.names - named) | {each.arg for each in call.keywords if each.arg}
                yield from _takers(program, _Asked(file, call, asked.name, names, asked.depth + 1))


def _with_fields(program: Program, asked: _Asked) -> Iterator[Taker]:
    """Classes with fields of all these names."""
    for file in sorted(program.index.files_with(asked.name)):
        for key in classes_in(program, file):
            if makes_fields(program, key):
                found = _all_taken(field_parameters(program, key), asked)
                if found is not None:
                    yield Taker(key, _title(program, key), found, key)
        for record in records_in(program, file):
            field = record.find(asked.name)
            if field is not None and all(record.find(name) for name in asked.names):
                yield Taker(None, record.name.rpartition(".")[2], field, record.name)


def _with_method(program: Program, asked: _Asked, method: str) -> Iterator[Taker]:
    """Classes whose method of that name takes these keywords."""
    for file in sorted(program.index.files_with(method)):
        for key in classes_in(program, file):
            hit = find_member(program, key, method)
            if hit is None or hit.owner != key or not hit.member.functions:
                continue
            parameters = method_parameters(program, hit)
            found = _all_taken(parameters, asked)
            if found is not None:
                above = [item for item in order_of(program, key).classes if isinstance(item, ClassKey)]
                declaring = [item for item in above if find_member(program, item, method) is not None]
                yield Taker(
                    key,
                    f"{_title(program, key)}.{method}",
                    found,
                    _interface(program, declaring[-1], method, parameters),
                )


def _interface(program: Program, key: ClassKey, method: str, parameters: Parameters) -> object:
    """What the method can be exchanged with: by its base class, or by all that it takes if that is much."""
    hit = find_member(program, key, method)
    names = tuple(item.name for item in method_parameters(program, hit).named) if hit is not None else ()
    taken = names or tuple(item.name for item in parameters.named)
    return (method, taken) if len(taken) > 2 else key


def _title(program: Program, key: ClassKey) -> str:
    return class_info(program, key).name


def _all_taken(parameters: Parameters, asked: _Asked) -> Declaration | None:
    taken = all(parameters.open or parameters.find(name) is not None for name in asked.names)
    return parameters.find(asked.name) if taken else None


def _left(program: Program, asked: _Asked, thing: ast.expr, takers: list[Taker]) -> list[Taker]:
    """The takers that the object may be of, as far as callers and uses tell."""
    facts = program.facts(asked.file)
    kinds = kinds_at(program, asked.file, thing)
    related = [each for each in takers if each.owner is not None and _is_related(program, kinds, each.owner)]
    if facts is None or related or (kinds.complete and (kinds.owners or kinds.outside)):
        return related
    names = names_asked(program, asked.file, thing)
    left = [each for each in takers if each.owner is None or _has_all(program, each.owner, names)]
    if len({each.family for each in left}) > 1:
        named = [
            each
            for each in left
            if each.owner is not None and speaks_of(facts, thing, _title(program, each.owner))
        ]
        return named or left
    return left


def _is_related(program: Program, kinds: Kinds, key: ClassKey) -> bool:
    below = order_of(program, key).classes
    return any(each in below or key in order_of(program, each).classes for each in kinds.owners)


def _has_all(program: Program, key: ClassKey, names: frozenset[str]) -> bool:
    return not any(isinstance(resolve_member(program, InstanceValue(key), name), Absent) for name in names)
