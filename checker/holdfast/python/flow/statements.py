"""The events of simple statements, branches and loops, and the table of all statements.

`return`, `break` and `continue` pass the cleanups around them through `Builder.resume`.
"""

from __future__ import annotations

import ast
from typing import Any, Final

from holdfast.python.flow.branches import branch
from holdfast.python.flow.builder import Builder, Loop, Way
from holdfast.python.flow.definitions import class_definition, function_definition, type_alias
from holdfast.python.flow.graph import ContextKind, EventKind
from holdfast.python.flow.patterns import bind_captures, pattern
from holdfast.python.flow.protection import try_statement, with_statement
from holdfast.python.flow.targets import delete, target
from holdfast.python.flow.visiting import (
    ATTRIBUTE,
    AWAIT,
    BACK,
    FALSE,
    ITERATE,
    OPERATOR,
    READ,
    STORE_ATTRIBUTE,
    STORE_SUBSCRIPT,
    SUBSCRIPT,
    TRUE,
    Dispatch,
    visit,
)

RAISE: Final = int(EventKind.RAISE)
RETURN: Final = int(EventKind.RETURN)
IMPORT: Final = int(EventKind.IMPORT)


def _nothing(b: Builder, node: Any) -> None:
    pass


def _expression(b: Builder, node: Any) -> None:
    value = node.value
    b.expressions[type(value)](b, value)


def _assign(b: Builder, node: Any) -> None:
    value = node.value
    b.expressions[type(value)](b, value)
    for assigned in node.targets:
        if _spelled_out(value, assigned):
            for element in assigned.elts:
                target(b, element)
        else:
            target(b, assigned)


def _spelled_out(value: Any, assigned: Any) -> bool:
    """`a, b = b, a`: a display taken apart into as many targets; nothing is iterated, nothing can fail."""
    return (
        type(value) in (ast.Tuple, ast.List)
        and type(assigned) in (ast.Tuple, ast.List)
        and len(value.elts) == len(assigned.elts)
        and not any(type(element) is ast.Starred for element in (*value.elts, *assigned.elts))
    )


def _augmented(b: Builder, node: Any) -> None:
    assigned = node.target
    name = type(assigned).__name__
    if name == "Name":
        b.emit(READ, assigned)
    else:
        visit(b, assigned.value)
        if name == "Subscript":
            visit(b, assigned.slice)
        b.emit(SUBSCRIPT if name == "Subscript" else ATTRIBUTE, assigned)
    visit(b, node.value)
    b.emit(OPERATOR, node)
    if name == "Name":
        b.bind(assigned)
    else:
        b.emit(STORE_SUBSCRIPT if name == "Subscript" else STORE_ATTRIBUTE, assigned)


def _annotated(b: Builder, node: Any) -> None:
    assigned = node.target
    if node.value is not None:
        visit(b, node.value)
        target(b, assigned)
    elif type(assigned).__name__ != "Name":
        # Nothing is stored, but the parts of the target are evaluated.
        visit(b, assigned.value)
        if type(assigned).__name__ == "Subscript":
            visit(b, assigned.slice)
    if not b.in_function and not b.lazy_annotations:
        visit(b, node.annotation)


def _delete(b: Builder, node: Any) -> None:
    for deleted in node.targets:
        delete(b, deleted)


def _return(b: Builder, node: Any) -> None:
    if node.value is not None:
        visit(b, node.value)
    b.emit(RETURN, node)
    b.jump(Way.RETURN)


def _raise(b: Builder, node: Any) -> None:
    if node.exc is not None:
        visit(b, node.exc)
    if node.cause is not None:
        visit(b, node.cause)
    b.emit(RAISE, node)
    b.begin(b.block())


def _break(b: Builder, node: Any) -> None:
    b.emit(EventKind.BREAK, node)
    b.jump(Way.BREAK)


def _continue(b: Builder, node: Any) -> None:
    b.emit(EventKind.CONTINUE, node)
    b.jump(Way.CONTINUE)


def _assert(b: Builder, node: Any) -> None:
    holds, fails = b.block(), b.block()
    branch(b, node.test, holds, fails, node)
    outer = b.under(ContextKind.AFTER, node, False)
    b.begin(fails)
    if node.msg is not None:
        visit(b, node.msg)
    b.emit(RAISE, node)
    b.context = outer
    b.under(ContextKind.AFTER, node, True)
    b.begin(holds)


