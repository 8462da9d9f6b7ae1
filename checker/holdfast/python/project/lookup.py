"""Which class along a linearisation provides a member.

A store to `self.x` declares an attribute only where no ancestor has it: otherwise it is a use of the
ancestor's. A class outside the world that comes earlier in the order may hide what is found behind it;
such an answer is not exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from holdfast.python.project.classes import (
    MEMBERLESS,
    Ancestor,
    Order,
    class_info,
    order_of,
    own_member,
)
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.made_members import is_made
from holdfast.python.project.modules import External
from holdfast.python.project.own_members import Member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

ENUMERATIONS = frozenset({"enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag"})


class Hit(NamedTuple):
    """The member that a look-up ends at."""

    owner: ClassKey
    member: Member
    exact: bool


def find_member(program: Program, key: ClassKey, name: str) -> Hit | None:
    """The member that `name` means on an instance of the class."""
    order = order_of(program, key)
    return _find(program, order, order.classes, name, on_class=False)


def find_super_member(program: Program, key: ClassKey, name: str) -> Hit | None:
    """The member that `super().name` means in a method of the class."""
    order = order_of(program, key)
    return _find(program, order, order.classes[1:], name, on_class=False)


def find_class_member(program: Program, key: ClassKey, name: str) -> Hit | None:
    """The member that `name` means on the class itself, its metaclass included."""
    order = order_of(program, key)
    found = _find(program, order, order.classes, name, on_class=True)
    if found is not None:
        return found
    metaclass = metaclass_of(program, key)
    return None if metaclass is None else find_member(program, metaclass, name)


def metaclass_of(program: Program, key: ClassKey) -> ClassKey | None:
    """The metaclass, where it is a class of the world."""
    for item in order_of(program, key).classes:
        if isinstance(item, ClassKey):
            metaclass = class_info(program, item).metaclass
            if isinstance(metaclass, ClassKey):
                return metaclass
    return None


def is_enumeration(program: Program, key: ClassKey) -> bool:
    return has_ancestor(program, key, ENUMERATIONS)


def has_ancestor(program: Program, key: ClassKey, names: frozenset[str]) -> bool:
    """Whether one of these dotted names, in the world or outside, is among the ancestors."""
    for item in order_of(program, key).classes:
        if isinstance(item, External) and item.name in names:
            return True
        if isinstance(item, ClassKey) and class_info(program, item).qualified_name in names:
            return True
    return False


def member_declaration(owner: ClassKey, member: Member) -> Declaration:
    return Declaration(Interval(owner.file, *member.token), member.kind, member.name)


def _find(
    program: Program, order: Order, classes: Sequence[Ancestor], name: str, *, on_class: bool
) -> Hit | None:
    stored: Hit | None = None
    exact = True
    for position, item in enumerate(classes):
        if position == 1 or item != order.classes[0]:
            exact = exact and order.exact
        if not isinstance(item, ClassKey):
            exact = exact and item in MEMBERLESS
            continue
        member = own_member(program, item, name)
        if member is None:
            if is_made(program, item, name):
                return None
            continue
        if member.on_class or member.kind is Kind.FIELD:
            return Hit(item, member, exact)
        if not on_class or member.kind is Kind.CLASS_ATTRIBUTE:
            stored = Hit(item, member, exact)
    return stored
