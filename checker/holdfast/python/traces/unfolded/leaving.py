"""Where control leaves code before its end: read from the syntax."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_OTHER_CODE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def returns_inside(node: ast.AST) -> bool:
    """Is there a `return` in it that is the function's own?"""
    return any(isinstance(inner, ast.Return) for inner in _own(node))


def leaves_somewhere(statement: ast.stmt) -> bool:
    """May control leave the list of statements in which this one stands?"""
    if isinstance(statement, _LEAVING):
        return True
    if isinstance(statement, _LOOPS):
        return returns_inside(statement)
    return any(leaves_somewhere(item) for part in lists_of(statement) for item in part)


def breaks_itself(loop: ast.stmt) -> bool:
    """Is there a `break` that ends this very loop?"""
    return any(_breaks(item) for item in getattr(loop, "body", ()))


def _breaks(statement: ast.stmt) -> bool:
    if isinstance(statement, _LOOPS):
        return any(_breaks(item) for item in statement.orelse)
    if isinstance(statement, ast.Break):
        return True
    return any(_breaks(item) for part in lists_of(statement) for item in part)


def lists_of(statement: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """The lists of statements that stand in a statement and run where it does."""
    if isinstance(statement, _OTHER_CODE):
        return
    for field in ("body", "orelse", "finalbody"):
        part = getattr(statement, field, None)
        if isinstance(part, list):
            yield part
    for field in ("handlers", "cases"):
        for inner in getattr(statement, field, ()):
            yield inner.body


def _own(node: ast.AST) -> Iterator[ast.AST]:
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        if found is node or not isinstance(found, _OTHER_CODE):
            waiting.extend(ast.iter_child_nodes(found))
