"""Untouched code along the order of a class that uses a member on its own object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.classes.moved_members import class_at
from holdfast.check.members.member_bodies import asks_the_base, function_of
from holdfast.check.members.self_uses import SelfUse, is_untouched, self_uses
from holdfast.check.ordinary.new_overrides import NewOverride
from holdfast.check.pair import Pair
from holdfast.python.project.classes import Ancestor, class_info, order_of, own_member
from holdfast.python.project.values import ClassKey


class Asked(NamedTuple):
    """A use in a class of before that the edit leaves alone."""

    key: ClassKey
    use: SelfUse


def asked_along(pair: Pair, override: NewOverride) -> Iterator[Asked]:
    """What asks an object of the class for its new member: code above the class, and the class's own methods where
    the member came with a base."""
    name = override.member.name
    now = set(order_of(pair.after, override.after).classes)
    first = 1 if override.owner == override.after else 0
    for key in order_of(pair.before, override.before).classes[first:]:
        if not isinstance(key, ClassKey) or not _is_still_above(pair, key, now):
            continue
        for use in self_uses(pair.before, key, name):
            if use.method.name == name or not is_untouched(pair, key.file, use.call or use.node):
                continue
            if _gets_there(pair, override.after, key, use.method.name):
                yield Asked(key, use)


def _is_still_above(pair: Pair, key: ClassKey, now: set[Ancestor]) -> bool:
    place = pair.to_after(class_info(pair.before, key).interval)
    return place is not None and class_at(pair.after, place) in now


def _gets_there(pair: Pair, after: ClassKey, base: ClassKey, method: str) -> bool:
    """Does the method of the base class run for the class? Others of that name on the way must ask for it."""
    for key in order_of(pair.after, after).classes:
        member = own_member(pair.after, key, method) if isinstance(key, ClassKey) else None
        if member is None or not isinstance(key, ClassKey):
            continue
        place = pair.to_before(class_info(pair.after, key).interval)
        if place is not None and class_at(pair.before, place) == base:
            return True
        function = function_of(pair.after, key, member)
        if function is None or not asks_the_base(function):
            return False
    return False
