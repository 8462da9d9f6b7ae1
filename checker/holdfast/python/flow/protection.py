"""The events of `try`, `except*` and `with`: code whose exceptions somebody handles.

Anything that can call code can raise. A handler therefore sees every state in which some event of
its body ran; `with` may swallow.
"""

from __future__ import annotations

import ast
from functools import partial
from typing import Any, Final

from holdfast.python.flow.builder import Builder, Way
from holdfast.python.flow.graph import ContextKind, EventKind, Label
from holdfast.python.flow.targets import target
from holdfast.python.flow.visiting import AWAIT, BRANCH, DELETE, FALSE, OPERATOR, TRUE, visit

ENTER: Final = int(EventKind.ENTER)
EXIT: Final = int(EventKind.EXIT)
SWALLOW: Final = int(Label.SWALLOW)
#: `finally` bodies nested deeper than this are built once instead of once for each way of leaving.
COPIED_FINALLY_DEPTH: Final = 2


def try_statement(b: Builder, node: Any) -> None:
    if not node.finalbody:
        _guarded(b, node)
        return
    cleanup = b.protect()
    _guarded(b, node)
    b.release(cleanup, partial(_finally, b, node), merged=b.finally_depth >= COPIED_FINALLY_DEPTH)


def _finally(b: Builder, node: Any, way: Way, after: int) -> None:
    outer = b.under(ContextKind.FINALLY, node)
    b.finally_depth += 1
    b.step()
    b.suite(node.finalbody)
    b.finally_depth -= 1
    b.context = outer
    b.step()


def _guarded(b: Builder, node: Any) -> None:
    """The statement without its `finally`."""
    if not node.handlers:
        _arm(b, ContextKind.TRY, node, node.body)
        return
    dispatch, after, outer_handler = b.block(), b.block(), b.handler
    b.step()
    entry = b.current
    b.step()
    b.handler = dispatch
    _arm(b, ContextKind.TRY, node, node.body)
    b.interruptible(entry, dispatch)
    b.step()
    b.handler = outer_handler
    _arm(b, ContextKind.TRY_ELSE, node, node.orelse)
    b.go(after)
    b.begin(dispatch)
    if type(node).__name__ == "TryStar":
        _group_handlers(b, node, after)
    else:
        _handlers(b, node, after)
    b.begin(after)


def _handlers(b: Builder, node: Any, after: int) -> None:
    for handler in node.handlers:
        following = b.block()
        if handler.type is not None:
            visit(b, handler.type)
            _match(b, handler, following)
        _handler_body(b, handler)
        b.go(after)
        b.begin(following)
    b.throw()


def _group_handlers(b: Builder, node: Any, after: int) -> None:
    """`except*`: every handler may get its share; what handlers raise is collected until the end."""
    outer_handler = b.handler
    for handler in node.handlers:
        following = b.block()
        visit(b, handler.type)
        b.emit(OPERATOR, handler)
        _match(b, handler, following)
        b.handler = following
        _handler_body(b, handler)
        b.go(following)
        b.begin(following)
        b.handler = outer_handler
    b.emit(BRANCH, node)
    b.go(after, TRUE)
    b.throw()
    b.begin(b.block())


def _match(b: Builder, handler: Any, following: int) -> None:
    b.emit(BRANCH, handler)
    body = b.block()
    b.go(body, TRUE)
    b.go(following, FALSE)
    b.begin(body)


def _handler_body(b: Builder, handler: Any) -> None:
    if handler.name is None:
        _arm(b, ContextKind.HANDLER, handler, handler.body)
        return
    b.bind(handler)
    cleanup = b.protect()
    _arm(b, ContextKind.HANDLER, handler, handler.body)
    b.release(cleanup, partial(_unbind, b, handler))


def _unbind(b: Builder, handler: Any, way: Way, after: int) -> None:
    b.bind(handler, DELETE)


def _arm(b: Builder, kind: ContextKind, node: ast.AST, body: list[ast.stmt]) -> None:
    outer = b.under(kind, node)
    b.step()
    b.suite(body)
    b.context = outer
    b.step()


def with_statement(b: Builder, node: Any) -> None:
    cleanups = []
    asynchronous = type(node).__name__ == "AsyncWith"
    for item in node.items:
        visit(b, item.context_expr)
        b.emit(ENTER, (node, item.context_expr))
        if asynchronous:
            b.emit(AWAIT, (node, item.context_expr))
        cleanups.append(b.protect())
        if item.optional_vars is not None:
            target(b, item.optional_vars)
    _arm(b, ContextKind.WITH, node, node.body)
    for item, cleanup in zip(reversed(node.items), reversed(cleanups), strict=True):
        b.release(cleanup, partial(_exit, b, (item.context_expr, node), asynchronous))


def _exit(b: Builder, anchor: tuple[ast.AST, ast.AST], asynchronous: bool, way: Way, after: int) -> None:
    b.emit(EXIT, anchor)
    if asynchronous:
        b.emit(AWAIT, anchor)
    if way is Way.EXCEPTION:
        b.emit(BRANCH, anchor)
        b.go(after, SWALLOW)
