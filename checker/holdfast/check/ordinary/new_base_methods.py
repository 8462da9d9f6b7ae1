"""A new method of a base class that a member of an untouched subclass overrides at once, in an ordinary edit.

The base class calls its new method on `self` and gets the subclass's, which was written for something else;
and where it reads a new attribute, it gets a method.
A base class that already called the method before relied on its subclasses, and a method without a body of
its own is a place for them to fill: both are meant.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.classes.moved_members import class_at
from holdfast.check.members.member_bodies import holds_data, is_to_be_filled
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, class_node, classes_in, own_member, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_member
from holdfast.python.project.own_members import Member
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval


def check_new_base_methods(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None or facts[0].tree.error or facts[1].tree.error:
            continue
        for key in classes_in(pair.after, new_file):
            place = pair.to_before(class_info(pair.after, key).interval)
            before = class_at(pair.before, place) if place is not None else None
            if before is not None:
                yield from _class(pair, before, key)


def _class(pair: Pair, before: ClassKey, after: ClassKey) -> Iterator[Finding]:
    new = [
        member
        for name, member in own_members(pair.after, after).items()
        if _is_new(pair, before, after, member) and not _is_special(name)
    ]
    if not new:
        return
    called_before, called_after = _called_on_self(pair, before, True), _called_on_self(pair, after, False)
    below = subclasses(pair.after, after)
    for member in new:
        if member.name in called_before or member.name not in called_after:
            continue
        if member.functions and is_to_be_filled(pair.after, after, member):
            continue
        for key in below:
            other = own_member(pair.after, key, member.name)
            if other is None or not _was_below(pair, before, key, other):
                continue
            if _is_another_kind(pair, after, member, key, other):
                yield _finding(pair, after, member, key, other)


def _is_new(pair: Pair, before: ClassKey, after: ClassKey, member: Member) -> bool:
    if member.kind not in (Kind.METHOD, Kind.CLASS_ATTRIBUTE) or member.abstract or not member.on_class:
        return False
    if find_member(pair.before, before, member.name):
        return False
    token = Interval(after.file, *member.token)
    return not pair.has_stood(token) and token not in pair.moved.values()


def _is_another_kind(pair: Pair, key: ClassKey, new: Member, below: ClassKey, other: Member) -> bool:
    """Does the base class get what was written for something else? Data in the place of data may be meant."""
    if new.kind is Kind.METHOD:
        return bool(other.functions) or holds_data(pair.after, below, other)
    return other.kind is Kind.METHOD and holds_data(pair.after, key, new)


def _is_special(name: str) -> bool:
    return name.startswith("__")


def _called_on_self(pair: Pair, key: ClassKey, is_before: bool) -> set[str]:
    """The names that the methods of a class call on their first parameter."""
    node = class_node(pair.before if is_before else pair.after, key)
    found: set[str] = set()
    for method in node.body:
        if not isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        first = next((item.arg for item in (*method.args.posonlyargs, *method.args.args)), None)
        for inner in ast.walk(method):
            if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
                if inner.value.id == first:
                    found.add(inner.attr)
    return found


def _was_below(pair: Pair, base: ClassKey, key: ClassKey, member: Member) -> bool:
    """Did the class have the method and the base class before, and does the edit leave the method alone?"""
    place = pair.to_before(class_info(pair.after, key).interval)
    before = class_at(pair.before, place) if place is not None else None
    token = pair.to_before(Interval(key.file, *member.token))
    if before is None or token is None or before not in subclasses(pair.before, base):
        return False
    facts = pair.before.facts(before.file)
    mine = own_member(pair.before, before, member.name)
    if facts is None or mine is None:
        return False
    scopes = [facts.names.scopes[scope] for scope in mine.functions]
    return not any(pair.tokens(before.file).is_touched(scope.start, scope.end) for scope in scopes)


def _finding(pair: Pair, base: ClassKey, new: Member, key: ClassKey, member: Member) -> Finding:
    place = pair.to_before(Interval(key.file, *member.token))
    assert place is not None
    shown, quoted = pair.shown_at(Interval(base.file, *new.token))
    name = class_info(pair.after, base).name
    what = "method that `{}` calls" if new.functions else "attribute that `{}` reads"
    message = f"`{member.name}` would override a new {what.format(name)} on itself"
    return Finding("HF302", Severity.WARNING, place, message, (Clause(shown, "would be overridden", quoted),))
