"""Getters that an edit put in front of a container and that hand out a copy of it, or a view that cannot be changed.

Whoever looked at the container may look at the copy. Whoever changed it, or keeps it to look at it later, may not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.classes.families import class_after
from holdfast.check.pair import Pair
from holdfast.python.project.classes import class_info, classes_in, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.own_members import Member, mangled
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ExternalValue

#: What makes a copy or a view of its one argument, to what that is.
_MAKERS = {
    **{name: name for name in ("tuple", "list", "set", "frozenset", "dict")},
    "iter": "iterator",
    "MappingProxyType": "mapping",
}


class View(NamedTuple):
    """A property or method of after, and the container that it shows."""

    owner: ClassKey
    name: str
    is_method: bool
    #: The field as Python spells it after, and the name that it had before.
    field: str
    old: str
    #: What is handed out: "tuple", "list", "set", "frozenset", "dict", "mapping" or "iterator"; "" for a copy.
    made: str
    #: What the field holds: "list", "set", "dict", or "" where that is not known.
    holds: str

    @property
    def is_alike(self) -> bool:
        """Is what is handed out of the type of what it shows?"""
        return not self.made or self.made == self.holds


def find_views(pair: Pair) -> tuple[View, ...]:
    found: list[View] = []
    for file in pair.rewritten_python_files():
        if pair.facts(file) is None:
            continue
        for before in classes_in(pair.before, file):
            after = class_after(pair, before)
            if after is not None:
                found += _views(pair, before, after)
    return tuple(found)


def fields_behind_views(views: tuple[View, ...]) -> dict[str, str]:
    """Old names of fields that got another one, to those that they have now."""
    return {view.old: view.field for view in views if view.old != view.field}


def _views(pair: Pair, before: ClassKey, after: ClassKey) -> Iterator[View]:
    facts = pair.after.facts(after.file)
    old, new = own_members(pair.before, before), own_members(pair.after, after)
    class_name = class_info(pair.after, after).name
    for name, member in new.items() if facts is not None else ():
        assert facts is not None
        if len(member.functions) != 1 or (name in old and old[name].functions):
            continue
        shown = _shown(facts.names.scopes[member.functions[0]].node)
        if shown is None or member.kind not in (Kind.PROPERTY, Kind.METHOD):
            continue
        field = mangled(shown[1], class_name)
        was = _old_name(old, new, name, field, shown[1])
        if was is not None:
            holds = _held(pair.before, before.file, old[was])
            yield View(after, name, member.kind is Kind.METHOD, field, was, shown[0], holds)


def _old_name(
    old: dict[str, Member], new: dict[str, Member], name: str, field: str, written: str
) -> str | None:
    """The field of before that is shown: under its own name, that of the property, or the same without underscores."""
    if field in old:
        return field if not old[field].functions else None
    gone = [
        one
        for one, member in old.items()
        if not member.functions
        and (one not in new or new[one].functions)
        and one.strip("_") == written.strip("_")
    ]
    if not gone and name in old:
        gone = [name]
    return gone[0] if len(gone) == 1 else None


def _shown(node: ast.AST) -> tuple[str, str] | None:
    """What a getter hands out, and the field that it shows."""
    if not isinstance(node, ast.FunctionDef) or len(node.args.args) != 1:
        return None
    body = [
        item
        for item in node.body
        if not (isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant))
    ]
    receiver = node.args.args[0].arg
    if len(body) != 1:
        return None
    match body[0]:
        case ast.Expr(value=ast.YieldFrom(value=value)):
            made = "iterator"
        case ast.Return(value=ast.Call(func=ast.Attribute(value=value, attr="copy"), args=[], keywords=[])):
            made = ""
        case ast.Return(value=ast.Call(func=function, args=[value], keywords=[])):
            found = "" if last_name(function) == "copy" else _MAKERS.get(last_name(function))
            if found is None:
                return None
            made = found
        case ast.Return(value=ast.Subscript(value=value, slice=ast.Slice(lower=None, upper=None, step=None))):
            made = ""
        case ast.Return(value=ast.List(elts=[ast.Starred(value=value)])):
            made = "list"
        case ast.Return(value=ast.Tuple(elts=[ast.Starred(value=value)])):
            made = "tuple"
        case ast.Return(value=ast.Dict(keys=[None], values=[value])):
            made = "dict"
        case _:
            return None
    match value:
        case ast.Attribute(value=ast.Name(id=name), attr=field) if name == receiver:
            return made, field
    return None


def _held(program: Program, file: str, member: Member) -> str:
    """What the field holds, if everything that is stored in it through the class says the same."""
    facts: FileFacts | None = program.facts(file)
    kinds: set[str] = set()
    for target in member.targets if facts is not None else ():
        bound = facts.bound_values.get(target) if facts is not None else None
        values = (
            evaluate(program, file, bound.node).items if bound is not None and bound.how == "value" else ()
        )
        names = {value.name for value in values if isinstance(value, ExternalValue) and value.instance}
        kinds.add(names.pop().removeprefix("builtins.") if len(values) == len(names) == 1 else "")
    return kinds.pop() if len(kinds) == 1 and kinds <= {"list", "set", "dict"} else ""
