"""Nested classes that the edit moved, as attributes of the class around them."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from typing import TYPE_CHECKING

from holdfast.python.project.classes import own_member
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.exports import lookup
from holdfast.python.project.hierarchy import class_at, subclasses
from holdfast.python.project.lookup import find_class_member
from holdfast.python.project.own_members import Member
from holdfast.text.interval import Interval

if TYPE_CHECKING:
    from holdfast.check.code.sides import Side


def moved_class(side: Side, outer: Hashable, name: str, *, through_instance: bool = False) -> Hashable | None:
    """The identity of a nested class that the edit moved, as an attribute of the class around it.

    Through an instance it is only known if no class below has one of its own under the name.
    """
    declaration = side.declared.get(outer)
    if declaration is None or declaration.kind is not Kind.CLASS:
        return None
    info = class_at(side.program, declaration.interval)
    hit = find_class_member(side.program, info.key, name) if info is not None else None
    if info is None or hit is None:
        return None
    below = subclasses(side.program, info.key) if through_instance else ()
    if any(own_member(side.program, key, name) is not None for key in below):
        return None
    if hit.member.kind is not Kind.NESTED_CLASS:
        return _alias_of_moved(side, hit.owner.file, hit.member)
    token = Interval(hit.owner.file, *hit.member.token)
    if token not in (side.pair.moved if side.is_before else side.pair.moved.values()):
        return None
    return side.identity_of_declaration(Declaration(token, Kind.NESTED_CLASS, name))


def _alias_of_moved(side: Side, file: str, member: Member) -> Hashable | None:
    """The class that moved to the module, where its old place only names it (`Node = Node`)."""
    facts = side.program.facts(file)
    if facts is None or side.is_before or member.functions or len(member.tokens) != 1:
        return None
    bound = [facts.bound_values.get(target) for target in member.targets]
    if len(bound) != 1 or bound[0] is None or not isinstance(bound[0].node, ast.Name):
        return None
    resolution = lookup(side.program, file, bound[0].node.id)
    places = [item.interval for item in resolution.declarations]
    if len(places) != 1 or places[0] not in side.pair.moved.values():
        return None
    return side.identity_of(resolution, bound[0].node.id)
