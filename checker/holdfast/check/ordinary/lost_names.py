"""What modules and classes no longer have after an ordinary edit: taken out, or under another name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.classes.moved_members import class_at
from holdfast.check.pair import Pair
from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.classes import class_info, classes_in, own_members
from holdfast.python.project.exports import lookup
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import find_member
from holdfast.python.project.members import Absent, resolve_member
from holdfast.python.project.values import ClassKey, ClassValue, InstanceValue
from holdfast.text.interval import Interval


class Lost(NamedTuple):
    """A name of before that its module or class does not provide any more, in whatever way."""

    interval: Interval
    name: str
    #: The class that had it, before.
    owner: ClassKey | None
    #: The name that stands in its place now; None where it was taken out.
    renamed: str | None


def lost_names(pair: Pair) -> list[Lost]:
    return [
        lost
        for file in pair.edited_python_files()
        if (facts := pair.facts(file)) is not None and not facts[0].tree.error and not facts[1].tree.error
        for lost in (*_of_module(pair, file, facts), *_of_classes(pair, file))
    ]


def _of_module(pair: Pair, file: str, facts: tuple[FileFacts, FileFacts]) -> Iterator[Lost]:
    before, after = facts
    new_file = pair.file_after(file) or file
    for (owner, name), indices in before.bindings.items():
        if owner != MODULE_SCOPE or (MODULE_SCOPE, name) in after.bindings or name.startswith("__"):
            continue
        item = before.names.occurrences[indices[0]]
        if lookup(pair.after, new_file, name).missing:
            yield _lost(pair, Interval(file, item.start, item.end), name, None)


def _of_classes(pair: Pair, file: str) -> Iterator[Lost]:
    for before in classes_in(pair.before, file):
        place = pair.became(class_info(pair.before, before).interval)
        after = class_at(pair.after, place) if place is not None else None
        if after is None:
            continue
        kept = own_members(pair.after, after)
        for name, member in own_members(pair.before, before).items():
            if name in kept or name.startswith("__") or find_member(pair.after, after, name) is not None:
                continue
            value = ClassValue(after) if member.on_class else InstanceValue(after)
            if isinstance(resolve_member(pair.after, value, name), Absent):
                yield _lost(pair, Interval(file, *member.token), name, before)


def _lost(pair: Pair, interval: Interval, name: str, owner: ClassKey | None) -> Lost:
    place = pair.became(interval)
    text = (pair.after.world.text(place.file) or "")[place.start : place.end] if place is not None else ""
    return Lost(interval, name, owner, text if text.isidentifier() and text != name else None)
