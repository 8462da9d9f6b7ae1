"""Strings that stand for names: `__all__`, `__slots__`, `__match_args__`, `getattr` and its kin.

Only plain literals count, whose characters stand in the text as they are in the value; the interval is
that of the characters inside the quotes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from holdfast.python.names.draft import Draft, RawString, RawUnseen, ScopeDraft

_OPENING = re.compile(r"[rRuU]?(\"\"\"|'''|\"|')")

#: Module and class variables whose strings name members.
LISTS = {"__all__": "all", "__slots__": "slots", "__match_args__": "match_args"}

#: Callables, by the last part of their name, whose second argument names an attribute.
_SECOND_ARGUMENT = frozenset({"getattr", "setattr", "hasattr", "delattr", "getattr_static"})
_ATTRIBUTE_ARGUMENTS = frozenset({"attrgetter", "methodcaller"})
_ALL_METHODS = frozenset({"append", "extend", "insert", "remove"})
_SEES_NAMES = frozenset({"exec", "eval", "locals", "globals", "vars", "dir"})


def plain_string(draft: Draft, node: ast.expr) -> int | None:
    """The offset of the first character inside the quotes of a plain one-piece string, or None."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return None
    start, end = draft.start(node), draft.end(node)
    opening = _OPENING.match(draft.text, start)
    if opening is None:
        return None
    inside = opening.end()
    quotes = len(opening.group(1))
    if end - quotes - inside != len(node.value) or not draft.text.startswith(node.value, inside):
        return None
    return inside


def strings_of_list(draft: Draft, scope: ScopeDraft, value: ast.expr, kind: str) -> None:
    """The entries of an `__all__`, `__slots__` or `__match_args__`."""
    for entry in _entries(value):
        _record(draft, scope, entry, kind)


def _entries(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.Constant):
        yield value
    elif isinstance(value, ast.List | ast.Tuple | ast.Set):
        yield from value.elts
    elif isinstance(value, ast.Dict):
        yield from (key for key in value.keys if key is not None)
    elif isinstance(value, ast.BinOp):
        yield from _entries(value.left)
        yield from _entries(value.right)


def strings_of_call(draft: Draft, scope: ScopeDraft, call: ast.Call) -> None:
    """Names in the arguments of a call, and calls that look at all names of a scope."""
    function = call.func
    if type(function) is ast.Name:
        name = function.id
        if name in _SECOND_ARGUMENT:
            _record_all(draft, scope, call.args[1:2])
        elif name in _ATTRIBUTE_ARGUMENTS:
            _record_all(draft, scope, call.args)
        elif name in _SEES_NAMES and (name in ("exec", "eval") or not call.args):
            draft.unseen.append(RawUnseen(draft.start(call), draft.end(call), name, scope, name))
    elif type(function) is ast.Attribute:
        name = function.attr
        if name in _SECOND_ARGUMENT or (name == "object" and _is_patch(function.value)):
            _record_all(draft, scope, call.args[1:2])
        elif name in _ATTRIBUTE_ARGUMENTS:
            _record_all(draft, scope, call.args)
        elif name in _ALL_METHODS and type(function.value) is ast.Name and function.value.id == "__all__":
            for argument in call.args:
                strings_of_list(draft, scope, argument, "all")


def _is_patch(node: ast.expr) -> bool:
    """Whether this is the `patch` of `unittest.mock`, going by its name."""
    return (node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")) == "patch"


def _record_all(draft: Draft, scope: ScopeDraft, arguments: Iterable[ast.expr]) -> None:
    for argument in arguments:
        _record(draft, scope, argument, "attribute")


def _record(draft: Draft, scope: ScopeDraft, node: ast.expr, kind: str) -> None:
    start = plain_string(draft, node)
    if start is None or not isinstance(node, ast.Constant):
        return
    for part in str(node.value).split("."):
        if part.isidentifier():
            draft.strings.append(RawString(start, start + len(part), part, kind, scope))
        start += len(part) + 1
