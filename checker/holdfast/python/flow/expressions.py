"""The events of expressions, in the order in which CPython evaluates them, and the table of all expressions.

Left-leaning chains of operators are walked in a loop: they are the one shape that is deep in ordinary
code.
"""

from __future__ import annotations

import ast
from typing import Any, Final

from holdfast.python.flow.branches import boolean, compare, conditional
from holdfast.python.flow.builder import Builder
from holdfast.python.flow.comprehensions import comprehension, generator_expression
from holdfast.python.flow.visiting import (
    ATTRIBUTE,
    AWAIT,
    CALL,
    OPERATOR,
    READ,
    SUBSCRIPT,
    YIELD,
    Dispatch,
    visit,
    visit_all,
)


def _nothing(b: Builder, node: Any) -> None:
    pass


def _children(b: Builder, node: Any) -> None:
    """A node of a class that nobody knows: its parts, in the order of its fields."""
    visit_all(b, ast.iter_child_nodes(node))


def _name(b: Builder, node: Any) -> None:
    b.kinds.append(READ)
    b.nodes.append(node)


def _attribute(b: Builder, node: Any) -> None:
    value = node.value
    b.expressions[type(value)](b, value)
    b.kinds.append(ATTRIBUTE)
    b.nodes.append(node)


def _subscript(b: Builder, node: Any) -> None:
    visit(b, node.value)
    visit(b, node.slice)
    b.emit(SUBSCRIPT, node)


def _slice(b: Builder, node: Any) -> None:
    visit_all(b, (node.lower, node.upper, node.step))


def _call(b: Builder, node: Any) -> None:
    visit(b, node.func)
    arguments(b, node.args, node.keywords)
    b.kinds.append(CALL)
    b.nodes.append(node)


def arguments(b: Builder, args: list[Any], keywords: list[Any]) -> None:
    """Positional arguments first, even if they stand after keywords; then the keywords."""
    if len(args) == 1 and type(args[0]).__name__ == "Starred":
        # The only argument is handed over whole and iterated by the call itself.
        visit(b, args[0].value)
        keyword_arguments(b, keywords)
        b.emit(OPERATOR, args[0])
        return
    for node in args:
        b.expressions[type(node)](b, node)
    if keywords:
        keyword_arguments(b, keywords)


def keyword_arguments(b: Builder, keywords: list[Any]) -> None:
    for keyword in keywords:
        visit(b, keyword.value)
        if keyword.arg is None:
            b.emit(OPERATOR, keyword)


def _starred(b: Builder, node: Any) -> None:
    visit(b, node.value)
    b.emit(OPERATOR, node)


def _binary(b: Builder, node: Any) -> None:
    spine = [node]
    while type(node.left) is ast.BinOp:
        node = node.left
        spine.append(node)
    visit(b, node.left)
    for node in reversed(spine):
        visit(b, node.right)
        b.emit(OPERATOR, node)


def _unary(b: Builder, node: Any) -> None:
    visit(b, node.operand)
    if type(node.operand) is not ast.Constant:
        b.emit(OPERATOR, node)


def _walrus(b: Builder, node: Any) -> None:
    visit(b, node.value)
    b.bind(node.target)


def _dict(b: Builder, node: Any) -> None:
    hashes = False
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            visit(b, value)
            b.emit(OPERATOR, (node, value))
        else:
            if type(key) is not ast.Constant:
                hashes = True
                b.expressions[type(key)](b, key)
            b.expressions[type(value)](b, value)
    if hashes:
        b.emit(OPERATOR, node)


def _set(b: Builder, node: Any) -> None:
    visit_all(b, node.elts)
    if any(type(element) is not ast.Constant for element in node.elts):
        b.emit(OPERATOR, node)


def _sequence(b: Builder, node: Any) -> None:
    for element in node.elts:
        b.expressions[type(element)](b, element)


def _joined(b: Builder, node: Any) -> None:
    visit_all(b, node.values)


def _formatted(b: Builder, node: Any) -> None:
    visit(b, node.value)
    if node.format_spec is not None:
        visit(b, node.format_spec)
    b.emit(OPERATOR, node)


def _interpolation(b: Builder, node: Any) -> None:
    """Of a template string: nothing is formatted yet, but for a conversion."""
    visit(b, node.value)
    if node.format_spec is not None:
        visit(b, node.format_spec)
    if node.conversion != -1:
        b.emit(OPERATOR, node)


def _lambda(b: Builder, node: Any) -> None:
    defaults(b, node.args)
    b.make(node)


def defaults(b: Builder, args: ast.arguments) -> None:
    visit_all(b, args.defaults)
    visit_all(b, args.kw_defaults)


def _await(b: Builder, node: Any) -> None:
    visit(b, node.value)
    b.emit(AWAIT, node)


def _yield(b: Builder, node: Any) -> None:
    if node.value is not None:
        visit(b, node.value)
    b.emit(YIELD, node)


def _yield_from(b: Builder, node: Any) -> None:
    visit(b, node.value)
    b.emit(OPERATOR, (node, node.value))
    b.emit(YIELD, node)


EXPRESSIONS: Final = Dispatch(
    {
        "Attribute": _attribute,
        "Await": _await,
        "BinOp": _binary,
        "BoolOp": boolean,
        "Call": _call,
        "Compare": compare,
        "Constant": _nothing,
        "Dict": _dict,
        "DictComp": comprehension,
        "FormattedValue": _formatted,
        "GeneratorExp": generator_expression,
        "IfExp": conditional,
        "Interpolation": _interpolation,
        "JoinedStr": _joined,
        "Lambda": _lambda,
        "List": _sequence,
        "ListComp": comprehension,
        "Name": _name,
        "NamedExpr": _walrus,
        "Set": _set,
        "SetComp": comprehension,
        "Slice": _slice,
        "Starred": _starred,
        "Subscript": _subscript,
        "TemplateStr": _joined,
        "Tuple": _sequence,
        "UnaryOp": _unary,
        "Yield": _yield,
        "YieldFrom": _yield_from,
    },
    _children,
)
