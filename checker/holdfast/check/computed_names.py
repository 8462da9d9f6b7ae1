"""Names that a program puts together: what a text could be, as far as its constant ends tell."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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
ATTRIBUTE_FUNCTIONS = frozenset(_NAME_ARGUMENT)


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


def computed_names(module: ast.AST) -> Iterator[tuple[ast.expr, Pattern]]:
    """The name arguments of attribute functions that are not one plain literal, with what they could be."""
    for node in ast.walk(module):
        if not isinstance(node, ast.Call):
            continue
        position = _NAME_ARGUMENT.get(_called(node.func))
        if position is not None and len(node.args) > position:
            argument = node.args[position]
            pattern = pattern_of(argument)
            if pattern != _ANYTHING:
                yield argument, pattern


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
