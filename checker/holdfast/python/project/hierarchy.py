"""Classes below a class, override families, and the O and I edges.

O runs from a member of a class to the member that each of its bases would provide in its place; I from
a class to every concrete member that it inherits. Both end at declaring tokens of the world: what comes
from outside has no token and no edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from holdfast.model.edge import Edge
from holdfast.python.project.classes import (
    MEMBERLESS,
    ClassInfo,
    class_info,
    classes_in,
    order_of,
    outside_ancestors,
    own_member,
    own_members,
)
from holdfast.python.project.declarations import Kind
from holdfast.python.project.lookup import Hit, find_member, find_super_member
from holdfast.python.project.made_members import MADE_NAMES, is_made
from holdfast.python.project.own_members import Member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval


class Family(NamedTuple):
    """A member with everything that overrides it or is overridden by it, across the hierarchy.

    `outside` are ancestors of the family's classes that are not in the world and may declare it too.
    """

    name: str
    members: tuple[tuple[ClassKey, Member], ...]
    outside: tuple[str, ...]

    def tokens(self) -> tuple[Interval, ...]:
        """Every declaring token of the family, in reading order."""
        return tuple(
            sorted(Interval(key.file, *token) for key, member in self.members for token in member.tokens)
        )


def direct_subclasses(program: Program, key: ClassKey) -> tuple[ClassKey, ...]:
    """The classes that name this class among their bases, in any file, under whatever alias."""
    known: dict[ClassKey, tuple[ClassKey, ...]] = program.memory.table("subclasses")
    if key not in known:
        found = {
            other for other in _possible_subclasses(program, key) if key in class_info(program, other).bases
        }
        known[key] = tuple(sorted(found))
    return known[key]


def subclasses(program: Program, key: ClassKey) -> tuple[ClassKey, ...]:
    """Every class below this one, sorted."""
    known: dict[ClassKey, tuple[ClassKey, ...]] = program.memory.table("all subclasses")
    if key not in known:
        found: set[ClassKey] = set()
        waiting = [key]
        while waiting:
            for other in direct_subclasses(program, waiting.pop()):
                if other not in found and other != key:
                    found.add(other)
                    waiting.append(other)
        known[key] = tuple(sorted(found))
    return known[key]


def member_family(program: Program, key: ClassKey, name: str) -> Family:
    """The override family of a member that the class declares or inherits.

    Classes belong together when one inherits from the other, or when a common subclass (a class that
    mixes them) sees both.
    """
    relatives: dict[ClassKey, None] = {key: None}
    waiting = [key]
    while waiting:
        current = waiting.pop()
        for other in (*order_of(program, current).classes, *subclasses(program, current)):
            if not isinstance(other, ClassKey) or other in relatives:
                continue
            if _belongs(program, other, name):
                relatives[other] = None
                waiting.append(other)
    members = [
        (item, member)
        for item in sorted(relatives)
        if (member := own_member(program, item, name)) is not None
    ]
    outside = {getattr(item, "name", "?") for one in relatives for item in outside_ancestors(program, one)}
    return Family(name, tuple(members), tuple(sorted(outside)))


def overridden(program: Program, key: ClassKey, name: str) -> tuple[Hit, ...]:
    """The members that this class's own `name` stands in for: one at most per base, the nearest."""
    found: dict[ClassKey, Hit] = {}
    for base in class_info(program, key).bases:
        hit = find_member(program, base, name) if isinstance(base, ClassKey) and base != key else None
        if hit is not None and hit.owner != key:
            found.setdefault(hit.owner, hit)
    return tuple(found.values())


def inherited(program: Program, key: ClassKey, names: frozenset[str] | None = None) -> Iterator[Hit]:
    """The members that instances of the class get from above, abstract ones included."""
    order = order_of(program, key)
    own = own_members(program, key)
    seen = {name for name, member in own.items() if not _only_stored(member)} | _made(program, key)
    exact = order.exact
    for item in order.classes[1:]:
        if not isinstance(item, ClassKey):
            exact = exact and item in MEMBERLESS
            continue
        for name, member in own_members(program, item).items():
            if name in seen or (names is not None and name not in names):
                continue
            seen.add(name)
            hit = Hit(item, member, exact and not member.stored_on_class)
            # A store to `self.x` may use an attribute that a class further up declares.
            yield (find_super_member(program, key, name) or hit) if _only_stored(member) else hit
        seen |= _made(program, item)


def _made(program: Program, key: ClassKey) -> set[str]:
    return {name for name in MADE_NAMES if is_made(program, key, name)}


def override_edges(
    program: Program, key: ClassKey, names: frozenset[str] | None = None
) -> Iterator[tuple[Edge, bool]]:
    """The O edges whose overriding member is in this class."""
    for name, member in own_members(program, key).items():
        if _only_stored(member) or (names is not None and name not in names):
            continue
        head = Interval(key.file, *member.token)
        certain = order_of(program, key).exact
        for hit in overridden(program, key, name):
            yield Edge(head, "O", Interval(hit.owner.file, *hit.member.token)), certain and hit.exact


def inheritance_edges(
    program: Program, key: ClassKey, names: frozenset[str] | None = None
) -> Iterator[tuple[Edge, bool]]:
    """The I edges of this class."""
    info = class_info(program, key)
    for hit in inherited(program, key, names):
        if not hit.member.abstract:
            yield Edge(info.interval, "I", Interval(hit.owner.file, *hit.member.token)), hit.exact


def hierarchy_edges(
    program: Program, files: Iterable[str], names: frozenset[str] | None = None
) -> Iterator[tuple[Edge, bool]]:
    """The O and I edges of the classes in these files, for these members or all."""
    for file in sorted(files):
        for key in classes_in(program, file):
            yield from override_edges(program, key, names)
            yield from inheritance_edges(program, key, names)


def class_at(program: Program, interval: Interval) -> ClassInfo | None:
    """The class that a token declares."""
    for key in classes_in(program, interval.file):
        info = class_info(program, key)
        if info.interval == interval:
            return info
    return None


def _only_stored(member: Member) -> bool:
    return not member.on_class and member.kind is not Kind.FIELD


def _belongs(program: Program, key: ClassKey, name: str) -> bool:
    return own_member(program, key, name) is not None or find_member(program, key, name) is not None


def _possible_subclasses(program: Program, key: ClassKey) -> Iterator[ClassKey]:
    """Classes with a base of the name of the class, or of a name that some file gives it."""
    name = class_info(program, key).name
    names, waiting = {name}, [name]
    while waiting:
        others = _other_names(program, waiting.pop()) - names
        names |= others
        waiting.extend(others)
    for word in names:
        yield from _with_base(program, word)


def _other_names(program: Program, word: str) -> frozenset[str]:
    """What some file calls the thing that it otherwise knows as `word`."""
    known: dict[str, frozenset[str]] = program.memory.table("other names")
    if word not in known:
        all_facts = map(program.facts, program.index.files_with(word))
        known[word] = frozenset(
            other
            for facts in all_facts
            if facts is not None
            for other in facts.aliases.get(word, frozenset())
        )
    return known[word]


def _with_base(program: Program, word: str) -> tuple[ClassKey, ...]:
    """Classes that name a base so, and those of the same files with a base that is no dotted name."""
    known: dict[str, tuple[ClassKey, ...]] = program.memory.table("classes by base")
    if word not in known:
        known[word] = tuple(
            ClassKey(file, scope)
            for file in program.index.files_with(word)
            if (facts := program.facts(file)) is not None
            for base in (word, "")
            for scope in facts.classes_by_base.get(base, ())
        )
    return known[word]
