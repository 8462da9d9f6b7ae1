"""Statements as steps, with control flow kept in its structure."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from holdfast.python.names.table import BINDING_ROLES, Role
from holdfast.python.traces.expressions import (
    assign_target,
    attribute_of,
    calculated,
    define_function,
    trace_expression,
)
from holdfast.python.traces.loops import trace_for, trace_while
from holdfast.python.traces.memory import ANY_CALL
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.trials import trace_try, trace_with
from holdfast.python.traces.values import Block, Value
from holdfast.python.traces.variables import bind_variable, in_class_body, read_variable, unbind_variable


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


def _assign(t: Tracer, node: ast.Assign) -> None:
    if node.targets[0] in t.subject.moved:
        _bind_moved(t, node.targets[0])
        return
    value = trace_expression(t, node.value)
    for target in node.targets:
        assign_target(t, target, value)


def _annotated(t: Tracer, node: ast.AnnAssign) -> None:
    if node.target in t.subject.moved:
        _bind_moved(t, node.target)
        return
    if node.value is not None:
        assign_target(t, node.target, trace_expression(t, node.value))
    if in_class_body(t) and isinstance(node.target, ast.Name) and _looks_at_annotations(t):
        symbol = (t.level, node.target.id)
        if symbol not in t.subject.plumbing or node.target.id in t.subject.fields_behind:
            t.step("field", t.spelled(node.target.id), (), t.origin(node))


def _looks_at_annotations(t: Tracer) -> bool:
    """May what is annotated be a field? A decorator, a base class or a metaclass would make it one."""
    node = t.names.scopes[t.level].node
    return isinstance(node, ast.ClassDef) and bool(node.decorator_list or node.bases or node.keywords)


def _augmented(t: Tracer, node: ast.AugAssign) -> None:
    """`x += y` may change the object that x holds: always a step.

    Where y is a number or a text, so is the attribute that it is added to, and gets a new value.
    """
    origin = t.origin(node)
    target = node.target
    if isinstance(target, ast.Name):
        current = read_variable(t, target)
        operand = trace_expression(t, node.value)
        result = t.step(
            "augment", type(node.op).__name__, (current, operand), origin, changes=[("touch", current)]
        )
        assign_target(t, target, current if _is_container(current) else result)
        return
    base = trace_expression(t, target.value)
    parts: tuple[Value, ...] = (base,)
    held: Value | None = None
    if isinstance(target, ast.Attribute) and target.attr not in t.subject.computed_attributes:
        held = attribute_of(t, base, target.attr, t.origin(target))
    if isinstance(target, ast.Subscript):
        parts = (base, trace_expression(t, target.slice))
        key: str = "[]"
        changes = [("item",), ("touch", base)]
    else:
        key = t.spelled(target.attr)
        changes = [("attribute", key)]
    operand = trace_expression(t, node.value)
    if held is not None and operand.immutable and not isinstance(node.op, ast.Mult | ast.MatMult):
        result = calculated(t, node, held, operand)
        t.step("store-attribute", key, (base, result), origin, changes=changes)
        return
    t.step("augment-in", (type(node.op).__name__, key), (*parts, operand), origin, changes=changes)


def _is_container(value: Value) -> bool:
    """Is the value known to be a list, set or dictionary, which stays the same object?"""
    if value.tag == "carried" and value.since is not None:
        return _is_container(value.since.initial[value])
    if value.tag == "choice":
        return all(map(_is_container, value.parts[1:]))
    return value.container


def _delete(t: Tracer, node: ast.Delete) -> None:
    for target in node.targets:
        _delete_target(t, target)


def _delete_target(t: Tracer, target: ast.expr) -> None:
    origin = t.origin(target)
    if isinstance(target, ast.Name):
        index = t.names.occurrence_of_node.get(target)
        if index is not None:
            occurrence = t.names.occurrences[index]
            unbind_variable(t, occurrence.owner, occurrence.name, origin)
    elif isinstance(target, ast.Attribute):
        base = trace_expression(t, target.value)
        name = t.spelled(target.attr)
        t.step("delete-attribute", name, (base,), origin, changes=[("attribute", name)])
    elif isinstance(target, ast.Subscript):
        base = trace_expression(t, target.value)
        index_value = trace_expression(t, target.slice)
        t.step("delete-item", None, (base, index_value), origin, changes=[("item",)])
    elif isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            _delete_target(t, element)


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
        _bind_moved(t, node)
        return
    decorators = [trace_expression(t, decorator) for decorator in node.decorator_list]
    index = t.names.occurrence_of_node.get(node)
    origin = t.origin(node)
    value = define_function(t, node, origin)
    for decorator in reversed(decorators):
        value = t.step("decorate", None, (decorator, value), origin, changes=[ANY_CALL])
    if index is not None:
        occurrence = t.names.occurrences[index]
        bind_variable(t, occurrence.owner, occurrence.name, value, (occurrence.start, occurrence.end))


def _bind_moved(t: Tracer, node: ast.AST) -> None:
    """The definition is compared by itself; here its name only stands for it."""
    index = t.names.occurrence_of_node.get(node)
    if index is not None and t.names.occurrences[index].owner == 0:
        name = t.names.occurrences[index].name
        value = t.value("global", t.subject.identities.of_name(name), (), t.origin(node))
        bind_variable(t, 0, name, value, t.origin(node))
    elif index is not None and isinstance(node, ast.ClassDef) and in_class_body(t):
        # Where the class around it keeps the name, it keeps it for the class that stands elsewhere.
        occurrence = t.names.occurrences[index]
        identity = t.subject.identities.of_nested_class((occurrence.start, occurrence.end))
        if identity is not None:
            value = t.value("global", identity, (), t.origin(node))
            bind_variable(t, occurrence.owner, occurrence.name, value, (occurrence.start, occurrence.end))


def _is_plumbing(t: Tracer, node: ast.AST) -> bool:
    index = t.names.occurrence_of_node.get(node)
    if index is None:
        return False
    occurrence = t.names.occurrences[index]
    return (occurrence.owner, occurrence.name) in t.subject.plumbing


def _class(t: Tracer, node: ast.ClassDef) -> None:
    if node in t.subject.moved:
        _bind_moved(t, node)
        return
    if _is_plumbing(t, node) and node not in t.subject.registered:
        decorators: list[Value] = []  # it is only part of what the class is
    else:
        decorators = [trace_expression(t, decorator) for decorator in node.decorator_list]
    bases = [trace_expression(t, base) for base in node.bases]
    bases = [base for base in bases if not _is_plumbing_class(t, base)]
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


def _is_plumbing_class(t: Tracer, base: Value) -> bool:
    return base.tag == "global" and t.subject.identities.is_plumbing_class(base.key)


def _import(t: Tracer, node: ast.Import | ast.ImportFrom) -> None:
    module = getattr(node, "module", None)
    level = getattr(node, "level", 0)
    for alias in node.names:
        index = t.names.occurrence_of_node.get(alias)
        origin = t.origin(alias)
        occurrence = t.names.occurrences[index] if index is not None else None
        if occurrence is not None and (occurrence.owner, occurrence.name) in t.subject.plumbing:
            continue
        key = (level, module, alias.name)
        if occurrence is None:
            continue  # a star: what it brings is named by identity
        if occurrence.owner == 0:
            value = t.value("global", t.subject.identities.of_name(occurrence.name), (), origin)
            bind_variable(t, 0, occurrence.name, value, (occurrence.start, occurrence.end))
        else:
            value = t.value("imported", key, (), origin)
            bind_variable(t, occurrence.owner, occurrence.name, value, (occurrence.start, occurrence.end))


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


def pattern_shape(pattern: ast.AST) -> str:
    """The pattern with its capture names taken out."""
    names = {"MatchAs": "name", "MatchStar": "name", "MatchMapping": "rest"}
    parts = [type(pattern).__name__]
    for field, value in ast.iter_fields(pattern):
        if field == names.get(type(pattern).__name__):
            parts.append("_" if value is None else "capture")
        elif isinstance(value, list):
            parts.append(
                "[" + ",".join(pattern_shape(v) if isinstance(v, ast.AST) else str(v) for v in value) + "]"
            )
        elif isinstance(value, ast.pattern):
            parts.append(pattern_shape(value))
        elif isinstance(value, ast.AST):
            parts.append(ast.dump(value))
        else:
            parts.append(repr(value))
    return "(" + " ".join(parts) + ")"


def bind_captures(t: Tracer, pattern: ast.AST, subject: Value) -> None:
    for position, inner in enumerate(ast.walk(pattern)):
        index = t.names.occurrence_of_node.get(inner)
        if index is None or not isinstance(inner, ast.pattern):
            continue
        occurrence = t.names.occurrences[index]
        if occurrence.role in BINDING_ROLES and occurrence.role is not Role.READ:
            origin = (occurrence.start, occurrence.end)
            bind_variable(
                t, occurrence.owner, occurrence.name, t.value("bound", position, (subject,), origin), origin
            )


_STATEMENTS: dict[str, Callable[[Tracer, Any], None]] = {
    "Expr": _expression,
    "Assign": _assign,
    "AnnAssign": _annotated,
    "AugAssign": _augmented,
    "Delete": _delete,
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
