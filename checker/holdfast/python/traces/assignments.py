"""Assignments, plain, annotated and augmented, and deletions."""

from __future__ import annotations

import ast

from holdfast.python.traces.attributes import attribute_of
from holdfast.python.traces.contents import changes_of_contents
from holdfast.python.traces.expressions import assign_target, trace_expression
from holdfast.python.traces.global_values import held_in_module, store_in_module
from holdfast.python.traces.moved_definitions import bind_moved
from holdfast.python.traces.operations import calculated
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Value
from holdfast.python.traces.variables import in_class_body, read_variable, unbind_variable


def trace_assign(t: Tracer, node: ast.Assign) -> None:
    if node.targets[0] in t.subject.moved:
        bind_moved(t, node.targets[0])
        return
    value = trace_expression(t, node.value)
    for target in node.targets:
        assign_target(t, target, value)


def trace_annotated(t: Tracer, node: ast.AnnAssign) -> None:
    if node.target in t.subject.moved:
        bind_moved(t, node.target)
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


def trace_augmented(t: Tracer, node: ast.AugAssign) -> None:
    """`x += y` may change the object that x holds: always a step.

    An attribute that holds a number or a text gets a new value; it does where y is one, for one.
    """
    origin = t.origin(node)
    target = node.target
    if isinstance(target, ast.Name):
        current = read_variable(t, target)
        assign_target(t, target, _augmented(t, node, current))
        return
    base = trace_expression(t, target.value)
    if isinstance(target, ast.Attribute):
        own = held_in_module(t, base, target.attr, t.origin(target))
        if own is not None:
            store_in_module(t, base, target.attr, _augmented(t, node, own), t.origin(target))
            return
    parts: tuple[Value, ...] = (base,)
    held: Value | None = None
    if isinstance(target, ast.Attribute) and target.attr not in t.subject.computed_attributes:
        held = attribute_of(t, base, target.attr, t.origin(target))
    if isinstance(target, ast.Subscript):
        parts = (base, trace_expression(t, target.slice))
        key: str = "[]"
        changes = changes_of_contents(t, base)
    else:
        key = t.spelled(target.attr)
        changes = [("attribute", key)]
    operand = trace_expression(t, node.value)
    if held is not None and (
        (operand.immutable and not isinstance(node.op, ast.Mult | ast.MatMult))
        or t.subject.identities.is_never_changed_in_place(key, node.op)
    ):
        result = calculated(t, node, held, operand)
        t.step("store-attribute", key, (base, result), origin, changes=changes)
        return
    t.step("augment-in", (type(node.op).__name__, key), (*parts, operand), origin, changes=changes)


def _augmented(t: Tracer, node: ast.AugAssign, current: Value) -> Value:
    """What a variable that held `current` holds then."""
    operand = trace_expression(t, node.value)
    key, changes = type(node.op).__name__, [("touch", current)]
    result = t.step("augment", key, (current, operand), t.origin(node), changes=changes)
    return current if _is_container(current) else result


def _is_container(value: Value) -> bool:
    """Is the value known to be a list, set or dictionary, which stays the same object?"""
    if value.tag == "carried" and value.since is not None:
        return _is_container(value.since.initial[value])
    if value.tag == "choice":
        return all(map(_is_container, value.parts[1:]))
    return value.container


def trace_delete(t: Tracer, node: ast.Delete) -> None:
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
        t.step("delete-item", None, (base, index_value), origin, changes=changes_of_contents(t, base))
    elif isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            _delete_target(t, element)
