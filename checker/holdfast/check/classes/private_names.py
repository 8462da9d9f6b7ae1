"""Private names that follow their members into another class.

Python spells `__marks` with the name of the class around it. A member that moves takes another spelling along, and
nobody notices if everything that says the old one said it there: what made the attribute moved with what reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from holdfast.check.classes.families import class_after
from holdfast.check.pair import Pair
from holdfast.python.project.classes import class_info, classes_in, order_of
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.own_members import owner_and_word
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey


class Spelling(NamedTuple):
    """A private name as Python keeps it, and the class that spells it so."""

    name: str
    owner: ClassKey


#: Spellings that only the world before has, to those that only the world after has in their place.
PrivateNames = Mapping[str, tuple[Spelling, ...]]


def names_of_objects(pair: Pair, names: PrivateNames, key: ClassKey) -> dict[str, str]:
    """The spellings that an object of a class of after has, by those that it had."""
    order = order_of(pair.after, key).classes
    found: dict[str, str] = {}
    for name, spellings in names.items():
        own = [item.name for item in spellings if item.owner in order]
        if len(own) == 1:
            found[name] = own[0]
    return found


def names_of_all_objects(names: PrivateNames) -> dict[str, str]:
    return {name: spellings[0].name for name, spellings in names.items() if len(spellings) == 1}


def private_names_after(pair: Pair) -> PrivateNames:
    """There are several where a member went down into several classes."""
    before, after = _spelled(pair, pair.before), _spelled(pair, pair.after)
    found: dict[str, tuple[Spelling, ...]] = {}
    for name, (owner, word) in before.items():
        if name in after or pair.after.index.files_with(name):
            continue
        new = [
            Spelling(other, key)
            for other, (key, another) in after.items()
            if another == word and other not in before and _are_related(pair, owner, key)
        ]
        if new and not _meet_in_one(pair, [key for key, another in before.values() if another == word]):
            if not _meet_in_one(pair, [item.owner for item in new], after=True):
                found[name] = tuple(new)
    return found


def _spelled(pair: Pair, program: Program) -> dict[str, tuple[ClassKey, str]]:
    """Private names as the classes of the edited files spell them: the class, and the word in its text."""
    found: dict[str, tuple[ClassKey, str]] = {}
    files = pair.rewritten_python_files()
    if program is pair.after:
        files = [new for file in files if (new := pair.file_after(file)) is not None]
    for file in files:
        facts = program.facts(file)
        if facts is None or "__" not in facts.text:
            continue
        owners = {class_info(program, key).name.lstrip("_"): key for key in classes_in(program, file)}
        names = {use.name for use in facts.names.attributes}
        names |= {name for members in facts.members.values() for name in members}
        for name in names:
            private = owner_and_word(name)
            if private is not None and private[0] in owners:
                found[name] = (owners[private[0]], private[1])
    return found


def _are_related(pair: Pair, before: ClassKey, after: ClassKey) -> bool:
    """Is one of the classes above the other?"""
    counterpart = class_after(pair, before)
    return counterpart is not None and (
        counterpart in order_of(pair.after, after).classes
        or after in order_of(pair.after, counterpart).classes
    )


def _meet_in_one(pair: Pair, owners: list[ClassKey], *, after: bool = False) -> bool:
    """Has an object two attributes of that word, of different classes?"""
    program = pair.after if after else pair.before
    return any(len(set(owners) & set(line)) > 1 for line in _lines(program, owners))


def _lines(program: Program, owners: list[ClassKey]) -> Iterator[tuple[object, ...]]:
    for owner in owners:
        for key in (owner, *subclasses(program, owner)):
            yield order_of(program, key).classes
