"""Calls of functions whose parameters changed, for the traces: which parameters the arguments are for."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from holdfast.check.code.storing_constructors import only_stores
from holdfast.python.project.call_targets import Target, partial_of, targets_of, targets_of_values
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.evaluate import evaluate, of_declaration
from holdfast.python.project.own_members import receives
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassValue
from holdfast.python.traces.build import parameters_of
from holdfast.python.traces.identity import Called, Signature

#: Functions of one world by file and scope whose parameters changed.
Signatures = Mapping[tuple[str, int], Signature]

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def called_at(
    program: Program, signatures: Signatures, file: str, node: ast.Call, declared: Declaration | None = None
) -> tuple[Called, ...]:
    """The functions that the call may run, where the parameters of one of them changed.

    `declared` is the function or class of some module that the callee is known to be.
    """
    if not signatures:
        return ()
    if declared is not None and declared.kind in (Kind.FUNCTION, Kind.CLASS):
        return _known(
            program, signatures, targets_of_values(program, of_declaration(program, declared)).found
        )
    return _changed(program, signatures, file, node.func)


def kept_by_partial(
    program: Program, signatures: Signatures, file: str, node: ast.Call
) -> tuple[Called, ...]:
    """The same for the function that a `partial(…)` is made of."""
    function = partial_of(program, file, node) if signatures else None
    return () if function is None else _changed(program, signatures, file, function)


def is_idle_receiver(program: Program, file: str, node: ast.expr) -> bool:
    """Does nothing happen where the expression is evaluated: a name, or a new object that only keeps things?"""
    if isinstance(node, ast.Call):
        values = evaluate(program, file, node.func).items
        keeps = len(values) == 1 and isinstance(values[0], ClassValue) and only_stores(program, values[0].key)
        arguments = (*node.args, *(keyword.value for keyword in node.keywords))
        return keeps and all(isinstance(item, ast.Constant | ast.Name) for item in arguments)
    if isinstance(node, ast.Attribute):
        return is_idle_receiver(program, file, node.value)
    return isinstance(node, ast.Name)


def _changed(program: Program, signatures: Signatures, file: str, callee: ast.expr) -> tuple[Called, ...]:
    return _known(program, signatures, targets_changed(program, signatures, file, callee))


def targets_changed(
    program: Program, signatures: Signatures, file: str, callee: ast.expr
) -> tuple[Target, ...]:
    """What the expression may be, where the parameters of one of these functions changed."""
    targets = targets_of(program, file, callee, tables=True)
    if any(target.function in signatures for target in targets.found):
        return targets.found
    if targets.complete or not isinstance(callee, ast.Attribute):
        return ()
    # Nobody knows whose method is called: those of that name whose parameters changed.
    return tuple(
        Target(*place, int(receives(signature.node) != "static"))
        for place, signature in signatures.items()
        if signature.node.name == callee.attr
        and (facts := program.facts(place[0])) is not None
        and facts.enclosing_class(place[1]) is not None
    )


def _known(program: Program, signatures: Signatures, targets: tuple[Target, ...]) -> tuple[Called, ...]:
    if not any(target.function in signatures for target in targets):
        return ()
    named = sorted((_name(program, target), target) for target in targets)
    several = len(named) > 1
    found = (
        _called(program, signatures, target, ".".join(name) if several else "") for name, target in named
    )
    return tuple(item for item in found if item is not None)


def _called(program: Program, signatures: Signatures, target: Target, name: str) -> Called | None:
    known = signatures.get(target.function)
    if known is None:
        facts = program.facts(target.file)
        node = None if facts is None else facts.names.scopes[target.scope].node
        if not isinstance(node, _Function):
            return None
        known = Signature(
            node,
            {argument.arg: argument.arg for _, argument in parameters_of(node)},
        )
    return Called(known, target.taken, target.makes, target.given if target.kept else None, name)


def _name(program: Program, target: Target) -> tuple[str, str]:
    facts = program.facts(target.file)
    assert facts is not None
    scope = facts.names.scopes[target.scope]
    return facts.names.scopes[scope.parent].name, scope.name
