"""What a function without a return annotation gives back, as its return statements say.

Factories and builders (`return cls(...)`, `return self`, `return Other(...)`) are the point: through them
the members that code uses on the result are known. What any return leaves open stays unknown.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.own_members import first_parameter, receives
from holdfast.python.project.program import Program
from holdfast.python.project.values import (
    UNKNOWN,
    ClassValue,
    FunctionValue,
    InstanceValue,
    Values,
    inferred,
    joined,
    one,
)

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def returned_by_code(program: Program, function: FunctionValue, node: _Function) -> Values:
    """What the return statements give back, all of them together; not exact."""
    own = list(_own_nodes(node))
    if any(isinstance(item, ast.Yield | ast.YieldFrom) for item in own):
        return UNKNOWN
    parts = [
        _given_back(program, function, node, item.value)
        for item in own
        if isinstance(item, ast.Return) and item.value is not None
    ]
    return inferred(joined(parts)) if parts else UNKNOWN


def returned_values(node: _Function) -> list[ast.expr] | None:
    """The expressions that the function gives back; None for a generator and one that may give back nothing."""
    own = list(_own_nodes(node))
    results = [item.value for item in own if isinstance(item, ast.Return)]
    if any(isinstance(item, ast.Yield | ast.YieldFrom) for item in own) or not results:
        return None
    given = [result for result in results if result is not None]
    return given if len(given) == len(results) else None


def _given_back(program: Program, function: FunctionValue, node: _Function, value: ast.expr) -> Values:
    """The receiver is the class that the call went through, not the one that the method stands in."""
    facts = program.facts(function.file)
    first = None if facts is None else first_parameter(facts, function.scope)
    if first is not None and function.receiver is not None:
        makes = value.func if isinstance(value, ast.Call) else None
        if receives(node) == "class":
            if isinstance(makes, ast.Name) and makes.id == first:
                return one(InstanceValue(function.receiver))
            if isinstance(value, ast.Name) and value.id == first:
                return one(ClassValue(function.receiver))
        elif isinstance(value, ast.Name) and value.id == first:
            return one(InstanceValue(function.receiver))
    return evaluate(program, function.file, value)


def _own_nodes(node: _Function) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        item = waiting.pop()
        yield item
        if not isinstance(item, _Function | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(item))
