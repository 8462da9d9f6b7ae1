"""Containers that a function makes for itself and fills: as long as it has not given them away, nobody sees that."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.python.traces.subject import FunctionNode

_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_MAKERS = frozenset({"list", "dict", "set", "sorted", "defaultdict", "Counter", "OrderedDict", "deque"})
#: Methods that change a container and nothing else.
FILLING = frozenset(
    {
        *("append", "appendleft", "extend", "insert", "add", "update", "setdefault", "pop", "popleft"),
        *("remove", "discard", "clear", "sort", "reverse"),
    }
)


def own_containers(function: FunctionNode) -> frozenset[str]:
    """The local variables that only ever hold containers made right here."""
    made: set[str] = set()
    others = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    for target, value in _bindings(function):
        (made if value is not None and _is_made(value) else others).add(target)
    declared = {
        name
        for node in ast.walk(function)
        if isinstance(node, ast.Global | ast.Nonlocal)
        for name in node.names
    }
    return frozenset(made - others - declared)


def _bindings(function: FunctionNode) -> Iterator[tuple[str, ast.expr | None]]:
    plain: dict[ast.AST, ast.expr | None] = {}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                plain.update({target: value for target in targets if isinstance(target, ast.Name)})
            case ast.AnnAssign(target=ast.Name() as target, value=value):
                plain[target] = value
            case ast.AugAssign(target=ast.Name() as target, value=value):
                plain[target] = value if _is_made(value) else ast.List([], ast.Load())
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id, plain.get(node)


def _is_made(value: ast.expr) -> bool:
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name | ast.Attribute):
        called = value.func.id if isinstance(value.func, ast.Name) else value.func.attr
        return called in _MAKERS
    return isinstance(value, _DISPLAYS)
