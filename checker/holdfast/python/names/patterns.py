"""Captures and names in the patterns of `match`."""

from __future__ import annotations

import ast

from holdfast.python.names.draft import ASSIGNED, Draft, RawKeyword, ScopeDraft
from holdfast.python.names.table import Role
from holdfast.python.names.tokens import (
    identifier_end,
    identifier_start,
    name_after_double_star,
    name_after_gap,
)


def capture(draft: Draft, scope: ScopeDraft, node: ast.MatchAs | ast.MatchStar, stack: list[ast.AST]) -> None:
    """`case x`, `case … as x`, `case [*x]`: the name is the last token of the pattern."""
    if node.name is not None:
        start = identifier_start(draft.text, draft.end(node))
        draft.token(scope, node.name, start, Role.BIND, ASSIGNED, node)
    if isinstance(node, ast.MatchAs) and node.pattern is not None:
        stack.append(node.pattern)


def match_mapping(draft: Draft, scope: ScopeDraft, node: ast.MatchMapping, stack: list[ast.AST]) -> None:
    """`case {key: pattern, **rest}`."""
    stack += node.keys
    stack += node.patterns
    if node.rest is not None:
        after = draft.end(node.patterns[-1]) if node.patterns else draft.start(node)
        draft.token(scope, node.rest, name_after_double_star(draft.text, after), Role.BIND, ASSIGNED, node)


def match_class(draft: Draft, scope: ScopeDraft, node: ast.MatchClass, stack: list[ast.AST]) -> None:
    """`case C(pattern, attribute=pattern)`."""
    stack.append(node.cls)
    stack += node.patterns
    stack += node.kwd_patterns
    before: ast.expr | ast.pattern = node.patterns[-1] if node.patterns else node.cls
    for name, pattern in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
        start = name_after_gap(draft.text, draft.end(before))
        draft.keywords.append(RawKeyword(start, identifier_end(draft.text, start), name, scope, node))
        before = pattern
