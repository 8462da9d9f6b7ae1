"""Stores that an ordinary edit left alone, to attributes of objects that refuse them now.

A new property cannot be set, a dataclass that was frozen takes no stores at all, and one with `__slots__` takes only
those that it lists. Only objects whose class is read from the code are looked at.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.members.object_stores import refuses_stores
from holdfast.check.ordinary.new_overrides import standing_classes
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, order_of, outside_ancestors, own_member, own_members
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_member
from holdfast.python.project.made_members import is_made
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, InstanceValue
from holdfast.text.interval import Interval


class _Refusal(NamedTuple):
    after: ClassKey
    #: The attribute that cannot be set; None for all but those in `allowed`.
    name: str | None
    allowed: frozenset[str]
    why: str


def check_refused_stores(pair: Pair) -> Iterator[Finding]:
    refusals: dict[ClassKey, list[_Refusal]] = {}
    for before, after in standing_classes(pair):
        found = [*_properties(pair, before, after), *_whole_objects(pair, before, after)]
        for key in (before, *subclasses(pair.before, before)) if found else ():
            refusals.setdefault(key, []).extend(found)
    if not refusals:
        return
    names = {class_info(pair.before, key).name for key in refusals}
    for file in sorted(pair.before.index.files_with_any(names)):
        if pair.file_after(file) is not None:
            yield from _in_file(pair, file, refusals)


def _properties(pair: Pair, before: ClassKey, after: ClassKey) -> Iterator[_Refusal]:
    for name, member in own_members(pair.after, after).items():
        if not refuses_stores(pair.after, after, member):
            continue
        old = find_member(pair.before, before, name)
        if old is None or not refuses_stores(pair.before, old.owner, old.member):
            why = f"`{name}` is a new property of `{{}}` that cannot be set"
            yield _Refusal(after, name, frozenset(), why)


def _whole_objects(pair: Pair, before: ClassKey, after: ClassKey) -> Iterator[_Refusal]:
    if is_made(pair.after, after, "__setattr__") and not is_made(pair.before, before, "__setattr__"):
        yield _Refusal(after, None, frozenset(), "objects of `{}` would be frozen")
    slots = _slots(pair.after, after)
    if slots is not None and _slots(pair.before, before) is None:
        yield _Refusal(
            after, None, slots, "objects of `{}` would have no place for it, by their new `__slots__`"
        )


def _slots(program: Program, key: ClassKey) -> frozenset[str] | None:
    """The attributes that objects have a place for; None where they take any."""
    if outside_ancestors(program, key):
        return None
    found: set[str] = set()
    for item in order_of(program, key).classes:
        if not isinstance(item, ClassKey):
            continue
        if own_member(program, item, "__slots__") is None:
            return None
        facts = program.facts(item.file)
        listed = (
            [use.name for use in facts.names.strings if use.kind == "slots" and use.scope == item.scope]
            if facts
            else []
        )
        if not listed or "__dict__" in listed:
            return None
        found.update(listed)
        found.update(name for name, member in own_members(program, item).items() if member.functions)
    return frozenset(found) or None


def _in_file(pair: Pair, file: str, refusals: dict[ClassKey, list[_Refusal]]) -> Iterator[Finding]:
    facts = pair.before.facts(file)
    for use in facts.names.attributes if facts is not None else ():
        if facts is None or not isinstance(use.node.ctx, ast.Store | ast.Del):
            continue
        start, end = facts.tree.start(use.node), facts.tree.end(use.node)
        if (
            pair.tokens(file).is_touched(start, end)
            or pair.to_after(Interval(file, use.start, use.end)) is None
        ):
            continue
        for value in evaluate(pair.before, file, use.node.value).items:
            for refusal in refusals.get(value.key, ()) if isinstance(value, InstanceValue) else ():
                assert isinstance(value, InstanceValue)
                if _is_refused(pair, refusal, value.key, use.name):
                    yield _finding(pair, refusal, value.key, Interval(file, use.start, use.end))


def _is_refused(pair: Pair, refusal: _Refusal, key: ClassKey, name: str) -> bool:
    if refusal.name is None:
        is_below = class_info(pair.before, key).interval != _before(pair, refusal.after)
        return name not in refusal.allowed and not (is_below and refusal.allowed)
    return refusal.name == name and ((own := own_member(pair.before, key, name)) is None or not own.on_class)


def _before(pair: Pair, key: ClassKey) -> Interval | None:
    return pair.to_before(class_info(pair.after, key).interval)


def _finding(pair: Pair, refusal: _Refusal, key: ClassKey, place: Interval) -> Finding:
    shown, quoted = pair.shown_at(class_info(pair.after, refusal.after).interval)
    message = f"this would be refused: {refusal.why.format(class_info(pair.before, key).name)}"
    return Finding("HF302", Severity.WARNING, place, message, (Clause(shown, "this class", quoted),))
