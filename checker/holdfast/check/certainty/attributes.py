"""Attributes of instances: which they surely have, and of which classes those are.

An instance has what its class body binds, what its initialiser stores whatever comes, and the fields that a
dataclass takes. Where anybody deletes an attribute of the name, or stores None in it, nothing is certain.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.certainty.initialisers import is_stored_by_initialiser
from holdfast.check.certainty.kind_sets import NOTHING, TEXT, WHOLE, Kind, Kinds, either
from holdfast.python.project.classes import class_node, object_defines, order_of, own_member
from holdfast.python.project.declarations import Kind as MemberKind
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.library import has_method
from holdfast.python.project.lookup import find_member
from holdfast.python.project.made_members import DATACLASS_DECORATORS, decorator_names
from holdfast.python.project.modules import External
from holdfast.python.project.own_members import Member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey

_DAY: dict[str, Kinds | None] = dict.fromkeys(("year", "month", "day"), WHOLE)
_TIME: dict[str, Kinds | None] = dict.fromkeys(("hour", "minute", "second", "microsecond"), WHOLE)
_PATH: dict[str, Kinds | None] = {
    **dict.fromkeys(("name", "stem", "suffix"), TEXT),
    **dict.fromkeys(("parent", "parts", "suffixes", "parents"), None),
}
#: Attributes of values of the standard library.
_OUTSIDE: dict[str, dict[str, Kinds | None]] = {
    "datetime.date": _DAY,
    "datetime.time": {**_TIME, "tzinfo": None},
    "datetime.datetime": {**_DAY, **_TIME, "tzinfo": None},
    "datetime.timedelta": dict.fromkeys(("days", "seconds", "microseconds"), WHOLE),
    "pathlib.Path": _PATH,
    "pathlib.PurePath": _PATH,
}


class Store(NamedTuple):
    """An assignment to an attribute."""

    file: str
    target: ast.Attribute


def surely_has(program: Program, kind: Kind, name: str) -> bool:
    """Can the attribute be read of every instance of the class and of those below, without code that could fail?"""
    if isinstance(kind, str):
        return name in _OUTSIDE.get(kind, ()) or has_method(kind, name)
    return program.memory.ask(("has", kind, name), lambda: _surely_has(program, kind, name), False, False)


def kinds_of_attribute(program: Program, kind: Kind, name: str) -> Kinds | None:
    """What the attribute of an instance is."""
    if isinstance(kind, str):
        return _OUTSIDE.get(kind, {}).get(name)
    return program.memory.ask(("kinds of", kind, name), lambda: _kinds(program, kind, name), NOTHING, None)


def stores(program: Program, name: str) -> tuple[Store, ...]:
    """Every assignment in the project to an attribute of the name."""
    return program.memory.ask(("stores", name), lambda: tuple(_stores(program, name, ast.Store)), (), ())


def _stores(program: Program, name: str, context: type[ast.expr_context]) -> Iterator[Store]:
    for file in sorted(program.index.files_with(name)):
        facts = program.facts(file)
        for use in facts.names.attributes if facts is not None else ():
            if use.node.attr == name and isinstance(use.node.ctx, context):
                yield Store(file, use.node)


def _surely_has(program: Program, key: ClassKey, name: str) -> bool:
    if any(_stores(program, name, ast.Del)):
        return False
    hit = find_member(program, key, name)
    if hit is None:
        return object_defines(name)
    below = [own_member(program, item, name) for item in subclasses(program, key)]
    if any(member is not None and member.kind is MemberKind.PROPERTY for member in below):
        return False
    match hit.member.kind:
        case MemberKind.METHOD | MemberKind.NESTED_CLASS | MemberKind.IMPORT:
            return True
        case MemberKind.PROPERTY:
            from holdfast.check.certainty.functions import (
                getter_cannot_fail,
            )  # it asks for attributes in turn

            return getter_cannot_fail(program, hit.owner, hit.member)
        case MemberKind.FIELD:
            return _takes_fields(program, hit.owner)
        case MemberKind.CLASS_ATTRIBUTE if hit.member.on_class:
            return not _is_left_open(program, hit.owner, hit.member)
    return is_stored_by_initialiser(program, key, name)


def _takes_fields(program: Program, key: ClassKey) -> bool:
    """Does the class make its annotations fields that every instance gets?"""
    decorators = class_node(program, key).decorator_list
    if any(decorator_names(program, key.file, item) & DATACLASS_DECORATORS for item in decorators):
        return True
    return External("typing.NamedTuple") in order_of(program, key).classes


def _is_left_open(program: Program, key: ClassKey, member: Member) -> bool:
    """`x: int = field(init=False)`: a dataclass takes the default away again."""
    facts = program.facts(key.file)
    for target in member.targets:
        statement = facts.parents.get(target) if facts is not None else None
        value = getattr(statement, "value", None)
        if isinstance(value, ast.Call):
            given = {keyword.arg for keyword in value.keywords}
            if "init" in given and not given & {"default", "default_factory", "factory"}:
                return True
    return False


def _kinds(program: Program, key: ClassKey, name: str) -> Kinds | None:
    hit = find_member(program, key, name)
    if hit is None or hit.member.kind in (MemberKind.METHOD, MemberKind.NESTED_CLASS, MemberKind.IMPORT):
        return None
    if hit.member.kind is MemberKind.PROPERTY:
        from holdfast.check.certainty.called_kinds import kinds_returned  # it asks for kinds in turn

        return kinds_returned(program, hit.owner.file, hit.member.functions[0])
    return either(_declared(program, key, name))


def _declared(program: Program, key: ClassKey, name: str) -> Iterator[Kinds | None]:
    """What each declaration along the order of the class, below it and anywhere else gives the attribute."""
    from holdfast.check.certainty.kinds import kinds_of_target  # which asks for attributes in turn

    above = [item for item in order_of(program, key).classes if isinstance(item, ClassKey)]
    family = [*above, *subclasses(program, key)]
    promised = False
    own: set[ast.AST] = set()
    for item in family:
        member = own_member(program, item, name)
        facts = program.facts(item.file)
        for target in member.targets if member is not None and facts is not None else ():
            own.add(target)
            bound = facts.bound_values.get(target) if facts is not None else None
            promised = promised or (bound is not None and bound.how == "annotation")
            if not promised or (bound is not None and bound.how == "annotation"):
                yield kinds_of_target(program, item.file, target)
    for store in stores(program, name):
        if store.target not in own and not promised and not _is_of_others(program, store, family):
            yield kinds_of_target(program, store.file, store.target)


def _is_of_others(program: Program, store: Store, family: list[ClassKey]) -> bool:
    """Is the attribute one of another class, which stores it in itself?"""
    from holdfast.check.certainty.kinds import kinds_of  # which asks for attributes in turn

    bases = kinds_of(program, store.file, store.target.value)
    return bases is not None and bases.isdisjoint(family)
