"""Methods that became properties and properties that became methods, with users that an edit missed.

A property that is called calls its value; a method that is read is no value at all. What is called or read
must be known to be that member, before and after.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.calls.plain_values import is_plain, is_plain_annotation
from holdfast.check.classes.moved_members import class_at
from holdfast.check.members.member_bodies import function_of
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import AttributeUse
from holdfast.python.project.classes import class_info, classes_in, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import member_declaration
from holdfast.python.project.members import MemberResult, Named, resolve_attribute
from holdfast.text.interval import Interval

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class _Changed(NamedTuple):
    name: str
    before: Interval
    after: Interval
    #: Is it called no longer, or called from now on?
    becomes_property: bool


def check_changed_kinds(pair: Pair) -> Iterator[Finding]:
    for changed in _changed(pair):
        for file in sorted(pair.before.index.files_with(changed.name)):
            facts, new_file = pair.facts(file), pair.file_after(file)
            if facts is not None and new_file is not None:
                yield from _file(pair, file, new_file, facts, changed)


def _changed(pair: Pair) -> Iterator[_Changed]:
    for file in pair.rewritten_python_files():
        facts = pair.facts(file)
        if facts is None or facts[0].tree.error or facts[1].tree.error:
            continue
        for key in classes_in(pair.before, file):
            place = pair.became(class_info(pair.before, key).interval)
            after = class_at(pair.after, place) if place is not None else None
            if after is None:
                continue
            members = own_members(pair.after, after)
            for name, member in own_members(pair.before, key).items():
                other = members.get(name)
                if other is None or {member.kind, other.kind} != {Kind.METHOD, Kind.PROPERTY}:
                    continue
                old, new = function_of(pair.before, key, member), function_of(pair.after, after, other)
                becomes_property = other.kind is Kind.PROPERTY
                if old is None or new is None or (becomes_property and not _makes_data(old, new)):
                    continue
                intervals = (
                    member_declaration(key, member).interval,
                    member_declaration(after, other).interval,
                )
                yield _Changed(name, *intervals, becomes_property)


def _makes_data(old: _Function, new: _Function) -> bool:
    """Is what the property returns surely no function: the same as the method did, or plain data?"""
    if [ast.dump(item) for item in old.body] == [ast.dump(item) for item in new.body]:
        return True
    returned = [item.value for item in ast.walk(new) if isinstance(item, ast.Return)]
    return is_plain_annotation(new.returns) or (bool(returned) and all(is_plain(item) for item in returned))


def _file(
    pair: Pair, file: str, new_file: str, facts: tuple[FileFacts, FileFacts], changed: _Changed
) -> Iterator[Finding]:
    before, after = facts
    uses = [use for use in before.names.attributes if use.name == changed.name]
    if not uses:
        return
    called = {node.func for node in ast.walk(before.tree.module) if isinstance(node, ast.Call)}
    dropped = {node.value for node in ast.walk(before.tree.module) if isinstance(node, ast.Expr)}
    after_at = {use.start: use for use in after.names.attributes}
    for use in uses:
        node = use.node
        if not isinstance(node.ctx, ast.Load) or (node in called) is not changed.becomes_property:
            continue
        other = _other(pair, file, use, after_at)
        if (
            other is None
            or node in dropped
            or pair.tokens(file).is_touched(before.tree.start(node), use.end + 1)
        ):
            continue
        first = resolve_attribute(pair.before, file, use)
        second = resolve_attribute(pair.after, new_file, other)
        if _names(first, changed.before) and _names(second, changed.after):
            yield _finding(pair, Interval(file, use.start, use.end), changed)


def _other(
    pair: Pair, file: str, use: AttributeUse, after_at: dict[int, AttributeUse]
) -> AttributeUse | None:
    place = pair.tokens(file).to_after(use.start, use.end)
    return after_at.get(place[0]) if place is not None else None


def _names(result: MemberResult, interval: Interval) -> bool:
    return isinstance(result, Named) and [item.interval for item in result.declarations] == [interval]


def _finding(pair: Pair, place: Interval, changed: _Changed) -> Finding:
    shown, quoted = pair.shown_at(changed.after)
    if changed.becomes_property:
        message = f"`{changed.name}` would be a property, and its value is called here"
    else:
        message = f"`{changed.name}` would be a method, and is read here without a call"
    clause = Clause(shown, "this changes its kind", quoted)
    return Finding("HF101", Severity.WARNING, place, message, (clause,))
