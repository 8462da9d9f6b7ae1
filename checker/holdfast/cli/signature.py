"""A new parameter list, as the steps that turn the old one into it: remove, add, reorder.

Works on the plain parameters of one `def`. What Python itself cannot reorder (`*args`, `**options`,
keyword-only and positional-only parameters) must stay as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from holdfast.errors import InputError
from holdfast.text.interval import Interval
from holdfast.text.positions import LineIndex


def signature_changes(
    text: str, target: Interval, parameters: str, values: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The engine's change list for the function whose name stands at `target`."""
    old = _defined_at(text, target).args
    new = _parsed(parameters)
    if _fixed_part(old) != _fixed_part(new):
        raise InputError(
            "only plain parameters can be changed; keep *args, **options, `/` and keyword-only ones as they are"
        )
    wanted = [each.arg for each in new.args]
    names = [each.arg for each in old.args]
    defaults = dict(zip(reversed(wanted), map(ast.unparse, reversed(new.defaults)), strict=False))
    changes: list[dict[str, Any]] = []
    for index in range(len(names) - 1, -1, -1):
        if names[index] not in wanted:
            del names[index]
            changes.append({"remove": index})
    for name in wanted:
        if name not in names:
            changes.append({"add": [len(names), name, defaults.get(name), values.get(name)]})
            names.append(name)
    unknown = sorted(values.keys() - {change["add"][1] for change in changes if "add" in change})
    if unknown:
        raise InputError(f"--value names {unknown[0]!r}, which is not a new parameter")
    order = [names.index(name) for name in wanted]
    if order != list(range(len(order))):
        changes.append({"reorder": order})
    if not changes:
        raise InputError("the parameter list is the same as before; there is nothing to change")
    return changes


def _defined_at(text: str, target: Interval) -> ast.FunctionDef | ast.AsyncFunctionDef:
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise InputError(f"{target.file}:{error.lineno}: has a syntax error: {error.msg}") from None
    line = LineIndex(text).position(target.start).line + 1
    name = text[target.start : target.end]
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.lineno == line
            and node.name == name
        ):
            return node
    raise InputError(f"{target.file}:{line}: point at the name behind `def`, where the parameters stand")


def _parsed(parameters: str) -> ast.arguments:
    words = parameters.strip()
    if words.startswith("(") and words.endswith(")"):
        words = words[1:-1]
    try:
        (statement,) = ast.parse(f"def f({words}): pass").body
    except (SyntaxError, ValueError):
        raise InputError(f"{parameters!r} is not a parameter list; write it as in a `def`") from None
    if not isinstance(statement, ast.FunctionDef):
        raise InputError(f"{parameters!r} is not a parameter list; write it as in a `def`")
    return statement.args


def _fixed_part(arguments: ast.arguments) -> tuple[Any, ...]:
    return (
        [each.arg for each in arguments.posonlyargs],
        arguments.vararg and arguments.vararg.arg,
        [each.arg for each in arguments.kwonlyargs],
        arguments.kwarg and arguments.kwarg.arg,
    )
