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
from holdfast.check.calls.call_fits import fits
from holdfast.check.members.evidence import EVERYDAY_TYPES
from holdfast.check.members.narrowing import ruled_out
from holdfast.check.objects.containers import kinds_of_member
from holdfast.check.objects.kinds import Kinds, kinds_at
from holdfast.check.objects.titles import speaks_of
from holdfast.check.objects.uses import names_asked
from holdfast.check.pair import Pair
from holdfast.check.texts.name_keys import parents_of
from holdfast.python.project.classes import class_info, object_defines, order_of
from holdfast.python.project.declarations import Kind
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.functional_records import fields_made_by_calls
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import Hit, find_member
from holdfast.python.project.members import Absent, resolve_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, InstanceValue
from holdfast.text.interval import Interval

#: Stands for all classes that calls make, which have no class statement.
_MADE_BY_CALLS: frozenset[ClassKey | str] = frozenset({"collections.namedtuple"})


class Owners(NamedTuple):
    """What is left: classes whose member was renamed, and others (types of the language by their dotted names)."""

    renamed: frozenset[ClassKey | str] = frozenset()
    others: frozenset[ClassKey | str] = frozenset()
    #: Objects of each of these are seen to come here.
    are_seen: bool = False

    @property
    def is_renamed(self) -> bool:
        return bool(self.renamed) and not self.others

    @property
    def is_renamed_in_project(self) -> bool:
        """Whether nothing else of the project is left."""
        others = (each for each in self.others if not isinstance(each, str) or each in _MADE_BY_CALLS)
        return bool(self.renamed) and not any(others)

    @property
    def is_other(self) -> bool:
        return bool(self.others) and not self.renamed


class _Candidate(NamedTuple):
    key: ClassKey
    hit: Hit
    is_renamed: bool


def owners_of(pair: Pair, affected: Affected, file: str, node: ast.Attribute, name: str) -> Owners:
    """Whose member of that name this attribute of before can be."""
    facts = pair.before.facts(file)
    if facts is None:
        return Owners()
    no_longer = ruled_out(pair.before, file, facts, node.value)
    candidates = [
        each
        for each in _candidates(pair, affected, name)
        if no_longer.isdisjoint(order_of(pair.before, each.key).classes)
    ]
    kinds = kinds_at(pair.before, file, node.value)
    known = _among(pair.before, kinds, candidates)
    if known:
        return _owners(known)._replace(are_seen=True)
    below = _below(pair.before, kinds, candidates)
    if below:
        return _owners(below)
    if kinds.complete and (kinds.owners or kinds.outside):
        return Owners(others=frozenset(kinds.outside or kinds.owners))
    asked = names_asked(pair.before, file, node.value) - {name}
    types = frozenset(_types_of_language(facts, node, name, asked))
    left = [
        each
        for each in candidates
        if all(_may_have(pair.before, each.key, other) for other in asked)
        and _can_be_used(pair.before, facts, node, each, is_of_language=bool(types))
    ]
    found = _owners(left)
    if fields := _fields(pair, name):
        renamed = any(place in affected.tokens for place in fields)
        found = (
            Owners(found.renamed | _MADE_BY_CALLS, found.others)
            if renamed
            else Owners(found.renamed, found.others | _MADE_BY_CALLS)
        )
    found = Owners(found.renamed, found.others | types)
    return found if not (found.renamed and found.others) else _told_by_title(pair, file, node, left, found)


def _owners(candidates: list[_Candidate]) -> Owners:
    return Owners(
        frozenset(each.key for each in candidates if each.is_renamed),
        frozenset(each.key for each in candidates if not each.is_renamed),
    )


def _candidates(pair: Pair, affected: Affected, name: str) -> list[_Candidate]:
    known: dict[str, list[tuple[ClassKey, Hit]]] = pair.before.memory.table("classes with a member")
    if name not in known:
        declaring = {
            ClassKey(file, scope)
            for file in pair.before.index.files_with(name)
            if (facts := pair.before.facts(file)) is not None
            for scope, members in facts.members.items()
            if name in members
        }
        keys = declaring.union(*(subclasses(pair.before, key) for key in declaring))
        hits = ((key, find_member(pair.before, key, name)) for key in sorted(keys))
        known[name] = [(key, hit) for key, hit in hits if hit is not None]
    return [_Candidate(key, hit, _is_renamed(affected, hit)) for key, hit in known[name]]


def _is_renamed(affected: Affected, hit: Hit) -> bool:
    return any(Interval(hit.owner.file, *token) in affected.tokens for token in hit.member.tokens)


def _fields(pair: Pair, name: str) -> list[Interval]:
    """The fields of that name of classes that calls make."""
    return [
        Interval(file, start, end)
        for file in sorted(pair.before.index.files_with(name))
        if (facts := pair.before.facts(file)) is not None
        for start, end, field in fields_made_by_calls(facts)
        if field == name
    ]


