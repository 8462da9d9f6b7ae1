"""The rounds of a loop with `break` in place of `return`: the value is kept until the loop is left."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from holdfast.python.traces.canonical.inner_statements import InnerStatement
from holdfast.python.traces.canonical.tracer import TooManyWaysError
from holdfast.python.traces.copies import copied
from holdfast.python.traces.unfolded.leaving import breaks_itself, returns_inside

Keep = Callable[[ast.Return], None]
Loop = ast.For | ast.AsyncFor | ast.While


def broken_off(
    body: Sequence[ast.stmt], keep: Keep, behind: Sequence[ast.stmt] | None = ()
) -> list[ast.stmt]:
    """The statements of a round; `behind` are those that follow them up to its end, where they can be taken along."""
    found: list[ast.stmt] = []
    for position, statement in enumerate(body):
        if not returns_inside(statement):
            found.append(statement)
            continue
        rest = None if behind is None else [*body[position + 1 :], *behind]
        if isinstance(statement, ast.Return):
            return [*found, _kept(statement, keep), _break(statement)]
        if isinstance(statement, Loop):
            return [*found, *_loop_inside(statement, keep, rest)]
        found.append(_copied(statement, keep, rest))
    return found


def _kept(statement: ast.Return, keep: Keep) -> ast.stmt:
    return InnerStatement(lambda: keep(statement))


def _break(statement: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.Break(), statement)


def _loop_inside(loop: Loop, keep: Keep, rest: Sequence[ast.stmt] | None) -> list[ast.stmt]:
    """A loop in a round: where it is broken off, so is the loop around it."""
    if rest is None or breaks_itself(loop):
        raise TooManyWaysError
    inner = copied(loop)
    inner.body = broken_off(loop.body, keep)
    goes_on = ast.copy_location(ast.Continue(), loop)
    inner.orelse = [*broken_off([*loop.orelse, *rest], keep), goes_on]
    return [inner, _break(loop)]


def _copied(statement: ast.AST, keep: Keep, behind: Sequence[ast.stmt] | None) -> Any:
    """A statement with others inside."""
    found = copied(statement)
    behind = behind if isinstance(statement, ast.If) else None
    for field in ("body", "orelse", "finalbody"):
        if isinstance(getattr(found, field, None), list):
            setattr(found, field, broken_off(getattr(found, field), keep, behind))
    for field in ("handlers", "cases"):
        if isinstance(getattr(found, field, None), list):
            setattr(found, field, [_copied(part, keep, None) for part in getattr(found, field)])
    return found
