"""Code that has Python call special methods of an object: `with x`, `for … in x`, `if x`, `{x}`, `x[0]`, `x()`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple


class Asks(Enum):
    """What is asked, with the special methods that answer, any of them or all."""

    ENTERED = ("__enter__",)
    ENTERED_ASYNC = ("__aenter__",)
    GONE_THROUGH = ("__iter__", "__getitem__")
    GONE_THROUGH_ASYNC = ("__aiter__",)
    SEARCHED = ("__contains__", "__iter__", "__getitem__")
    SUBSCRIPTED = ("__getitem__", "__class_getitem__")
    STORED_TO = ("__setitem__",)
    DELETED_FROM = ("__delitem__",)
    CALLED = ("__call__",)
    MEASURED = ("__len__",)
    NEXT = ("__next__",)
    AWAITED = ("__await__",)
    COMPARED = ("__lt__", "__gt__", "__le__", "__ge__")
    #: Objects answer these without a method, too.
    TESTED = ("__bool__", "__len__")
    HASHED = ("__hash__",)


class SpecialUse(NamedTuple):
    asks: Asks
    operand: ast.expr


_OF_BUILTINS = {
    **dict.fromkeys(("len", "reversed"), Asks.MEASURED),
    **dict.fromkeys(("iter", "list", "tuple", "set", "sum", "any", "all", "enumerate"), Asks.GONE_THROUGH),
    "next": Asks.NEXT,
    "bool": Asks.TESTED,
    "hash": Asks.HASHED,
}
_SETS = frozenset({"add", "discard"})


def special_uses(module: ast.AST) -> Iterator[SpecialUse]:
    for node in ast.walk(module):
        match node:
            case ast.With(items=items):
                yield from (SpecialUse(Asks.ENTERED, item.context_expr) for item in items)
            case ast.AsyncWith(items=items):
                yield from (SpecialUse(Asks.ENTERED_ASYNC, item.context_expr) for item in items)
            case (
                ast.For(iter=operand)
                | ast.comprehension(iter=operand, is_async=0)
                | ast.YieldFrom(value=operand)
            ):
                yield SpecialUse(Asks.GONE_THROUGH, operand)
            case ast.AsyncFor(iter=operand) | ast.comprehension(iter=operand):
                yield SpecialUse(Asks.GONE_THROUGH_ASYNC, operand)
            case ast.Subscript(value=operand, slice=key, ctx=ctx):
                yield SpecialUse(_of_subscript(ctx), operand)
                yield SpecialUse(Asks.HASHED, key)
            case (
                ast.Assign(targets=[*_, ast.Tuple() | ast.List()], value=operand) | ast.Starred(value=operand)
            ):
                yield SpecialUse(Asks.GONE_THROUGH, operand)
            case ast.Await(value=operand):
                yield SpecialUse(Asks.AWAITED, operand)
            case ast.Set(elts=elements):
                yield from (SpecialUse(Asks.HASHED, element) for element in elements)
            case ast.Dict(keys=keys):
                yield from (SpecialUse(Asks.HASHED, key) for key in keys if key is not None)
            case ast.Compare():
                yield from _of_comparison(node)
            case ast.Call(func=function, args=arguments):
                yield from _of_call(function, arguments)
        yield from (SpecialUse(Asks.TESTED, leaf) for test in _tests(node) for leaf in _leaves(test))


def _of_subscript(ctx: ast.expr_context) -> Asks:
    if isinstance(ctx, ast.Load):
        return Asks.SUBSCRIPTED
    return Asks.STORED_TO if isinstance(ctx, ast.Store) else Asks.DELETED_FROM


def _of_comparison(node: ast.Compare) -> Iterator[SpecialUse]:
    for operator, left, right in zip(
        node.ops, (node.left, *node.comparators), node.comparators, strict=False
    ):
        if isinstance(operator, ast.In | ast.NotIn):
            yield SpecialUse(Asks.SEARCHED, right)
        elif isinstance(operator, ast.Lt | ast.Gt | ast.LtE | ast.GtE):
            yield SpecialUse(Asks.COMPARED, left)


def _of_call(function: ast.expr, arguments: list[ast.expr]) -> Iterator[SpecialUse]:
    yield SpecialUse(Asks.CALLED, function)
    if not arguments:
        return
    if isinstance(function, ast.Name) and function.id in _OF_BUILTINS:
        yield SpecialUse(_OF_BUILTINS[function.id], arguments[0])
    if isinstance(function, ast.Attribute) and function.attr in _SETS and len(arguments) == 1:
        yield SpecialUse(Asks.HASHED, arguments[0])


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
            yield test
        case ast.UnaryOp(op=ast.Not(), operand=test):
            yield test
        case ast.BoolOp(values=[*values, _]):
            yield from values
        case ast.comprehension(ifs=tests):
            yield from tests


def _leaves(test: ast.expr) -> Iterator[ast.expr]:
    """The operands whose truth decides; those of `not` and of all but the last of `and`, `or` come by themselves."""
    while isinstance(test, ast.BoolOp):
        test = test.values[-1]
    if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr):
        yield test
