"""Whose member an attribute is that reading alone does not resolve: of a class where it was renamed, or of another.

Every class that has a member of the name is a candidate. Callers and containers tell what the object may be; where
they do not, classes drop out that lack what else is asked of the object, that could not be called like this, or
whose member could not be used like this. What the object is called decides only where all that leaves a choice.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.members.narrowing import ruled_out
from holdfast.check.objects.candidates import Candidate, Made, Owner, candidates
from holdfast.check.objects.fitting import can_be_used, types_of_language
from holdfast.check.objects.kinds import Kinds, kinds_at
from holdfast.check.objects.library_titles import library_types
from holdfast.check.objects.sources import Way
from holdfast.check.objects.titles import speaks_of
from holdfast.check.objects.uses import names_asked
from holdfast.check.pair import Pair
from holdfast.python.project.classes import order_of
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import find_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey


class Owners(NamedTuple):
    """What is left: classes whose member was renamed, and others (types of libraries by their dotted names)."""

    renamed: frozenset[Owner] = frozenset()
    others: frozenset[Owner] = frozenset()
    #: Objects of each of these are seen to come here.
    are_seen: bool = False

    @property
    def is_renamed(self) -> bool:
        return bool(self.renamed) and not self.others

    @property
    def is_renamed_in_project(self) -> bool:
        """Whether nothing else of the project is left."""
        return bool(self.renamed) and all(isinstance(each, str) for each in self.others)

    @property
    def is_other(self) -> bool:
        return bool(self.others) and not self.renamed


class Asked(NamedTuple):
    """An object that is asked for an attribute: an expression, and the way from it to the object.

    Without a receiver nothing is known of the object. `node` is the attribute itself, where it is written as one.
    """

    file: str
    receiver: ast.expr | None
    name: str
    node: ast.Attribute | None = None
    way: Way = ()


def owners_of(pair: Pair, affected: Affected, asked: Asked) -> Owners:
    """Whose member of that name an object of before is asked for."""
    facts = pair.before.facts(asked.file)
    possible = candidates(pair, affected, asked.name)
    if facts is None or asked.receiver is None:
        return _owners(possible)
    if not asked.way:
        no_longer = ruled_out(pair.before, asked.file, facts, asked.receiver)
        possible = [each for each in possible if not _is_of(pair.before, each.owner, no_longer)]
    kinds = kinds_at(pair.before, asked.file, asked.receiver, asked.way)
    seen = _by_kinds(pair.before, kinds, possible)
    if seen is not None:
        return seen
    if asked.node is None and kinds.owners:
        return Owners(others=frozenset(kinds.owners))  # nothing says that these have the attribute
    return _by_uses(pair, facts, asked, asked.receiver, possible)


def owners_of_kinds(pair: Pair, affected: Affected, name: str, kinds: Kinds) -> Owners:
    """Whose member of that name an object of these classes is asked for."""
    possible = candidates(pair, affected, name)
    return _by_kinds(pair.before, kinds, possible) or _owners(possible)


def _owners(left: list[Candidate], types: frozenset[str] = frozenset()) -> Owners:
    return Owners(
        frozenset(each.owner for each in left if each.is_renamed),
        frozenset({*(each.owner for each in left if not each.is_renamed), *types}),
    )


def _is_of(program: Program, owner: ClassKey | Made, keys: frozenset[ClassKey]) -> bool:
    return isinstance(owner, ClassKey) and not keys.isdisjoint(order_of(program, owner).classes)


def _by_kinds(program: Program, kinds: Kinds, possible: list[Candidate]) -> Owners | None:
    """What callers and containers tell: the class that is known, what it stands for, or a class below it."""
    keys = set(kinds.owners)
    keys |= {inner for key in kinds.owners for inner in _stood_for(program, key)}
    known = [
        each
        for each in possible
        if each.owner in keys or (isinstance(each.owner, Made) and each.owner.name in kinds.outside)
    ]
    if known:
        return _owners(known)._replace(are_seen=True)
    # An object of a base class that lacks the member may be of any class below that has it.
    below = [each for each in possible if _is_of(program, each.owner, kinds.owners)]
    if below:
        return _owners(below)
    if kinds.complete and (kinds.owners or kinds.outside):
        return Owners(others=frozenset(kinds.outside or kinds.owners))
    return None


def _stood_for(program: Program, key: ClassKey) -> Iterator[ClassKey]:
    """`def __getattr__(self, name): return getattr(self._document, name)` stands for the document."""
    hit = find_member(program, key, "__getattr__")
    facts = program.facts(hit.owner.file) if hit is not None else None
    if hit is None or facts is None or not hit.member.functions:
        return
    for node in ast.walk(facts.names.scopes[hit.member.functions[0]].node):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
            if node.args:
                yield from kinds_at(program, hit.owner.file, node.args[0]).classes - {key}


def _by_uses(
    pair: Pair, facts: FileFacts, asked: Asked, receiver: ast.expr, possible: list[Candidate]
) -> Owners:
    """What else is done with the object, and what it is called."""
    name, node = asked.name, asked.node
    others = names_asked(pair.before, asked.file, receiver, asked.way) - {name}
    types = frozenset(types_of_language(facts, node, name, others))
    left = [
        each
        for each in possible
        if all(each.may_have(pair.before, other) for other in others)
        and (node is None or can_be_used(pair.before, facts, node, each, is_of_language=bool(types)))
    ]
    found = _owners(left, types)
    if asked.way or not found.renamed:
        return found
    called = [each for each in left if _is_called_like(pair.before, facts, receiver, each)]
    called_like = library_types(facts, receiver, name, others) if not called else frozenset()
    if called_like:
        return Owners(others=found.others | called_like)
    told = _owners(called)
    return told if found.others and (told.is_renamed or told.is_other) else found


def _is_called_like(program: Program, facts: FileFacts, receiver: ast.expr, candidate: Candidate) -> bool:
    return any(speaks_of(facts, receiver, title) for title in candidate.titles(program))
