"""The events of `match` patterns.

A pattern is tested from the outside in, from left to right; its captures are bound only when all of
it matched (and before the guard), which is what CPython does and what a failed pattern relies on.
"""

from __future__ import annotations

from typing import Any

from holdfast.python.flow.builder import Builder
from holdfast.python.flow.visiting import BRANCH, FALSE, OPERATOR, TRUE, visit, visit_all

#: A captured name's node, or for an or-pattern the captures of each alternative.
Capture = Any


def pattern(b: Builder, node: Any, fail: int) -> list[Capture]:
    """Test a pattern; go to `fail` if it does not match. Returns what is to be bound."""
    name = type(node).__name__
    if name == "MatchAs":
        captures = pattern(b, node.pattern, fail) if node.pattern is not None else []
        return [*captures, node] if node.name is not None else captures
    if name == "MatchStar":
        return [node] if node.name is not None else []
    if name == "MatchOr":
        return _alternatives(b, node, fail)
    if name == "MatchSingleton":
        _decide(b, node, fail)
        return []
    if name == "MatchValue":
        visit(b, node.value)
        _test(b, node, fail)
        return []
    if name == "MatchClass":
        visit(b, node.cls)
        _test(b, node, fail)
        return _parts(b, [*node.patterns, *node.kwd_patterns], fail)
    if name == "MatchMapping":
        visit_all(b, node.keys)
        _test(b, node, fail)
        captures = _parts(b, node.patterns, fail)
        return [*captures, node] if node.rest is not None else captures
    _test(b, node, fail)
    return _parts(b, node.patterns, fail)


def bind_captures(b: Builder, captures: list[Capture]) -> None:
    for capture in captures:
        if not isinstance(capture, tuple):
            b.bind(capture)
            continue
        # Which alternative matched is not remembered: each may have, so each is a way through.
        after = b.block()
        ways = [b.block() for _ in capture]
        for way in ways:
            b.go(way)
        for way, alternative in zip(ways, capture, strict=True):
            b.begin(way)
            bind_captures(b, alternative)
            b.go(after)
        b.begin(after)


def _parts(b: Builder, nodes: list[Any], fail: int) -> list[Capture]:
    captures: list[Capture] = []
    for node in nodes:
        captures += pattern(b, node, fail)
    return captures


def _test(b: Builder, node: Any, fail: int) -> None:
    b.emit(OPERATOR, node)
    _decide(b, node, fail)


def _decide(b: Builder, node: Any, fail: int) -> None:
    b.emit(BRANCH, node)
    matched = b.block()
    b.go(matched, TRUE)
    b.go(fail, FALSE)
    b.begin(matched)


def _alternatives(b: Builder, node: Any, fail: int) -> list[Capture]:
    matched = b.block()
    captures: list[list[Capture]] = []
    last = len(node.patterns) - 1
    for position, alternative in enumerate(node.patterns):
        following = fail if position == last else b.block()
        captures.append(pattern(b, alternative, following))
        b.go(matched)
        b.begin(matched if position == last else following)
    return [tuple(captures)] if any(captures) else []
