"""Members that several classes of a hierarchy have, where the edit changed some of their definitions.

A family is a name and the classes that may get it from a changed definition: those with one, and all below
them. What each of them gets is found along its own order of classes, in both worlds (`kept_members`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from holdfast.check.classes.moved_members import class_at
from holdfast.check.pair import Pair
from holdfast.python.project.classes import class_info, classes_in, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.own_members import Member
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import makes_fields
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

_KINDS = (Kind.METHOD, Kind.PROPERTY, Kind.CLASS_ATTRIBUTE, Kind.FIELD)


class Family(NamedTuple):
    """A member, the classes that may get it from a changed definition, and those definitions."""

    name: str
    #: Class of before to class of after.
    classes: Mapping[ClassKey, ClassKey]
    before: frozenset[Interval]
    after: frozenset[Interval]


class _Owner(NamedTuple):
    """A class with a definition that changed, by its key in either world."""

    before: ClassKey | None
    after: ClassKey | None


def find_families(pair: Pair) -> list[Family]:
    """The families in which a class lost or got a definition of its own, or several changed together."""
    changed: dict[str, list[_Owner]] = {}
    for owner in _owners(pair):
        for name in _changed_names(pair, owner):
            changed.setdefault(name, []).append(owner)
    found: list[Family] = []
    for name, owners in sorted(changed.items()):
        for group in _related(pair, owners):
            family = _family(pair, name, group)
            if family is not None and (len(group) > 1 or _is_one_sided(pair, name, group[0])):
                found.append(family)
    return found


def _owners(pair: Pair) -> Iterator[_Owner]:
    """The classes of the files that the edit reaches, with their counterparts, and those that are new."""
    known: set[ClassKey] = set()
    for file in pair.rewritten_python_files():
        if pair.facts(file) is None:
            continue
        for key in classes_in(pair.before, file):
            after = class_after(pair, key)
            if after is not None:
                known.add(after)
                yield _Owner(key, after)
    files = {pair.file_after(file) for file in pair.rewritten_python_files()} | set(pair.edits.created)
    for new in sorted(file for file in files if file is not None and file.endswith((".py", ".pyi"))):
        for key in classes_in(pair.after, new):
            if key not in known:
                yield _Owner(None, key)


def class_after(pair: Pair, key: ClassKey) -> ClassKey | None:
    """The class that a class of before became."""
    place = pair.became(class_info(pair.before, key).interval)
    return class_at(pair.after, place) if place is not None else None


def _changed_names(pair: Pair, owner: _Owner) -> Iterator[str]:
    first = _members(pair.before, owner.before)
    second = _members(pair.after, owner.after)
    for name in sorted(first.keys() | second.keys()):
        one, other = first.get(name), second.get(name)
        if (
            one is None
            or other is None
            or _code(pair.before, owner.before, one) != _code(pair.after, owner.after, other)
        ):
            yield name


def _members(program: Program, key: ClassKey | None) -> Mapping[str, Member]:
    if key is None:
        return {}
    members = own_members(program, key).items()
    fields = makes_fields(program, key)
    return {
        name: member
        for name, member in members
        if member.kind in _KINDS
        and (member.on_class or member.kind is Kind.FIELD)
        and not (fields and not member.functions)
        and name != "__slots__"
    }


def _code(program: Program, key: ClassKey | None, member: Member) -> str:
    """The text of the definitions, by which a definition that stays as it was is known."""
    facts = program.facts(key.file) if key is not None else None
    if facts is None:
        return ""
    if member.functions:
        nodes = [facts.names.scopes[scope].node for scope in member.functions]
        return "\n".join(ast.dump(node) for node in nodes)
    bound = [facts.bound_values.get(target) for target in member.targets]
    return "\n".join([member.kind.name, *(ast.dump(item.node) for item in bound if item is not None)])


def _is_one_sided(pair: Pair, name: str, owner: _Owner) -> bool:
    """Does only one world have a definition in the class?"""
    return (name in _members(pair.before, owner.before)) != (name in _members(pair.after, owner.after))


def _related(pair: Pair, owners: list[_Owner]) -> list[list[_Owner]]:
    """The owners in groups that have a class below them in common."""
    groups: list[tuple[set[object], list[_Owner]]] = []
    for owner in owners:
        reached: set[object] = set(_below(pair, owner))
        members = [owner]
        apart = []
        for others, group in groups:
            if others & reached:
                reached |= others
                members = [*group, *members]
            else:
                apart.append((others, group))
        groups = [*apart, (reached, members)]
    return [group for _, group in groups]


def _below(pair: Pair, owner: _Owner) -> Iterator[ClassKey]:
    """The owner and every class below it in either world, as classes of after."""
    if owner.before is not None:
        for key in (owner.before, *subclasses(pair.before, owner.before)):
            after = class_after(pair, key)
            if after is not None:
                yield after
    if owner.after is not None:
        yield from (owner.after, *subclasses(pair.after, owner.after))


def _family(pair: Pair, name: str, group: list[_Owner]) -> Family | None:
    classes: dict[ClassKey, ClassKey] = {}
    for owner in group:
        if owner.before is not None:
            for key in (owner.before, *subclasses(pair.before, owner.before)):
                after = class_after(pair, key)
                if after is None:
                    return None  # a class is gone: nothing to compare it with
                classes[key] = after
        for after in (owner.after, *subclasses(pair.after, owner.after)) if owner.after is not None else ():
            place = pair.was(class_info(pair.after, after).interval)
            key = class_at(pair.before, place) if place is not None else None  # type: ignore[assignment]
            if key is not None:
                classes[key] = after
    before = [(owner.before, _members(pair.before, owner.before).get(name)) for owner in group]
    after_members = [(owner.after, _members(pair.after, owner.after).get(name)) for owner in group]
    return Family(name, classes, _tokens(before), _tokens(after_members))


def _tokens(members: list[tuple[ClassKey | None, Member | None]]) -> frozenset[Interval]:
    return frozenset(
        Interval(key.file, *token)
        for key, member in members
        if key is not None and member is not None
        for token in member.tokens
    )
