"""Calls that cannot fail: builtins, methods of texts and containers, and functions of the project."""

from __future__ import annotations

import ast

from holdfast.check.certainty.failing import Found, gone_through, hashable, least, number, text
from holdfast.check.certainty.kind_sets import CONTAINERS, MAPPINGS, TEXT, Kinds, is_number
from holdfast.check.certainty.kinds import kinds_of
from holdfast.check.certainty.uses import known_kinds
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.library import is_certain
from holdfast.python.project.program import Program
from holdfast.python.project.values import ExternalValue, FunctionValue
from holdfast.python.traces.certainty import Certainty

SURE, FITS = Certainty.SURE, Certainty.FITS

_TAKING_ANYTHING = frozenset(
    {"str", "repr", "bool", "type", "id", "callable", "isinstance", "issubclass", "hasattr", "print"}
)
_GOING_THROUGH = frozenset({"list", "tuple", "enumerate", "reversed", "zip", "any", "all", "iter"})
#: They also look at the elements, of which no condition around tells the type.
_LOOKING_AT_ELEMENTS = frozenset({"sorted", "set", "frozenset", "sum"})
_MOMENTS = frozenset({"datetime.date", "datetime.datetime", "datetime.timedelta", "datetime.time"})
_OF_MOMENTS = frozenset({"isoformat", "weekday", "isoweekday", "toordinal", "total_seconds", "date", "time"})
_OF_MAPPINGS = frozenset({"get", "keys", "values", "items", "copy"})


def certainty_of_call(program: Program, file: str, node: ast.Call) -> Found:
    if any(isinstance(item, ast.Starred) for item in node.args):
        return None
    if any(keyword.arg is None for keyword in node.keywords):
        return None
    called = evaluate(program, file, node.func)
    if called.complete:
        found = [_of_value(program, file, node, item) for item in called.items]
        if all(item is not None for item in found):
            return least(found)
    if isinstance(node.func, ast.Attribute):
        return _of_method(program, file, node, node.func)
    return None


def _of_value(program: Program, file: str, node: ast.Call, called: object) -> Found:
    match called:
        case ExternalValue(name, False) if name.startswith("builtins."):
            return _of_builtin(program, file, node, name.removeprefix("builtins."))
        case ExternalValue(name, False):
            return _of_library(node, name)
        case FunctionValue():
            from holdfast.check.certainty.functions import (
                certainty_of_function,
            )  # it asks about calls in turn

            return certainty_of_function(program, file, node, called)
    return None


def _of_library(node: ast.Call, name: str) -> Found:
    """What is made of constants, as it always is."""
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    constant = all(isinstance(item, ast.Constant) for item in given)
    if name in ("datetime.timedelta", "re.compile", "decimal.Decimal") and constant:
        return SURE
    return SURE if constant and is_certain(name, instance=False) else None


def _of_builtin(program: Program, file: str, node: ast.Call, name: str) -> Found:
    arguments = node.args
    if name in _TAKING_ANYTHING:
        return SURE
    if node.keywords or not arguments:
        return SURE if not node.keywords and name in ("list", "dict", "set", "tuple", "str", "int") else None
    first = arguments[0]
    match name:
        case "len":
            kinds, certain = known_kinds(program, file, first)
            return certain if kinds is not None and kinds <= CONTAINERS else None
        case "abs" | "float":
            return number(program, file, first)
        case "int":
            kinds, certain = known_kinds(program, file, first)
            return certain if kinds is not None and kinds <= {"builtins.int", "builtins.bool"} else None
        case "round":
            return least(number(program, file, item) for item in arguments)
        case "min" | "max" if len(arguments) > 1:
            return _chosen(program, file, arguments)
        case "range":
            return least(number(program, file, item) for item in arguments) if len(arguments) < 3 else None
        case "getattr" if len(arguments) == 3:
            return SURE
    if name in _GOING_THROUGH:
        return least(_through(program, file, item) for item in arguments)
    if name in _LOOKING_AT_ELEMENTS and len(arguments) == 1:
        return _elements(program, file, first)
    return None


def _chosen(program: Program, file: str, arguments: list[ast.expr]) -> Found:
    numbers = least(number(program, file, item) for item in arguments)
    return numbers or least(text(program, file, item) for item in arguments)


def _through(program: Program, file: str, node: ast.expr) -> Found:
    if isinstance(node, ast.GeneratorExp):
        return least(gone_through(program, file, each.iter) for each in node.generators)
    return gone_through(program, file, node)


def _elements(program: Program, file: str, node: ast.expr) -> Found:
    through = _through(program, file, node)
    if through is None:
        return None
    if isinstance(node, ast.GeneratorExp | ast.ListComp) and is_number(kinds_of(program, file, node.elt)):
        return through
    return min(through, FITS)


def _of_method(program: Program, file: str, node: ast.Call, callee: ast.Attribute) -> Found:
    kinds, certain = known_kinds(program, file, callee.value)
    if kinds is None:
        return None
    return least([certain, _of_receiver(program, file, node, callee.attr, kinds)])


def _of_receiver(program: Program, file: str, node: ast.Call, method: str, kinds: Kinds) -> Found:
    arguments = node.args
    if kinds == TEXT and not node.keywords:
        if not is_certain(f"builtins.str.{method}", instance=True):
            return None
        if any(isinstance(item, ast.Constant) and item.value == "" for item in arguments):
            return None  # an empty separator
        return least(_plain(program, file, item) for item in arguments)
    if kinds <= MAPPINGS and method in _OF_MAPPINGS and not node.keywords:
        return least(hashable(program, file, item) for item in arguments[:1])
    if kinds <= _MOMENTS and method in _OF_MOMENTS and not arguments and not node.keywords:
        return SURE
    return None


def _plain(program: Program, file: str, node: ast.expr) -> Found:
    if isinstance(node, ast.Tuple):
        return least(text(program, file, item) for item in node.elts)
    return text(program, file, node) or number(program, file, node)
