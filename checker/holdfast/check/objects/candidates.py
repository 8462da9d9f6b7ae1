"""The classes of a project that have a member of a certain name, and whether it was renamed there."""

from __future__ import annotations

from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.classes.families import class_after
from holdfast.check.pair import Pair
from holdfast.python.project.classes import class_info, object_defines, order_of
from holdfast.python.project.functional_records import Record, records_in
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import Hit, find_member
from holdfast.python.project.members import Absent, resolve_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, InstanceValue
from holdfast.text.interval import Interval


class Made(NamedTuple):
    """A class that a call makes (`namedtuple(…)`), by its dotted name."""

    name: str


#: A class of the project, or the dotted name of one outside it.
Owner = ClassKey | Made | str


class Candidate(NamedTuple):
    owner: ClassKey | Made
    #: Where the class has the member from; None for a class that a call makes.
    hit: Hit | None
    record: Record | None
    is_renamed: bool

    def may_have(self, program: Program, name: str) -> bool:
        """Can objects of the class have another attribute of that name?"""
        if object_defines(name):
            return True
        if isinstance(self.owner, ClassKey):
            return not isinstance(resolve_member(program, InstanceValue(self.owner), name), Absent)
        return self.record is None or not self.record.lacks(name)

    def titles(self, program: Program) -> frozenset[str]:
        """What the class, and the classes above it that are written down, are called."""
        if isinstance(self.owner, Made):
            return frozenset({self.owner.name.rpartition(".")[2]})
        above = order_of(program, self.owner).classes
        return frozenset(class_info(program, key).name for key in above if isinstance(key, ClassKey))


def candidates(pair: Pair, affected: Affected, name: str) -> list[Candidate]:
    known: dict[str, tuple[list[tuple[ClassKey, Hit]], list[Record]]] = pair.before.memory.table(
        "classes with a member"
    )
    if name not in known:
        known[name] = (_classes_with(pair.before, name), _records_with(pair.before, name))
    classes, records = known[name]
    found = [
        Candidate(key, hit, None, _is_renamed(affected, hit) and not _still_has(pair, key, name))
        for key, hit in classes
    ]
    for record in records:
        field = record.find(name)
        is_renamed = field is not None and field.interval in affected.tokens
        found.append(Candidate(Made(record.name), None, record, is_renamed))
    return found


def _classes_with(program: Program, name: str) -> list[tuple[ClassKey, Hit]]:
    declaring = {
        ClassKey(file, scope)
        for file in program.index.files_with(name)
        if (facts := program.facts(file)) is not None
        for scope, members in facts.members.items()
        if name in members
    }
    keys = declaring.union(*(subclasses(program, key) for key in declaring))
    hits = ((key, find_member(program, key, name)) for key in sorted(keys))
    return [(key, hit) for key, hit in hits if hit is not None]


def _records_with(program: Program, name: str) -> list[Record]:
    return [
        record
        for file in sorted(program.index.files_with(name))
        for record in records_in(program, file)
        if record.find(name) is not None
    ]


def _is_renamed(affected: Affected, hit: Hit) -> bool:
    return any(Interval(hit.owner.file, *token) in affected.tokens for token in hit.member.tokens)


def _still_has(pair: Pair, key: ClassKey, name: str) -> bool:
    """Does the class answer to the old name after the edit, with a property say?"""
    after = class_after(pair, key)
    return after is not None and find_member(pair.after, after, name) is not None
