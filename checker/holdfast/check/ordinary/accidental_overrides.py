"""A new member of a subclass that stands in for one which the base class uses, in an ordinary edit.

Subclasses are there to override, so most new overrides are meant. One is not where it cannot do what untouched
code of the base class asks of it: its parameters do not fit the call, a value is asked for and there is none,
or one of the two is called and the other is read. A private helper that the new code of the subclass calls for
its own ends is not meant, either, where it shares nothing with the base class's but the name; nor is data where
anybody calls the method.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.classes.moved_members import class_at
from holdfast.check.members.member_bodies import asks_the_base, function_of, holds_data
from holdfast.check.members.object_stores import refuses_stores, runs_method, storing_method
from holdfast.check.members.self_uses import is_untouched, place_of, self_uses
from holdfast.check.members.untouched_calls import is_called_untouched
from holdfast.check.ordinary.override_evidence import Asked, misfit, shares_only_the_name
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import (
    Ancestor,
    class_info,
    class_node,
    classes_in,
    order_of,
    own_member,
    own_members,
)
from holdfast.python.project.declarations import Kind
from holdfast.python.project.lookup import Hit, find_member
from holdfast.python.project.own_members import Member, decorator_name
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval


class _Override(NamedTuple):
    #: The class, before and after, and its new member.
    before: ClassKey
    after: ClassKey
    member: Member
    #: What the class inherited under that name.
    inherited: Hit


def check_accidental_overrides(pair: Pair) -> Iterator[Finding]:
    for override in _new_overrides(pair):
        if not override.inherited.member.on_class and override.inherited.member.kind is not Kind.FIELD:
            yield from _stored_above(pair, override)
            continue
        asked = list(_asked(pair, override))
        reason = None
        for one in asked:
            reason = misfit(pair, override.after, override.member, override.inherited, one)
            if reason is not None:
                yield _finding(pair, override, one, reason)
        calls = [one for one in asked if one.use.call is not None]
        if reason is None and calls:
            reason = shares_only_the_name(pair, override.after, override.member, override.inherited)
            if reason is not None:
                yield _finding(pair, override, calls[0], reason)
        if reason is None and _cannot_be_called(pair, override) and _is_called_elsewhere(pair, override):
            yield _hidden_from_others(pair, override)


def _new_overrides(pair: Pair) -> Iterator[_Override]:
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None or facts[0].tree.error or facts[1].tree.error:
            continue
        for after in classes_in(pair.after, new_file):
            place = pair.to_before(class_info(pair.after, after).interval)
            before = class_at(pair.before, place) if place is not None else None
            if before is None:
                continue
            mine = own_members(pair.before, before)
            for name, member in own_members(pair.after, after).items():
                if name in mine or name.startswith("__") or not member.on_class:
                    continue
                if _is_new(pair, after, member):
                    hit = find_member(pair.before, before, name)
                    if hit is not None and hit.owner != before and not hit.member.abstract:
                        yield _Override(before, after, member, hit)


def _is_new(pair: Pair, key: ClassKey, member: Member) -> bool:
    tokens = [Interval(key.file, *token) for token in member.tokens]
    return not any(pair.to_before(token) or token in pair.moved.values() for token in tokens)


def _asked(pair: Pair, override: _Override) -> Iterator[Asked]:
    """The places above the class that use the member on their own object, and that the edit leaves alone."""
    name = override.member.name
    now = set(order_of(pair.after, override.after).classes)
    for key in order_of(pair.before, override.before).classes[1:]:
        if not isinstance(key, ClassKey) or not _is_still_above(pair, key, now):
            continue
        for use in self_uses(pair.before, key, name):
            if use.method.name == name or not is_untouched(pair, key.file, use.call or use.node):
                continue
            if _gets_there(pair, override.after, key, use.method.name):
                yield Asked(key, use)


def _cannot_be_called(pair: Pair, override: _Override) -> bool:
    """Data or a plain property in the place of a plain method. None says that there shall be none."""
    inherited, member = override.inherited, override.member
    old = function_of(pair.before, inherited.owner, inherited.member)
    if inherited.member.kind is not Kind.METHOD or old is None or old.decorator_list:
        return False
    if member.kind is Kind.PROPERTY:
        new = function_of(pair.after, override.after, member)
        return new is not None and [decorator_name(item) for item in new.decorator_list] == ["property"]
    return not member.functions and holds_data(pair.after, override.after, member)


def _is_called_elsewhere(pair: Pair, override: _Override) -> bool:
    owner, member = override.inherited.owner, override.inherited.member
    is_kept = pair.to_after(Interval(owner.file, *member.token)) is not None
    return is_kept and is_called_untouched(pair, member.name)


def _hidden_from_others(pair: Pair, override: _Override) -> Finding:
    inherited, member = override.inherited, override.member
    shown, quoted = pair.shown_at(Interval(override.after.file, *member.token))
    name = class_info(pair.after, override.after).name
    what = "a new property" if member.kind is Kind.PROPERTY else "new data"
    message = f"this method is called by others, and {what} of `{name}` would stand in its place"
    place = Interval(inherited.owner.file, *inherited.member.token)
    return Finding("HF302", Severity.WARNING, place, message, (Clause(shown, "would hide it", quoted),))


def _stored_above(pair: Pair, override: _Override) -> Iterator[Finding]:
    """A method or property under a name that the base class stores: hidden by it, or in its way."""
    owner, stored, member = override.inherited.owner, override.inherited.member, override.member
    place = Interval(owner.file, *stored.token)
    base = pair.to_after(class_info(pair.before, owner).interval)
    above = class_at(pair.after, base) if base is not None else None
    if above is None or pair.to_after(place) is None or not member.functions or not stored.targets:
        return
    method, _ = storing_method(class_node(pair.before, owner), stored.targets[0])
    if method is None or not runs_method(pair.after, override.after, above, method.name):
        return
    name = class_info(pair.after, override.after).name
    if refuses_stores(pair.after, override.after, member):
        message = f"`{member.name}` would be a property of `{name}` that cannot be set, and is set here"
    elif member.kind is Kind.METHOD and holds_data(pair.before, owner, stored):
        message = f"`{member.name}` is set here, which would hide the new method of `{name}`"
    else:
        return
    shown, quoted = pair.shown_at(Interval(override.after.file, *member.token))
    yield Finding("HF302", Severity.WARNING, place, message, (Clause(shown, "has the same name", quoted),))


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


def _finding(pair: Pair, override: _Override, asked: Asked, reason: str) -> Finding:
    member, inherited = override.member, override.inherited
    shown, quoted = pair.shown_at(Interval(override.after.file, *member.token))
    name = class_info(pair.after, override.after).name
    message = f"`{member.name}` would mean the new one of `{name}` here: {reason}"
    clauses = (
        Clause(Interval(inherited.owner.file, *inherited.member.token), "it means this"),
        Clause(shown, "would override it", quoted),
    )
    return Finding(
        "HF302", Severity.WARNING, place_of(pair, asked.key.file, asked.use.node), message, clauses
    )
