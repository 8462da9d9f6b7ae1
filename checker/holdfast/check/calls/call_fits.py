"""Can a function take the arguments of a call? Asked of the text of both."""

from __future__ import annotations

import ast


def fits(function: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call, *, taken: int) -> bool:
    """`taken`: how many parameters are filled before the call. A call with a star may always fit."""
    if any(isinstance(item, ast.Starred) for item in call.args) or any(k.arg is None for k in call.keywords):
        return True
    arguments = function.args
    only = [item.arg for item in arguments.posonlyargs]
    plain = [*only, *(item.arg for item in arguments.args)]
    by_position = plain[taken:]
    if len(call.args) > len(by_position) and arguments.vararg is None:
        return False
    by_name = {item.arg for item in (*arguments.args, *arguments.kwonlyargs)}
    given = by_position[: len(call.args)]
    for keyword in call.keywords:
        if keyword.arg in given or (keyword.arg not in by_name and arguments.kwarg is None):
            return False
    needed = set(plain[: len(plain) - len(arguments.defaults)][taken:])
    for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is None:
            needed.add(item.arg)
    return needed <= {*given, *(keyword.arg or "" for keyword in call.keywords)}


def at_position(function: ast.FunctionDef | ast.AsyncFunctionDef, position: int) -> str | None:
    """The parameter that has this position; None behind the last one."""
    plain = [*function.args.posonlyargs, *function.args.args]
    return plain[position].arg if position < len(plain) else None
