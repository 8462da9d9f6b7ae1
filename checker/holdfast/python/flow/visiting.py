"""How a node finds the function that serves it, and the kinds of events as plain numbers.

Functions are looked up by the name of the node's class, so that nodes of syntax newer than the running
interpreter work wherever they come from.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any, Final

from holdfast.python.flow.builder import Builder
from holdfast.python.flow.graph import EventKind, Label

READ: Final = int(EventKind.READ)
DELETE: Final = int(EventKind.DELETE)
CALL: Final = int(EventKind.CALL)
AWAIT: Final = int(EventKind.AWAIT)
YIELD: Final = int(EventKind.YIELD)
ATTRIBUTE: Final = int(EventKind.ATTRIBUTE)
STORE_ATTRIBUTE: Final = int(EventKind.STORE_ATTRIBUTE)
DELETE_ATTRIBUTE: Final = int(EventKind.DELETE_ATTRIBUTE)
SUBSCRIPT: Final = int(EventKind.SUBSCRIPT)
STORE_SUBSCRIPT: Final = int(EventKind.STORE_SUBSCRIPT)
DELETE_SUBSCRIPT: Final = int(EventKind.DELETE_SUBSCRIPT)
BRANCH: Final = int(EventKind.BRANCH)
ITERATE: Final = int(EventKind.ITERATE)
OPERATOR: Final = int(EventKind.OPERATOR)
TRUE: Final = int(Label.TRUE)
FALSE: Final = int(Label.FALSE)
BACK: Final = int(Label.BACK)

# Nodes are `Any` here: the class that a function serves is known by its name alone.
Visit = Callable[[Builder, Any], None]


class Dispatch(dict[type, Visit]):
    """From a node's class to the function that serves it, by the class's name."""

    def __init__(self, by_name: dict[str, Visit], otherwise: Visit) -> None:
        super().__init__()
        self.by_name = by_name
        self.otherwise = otherwise

    def __missing__(self, node_class: type) -> Visit:
        found = self[node_class] = self.by_name.get(node_class.__name__, self.otherwise)
        return found


def visit(b: Builder, node: ast.AST) -> None:
    """Evaluate one expression."""
    b.expressions[type(node)](b, node)


def visit_all(b: Builder, nodes: Iterable[ast.AST | None]) -> None:
    for node in nodes:
        if node is not None:
            b.expressions[type(node)](b, node)
