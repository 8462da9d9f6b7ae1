"""What a loop is about: what it goes through, which elements it takes, and the one thing that it does with each.

Reads the syntax only. A loop that does more, or that leaves on the way, has no such form.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from holdfast.python.traces.canonical.gathering import Doing, Only, Part, Through
from holdfast.python.traces.rounds import without_continue

_NOT_IN_A_ROUND = (
    ast.Return,
    ast.Break,
    ast.Continue,
    ast.Yield,
    ast.YieldFrom,
    ast.Global,
    ast.Nonlocal,
)


@dataclass(frozen=True, slots=True)
class LoopForm:
    parts: tuple[Part, ...]
    #: The last statements of a round: one, or one in front of a `break`.
    ending: tuple[ast.stmt, ...]
    #: Where the last thing depends on a test: the test and what is done otherwise.
    otherwise: tuple[ast.expr, ast.stmt] | None = None


def loop_form(node: ast.For) -> LoopForm | None:
    if node.orelse:
        return None
    parts: list[Part] = [Through(node.target, node.iter)]
    statements = _told(without_continue(node.body))
    while True:
        if not statements:
            return None
        *before, last = statements
        if isinstance(last, ast.Break):
            return _ended(parts, before[:-1], (*before[-1:], last))
        if not _add(parts, before):
            return None
        if isinstance(last, ast.For) and not last.orelse:
            parts.append(Through(last.target, last.iter))
            statements = _told(without_continue(last.body))
        elif isinstance(last, ast.If):
            body, orelse = _told(last.body), _told(last.orelse)
            if body and orelse:
                if len(body) == len(orelse) == 1:
                    return LoopForm(tuple(parts), (body[0],), (last.test, orelse[0]))
                return None
            parts.append(Only(last.test, bool(body)))
            statements = body or orelse
        else:
            return LoopForm(tuple(parts), (last,))


def _ended(parts: list[Part], before: Sequence[ast.stmt], ending: tuple[ast.stmt, ...]) -> LoopForm | None:
    return LoopForm(tuple(parts), ending) if _add(parts, before) else None


def _add(parts: list[Part], statements: Sequence[ast.stmt]) -> bool:
    if any(isinstance(inner, _NOT_IN_A_ROUND) for item in statements for inner in ast.walk(item)):
        return False
    if not all(isinstance(item, ast.Assign | ast.AnnAssign | ast.Expr | ast.If) for item in statements):
        return False
    if statements:
        parts.append(Doing(tuple(statements)))
    return True


def _told(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Without what does nothing."""
    return [
        item
        for item in statements
        if not isinstance(item, ast.Pass)
        and not (isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant))
    ]


def names_in(nodes: Sequence[ast.AST]) -> Iterator[str]:
    for node in nodes:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name):
                yield inner.id
