"""Targets of assignments, loops, `with` and `del`."""

from __future__ import annotations

from typing import Any

from holdfast.python.flow.builder import Builder
from holdfast.python.flow.visiting import (
    DELETE,
    DELETE_ATTRIBUTE,
    DELETE_SUBSCRIPT,
    OPERATOR,
    READ,
    STORE_ATTRIBUTE,
    STORE_SUBSCRIPT,
    visit,
)


def target(b: Builder, node: Any) -> None:
    """Give a value, which is there already, to an assignment target."""
    name = type(node).__name__
    if name == "Name":
        b.bind(node)
    elif name == "Attribute":
        visit(b, node.value)
        b.emit(STORE_ATTRIBUTE, node)
    elif name == "Subscript":
        visit(b, node.value)
        visit(b, node.slice)
        b.emit(STORE_SUBSCRIPT, node)
    elif name == "Starred":
        target(b, node.value)
    else:
        b.emit(OPERATOR, node)
        for element in node.elts:
            target(b, element)


def delete(b: Builder, node: Any) -> None:
    name = type(node).__name__
    if name == "Name":
        b.emit(READ, node)
        b.bind(node, DELETE)
    elif name == "Attribute":
        visit(b, node.value)
        b.emit(DELETE_ATTRIBUTE, node)
    elif name == "Subscript":
        visit(b, node.value)
        visit(b, node.slice)
        b.emit(DELETE_SUBSCRIPT, node)
    else:
        for element in node.elts:
            delete(b, element)
