"""Builtins that go through something or are given a function: when they only compute."""

from __future__ import annotations

import ast

from holdfast.check.certainty.failing import gone_through
from holdfast.check.code.key_functions import calculates
from holdfast.python.project.program import Program
from holdfast.python.project.values import ExternalValue
from holdfast.python.traces.identity import Computation

_GIVING_VALUES = frozenset({"sum", "any", "all", "max", "min", "round", "int"})
_GIVING_OBJECTS = frozenset({"sorted", "list", "tuple", "set", "frozenset", "enumerate", "zip", "dict"})
#: Keywords that are mere values.
_PLAIN = frozenset({"default", "start", "reverse", "ndigits", "base", "strict"})


def computation_of_builtin(
    program: Program, file: str, node: ast.Call, called: ExternalValue
) -> Computation | None:
    name = called.name.removeprefix("builtins.")
    if called.instance or name not in _GIVING_VALUES | _GIVING_OBJECTS or not node.args:
        return None
    for keyword in node.keywords:
        if keyword.arg == "key":
            if not calculates(program, file, keyword.value):
                return None
        elif keyword.arg not in _PLAIN and name != "dict":
            return None
    if not (name in ("max", "min") and len(node.args) > 1) and name not in ("round", "int"):
        through = node.args if name == "zip" else node.args[:1]
        if not all(_is_left_whole(program, file, item) for item in through):
            return None
    # What is handed out of a container by `max` is an object that was there.
    return Computation(frozenset(), True, name in _GIVING_OBJECTS, False)


def _is_left_whole(program: Program, file: str, node: ast.expr) -> bool:
    """Can one go through it without using it up, or is it made right here?"""
    if isinstance(node, ast.Starred):
        return False
    if isinstance(node, ast.GeneratorExp):
        return all(_is_left_whole(program, file, each.iter) for each in node.generators[:1])
    if gone_through(program, file, node) is not None:
        return True
    match node:
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in ("split", "splitlines", "keys", "values", "items")
        case ast.Call(func=ast.Name(id=called)):
            return called in (
                "range",
                "enumerate",
                "zip",
                "sorted",
                "list",
                "set",
                "tuple",
                "reversed",
                "map",
            )
    return False
