"""A new attribute of an object that hides a method or meets a property, in an ordinary edit.

`self.summary = ""` in a base class hides the method `summary` of every class below; in a subclass it hides the
method of its base. What is stored is mostly data, and untouched code still calls the method. Storing something
that can be called in its place is a way to exchange it, and so is a value that is made from the method itself.
A property without a setter refuses the store.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.classes.moved_members import class_at
from holdfast.check.members.member_bodies import function_of
from holdfast.check.members.object_stores import refuses_stores, runs_method, storing_method
from holdfast.check.members.self_uses import self_uses
from holdfast.check.members.untouched_calls import is_called_untouched
from holdfast.check.ordinary.stored_data import is_stored_data
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, class_node, classes_in, own_member, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_member
from holdfast.python.project.own_members import Member
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def check_hiding_attributes(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None or facts[0].tree.error or facts[1].tree.error:
            continue
        for after in classes_in(pair.after, new_file):
            place = pair.to_before(class_info(pair.after, after).interval)
            before = class_at(pair.before, place) if place is not None else None
            if before is None:
                continue
            for store in _new_stores(pair, facts[1], before, after):
                yield from _judge(pair, facts[1], before, after, store)


def _new_stores(pair: Pair, facts: FileFacts, before: ClassKey, after: ClassKey) -> Iterator[ast.Attribute]:
    """Stores through the first parameter of a method, of names that the class did not store before."""
    known = own_members(pair.before, before)
    for name, member in own_members(pair.after, after).items():
        if name.startswith("__") or (name in known and not known[name].functions):
            continue
        stores = [node for node in member.targets if isinstance(node, ast.Attribute)]
        if member.stored_on_class or not stores:
            continue
        if not any(_is_old(pair, facts, after.file, node) for node in stores):
            yield stores[0]


def _is_old(pair: Pair, facts: FileFacts, file: str, node: ast.Attribute) -> bool:
    end = facts.tree.end(node)
    return pair.has_stood(Interval(file, end - len(node.attr), end))


def _judge(
    pair: Pair, facts: FileFacts, before: ClassKey, after: ClassKey, store: ast.Attribute
) -> Iterator[Finding]:
    name = store.attr
    method, value = storing_method(class_node(pair.after, after), store)
    if method is None or _reads(value, name):
        return
    is_data = is_stored_data(pair, after, method, store, value)
    above = find_member(pair.before, before, name)
    if above is not None and above.member.on_class and _is_kept(pair, above.owner, above.member):
        if refuses_stores(pair.before, above.owner, above.member) or (
            _is_plain_method(pair, above.owner, above.member) and is_data and is_called_untouched(pair, name)
        ):
            yield _finding(pair, facts, after, store, above.owner, above.member)
            return
    if above is not None and above.member.on_class:
        return  # classes below that have their own know of it
    called_before = any(use.call is not None for use in self_uses(pair.before, before, name))
    for key in subclasses(pair.before, before):
        member = own_member(pair.before, key, name)
        if member is None or not member.functions or not _is_kept(pair, key, member):
            continue
        if not runs_method(pair.before, key, before, method.name):
            continue
        is_method = _is_plain_method(pair, key, member) and (is_data or not called_before)
        if is_method or refuses_stores(pair.before, key, member):
            yield _finding(pair, facts, after, store, key, member)


def _reads(value: ast.expr | None, name: str) -> bool:
    """Is the value made from what it hides: `self.load = cache(self.load)`?"""
    return value is not None and any(
        isinstance(node, ast.Attribute) and node.attr == name for node in ast.walk(value)
    )


def _is_plain_method(pair: Pair, key: ClassKey, member: Member) -> bool:
    """A method that an attribute of the object hides; what decorators make may be asked first."""
    function = function_of(pair.before, key, member)
    return member.kind is Kind.METHOD and function is not None and not function.decorator_list


def _is_kept(pair: Pair, key: ClassKey, member: Member) -> bool:
    """Does the edit leave the member alone, in the class where it stands?"""
    facts = pair.before.facts(key.file)
    if facts is None or pair.to_after(Interval(key.file, *member.token)) is None:
        return False
    scopes = [facts.names.scopes[scope] for scope in member.functions]
    return not any(pair.tokens(key.file).is_touched(scope.start, scope.end) for scope in scopes)


def _finding(
    pair: Pair, facts: FileFacts, after: ClassKey, store: ast.Attribute, key: ClassKey, member: Member
) -> Finding:
    end = facts.tree.end(store)
    shown, quoted = pair.shown_at(Interval(after.file, end - len(store.attr), end))
    owner = class_info(pair.after, after).name
    what = "this property cannot take" if member.kind is Kind.PROPERTY else "this method would be hidden by"
    message = f"{what} the new attribute `{store.attr}` that `{owner}` stores"
    place = Interval(key.file, *member.token)
    return Finding("HF101", Severity.WARNING, place, message, (Clause(shown, "is stored here", quoted),))
