"""A new method under a name that untouched code gives to objects of its class at run time, in an ordinary edit.

A class that equips objects (`if not hasattr(model, name): setattr(model, name, action)`) leaves those alone which
have the name already. Where the object can be one of the class itself, a new method takes the place of the action,
for everybody who gives that name as a text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.ordinary.new_overrides import standing_classes
from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import left_in_code
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, class_node, order_of, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.lookup import find_member
from holdfast.python.project.own_members import Member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

#: How many texts are pointed out for one method.
_SHOWN = 3
_ASKING = frozenset({"hasattr", "getattr"})


def check_names_given_to_objects(pair: Pair) -> Iterator[Finding]:
    for before, after in standing_classes(pair):
        new = [
            member
            for name, member in own_members(pair.after, after).items()
            if member.kind in (Kind.METHOD, Kind.PROPERTY, Kind.CLASS_ATTRIBUTE) and not name.startswith("_")
            if find_member(pair.before, before, name) is None
        ]
        if new and _equips_objects(pair.after, after):
            for member in new:
                yield from _given(pair, after, member)


def _equips_objects(program: Program, key: ClassKey) -> bool:
    return any(
        _sets_what_is_missing(method)
        for item in order_of(program, key).classes
        if isinstance(item, ClassKey)
        for method in class_node(program, item).body
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def _sets_what_is_missing(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Does it set an attribute by a name that it was told, and ask for the same one before?

    Not where it sets what is there already, as `if hasattr(self, key): setattr(self, key, value)` does.
    """
    asked: set[tuple[str, str]] = set()
    stored: set[tuple[str, str]] = set()
    for node in ast.walk(method):
        if isinstance(node, ast.If) and _asks_whether_it_is_there(node.test):
            return False
        match node:
            case ast.Call(func=ast.Name(id=function), args=[whom, ast.Name(id=name), *_]):
                if function in _ASKING:
                    asked.add((ast.unparse(whom), name))
                elif function == "setattr":
                    stored.add((ast.unparse(whom), name))
    return bool(asked & stored)


def _asks_whether_it_is_there(test: ast.expr) -> bool:
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    return any(
        isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "hasattr"
        for part in parts
    )


def _given(pair: Pair, after: ClassKey, member: Member) -> Iterator[Finding]:
    texts = [left for left in left_in_code(pair, member.name) if left.is_whole]
    shown, quoted = pair.shown_at(Interval(after.file, *member.token))
    owner = class_info(pair.after, after).name
    for left in texts[:_SHOWN]:
        message = f'objects of `{owner}` may be given "{member.name}" at run time, and have a method of that name now'
        yield Finding("HF302", Severity.WARNING, left.place, message, (Clause(shown, "is new", quoted),))
