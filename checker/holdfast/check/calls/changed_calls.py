"""Calls of functions whose parameters changed, for the traces: which parameters the arguments are for."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from holdfast.check.calls.call_targets import Target, Targets, partial_of, targets_of, targets_of_values
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.evaluate import of_declaration
from holdfast.python.project.keywords import handed_on
from holdfast.python.project.own_members import receives
from holdfast.python.project.program import Program
from holdfast.python.project.values import FunctionValue
from holdfast.python.traces.build import parameters_of
from holdfast.python.traces.identity import Called, Signature
from holdfast.text.interval import Interval

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
        return _known(program, signatures, targets_of_values(program, of_declaration(program, declared)))
    return _changed(program, signatures, file, node.func)


def kept_by_partial(
    program: Program, signatures: Signatures, file: str, node: ast.Call
) -> tuple[Called, ...]:
    """The same for the function that a `partial(…)` is made of."""
    function = partial_of(program, file, node) if signatures else None
    return () if function is None else _changed(program, signatures, file, function)


def _changed(program: Program, signatures: Signatures, file: str, callee: ast.expr) -> tuple[Called, ...]:
    targets = targets_of(program, file, callee, tables=True)
    found = _known(program, signatures, targets)
    if found:
        return found
    if targets.complete or not isinstance(callee, ast.Attribute):
        return ()
    # Nobody knows whose method is called: one of that name whose parameters changed.
    for (place, scope), signature in signatures.items():
        facts = program.facts(place)
        if (
            facts is not None
            and signature.node.name == callee.attr
            and facts.enclosing_class(scope) is not None
        ):
            return (Called(signature, int(receives(signature.node) != "static")),)
    return ()


def _known(program: Program, signatures: Signatures, targets: Targets) -> tuple[Called, ...]:
    if not any(
        target.function in signatures or _handed_on(program, signatures, target) for target in targets.found
    ):
        return ()
    named = sorted((_name(program, target), target) for target in targets.found)
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
            others=_handed_on(program, signatures, target),
        )
    return Called(known, target.taken, target.makes, target.given, name)


def _handed_on(program: Program, signatures: Signatures, target: Target) -> dict[str, str]:
    """Keywords that end up in a renamed parameter, through `**` of this function, to the names they have after."""
    facts = program.facts(target.file)
    node = None if facts is None else facts.names.scopes[target.scope].node
    if not isinstance(node, _Function) or node.args.kwarg is None:
        return {}
    found: dict[str, str] = {}
    for (file, _), signature in signatures.items():
        for own, name in signature.renamed.items():
            tokens = _parameter(program, file, signature, own)
            value = FunctionValue(target.file, target.scope, False, None)
            if any(item.interval in tokens for item in handed_on(program, value, own)):
                found[own] = name
    return found


def _parameter(program: Program, file: str, signature: Signature, name: str) -> set[Interval]:
    facts = program.facts(file)
    if facts is None:
        return set()
    arguments = [argument for _, argument in parameters_of(signature.node) if argument.arg == name]
    tokens = [facts.names.occurrences[facts.names.occurrence_of_node[item]] for item in arguments]
    return {Interval(file, token.start, token.end) for token in tokens}


def _name(program: Program, target: Target) -> tuple[str, str]:
    facts = program.facts(target.file)
    assert facts is not None
    scope = facts.names.scopes[target.scope]
    return facts.names.scopes[scope.parent].name, scope.name
