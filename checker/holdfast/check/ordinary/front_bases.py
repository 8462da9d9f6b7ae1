"""Bases that an ordinary edit puts in front of others, and what their members hide, by accident.

`class Cellar(Expiring, Shelf)` gets the members of `Expiring` in the place of those of `Shelf`. That is what such
classes are made for, where their members call on to the next one, or where they have nothing else. By accident is
what cannot do what untouched code asks of it, and what stands beside the purpose of the new base: a member that
shares nothing with its other public methods, takes the place of one that does its work and is called by others, and
that no new code asks for. An initialiser that does not call on keeps those behind it from running.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.classes.moved_members import class_at
from holdfast.check.members.member_bodies import asks_the_base, function_of, stored_on_self
from holdfast.check.members.self_uses import place_of
from holdfast.check.members.untouched_calls import is_called_untouched
from holdfast.check.ordinary.asked_members import asked_along
from holdfast.check.ordinary.new_overrides import (
    NewOverride,
    new_ancestors,
    overrides_by_new_bases,
    standing_classes,
)
from holdfast.check.ordinary.override_evidence import is_meant, misfit
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, class_node, order_of, own_member, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.lookup import find_member
from holdfast.python.project.own_members import Member
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval


def check_front_bases(pair: Pair) -> Iterator[Finding]:
    for override in overrides_by_new_bases(pair):
        found = next(_misfits(pair, override), None)
        if found is None and _stands_beside(pair, override):
            found = _finding(pair, override, "others call it")
        if found is not None:
            yield found
    for before, after in standing_classes(pair):
        new = new_ancestors(pair, before, after)
        if new:
            yield from _skipped_initialisers(pair, after, new)


def _misfits(pair: Pair, override: NewOverride) -> Iterator[Finding]:
    for asked in asked_along(pair, override):
        reason = misfit(pair, override.owner, override.member, override.inherited, asked)
        if reason is not None:
            place = place_of(pair, asked.key.file, asked.use.node)
            yield _finding(pair, override, reason, place)


def _stands_beside(pair: Pair, override: NewOverride) -> bool:
    """Is the member none of the things that the new base is there for?"""
    key, member, inherited = override.owner, override.member, override.inherited
    old = function_of(pair.before, inherited.owner, inherited.member)
    new = function_of(pair.after, key, member)
    if old is None or new is None or old.decorator_list or new.decorator_list:
        return False
    if inherited.member.kind is not Kind.METHOD or is_meant(pair, key, member, inherited, old, new):
        return False
    if _knows(pair, key, inherited.owner) or _is_asked_by_new_code(pair, override):
        return False
    return _has_other_purpose(pair, override, new) and is_called_untouched(pair, member.name)


def _knows(pair: Pair, key: ClassKey, hidden: ClassKey) -> bool:
    """Does the new base extend the class whose member it hides?"""
    place = pair.became(class_info(pair.before, hidden).interval)
    return place is not None and class_at(pair.after, place) in order_of(pair.after, key).classes


def _has_other_purpose(
    pair: Pair, override: NewOverride, new: ast.FunctionDef | ast.AsyncFunctionDef
) -> bool:
    """Has the new base a public method of its own that hides nothing, and that neither calls this one nor is called?"""
    asked_here = {node.attr for node in ast.walk(new) if isinstance(node, ast.Attribute)}
    for name, member in own_members(pair.after, override.owner).items():
        function = function_of(pair.after, override.owner, member)
        if name.startswith("_") or function is None or member.kind is not Kind.METHOD or name in asked_here:
            continue
        asks = {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)}
        if override.member.name not in asks and find_member(pair.before, override.before, name) is None:
            return True
    return False


def _is_asked_by_new_code(pair: Pair, override: NewOverride) -> bool:
    """Does code that the edit wrote, outside the new base, ask for the member?"""
    node, name = class_node(pair.after, override.owner), override.member.name
    for file in sorted(pair.after.index.files_with(name)):
        facts = pair.after.facts(file)
        for use in facts.names.attributes if facts is not None else ():
            inside = file == override.owner.file and node.lineno <= use.node.lineno <= (node.end_lineno or 0)
            if use.name == name and not inside and not pair.has_stood(Interval(file, use.start, use.end)):
                return True
    return False


def _skipped_initialisers(pair: Pair, after: ClassKey, new: list[ClassKey]) -> Iterator[Finding]:
    """Initialisers that are no longer reached, since that of a new base comes first and does not call on."""
    stopped_by: ClassKey | None = None
    for key in order_of(pair.after, after).classes:
        member = own_member(pair.after, key, "__init__") if isinstance(key, ClassKey) else None
        function = (
            function_of(pair.after, key, member) if member is not None and isinstance(key, ClassKey) else None
        )
        if member is None or function is None or not isinstance(key, ClassKey):
            continue
        if stopped_by is None:
            if not asks_the_base(function):
                if key not in new:
                    return
                stopped_by = key
        elif key not in new and not _stores_the_same(pair, stopped_by, stored_on_self(function)):
            if not _is_called_by_name(pair, after, key):
                yield from _skipped(pair, after, stopped_by, key, member)
            return


def _stores_the_same(pair: Pair, key: ClassKey, names: set[str]) -> bool:
    member = own_member(pair.after, key, "__init__")
    function = function_of(pair.after, key, member) if member is not None else None
    return function is not None and names <= stored_on_self(function)


def _is_called_by_name(pair: Pair, after: ClassKey, key: ClassKey) -> bool:
    """`Shelf.__init__(self, …)` in the class itself."""
    name = class_info(pair.after, key).name
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "__init__"
        and getattr(node.value, "id", getattr(node.value, "attr", "")) == name
        for node in ast.walk(class_node(pair.after, after))
    )


def _skipped(
    pair: Pair, after: ClassKey, stopped_by: ClassKey, key: ClassKey, member: Member
) -> Iterator[Finding]:
    place = pair.to_before(Interval(key.file, *member.token))
    stopping = own_member(pair.after, stopped_by, "__init__")
    if place is None or stopping is None:
        return
    shown, quoted = pair.shown_at(Interval(stopped_by.file, *stopping.token))
    names = class_info(pair.after, after).name, class_info(pair.after, stopped_by).name
    message = f"this initialiser would no longer run for `{names[0]}`: that of `{names[1]}` comes first and does not call on"
    yield Finding("HF302", Severity.WARNING, place, message, (Clause(shown, "comes first", quoted),))


def _finding(pair: Pair, override: NewOverride, reason: str, place: Interval | None = None) -> Finding:
    member, inherited = override.member, override.inherited
    hidden = Interval(inherited.owner.file, *inherited.member.token)
    shown, quoted = pair.shown_at(Interval(override.owner.file, *member.token))
    names = class_info(pair.after, override.after).name, class_info(pair.after, override.owner).name
    message = f"for `{names[0]}`, `{member.name}` would be that of its new base `{names[1]}`: {reason}"
    clauses = [Clause(shown, "would stand in its place", quoted)]
    if place is not None:
        clauses.insert(0, Clause(hidden, "it means this"))
    return Finding("HF302", Severity.WARNING, place or hidden, message, tuple(clauses))
