"""A round of a loop without `continue`: what follows it is what happens otherwise.

`if done: continue` and then more is the same as `if not done:` and more, and the same as a function that
returns early and is called once a round. One form for all of them lets them be compared.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence


def without_continue(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The body of a loop in which no branch ends with a `continue`, as far as that repeats no code."""
    kept: list[ast.stmt] = []
    for position, statement in enumerate(body):
        if isinstance(statement, ast.Continue):
            return kept
        if isinstance(statement, ast.If):
            then, otherwise = _goes_on(statement.body), _goes_on(statement.orelse)
            if not (then and otherwise):
                rest = body[position + 1 :]
                branches = (
                    without_continue([*statement.body, *(rest if then else ())]),
                    without_continue([*statement.orelse, *(rest if otherwise else ())]),
                )
                return [*kept, _choice(statement, *branches)]
        kept.append(statement)
    return kept


def last_calls(body: Sequence[ast.stmt]) -> frozenset[ast.AST]:
    """The calls that end a round for their effects alone: nothing of the round comes behind them."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return last_calls(last.body) | last_calls(last.orelse)
    if not isinstance(last, ast.Expr):
        return frozenset()
    value = last.value.value if isinstance(last.value, ast.Await) else last.value
    return frozenset({value} if isinstance(value, ast.Call) else ())


def _goes_on(statements: Sequence[ast.stmt]) -> bool:
    """Does control come out at the end, or leave in a way that stays what it is?"""
    last = statements[-1] if statements else None
    if isinstance(last, ast.If):
        return _goes_on(last.body) or _goes_on(last.orelse)
    return not isinstance(last, ast.Continue)


def _choice(statement: ast.If, then: list[ast.stmt], otherwise: list[ast.stmt]) -> ast.If:
    nothing = ast.copy_location(ast.Pass(), statement)
    return ast.copy_location(ast.If(statement.test, then or [nothing], otherwise), statement)
