"""Keys of dictionaries that are passed as keywords: `connect(**options)`.

A key names a parameter as surely as a keyword does. Seen are dictionaries that are written down: in the call, or
as the value of the variable that is expanded, in this file or in the one that it is imported from.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, Role
from holdfast.python.project.call_nodes import expanding_calls
from holdfast.python.project.declarations import Declaration
from holdfast.python.project.exports import resolve_import
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.keywords import resolve_argument
from holdfast.python.project.members import Named, Unresolved
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval


class _Key(NamedTuple):
    name: str
    place: Interval


class _Variable(NamedTuple):
    file: str
    owner: int
    name: str


def check_expanded_keys(
    pair: Pair, affected: Affected, *, parameters_by_name: bool = False
) -> Iterator[Finding]:
    """Keys under which a renamed parameter would no longer get its value.

    `parameters_by_name`: parameters may change places, so that a key is right where its name is.
    """
    said: set[Interval] = set()
    for file in affected.files:
        facts = pair.before.facts(file)
        if facts is None or "**" not in facts.text:
            continue
        for node, expanded in expanding_calls(facts.tree.module):
            for finding in _of_call(pair, affected, file, node, expanded, by_name=parameters_by_name):
                if finding.place not in said:
                    said.add(finding.place)
                    yield finding


def has_written_keys(program: Program, file: str, node: ast.expr) -> bool:
    """Is this a dictionary of which at least some keys are written down?"""
    return any(_keys(program, file, node, frozenset()))


def renamed_parameters(
    program: Program, affected: Affected, file: str, call: ast.Call, name: str
) -> list[Declaration]:
    """The renamed parameters that a keyword of this name would be for, written down or not."""
    named = resolve_argument(program, file, call, name)
    if isinstance(named, Unresolved):
        from holdfast.check.objects.takers import takers_of  # only for what reading alone does not resolve

        takers = takers_of(program, affected, file, call, name)
        is_one = not takers.others or takers.are_one_family
        return [each.parameter for each in takers.renamed] if is_one else []
    found = named.declarations if isinstance(named, Named) else ()
    return [item for item in found if item.interval in affected.tokens]


def _of_call(
    pair: Pair, affected: Affected, file: str, call: ast.Call, expanded: ast.expr, *, by_name: bool
) -> Iterator[Finding]:
    for key in _keys(pair.before, file, expanded, frozenset()):
        tokens = pair.tokens(key.place.file)
        if key.name not in affected.old_names or tokens.is_touched(key.place.start, key.place.end):
            continue
        named = resolve_argument(pair.before, file, call, key.name)
        renamed = [
            item
            for item in renamed_parameters(pair.before, affected, file, call, key.name)
            if not (by_name and _has_place(pair, item, key.name))
        ]
        if renamed:
            clauses = tuple(Clause(item.interval, "it names this parameter") for item in renamed)
            is_exact = isinstance(named, Named) and named.exact and isinstance(expanded, ast.Dict)
            severity = Severity.ERROR if is_exact else Severity.WARNING
            message = f"the key `{key.name}` would no longer match a parameter"
            yield Finding("HF106", severity, key.place, message, clauses)


def _has_place(pair: Pair, declaration: Declaration, name: str) -> bool:
    """Does the function still have a parameter of this name, perhaps in another place?"""
    token = pair.to_after(declaration.interval)
    facts = None if token is None else pair.after.facts(token.file)
    here = None if token is None or facts is None else facts.occurrence_at.get(token.start)
    return (
        facts is not None
        and here is not None
        and any(
            (item.owner, item.name, item.role) == (here.owner, name, Role.PARAMETER)
            for item in facts.names.occurrences
        )
    )


def _keys(program: Program, file: str, node: ast.expr, through: frozenset[_Variable]) -> Iterator[_Key]:
    """The keys of a dictionary, as far as they are written down."""
    facts = program.facts(file)
    if facts is None:
        return
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                yield from _keys(program, file, value, through)
            else:
                yield from _key(facts, file, key)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _keys(program, file, node.left, through)
        yield from _keys(program, file, node.right, through)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict":
        yield from _keywords(facts, file, node)
        for inner in (*node.args, *(item.value for item in node.keywords if item.arg is None)):
            yield from _keys(program, file, inner, through)
    elif isinstance(node, ast.Name):
        variable = _variable(program, file, facts, node)
        if variable is not None and variable not in through:
            yield from _of_variable(program, variable, through | {variable})


def _key(facts: FileFacts, file: str, node: ast.expr) -> Iterator[_Key]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield _Key(node.value, Interval(file, facts.tree.start(node), facts.tree.end(node)))


def _keywords(facts: FileFacts, file: str, call: ast.Call) -> Iterator[_Key]:
    yield from (
        _Key(use.name, Interval(file, use.start, use.end)) for use in facts.names.keywords if use.node is call
    )


def _variable(program: Program, file: str, facts: FileFacts, node: ast.Name) -> _Variable | None:
    """The variable that is read, in the file that binds it."""
    index = facts.names.occurrence_of_node.get(node)
    if index is None or facts.names.occurrences[index].owner < 0:
        return None
    owner, name = facts.names.occurrences[index].owner, node.id
    bindings = facts.bindings.get((owner, name), ())
    imported = facts.import_of_occurrence.get(bindings[0]) if len(bindings) == 1 else None
    if imported is None:
        return _Variable(file, owner, name)
    found = resolve_import(program, file, imported).declarations
    if len(found) != 1 or found[0].interval.start == found[0].interval.end:
        return None
    return _Variable(found[0].interval.file, MODULE_SCOPE, found[0].name)


def _of_variable(program: Program, variable: _Variable, through: frozenset[_Variable]) -> Iterator[_Key]:
    facts = program.facts(variable.file)
    if facts is None:
        return
    for index in facts.bindings.get((variable.owner, variable.name), ()):
        target = facts.node_of_occurrence.get(index)
        value = _value_of(facts, target)
        if value is not None:
            yield from _keys(program, variable.file, value, through)
    for node in ast.walk(facts.names.scopes[variable.owner].node):
        match node:
            case ast.Subscript(value=ast.Name() as base, slice=key, ctx=ast.Store()):
                if _is(facts, base, variable):
                    yield from _key(facts, variable.file, key)
            case ast.Call(func=ast.Attribute(value=ast.Name() as base, attr="update" | "setdefault" as name)):
                if _is(facts, base, variable):
                    if name == "update":
                        yield from _keywords(facts, variable.file, node)
                    for argument in node.args[:1]:
                        yield from _key(facts, variable.file, argument)
                        if isinstance(argument, ast.Dict):
                            yield from _keys(program, variable.file, argument, through)


def _value_of(facts: FileFacts, target: ast.AST | None) -> ast.expr | None:
    bound = None if target is None else facts.bound_values.get(target)
    if bound is None:
        return None
    if bound.how == "value":
        return bound.node
    # An annotated assignment tells the annotation; its value stands beside it.
    for node in ast.walk(facts.tree.module):
        if isinstance(node, ast.AnnAssign) and node.target is target:
            return node.value
    return None


def _is(facts: FileFacts, node: ast.Name, variable: _Variable) -> bool:
    index = facts.names.occurrence_of_node.get(node)
    if index is None:
        return False
    found = facts.names.occurrences[index]
    return (found.owner, found.name) == (variable.owner, variable.name)