def _import(b: Builder, node: Any) -> None:
    for alias in node.names:
        b.emit(IMPORT, (node, alias))
        b.bind(alias)


def _import_from(b: Builder, node: Any) -> None:
    b.emit(IMPORT, node)
    for alias in node.names:
        b.emit(IMPORT, (node, alias))
        if alias.name != "*":
            b.bind(alias)


def _if(b: Builder, node: Any) -> None:
    """A chain of `elif` is walked in a loop: it can be long."""
    after = b.block()
    outer = b.context
    goes_on: list[tuple[Any, bool]] = []
    entered = b.live[b.current]
    while True:
        then, otherwise = b.block(), b.block()
        branch(b, node.test, then, otherwise, node)
        inner = b.context
        b.under(ContextKind.IF, node, True)
        b.begin(then)
        b.suite(node.body)
        if b.live[b.current]:
            goes_on.append((node, True))
        b.go(after)
        b.context = inner
        b.under(ContextKind.IF, node, False)
        b.begin(otherwise)
        if len(node.orelse) != 1 or type(node.orelse[0]).__name__ != "If":
            break
        node = node.orelse[0]
    b.suite(node.orelse)
    if b.live[b.current]:
        goes_on.append((node, False))
    b.go(after)
    b.context = outer
    if entered and len(goes_on) == 1:
        b.under(ContextKind.AFTER, *goes_on[0])
    b.begin(after)


def _while(b: Builder, node: Any) -> None:
    head, body, after = b.block(), b.block(), b.block()
    exhausted = b.block() if node.orelse else after
    outer = b.under(ContextKind.LOOP, node)
    b.join(head)
    branch(b, node.test, body, exhausted, node)
    b.begin(body)
    _loop_body(b, node, head, after, exhausted, outer)


def _for(b: Builder, node: Any) -> None:
    visit(b, node.iter)
    b.emit(OPERATOR, (node, node.iter))
    head, body, after = b.block(), b.block(), b.block()
    exhausted = b.block() if node.orelse else after
    outer = b.under(ContextKind.LOOP, node)
    b.join(head)
    b.emit(ITERATE, node)
    if type(node).__name__ == "AsyncFor":
        b.emit(AWAIT, node)
    b.go(body, TRUE)
    b.go(exhausted, FALSE)
    b.begin(body)
    target(b, node.target)
    _loop_body(b, node, head, after, exhausted, outer)


def _loop_body(b: Builder, node: Any, head: int, after: int, exhausted: int, outer: int) -> None:
    b.frames.append(Loop(head, after))
    b.suite(node.body)
    b.go(head, BACK)
    b.frames.pop()
    b.context = outer
    if node.orelse:
        b.under(ContextKind.LOOP, node, False)
        b.begin(exhausted)
        b.suite(node.orelse)
        b.context = outer
        b.go(after)
    b.begin(after)


def _match(b: Builder, node: Any) -> None:
    visit(b, node.subject)
    after = b.block()
    outer = b.context
    for case in node.cases:
        following = b.block()
        captures = pattern(b, case.pattern, following)
        bind_captures(b, captures)
        inner = b.context
        b.under(ContextKind.CASE, case, True)
        if case.guard is not None:
            accepted = b.block()
            branch(b, case.guard, accepted, following, case.guard)
            b.begin(accepted)
        else:
            b.step()
        b.suite(case.body)
        b.go(after)
        b.context = inner
        b.under(ContextKind.CASE, case, False)
        b.begin(following)
    b.context = outer
    b.join(after)


STATEMENTS: Final = Dispatch(
    {
        "AnnAssign": _annotated,
        "Assert": _assert,
        "Assign": _assign,
        "AsyncFor": _for,
        "AsyncFunctionDef": function_definition,
        "AsyncWith": with_statement,
        "AugAssign": _augmented,
        "Break": _break,
        "ClassDef": class_definition,
        "Continue": _continue,
        "Delete": _delete,
        "Expr": _expression,
        "For": _for,
        "FunctionDef": function_definition,
        "Global": _nothing,
        "If": _if,
        "Import": _import,
        "ImportFrom": _import_from,
        "Match": _match,
        "Nonlocal": _nothing,
        "Pass": _nothing,
        "Raise": _raise,
        "Return": _return,
        "Try": try_statement,
        "TryStar": try_statement,
        "TypeAlias": type_alias,
        "While": _while,
        "With": with_statement,
    },
    _nothing,
)
