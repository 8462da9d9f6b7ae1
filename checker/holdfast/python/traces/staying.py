"""Functions that are used up where they are made: nobody has them any more when a loop goes on.

A function that a loop makes sees the loop's variable as it is when the function is called. For one that is
called in its own round that is the round's value; for one that is kept it is the last.
"""

from __future__ import annotations

import ast
from functools import lru_cache

#: Builtins and methods that call what they are given, and are done with it when they return.
_USING_UP = frozenset(
    {"sorted", "min", "max", "sum", "any", "all", "list", "tuple", "set", "dict", "sort", "join"}
)
#: Builtins that call what they are given when somebody looks at their elements.
_LAZY = frozenset({"map", "filter"})

Parents = dict[ast.AST, ast.AST]


@lru_cache(maxsize=64)
def _parents(module: ast.AST) -> Parents:
    return {child: node for node in ast.walk(module) for child in ast.iter_child_nodes(node)}


def stays(module: ast.AST, function: ast.AST) -> bool:
    """Is the lambda or inner function only called, or given to somebody who calls it at once?"""
    parents = _parents(module)
    if isinstance(function, ast.Lambda):
        parent = parents.get(function)
        if not isinstance(parent, ast.Assign) or len(parent.targets) != 1:
            return _is_used_up(function, parents)
        target = parent.targets[0]
        return isinstance(target, ast.Name) and _name_stays(function, target.id, parents)
    if isinstance(function, ast.FunctionDef) and not function.decorator_list:
        return _name_stays(function, function.name, parents)
    return False


def _name_stays(function: ast.AST, name: str, parents: Parents) -> bool:
    around = parents.get(function)
    while around is not None and not isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
        around = parents.get(around)
    if around is None or isinstance(around, ast.Module):
        return False
    reads = [
        node
        for node in ast.walk(around)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ]
    return all(_is_used_up(read, parents) for read in reads)


def _is_used_up(node: ast.AST, parents: Parents) -> bool:
    parent = parents.get(node)
    if isinstance(parent, ast.keyword):
        call = parents.get(parent)
        return parent.arg == "key" and isinstance(call, ast.Call) and _called(call) in _USING_UP
    if not isinstance(parent, ast.Call):
        return False
    if parent.func is node or _called(parent) in _USING_UP:
        return True
    return _called(parent) in _LAZY and _is_gone_through(parent, parents)


def _is_gone_through(node: ast.AST, parents: Parents) -> bool:
    parent = parents.get(node)
    if isinstance(parent, ast.Call):
        return _called(parent) in _USING_UP
    if isinstance(parent, ast.comprehension):
        return not isinstance(parents.get(parent), ast.GeneratorExp)
    return isinstance(parent, ast.For) and parent.iter is node


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
