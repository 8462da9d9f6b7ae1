"""Base classes that only one world has: a superclass that was extracted, or one that was dissolved.

That a class extends such a base is no effect of its own. What the base brings are members, and those are
compared as each class has them.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from holdfast.python.project.classes import MEMBERLESS, class_node, order_of, own_member
from holdfast.python.project.declarations import Kind
from holdfast.python.project.hierarchy import class_at

if TYPE_CHECKING:
    from holdfast.check.code.sides import Side

#: Members that act on the classes below when those are made.
_ACTING_BELOW = (
    "__init_subclass__",
    "__new__",
    "__set_name__",
    "__slots__",
    "__getattribute__",
    "__getattr__",
)


def is_plumbing_class(side: Side, identity: Hashable) -> bool:
    """Is it a class that the other world does not have, that extends nothing and does nothing to others?"""
    declaration = side.declared.get(identity)
    if declaration is None or declaration.kind is not Kind.CLASS:
        return False
    place = declaration.interval
    if (side.pair.became(place) if side.is_before else side.pair.was(place)) is not None:
        return False
    info = class_at(side.program, place)
    if info is None or class_node(side.program, info.key).decorator_list:
        return False
    if any(item not in MEMBERLESS for item in order_of(side.program, info.key).classes[1:]):
        return False
    return info.metaclass is None and not any(
        own_member(side.program, info.key, name) is not None for name in _ACTING_BELOW
    )
