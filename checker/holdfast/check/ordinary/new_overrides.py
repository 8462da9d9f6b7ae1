"""Members that a class newly gets in the place of inherited ones: its own, or those of a base put in front."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.classes.moved_members import class_at
from holdfast.check.pair import Pair
from holdfast.python.project.classes import class_info, classes_in, order_of, own_members
from holdfast.python.project.lookup import Hit, find_member
from holdfast.python.project.own_members import Member
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval


class NewOverride(NamedTuple):
    #: The class, before and after.
    before: ClassKey
    after: ClassKey
    #: The class that has the new member, after: the class itself, or a new one among its ancestors.
    owner: ClassKey
    member: Member
    #: What the class inherited under that name.
    inherited: Hit


def own_overrides(pair: Pair) -> Iterator[NewOverride]:
    """By members that the edit wrote into a class."""
    for before, after in standing_classes(pair):
        mine = own_members(pair.before, before)
        for name, member in own_members(pair.after, after).items():
            if (
                name in mine
                or name.startswith("__")
                or not member.on_class
                or not _is_new(pair, after, member)
            ):
                continue
            hit = find_member(pair.before, before, name)
            if hit is not None and hit.owner != before and not hit.member.abstract:
                yield NewOverride(before, after, after, member, hit)


def overrides_by_new_bases(pair: Pair) -> Iterator[NewOverride]:
    """By members of classes that newly stand in front of others among the ancestors."""
    for before, after in standing_classes(pair):
        for owner in new_ancestors(pair, before, after):
            for name, member in own_members(pair.after, owner).items():
                if name.startswith("__") or not member.on_class:
                    continue
                first, second = find_member(pair.before, before, name), find_member(pair.after, after, name)
                if first is None or second is None or second.owner != owner:
                    continue
                if (
                    first.owner != before
                    and not first.member.abstract
                    and _is_above(pair, first.owner, after)
                ):
                    yield NewOverride(before, after, owner, member, first)


def new_ancestors(pair: Pair, before: ClassKey, after: ClassKey) -> list[ClassKey]:
    """The classes of the project that a class did not extend before, but for those that only took another's place."""
    known = {key for key in order_of(pair.before, before).classes if isinstance(key, ClassKey)}
    found = []
    for key in order_of(pair.after, after).classes[1:]:
        if isinstance(key, ClassKey):
            place = pair.was(class_info(pair.after, key).interval)
            if place is None or class_at(pair.before, place) not in known:
                found.append(key)
    return found


def standing_classes(pair: Pair) -> Iterator[tuple[ClassKey, ClassKey]]:
    """The classes of edited files that are there in both worlds."""
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None or facts[0].tree.error or facts[1].tree.error:
            continue
        for after in classes_in(pair.after, new_file):
            place = pair.to_before(class_info(pair.after, after).interval)
            before = class_at(pair.before, place) if place is not None else None
            if before is not None:
                yield before, after


def _is_above(pair: Pair, owner: ClassKey, after: ClassKey) -> bool:
    place = pair.became(class_info(pair.before, owner).interval)
    return place is not None and class_at(pair.after, place) in order_of(pair.after, after).classes


def _is_new(pair: Pair, key: ClassKey, member: Member) -> bool:
    tokens = [Interval(key.file, *token) for token in member.tokens]
    return not any(pair.has_stood(token) or token in pair.moved.values() for token in tokens)
