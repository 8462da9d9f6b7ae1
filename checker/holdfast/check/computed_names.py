"""Names that a program puts together: what a text could be, as far as its constant ends tell."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

#: Functions that take the name of an attribute as a text, and the position of that argument.
_NAME_ARGUMENT = {
    "getattr": 1,
    "setattr": 1,
    "hasattr": 1,
    "delattr": 1,
    "attrgetter": 0,
    "methodcaller": 0,
}
#: Methods of a dictionary whose first argument is a key.
_KEYED = frozenset({"get", "pop", "setdefault"})

#: Ways to all the names of something, among which a program may choose by their ends.
LISTING = frozenset({"dir", "vars", "__dict__", "getmembers", "getmembers_static"})

ATTRIBUTE_FUNCTIONS = frozenset(_NAME_ARGUMENT) | LISTING


class Pattern(NamedTuple):
    """A text that starts and ends in a known way; `whole` if nothing between is unknown."""

    start: str
    end: str
    whole: bool

    def matches(self, name: str) -> bool:
        if self.whole:
            return name == self.start
        if not (self.start or self.end) or len(name) < len(self.start) + len(self.end):
            return False
        return name.startswith(self.start) and name.endswith(self.end)


_ANYTHING = Pattern("", "", False)


@lru_cache(maxsize=4096)
def computed_names(module: ast.AST) -> tuple[tuple[ast.expr, Pattern], ...]:
    """The texts that name attributes, in attribute functions and in `vars(…)`, with what they could be.

    Asked again at every check of a file that did not change, so the answers for a tree are kept.
    """
    arguments = [argument for node in ast.walk(module) if (argument := _naming(node)) is not None]
    found = [(argument, pattern_of(argument)) for argument in arguments]
    return tuple((argument, pattern) for argument, pattern in found if pattern != _ANYTHING)


def _naming(node: ast.AST) -> ast.expr | None:
    if isinstance(node, ast.Subscript):
        return node.slice if _is_dictionary(node.value) else None
    if not isinstance(node, ast.Call):
        return None
    position = _NAME_ARGUMENT.get(_called(node.func))
    if position is None and isinstance(node.func, ast.Attribute) and node.func.attr in _KEYED:
        position = 0 if _is_dictionary(node.func.value) else None
    return node.args[position] if position is not None and len(node.args) > position else None


def _is_dictionary(node: ast.expr) -> bool:
    """The attributes of some object, by name: `vars(x)` or `x.__dict__`."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "vars" and bool(node.args)
    return isinstance(node, ast.Attribute) and node.attr == "__dict__"


def chosen_by_ends(module: ast.AST) -> Iterator[tuple[ast.expr, Pattern]]:
    """`name.startswith("do_")`, in a module that lists the names of something: what is asked of them."""
    asked: list[tuple[ast.expr, Pattern]] = []
    lists = False
    for node in ast.walk(module):
        lists = lists or (isinstance(node, ast.Attribute) and node.attr == "__dict__")
        if not isinstance(node, ast.Call):
            continue
        called = _called(node.func)
        lists = lists or called in LISTING
        if called in ("startswith", "endswith") and node.args:
            argument = node.args[0]
            texts = argument.elts if isinstance(argument, ast.Tuple) else [argument]
            for text in texts:
                if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value:
                    start = called == "startswith"
                    ends = (text.value, "") if start else ("", text.value)
                    asked.append((argument, Pattern(*ends, False)))
    return iter(asked if lists else ())


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def pattern_of(node: ast.expr) -> Pattern:
    """What a text expression could be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return Pattern(node.value, "", True)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _joined(pattern_of(node.left), pattern_of(node.right))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _template(node.left, "%")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return _template(node.func.value, "{")
    if isinstance(node, ast.JoinedStr):
        pattern = Pattern("", "", True)
        for piece in node.values:
            pattern = _joined(pattern, pattern_of(piece))
        return pattern
    return _ANYTHING


def _joined(first: Pattern, second: Pattern) -> Pattern:
    if first.whole and second.whole:
        return Pattern(first.start + second.start, "", True)
    start = first.start + second.start if first.whole else first.start
    end = second.start if second.whole else second.end
    if second.whole and not first.whole:
        end = first.end + second.start
    return Pattern(start, end, False)


def _template(node: ast.expr, opening: str) -> Pattern:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        start, found, _ = node.value.partition(opening)
        return Pattern(start, "", not found)
    return _ANYTHING
