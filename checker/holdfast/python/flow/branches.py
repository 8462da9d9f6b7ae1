"""Expressions that are evaluated in part: `and`, `or`, chains of comparisons, conditional expressions.

And tests: what decides where control goes, of statements and expressions alike.
"""

from __future__ import annotations

import ast
from typing import Any

from holdfast.python.flow.builder import Builder
from holdfast.python.flow.graph import Anchor, ContextKind
from holdfast.python.flow.visiting import BRANCH, FALSE, OPERATOR, TRUE, visit


def boolean(b: Builder, node: Any) -> None:
    after = b.block()
    go_on, stop = (TRUE, FALSE) if type(node.op) is ast.And else (FALSE, TRUE)
    outer = b.context
    for operand in node.values[:-1]:
        visit(b, operand)
        b.emit(BRANCH, (operand, node))
        following = b.block()
        b.go(following, go_on)
        b.go(after, stop)
        b.under(ContextKind.SHORT_CIRCUIT, node)
        b.begin(following)
    visit(b, node.values[-1])
    b.context = outer
    b.join(after)


def compare(b: Builder, node: Any) -> None:
    visit(b, node.left)
    comparators = node.comparators
    if len(comparators) == 1:
        visit(b, comparators[0])
        _comparison(b, node, 0)
        return
    after = b.block()
    outer = b.context
    for index in range(len(comparators) - 1):
        _chain_link(b, node, index, after)
    visit(b, comparators[-1])
    _comparison(b, node, len(comparators) - 1)
    b.context = outer
    b.join(after)


def _chain_link(b: Builder, node: Any, index: int, stop: int) -> None:
    visit(b, node.comparators[index])
    _comparison(b, node, index)
    b.emit(BRANCH, (node.comparators[index], node))
    following = b.block()
    b.go(following, TRUE)
    b.go(stop, FALSE)
    b.under(ContextKind.SHORT_CIRCUIT, node)
    b.begin(following)


def _comparison(b: Builder, node: Any, index: int) -> None:
    """One operator of a chain; `is` and `is not` run no code."""
    if type(node.ops[index]) not in (ast.Is, ast.IsNot):
        left = node.comparators[index - 1] if index else node.left
        b.emit(OPERATOR, node if len(node.ops) == 1 else (left, node.comparators[index]))


def conditional(b: Builder, node: Any) -> None:
    then, otherwise, after = b.block(), b.block(), b.block()
    branch(b, node.test, then, otherwise, (node.test, node))
    outer = b.under(ContextKind.CONDITIONAL, node, True)
    b.begin(then)
    visit(b, node.body)
    b.go(after)
    b.context = outer
    b.under(ContextKind.CONDITIONAL, node, False)
    b.begin(otherwise)
    visit(b, node.orelse)
    b.context = outer
    b.join(after)


def branch(b: Builder, test: Any, then: int, otherwise: int, anchor: Anchor, flip: bool = False) -> None:
    """Evaluate a test and go to one of two blocks. The caller begins a block afterwards.

    `and`, `or`, `not`, chains and conditional expressions jump straight to where they lead, as the
    compiled code does: no operand's truth is asked for twice. `anchor` is what the last decision is
    shown at; `flip` says that a number of `not`s around this test must be undone in the labels.
    """
    name = type(test).__name__
    if name == "UnaryOp" and type(test.op) is ast.Not:
        branch(b, test.operand, otherwise, then, anchor, not flip)
        return
    outer = b.context
    if name == "BoolOp":
        conjunction = type(test.op) is ast.And
        for operand in test.values[:-1]:
            following = b.block()
            targets = (following, otherwise) if conjunction else (then, following)
            branch(b, operand, *targets, (operand, test))
            b.under(ContextKind.SHORT_CIRCUIT, test)
            b.begin(following)
        branch(b, test.values[-1], then, otherwise, anchor, flip)
    elif name == "IfExp":
        arms = b.block(), b.block()
        branch(b, test.test, *arms, (test.test, test))
        for arm, value, block in ((True, test.body, arms[0]), (False, test.orelse, arms[1])):
            b.context = outer
            b.under(ContextKind.CONDITIONAL, test, arm)
            b.begin(block)
            branch(b, value, then, otherwise, anchor, flip)
    elif name == "Constant":
        b.go(then if test.value else otherwise)
    else:
        if name == "Compare" and len(test.comparators) > 1:
            visit(b, test.left)
            for index in range(len(test.comparators) - 1):
                _chain_link(b, test, index, otherwise)
            visit(b, test.comparators[-1])
            _comparison(b, test, len(test.comparators) - 1)
        else:
            visit(b, test)
        b.emit(BRANCH, anchor)
        b.go(then, FALSE if flip else TRUE)
        b.go(otherwise, TRUE if flip else FALSE)
    b.context = outer
