"""A new member of a subclass that stands in for one which the base class uses, in an ordinary edit.

Subclasses are there to override, so most new overrides are meant. One is not where it cannot do what untouched
code of the base class asks of it: its parameters do not fit the call, a value is asked for and there is none,
or one of the two is called and the other is read. A private helper that the new code of the subclass calls for
its own ends is not meant, either, where it shares nothing with the base class's but the name; nor is data where
anybody calls the method.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.classes.moved_members import class_at
from holdfast.check.members.member_bodies import function_of, holds_data
from holdfast.check.members.object_stores import refuses_stores, runs_method, storing_method
from holdfast.check.members.self_uses import place_of
from holdfast.check.members.untouched_calls import is_called_untouched
from holdfast.check.ordinary.asked_members import Asked, asked_along
from holdfast.check.ordinary.new_overrides import NewOverride, own_overrides
from holdfast.check.ordinary.override_evidence import misfit, shares_only_the_name
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import (
    class_info,
    class_node,
)
from holdfast.python.project.declarations import Kind
from holdfast.python.project.own_members import decorator_name
from holdfast.text.interval import Interval


def check_accidental_overrides(pair: Pair) -> Iterator[Finding]:
    for override in own_overrides(pair):
        if not override.inherited.member.on_class and override.inherited.member.kind is not Kind.FIELD:
            yield from _stored_above(pair, override)
            continue
        asked = list(asked_along(pair, override))
        reason = None
        for one in asked:
            reason = misfit(pair, override.owner, override.member, override.inherited, one)
            if reason is not None:
                yield _finding(pair, override, one, reason)
        calls = [one for one in asked if one.use.call is not None]
        if reason is None and calls:
            reason = shares_only_the_name(pair, override.owner, override.member, override.inherited)
            if reason is not None:
                yield _finding(pair, override, calls[0], reason)
        if reason is None and _cannot_be_called(pair, override) and _is_called_elsewhere(pair, override):
            yield _hidden_from_others(pair, override)


def _cannot_be_called(pair: Pair, override: NewOverride) -> bool:
    """Data or a plain property in the place of a plain method. None says that there shall be none."""
    inherited, member = override.inherited, override.member
    old = function_of(pair.before, inherited.owner, inherited.member)
    if inherited.member.kind is not Kind.METHOD or old is None or old.decorator_list:
        return False
    if member.kind is Kind.PROPERTY:
        new = function_of(pair.after, override.after, member)
        return new is not None and [decorator_name(item) for item in new.decorator_list] == ["property"]
    return not member.functions and holds_data(pair.after, override.after, member)


def _is_called_elsewhere(pair: Pair, override: NewOverride) -> bool:
    owner, member = override.inherited.owner, override.inherited.member
    is_kept = pair.to_after(Interval(owner.file, *member.token)) is not None
    return is_kept and is_called_untouched(pair, member.name)


def _hidden_from_others(pair: Pair, override: NewOverride) -> Finding:
    inherited, member = override.inherited, override.member
    shown, quoted = pair.shown_at(Interval(override.after.file, *member.token))
    name = class_info(pair.after, override.after).name
    what = "a new property" if member.kind is Kind.PROPERTY else "new data"
    message = f"this method is called by others, and {what} of `{name}` would stand in its place"
    place = Interval(inherited.owner.file, *inherited.member.token)
    return Finding("HF302", Severity.WARNING, place, message, (Clause(shown, "would hide it", quoted),))


def _stored_above(pair: Pair, override: NewOverride) -> Iterator[Finding]:
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


def _finding(pair: Pair, override: NewOverride, asked: Asked, reason: str) -> Finding:
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
