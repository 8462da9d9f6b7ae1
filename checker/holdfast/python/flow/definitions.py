"""The events of `def`, `class` and `type` statements: what runs when the definition is executed.

The body of a function is no part of this; the body of a class is, for it runs at once.
"""

from __future__ import annotations

import ast
from typing import Any

from holdfast.python.flow.builder import Builder
from holdfast.python.flow.expressions import defaults, keyword_arguments
from holdfast.python.flow.graph import ContextKind, EventKind
from holdfast.python.flow.visiting import CALL, OPERATOR, visit_all


def function_definition(b: Builder, node: Any) -> None:
    visit_all(b, node.decorator_list)
    defaults(b, node.args)
    _type_parameters(b, node)
    if not b.lazy_annotations:
        visit_all(b, (argument.annotation for argument in annotated_order(node.args)))
        if node.returns is not None:
            visit_all(b, (node.returns,))
    b.make(node)
    _decorate(b, node)


def class_definition(b: Builder, node: Any) -> None:
    visit_all(b, node.decorator_list)
    _type_parameters(b, node)
    visit_all(b, node.bases)
    keyword_arguments(b, node.keywords)
    # The metaclass prepares the namespace.
    b.emit(OPERATOR, node)
    b.hosted.append(node)
    in_function, b.in_function = b.in_function, False
    outer = b.under(ContextKind.CLASS, node)
    b.step()
    b.suite(node.body)
    b.context = outer
    b.in_function = in_function
    b.step()
    b.emit(CALL, node)
    b.emit(EventKind.DEFINE, node)
    _decorate(b, node)


def type_alias(b: Builder, node: Any) -> None:
    """The value is evaluated when somebody asks for it."""
    _type_parameters(b, node)
    b.make(node)
    b.bind(node.name)


def parameters(b: Builder, args: ast.arguments) -> None:
    """The parameters are bound before the body begins."""
    for argument in (*args.posonlyargs, *args.args):
        b.bind(argument)
    if args.vararg is not None:
        b.bind(args.vararg)
    for argument in args.kwonlyargs:
        b.bind(argument)
    if args.kwarg is not None:
        b.bind(args.kwarg)


def annotated_order(args: ast.arguments) -> list[ast.arg]:
    """Parameters in the order in which CPython evaluates their annotations (positional-only ones second)."""
    variadic = [] if args.vararg is None else [args.vararg]
    keywords = [] if args.kwarg is None else [args.kwarg]
    return [*args.args, *args.posonlyargs, *variadic, *args.kwonlyargs, *keywords]


def _type_parameters(b: Builder, node: Any) -> None:
    for parameter in getattr(node, "type_params", ()):
        b.bind(parameter)


def _decorate(b: Builder, node: Any) -> None:
    for decorator in reversed(node.decorator_list):
        b.emit(CALL, (decorator, node))
    b.bind(node)
