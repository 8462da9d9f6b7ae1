"""Statements as steps, with control flow kept in its structure."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from holdfast.python.traces.assignments import trace_annotated, trace_assign, trace_augmented, trace_delete
from holdfast.python.traces.expressions import define_function, trace_expression
from holdfast.python.traces.global_values import held_global
from holdfast.python.traces.loops import trace_for, trace_while
from holdfast.python.traces.memory import ANY_CALL
from holdfast.python.traces.moved_definitions import bind_moved
from holdfast.python.traces.patterns import bind_captures, pattern_shape
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.trials import trace_try, trace_with
from holdfast.python.traces.values import Block, Value
from holdfast.python.traces.variables import bind_variable


def trace_statements(t: Tracer, statements: Sequence[ast.stmt]) -> None:
    for position, statement in enumerate(statements):
        if t.left:
            return
        if isinstance(statement, ast.If | ast.Match) and _returns_early(t, statement):
            _trace_early_return(t, statement, statements[position + 1 :])
            return
        trace_statement(t, statement)


def trace_statement(t: Tracer, statement: ast.stmt) -> None:
    if statement in t.subject.left_out:
        return
    handler = _STATEMENTS.get(type(statement).__name__)
    if handler is None:
        t.step("opaque", ast.dump(statement), (), t.origin(statement), changes=[ANY_CALL])
    else:
        handler(t, statement)


def _returns_early(t: Tracer, statement: ast.If | ast.Match) -> bool:
    """Inside an entered function whose call is not the caller's own return, a return in a branch."""
    if not t.inlined or t.inlined[-1].tail or t.loops:
        return False
    return any(isinstance(node, ast.Return) for node in ast.walk(statement))


def _trace_early_return(t: Tracer, statement: ast.If | ast.Match, rest: Sequence[ast.stmt]) -> None:
    """What follows happens only on the branches that did not return: trace it there."""
    frame = t.inlined[-1]
    origin = t.origin(statement)

    def follow(body: Sequence[ast.stmt]) -> Value:
        frame.value = t.constant(None, origin)
        t.left = False
        trace_statements(t, [*body, *rest])
        t.left = False
        return frame.value

    if isinstance(statement, ast.Match):
        frame.value = _trace_cases(t, statement, trace_expression(t, statement.subject), 0, follow)
    else:
        test, body, orelse = trace_expression(t, statement.test), statement.body, statement.orelse
        frame.value = t.branch("if", test, origin, lambda: follow(body), lambda: follow(orelse))
    t.left = True


def _expression(t: Tracer, node: ast.Expr) -> None:
    if not isinstance(node.value, ast.Constant):
        trace_expression(t, node.value)


def _return(t: Tracer, node: ast.Return) -> None:
    origin = t.origin(node)
    if node.value is not None:
        # `return helper(…)`: what the helper returns is what the caller returns.
        t.tail_call = node.value
        value = trace_expression(t, node.value)
    else:
        value = t.constant(None, origin)
    if t.left:
        return  # an entered function returned for us
    if t.inlined and not t.inlined[-1].tail:
        if not t.loops and node in t.inlined[-1].within_try and t.inlined[-1].round_of is not None:
            t.inlined[-1].round_of.continues.append(dict(t.environment))
            t.step("continue", None, (), origin)
        elif t.loops or node in t.inlined[-1].within_try:
            t.step("return-from-within", None, (value,), origin)
        t.inlined[-1].value = value
        t.inlined[-1].returned = True
    else:
        t.step("return", None, (value,), origin)
    t.left = True


def _raise(t: Tracer, node: ast.Raise) -> None:
    parts = tuple(trace_expression(t, part) for part in (node.exc, node.cause) if part is not None)
    t.step("raise", None, parts, t.origin(node))
    t.left = True


def _assert(t: Tracer, node: ast.Assert) -> None:
    test = trace_expression(t, node.test)
    origin = t.origin(node)

    def fails() -> None:
        parts = (trace_expression(t, node.msg),) if node.msg else ()
        t.step("assertion fails", None, parts, origin)
        t.left = True

    t.branch("assert", test, origin, lambda: None, fails)


