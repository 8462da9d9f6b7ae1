"""Which function a call enters, if any, and what it binds to its first parameter."""

from __future__ import annotations

import ast

from holdfast.python.traces.definition import Definition
from holdfast.python.traces.expressions import trace_expression
from holdfast.python.traces.identity import Known
from holdfast.python.traces.properties import is_property
from holdfast.python.traces.subject import FunctionNode
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Value, Variable


def transparent_callee(t: Tracer, node: ast.Call) -> tuple[Known, tuple[Value, ...]] | None:
    """The function that would be entered at this call, with the receiver that it is given; nothing happens yet."""
    callee = node.func
    if not isinstance(callee, ast.Attribute):
        function = trace_expression(t, callee)
        known = transparent_function(t, function)
        return None if known is None else (known, ())
    exactly = t.subject.identities.transparent_method_at(callee)
    receiver = trace_expression(t, callee.value)
    target = None if exactly is not None else transparent_method(t, receiver, callee)
    if target is not None:
        known = Known(t.subject, target)
    else:
        known = exactly or only_method(t, callee)
    if known is None or not isinstance(known.node, FunctionNode):
        return None
    return known, receiver_bound(t, receiver, known)


def transparent_function(t: Tracer, function: Value) -> Known | None:
    """The function to enter at this call."""
    if function.tag == "function" and isinstance(function.key, Definition):
        return Known(t.subject, function.key.node) if function.key.node in t.subject.transparent else None
    if function.tag == "global":
        known = t.subject.identities.transparent(function.key)
        return known if known is not None and isinstance(known.node, FunctionNode) else None
    if function.tag == "outer":
        variable: Variable = function.key  # type: ignore[assignment]
        for node in t.subject.transparent:
            if isinstance(node, FunctionNode) and node.name == variable[2] and not class_of(t, node):
                return Known(t.subject, node)
    return None


def transparent_method(t: Tracer, receiver: Value, callee: ast.Attribute) -> FunctionNode | None:
    for node in t.subject.transparent:
        if isinstance(node, FunctionNode) and node.name == callee.attr:
            owner = class_of(t, node)
            if owner is None or is_property(node) or not _is_spelled_alike(t, callee, owner):
                continue
            if _is_class(t, receiver, owner):
                return node
            if t.subject.identities.is_overridden(node):
                continue  # whose method it is depends on the object
            if receiver is t.first_parameter:
                return node
            if (
                receiver.tag == "attribute"
                and receiver.key == "__class__"
                and receiver.parts[0] is t.first_parameter
            ):
                return node
            if _is_only_method_of_that_name(t, node):
                return node
    return None


def only_method(t: Tracer, callee: ast.Attribute) -> Known | None:
    """The method to enter, where the whole project has no other of that name."""
    known = t.subject.identities.transparent_method(callee.attr)
    if known is None:
        return None
    names = known.subject.names
    owner = names.scopes[names.scopes[names.scope_of_node[known.node]].parent].name
    return known if _is_spelled_alike(t, callee, owner) else None


def _is_spelled_alike(t: Tracer, callee: ast.Attribute, owner: str) -> bool:
    """Does the code at hand mean the same by a private name as the class that has the method?"""
    return t.spelled(callee.attr) == t.spelled_in(owner, callee.attr)


def _is_class(t: Tracer, receiver: Value, name: str) -> bool:
    return receiver.tag == "global" and receiver.key == t.subject.identities.of_name(name)


def _is_only_method_of_that_name(t: Tracer, node: FunctionNode) -> bool:
    same = [
        other
        for other in t.names.scope_of_node
        if isinstance(other, FunctionNode) and other.name == node.name
    ]
    return len(same) == 1


def class_of(t: Tracer, node: ast.AST) -> str | None:
    scope = t.names.scopes[t.names.scope_of_node[node]]
    parent = t.names.scopes[scope.parent]
    return parent.name if isinstance(parent.node, ast.ClassDef) else None


def is_decorated(node: FunctionNode, name: str) -> bool:
    return any(isinstance(d, ast.Name) and d.id == name for d in node.decorator_list)


def receiver_bound(t: Tracer, receiver: Value, known: Known) -> tuple[Value, ...]:
    """The receiver, where the call binds it to the first parameter."""
    target = known.node
    assert isinstance(target, FunctionNode)
    if is_decorated(target, "staticmethod"):
        return ()
    owner = class_of(t, target) if known.subject is t.subject else None
    if owner is not None and _is_class(t, receiver, owner) and not is_decorated(target, "classmethod"):
        return ()
    return (receiver,)
