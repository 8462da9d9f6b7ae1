"""Comprehensions, which run where they stand, and generator expressions, which only begin there."""

from __future__ import annotations

from typing import Any

from holdfast.python.flow.branches import branch
from holdfast.python.flow.builder import Builder
from holdfast.python.flow.graph import ContextKind
from holdfast.python.flow.targets import target
from holdfast.python.flow.visiting import AWAIT, BACK, FALSE, ITERATE, OPERATOR, TRUE, YIELD, visit


def generator_expression(b: Builder, node: Any) -> None:
    """Only the first iterable is evaluated where the expression stands; the rest is its own graph."""
    _first_iterable(b, node)
    b.make(node)


def comprehension(b: Builder, node: Any) -> None:
    _first_iterable(b, node)
    b.hosted.append(node)
    comprehension_loops(b, node)


def _first_iterable(b: Builder, node: Any) -> None:
    first = node.generators[0]
    visit(b, first.iter)
    b.emit(OPERATOR, (first.iter, node))


def comprehension_loops(b: Builder, node: Any) -> None:
    """The loops of a comprehension whose first iterator is there already."""
    outer = b.under(ContextKind.COMPREHENSION, node)
    after = b.block()
    stop = after
    heads: list[int] = []
    for position, generator in enumerate(node.generators):
        if position:
            visit(b, generator.iter)
            b.emit(OPERATOR, (generator.iter, node))
        head, body = b.block(), b.block()
        b.join(head)
        b.emit(ITERATE, generator)
        if generator.is_async:
            b.emit(AWAIT, generator)
        b.go(body, TRUE)
        b.go(stop, FALSE if stop == after else BACK)
        b.begin(body)
        target(b, generator.target)
        for test in generator.ifs:
            accepted, refused = b.block(), b.block()
            branch(b, test, accepted, refused, test)
            b.begin(refused)
            b.go(head, BACK)
            b.under(ContextKind.COMPREHENSION_IF, test)
            b.begin(accepted)
        stop = head
        heads.append(head)
    _element(b, node)
    b.go(heads[-1], BACK)
    b.context = outer
    b.begin(after)


def _element(b: Builder, node: Any) -> None:
    name = type(node).__name__
    if name == "DictComp":
        visit(b, node.key)
        visit(b, node.value)
        b.emit(OPERATOR, (node.key, node.value))
        return
    visit(b, node.elt)
    if name == "SetComp":
        b.emit(OPERATOR, (node.elt, node))
    elif name == "GeneratorExp":
        b.emit(YIELD, (node.elt, node))