def _among(program: Program, kinds: Kinds, candidates: list[_Candidate]) -> list[_Candidate]:
    """The candidates that the object is of: the class that is known, or what it stands for."""
    keys = set(kinds.owners)
    keys |= {inner for key in kinds.owners for inner in _stood_for(program, key)}
    return [each for each in candidates if each.key in keys]


def _below(program: Program, kinds: Kinds, candidates: list[_Candidate]) -> list[_Candidate]:
    """An object of a base class that lacks the member may be of any class below that has it."""
    return [
        each for each in candidates if any(key in order_of(program, each.key).classes for key in kinds.owners)
    ]


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


def _may_have(program: Program, key: ClassKey, name: str) -> bool:
    if object_defines(name):
        return True
    return not isinstance(resolve_member(program, InstanceValue(key), name), Absent)


def _can_be_used(
    program: Program, facts: FileFacts, node: ast.Attribute, candidate: _Candidate, *, is_of_language: bool
) -> bool:
    """Could the candidate's member be called, or read as a value, as it is here?

    Where a type of the language has such a method (`is_of_language`), an attribute that nobody is seen calling is none.
    """
    parents = parents_of(facts)
    around = parents.get(node)
    call = around if isinstance(around, ast.Call) and around.func is node else None
    member, owner = candidate.hit.member, candidate.hit.owner
    if member.kind is Kind.METHOD:
        if call is None:
            return not _is_value(node, around)
        other = program.facts(owner.file)
        functions = (
            [other.names.scopes[scope].node for scope in member.functions] if other is not None else []
        )
        taken = 0 if member.receives == "static" else 1
        plain = [each for each in functions if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
        if any(each.decorator_list for each in plain):
            return True
        return not plain or any(fits(each, call, taken=taken) for each in plain)
    if call is None or member.kind is Kind.NESTED_CLASS:
        return True
    kinds = kinds_of_member(program, owner, member.name, ())
    if any(find_member(program, key, "__call__") is not None for key in kinds.classes):
        return True
    if kinds.functions or kinds.types:
        return True
    if is_of_language and not _is_called_somewhere(program, owner, member.name):
        return False
    # Numbers, texts and the like cannot be called, whatever else it may hold.
    return not kinds.owners and not any(each in _PLAIN for each in kinds.outside)


def _is_called_somewhere(program: Program, owner: ClassKey, name: str) -> bool:
    """Do methods of the class call what the attribute holds, or is it declared as something to be called?"""
    facts = program.facts(owner.file)
    if facts is None:
        return False
    for node in ast.walk(facts.names.scopes[owner.scope].node):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=attr)) if attr == name:
                return True
            case ast.AnnAssign(target=ast.Name(id=title) | ast.Attribute(attr=title), annotation=annotation):
                if title == name and "Callable" in ast.dump(annotation):
                    return True
    return False


_PLAIN = frozenset(f"builtins.{kind.__name__}" for kind in EVERYDAY_TYPES) | {"builtins.bool"}


def _is_value(node: ast.Attribute, around: ast.AST | None) -> bool:
    """Is the attribute used as no method can be: computed with, compared, shown, gone through or assigned?"""
    match around:
        case (
            ast.BinOp()
            | ast.UnaryOp(op=ast.USub())
            | ast.FormattedValue()
            | ast.AugAssign()
            | ast.Subscript()
        ):
            return not (isinstance(around, ast.Subscript) and around.value is not node)
        case ast.Compare(ops=ops):
            return any(not isinstance(each, ast.Is | ast.IsNot | ast.In | ast.NotIn) for each in ops)
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
            return iterated is node
    return not isinstance(node.ctx, ast.Load)


def _types_of_language(
    facts: FileFacts, node: ast.Attribute, name: str, asked: frozenset[str]
) -> Iterator[str]:
    """Types whose values every program has, with an attribute of that name."""
    around = parents_of(facts).get(node)
    is_called = isinstance(around, ast.Call) and around.func is node
    for kind in EVERYDAY_TYPES:
        if hasattr(kind, name) and all(hasattr(kind, other) for other in asked):
            if callable(getattr(kind, name)) == is_called or not _is_value(node, around):
                yield f"builtins.{kind.__name__}"


def _told_by_title(
    pair: Pair, file: str, node: ast.Attribute, left: list[_Candidate], found: Owners
) -> Owners:
    """What the variable is called, where that is the name of a class of one side alone."""
    facts = pair.before.facts(file)
    assert facts is not None
    meant = {
        each.is_renamed
        for each in left
        for key in order_of(pair.before, each.key).classes
        if isinstance(key, ClassKey) and speaks_of(facts, node.value, class_info(pair.before, key).name)
        if find_member(pair.before, key, node.attr) is not None
    }
    if meant == {True}:
        return Owners(found.renamed)
    return Owners(others=found.others) if meant == {False} else found
