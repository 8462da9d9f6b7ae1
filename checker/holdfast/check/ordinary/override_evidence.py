"""Is an override meant? What its text says beside that of the member it stands in for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from holdfast.check.calls.call_fits import fits
from holdfast.check.members.member_bodies import (
    asks_the_base,
    function_of,
    holds_data,
    is_to_be_filled,
    stored_on_self,
)
from holdfast.check.members.self_uses import is_new, is_untouched, self_uses
from holdfast.check.ordinary.asked_members import Asked
from holdfast.check.pair import Pair
from holdfast.python.project.classes import class_node, own_member
from holdfast.python.project.declarations import Kind
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import Hit
from holdfast.python.project.own_members import Member, decorator_name
from holdfast.python.project.values import ClassKey

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_KEEPS_PARAMETERS = frozenset({"staticmethod", "classmethod", "override", "final"})
_INVITATION = re.compile(r"overrid|overwrit|subclass|hook|customi[sz]|re-?implement|extension point", re.I)


def misfit(pair: Pair, key: ClassKey, member: Member, inherited: Hit, asked: Asked) -> str | None:
    """Why the new member cannot do what is asked of it, and the old one can; None if it can."""
    call = asked.use.call
    old, new = (
        function_of(pair.before, inherited.owner, inherited.member),
        function_of(pair.after, key, member),
    )
    was_called = inherited.member.kind is Kind.METHOD
    if was_called and old is not None and call is not None:
        if member.kind is Kind.PROPERTY and new is not None:
            return (
                "a property would be called" if _has_decorator(new, "property", "cached_property") else None
            )
        if new is None:
            return "what is called here is no function" if holds_data(pair.after, key, member) else None
        if member.kind is Kind.METHOD:
            return _method_misfit(pair, key, member, inherited, asked, old, new)
        return None
    if not was_called and call is None and member.kind is Kind.METHOD and new is not None:
        if new.decorator_list or not asked.use.is_value_used:
            return None
        if inherited.member.kind is Kind.PROPERTY:
            return "a method would be read where a property is"
        if inherited.member.on_class and holds_data(pair.before, inherited.owner, inherited.member):
            return "a method would be read where data is"
    return None


def shares_only_the_name(pair: Pair, key: ClassKey, member: Member, inherited: Hit) -> str | None:
    """A private helper for the subclass's own ends: called by its new code, and unlike what it stands in for."""
    old, new = (
        function_of(pair.before, inherited.owner, inherited.member),
        function_of(pair.after, key, member),
    )
    if old is None or new is None or member.kind is not Kind.METHOD or not member.name.startswith("_"):
        return None
    if is_meant(pair, key, member, inherited, old, new):
        return None
    if not any(is_new(pair, key.file, use) for use in self_uses(pair.after, key, member.name)):
        return None
    stored, left = stored_on_self(old), stored_on_self(old) - stored_on_self(new)
    if stored and left == stored:
        return f"it would not set `{sorted(left)[0]}`"
    names = _parameters(old), _parameters(new)
    if names[0] and names[1] and names[0].isdisjoint(names[1]) and _returns(old) != _returns(new):
        return "it takes and returns something else"
    return None


def _method_misfit(
    pair: Pair, key: ClassKey, member: Member, inherited: Hit, asked: Asked, old: _Function, new: _Function
) -> str | None:
    call = asked.use.call
    assert call is not None
    if any(
        decorator_name(item) not in _KEEPS_PARAMETERS for item in (*new.decorator_list, *old.decorator_list)
    ):
        return None
    taken = [int(item.receives != "static") for item in (inherited.member, member)]
    if fits(old, call, taken=taken[0]) and not fits(new, call, taken=taken[1]):
        return "its parameters do not fit this call"
    if (
        isinstance(new, ast.AsyncFunctionDef)
        and isinstance(old, ast.FunctionDef)
        and not asked.use.is_awaited
    ):
        return None if _returns(old) else "nobody would await it"
    if isinstance(old, ast.AsyncFunctionDef) and isinstance(new, ast.FunctionDef) and asked.use.is_awaited:
        return None if _returns(new) else "it returns nothing that could be awaited"
    if asked.use.is_value_used and type(old) is type(new) and _returns(old) and not _returns(new):
        if not _raises(new) and not is_to_be_filled(pair.after, key, member):
            return "it returns nothing, and its value is used"
    return None


def is_meant(
    pair: Pair, key: ClassKey, member: Member, inherited: Hit, old: _Function, new: _Function
) -> bool:
    """Does it say so, or do others do the same, or is the base class made for it?"""
    if _has_decorator(new, "override", "overrides") or asks_the_base(new):
        return True
    if is_to_be_filled(pair.before, inherited.owner, inherited.member):
        return True
    if not is_untouched(pair, inherited.owner.file, old):
        return True
    for node in (old, class_node(pair.before, inherited.owner)):
        if _INVITATION.search(ast.get_docstring(node) or ""):
            return True
    return any(
        own_member(pair.before, other, member.name) is not None
        for other in subclasses(pair.before, inherited.owner)
    )


def _has_decorator(node: _Function, *names: str) -> bool:
    return any(decorator_name(item) in names for item in node.decorator_list)


def _parameters(node: _Function) -> set[str]:
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args][1:]
    return {item.arg for item in (*plain, *arguments.kwonlyargs)}


def _returns(node: _Function) -> bool:
    """Has it a value other than None, or yields it values?"""
    return any(
        isinstance(item, ast.Yield | ast.YieldFrom)
        or (
            isinstance(item, ast.Return)
            and item.value is not None
            and not (isinstance(item.value, ast.Constant) and item.value.value is None)
        )
        for item in _own_nodes(node)
    )


def _raises(node: _Function) -> bool:
    return any(isinstance(item, ast.Raise) for item in node.body)


def _own_nodes(node: _Function) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions inside it."""
    waiting: list[ast.AST] = [*node.body]
    while waiting:
        item = waiting.pop()
        yield item
        if not isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(item))
