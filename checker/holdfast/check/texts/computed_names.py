"""Names that a program puts together: what a text could be, as far as its constant ends tell."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
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

ATTRIBUTE_FUNCTIONS = frozenset(_NAME_ARGUMENT) | LISTING | {"globals"}


class Pattern(NamedTuple):
    """A text that starts and ends in a known way; `whole` if nothing between is unknown."""

    start: str
    end: str
    whole: bool
    #: Capitals only: what `upper()` makes.
    upper: bool = False

    def matches(self, name: str) -> bool:
        if self.whole:
            return name == self.start
        if self.upper and not (self.start or self.end):
            return name.isupper()
        if not (self.start or self.end) or len(name) < len(self.start) + len(self.end):
            return False
        return name.startswith(self.start) and name.endswith(self.end)

    def between(self, name: str) -> str:
        """What stands between the known ends of a name that matches."""
        return name.removeprefix(self.start).removesuffix(self.end)


_ANYTHING = Pattern("", "", False)


@lru_cache(maxsize=4096)
def computed_names(module: ast.AST) -> tuple[tuple[ast.expr, Pattern], ...]:
    """The texts that name attributes, in attribute functions and in `vars(…)`, with what they could be.

    Asked again at every check of a file that did not change, so the answers for a tree are kept.
    """
    arguments = [argument for node in ast.walk(module) if (argument := _naming(node)) is not None]
    variables = _variables_of(module) if any(_has_variable(argument) for argument in arguments) else {}
    found = [(argument, pattern_of(argument, variables.get(argument, {}))) for argument in arguments]
    return tuple((argument, pattern) for argument, pattern in found if pattern != _ANYTHING)


class LookUp(NamedTuple):
    """A place that asks something for an attribute by a text."""

    #: What is asked; None where that comes later, as with `attrgetter`.
    receiver: ast.expr | None
    argument: ast.expr
    pattern: Pattern

    @property
    def is_open(self) -> bool:
        """Is nothing known of the text?"""
        return self.pattern == _ANYTHING


@lru_cache(maxsize=4096)
def look_ups(module: ast.AST) -> tuple[LookUp, ...]:
    """Every place that names an attribute by a text, also where nothing is known of the text."""
    found = [
        (_receiver(node), argument) for node in ast.walk(module) if (argument := _naming(node)) is not None
    ]
    variables = _variables_of(module) if any(_has_variable(argument) for _, argument in found) else {}
    return tuple(
        LookUp(receiver, argument, pattern_of(argument, variables.get(argument, {})))
        for receiver, argument in found
    )


def _receiver(node: ast.AST) -> ast.expr | None:
    if isinstance(node, ast.Subscript):
        return _holder(node.value)
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr in _KEYED:
        return _holder(node.func.value)
    return node.args[0] if _NAME_ARGUMENT.get(_called(node.func)) == 1 else None


def _holder(node: ast.expr) -> ast.expr | None:
    """Whose attributes `vars(x)`, `x.__dict__` and `globals()` are; the call itself for the last."""
    if isinstance(node, ast.Call):
        return node.args[0] if node.args else node
    return node.value if isinstance(node, ast.Attribute) else None


def _has_variable(argument: ast.expr) -> bool:
    return any(isinstance(node, ast.Name) for node in ast.walk(argument))


def _variables_of(module: ast.AST) -> dict[ast.expr, dict[str, ast.expr]]:
    """For each expression in a function the variables that the function binds once, by an assignment."""
    found: dict[ast.expr, dict[str, ast.expr]] = {}
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        inside = list(ast.walk(function))
        bound = Counter(
            node.id if isinstance(node, ast.Name) else node.arg
            for node in inside
            if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
        )
        assigned = {
            node.targets[0].id: node.value
            for node in inside
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and bound[node.targets[0].id] == 1
        }
        # Inner functions come later and know their own variables better.
        found.update((node, assigned) for node in inside if isinstance(node, ast.expr))
    return found


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
    """The attributes of some object, by name: `vars(x)` or `x.__dict__`, and of the module, `globals()`."""
    if isinstance(node, ast.Call):
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        return (called == "vars" and bool(node.args)) or (called == "globals" and not node.args)
    return isinstance(node, ast.Attribute) and node.attr == "__dict__"


@lru_cache(maxsize=4096)
def chosen_by_ends(module: ast.AST) -> tuple[tuple[ast.expr, Pattern], ...]:
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
    return tuple(asked) if lists else ()


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def pattern_of(node: ast.expr, variables: Mapping[str, ast.expr] = MappingProxyType({})) -> Pattern:
    """What a text expression could be, with what variables hold that are known."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return Pattern(node.value, "", True)
    if isinstance(node, ast.Name) and node.id in variables:
        # Without itself: `name = name + "x"` says nothing about the first `name`.
        others = {name: value for name, value in variables.items() if name != node.id}
        return pattern_of(variables[node.id], others)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _joined(pattern_of(node.left, variables), pattern_of(node.right, variables))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _template(node.left, "%")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "format":
            return _template(node.func.value, "{")
        if node.func.attr in ("lower", "upper") and not node.args:
            return _in_case(pattern_of(node.func.value, variables), upper=node.func.attr == "upper")
    if isinstance(node, ast.JoinedStr):
        pattern = Pattern("", "", True)
        for piece in node.values:
            pattern = _joined(pattern, pattern_of(piece, variables))
        return pattern
    return _ANYTHING


def _in_case(pattern: Pattern, *, upper: bool) -> Pattern:
    if upper:
        return Pattern(pattern.start.upper(), pattern.end.upper(), pattern.whole, upper=not pattern.whole)
    return Pattern(pattern.start.lower(), pattern.end.lower(), pattern.whole)


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