def _if(t: Tracer, node: ast.If) -> None:
    test = trace_expression(t, node.test)
    # After a branch that leaves, an else is what follows: both ways of writing it are one.
    follows = _leaves(node.body) and (not t.inlined or t.inlined[-1].tail)
    t.branch(
        "if",
        test,
        t.origin(node),
        lambda: trace_statements(t, node.body),
        lambda: None if follows else trace_statements(t, node.orelse),
    )
    if follows and not t.left:
        trace_statements(t, node.orelse)


def _leaves(statements: Sequence[ast.stmt]) -> bool:
    """Does control never come out at the end of these statements?"""
    last = statements[-1] if statements else None
    if isinstance(last, ast.If):
        return _leaves(last.body) and _leaves(last.orelse)
    return isinstance(last, ast.Return | ast.Raise | ast.Break | ast.Continue)


def _break(t: Tracer, node: ast.Break) -> None:
    if t.loops:
        t.loops[-1].breaks.append(dict(t.environment))
    t.step("break", None, (), t.origin(node))
    t.left = True


def _continue(t: Tracer, node: ast.Continue) -> None:
    if t.loops:
        t.loops[-1].continues.append(dict(t.environment))
    t.step("continue", None, (), t.origin(node))
    t.left = True


def _function(t: Tracer, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    if node in t.subject.transparent and _is_plumbing(t, node):
        if node not in t.subject.registered:
            return  # what it does is told at its calls
    if node in t.subject.moved:
        bind_moved(t, node)
        return
    bound = node in t.subject.bound_otherwise
    decorators = [] if bound else [trace_expression(t, decorator) for decorator in node.decorator_list]
    index = t.names.occurrence_of_node.get(node)
    origin = t.origin(node)
    value = define_function(t, node, origin)
    for decorator in reversed(decorators):
        value = t.step("decorate", None, (decorator, value), origin, changes=[ANY_CALL])
    if index is not None:
        occurrence = t.names.occurrences[index]
        bind_variable(t, occurrence.owner, occurrence.name, value, (occurrence.start, occurrence.end))


def _is_plumbing(t: Tracer, node: ast.AST) -> bool:
    index = t.names.occurrence_of_node.get(node)
    if index is None:
        return False
    occurrence = t.names.occurrences[index]
    return (occurrence.owner, occurrence.name) in t.subject.plumbing


def _class(t: Tracer, node: ast.ClassDef) -> None:
    if node in t.subject.moved:
        bind_moved(t, node)
        return
    if _is_plumbing(t, node) and node not in t.subject.registered:
        decorators: list[Value] = []  # it is only part of what the class is
    else:
        decorators = [trace_expression(t, decorator) for decorator in node.decorator_list]
    bases = [trace_expression(t, base) for base in node.bases]
    bases = [item for base in bases for item in _extended(t, node, base)]
    keywords = [trace_expression(t, keyword.value) for keyword in node.keywords]
    origin = t.origin(node)
    body = Block("class body")
    scope = t.names.scope_of_node[node]
    saved = (t.activations, t.level, t.class_name, t.first_parameter, t.environment)
    t.counter[0] += 1
    t.activations = {**t.activations, scope: t.counter[0]}
    t.own.add(t.counter[0])
    t.level, t.class_name, t.first_parameter = scope, node.name, None
    t.within(body, lambda: trace_statements(t, node.body))
    environment = t.environment
    t.activations, t.level, t.class_name, t.first_parameter, _ = saved
    t.environment = environment
    key = (node.name, len(bases), *(keyword.arg for keyword in node.keywords))
    index = t.names.occurrence_of_node.get(node)
    occurrence = t.names.occurrences[index] if index is not None else None
    if occurrence is not None and (occurrence.owner, occurrence.name) in t.subject.plumbing:
        return
    value = t.step("class", key, (*bases, *keywords), origin, changes=[ANY_CALL], blocks=(body,))
    for decorator in reversed(decorators):
        value = t.step("decorate", None, (decorator, value), origin, changes=[ANY_CALL])
    if occurrence is not None:
        bind_variable(t, occurrence.owner, occurrence.name, value, (occurrence.start, occurrence.end))


def _extended(t: Tracer, node: ast.ClassDef, base: Value) -> list[Value]:
    """The base, or what a base extends that only this world has."""
    behind = t.subject.identities.bases_behind(node, base.key) if base.tag == "global" else None
    return [base] if behind is None else [t.value(tag, key, (), base.origin) for tag, key in behind]


def _import(t: Tracer, node: ast.Import | ast.ImportFrom) -> None:
    for alias in node.names:
        index = t.names.occurrence_of_node.get(alias)
        if index is None:
            continue  # a star: what it brings is named by identity
        occurrence = t.names.occurrences[index]
        if (occurrence.owner, occurrence.name) in t.subject.plumbing:
            continue
        if occurrence.owner == 0:
            value = t.value("global", t.subject.identities.of_name(occurrence.name), (), t.origin(alias))
        else:
            value = _imported(t, node, alias, index)
        bind_variable(t, occurrence.owner, occurrence.name, value, (occurrence.start, occurrence.end))


def _imported(t: Tracer, node: ast.Import | ast.ImportFrom, alias: ast.alias, occurrence: int) -> Value:
    """What an import inside a function or class brings: the same as one of the module, but as it is by now."""
    identity = t.subject.identities.of_import(occurrence)
    if identity is not None:
        return held_global(t, identity, t.origin(alias))
    key = (getattr(node, "level", 0), getattr(node, "module", None), alias.name)
    return t.value("imported", key, (), t.origin(alias))


def _nothing(t: Tracer, node: ast.stmt) -> None:
    del t, node


def _match(t: Tracer, node: Any) -> None:
    subject = trace_expression(t, node.subject)
    _trace_cases(t, node, subject, 0, lambda body: trace_statements(t, body))


def _trace_cases(
    t: Tracer, node: Any, subject: Value, index: int, follow: Callable[[Sequence[ast.stmt]], Value | None]
) -> Value | None:
    """Cases are tried one after another, each with its captures bound before its guard.

    `follow` traces the body of a case, or nothing where no case was taken, and what comes after.
    """
    if index == len(node.cases):
        return follow(())
    case = node.cases[index]
    origin = t.origin(case.pattern)
    matches = t.value(
        "op", ("matches", pattern_shape(case.pattern)), (subject,), origin, since=t.since(("touch", subject))
    )
    t.evaluate(matches, origin)

    def next_case() -> Value | None:
        return _trace_cases(t, node, subject, index + 1, follow)

    def taken() -> Value | None:
        bind_captures(t, case.pattern, subject)
        if case.guard is None:
            return follow(case.body)
        guard = trace_expression(t, case.guard)
        return t.branch("if", guard, origin, lambda: follow(case.body), next_case)

    return t.branch("case", matches, origin, taken, next_case)


_STATEMENTS: dict[str, Callable[[Tracer, Any], None]] = {
    "Expr": _expression,
    "Assign": trace_assign,
    "AnnAssign": trace_annotated,
    "AugAssign": trace_augmented,
    "Delete": trace_delete,
    "Return": _return,
    "Raise": _raise,
    "Assert": _assert,
    "If": _if,
    "While": trace_while,
    "For": trace_for,
    "AsyncFor": trace_for,
    "Try": trace_try,
    "TryStar": trace_try,
    "With": trace_with,
    "AsyncWith": trace_with,
    "Break": _break,
    "Continue": _continue,
    "FunctionDef": _function,
    "AsyncFunctionDef": _function,
    "ClassDef": _class,
    "Import": _import,
    "ImportFrom": _import,
    "Global": _nothing,
    "Nonlocal": _nothing,
    "Pass": _nothing,
    "TypeAlias": _nothing,
    "Match": _match,
}
