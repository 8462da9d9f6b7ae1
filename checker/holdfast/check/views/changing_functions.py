"""Code that may change what a field holds: by itself, or by what it calls, as far as names tell."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from holdfast.python.names.table import BUILTIN, Role
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.own_members import words_of
from holdfast.python.project.program import Program

_Function = ast.FunctionDef | ast.AsyncFunctionDef

#: Methods that look into a container; any other may change it, or hand it on.
_LOOKING = frozenset(
    {"index", "count", "get", "items", "keys", "values", "copy", "isdisjoint", "issubset", "issuperset"}
)
#: A chain of calls longer than this is not followed: then anything may change the field.
_ROUNDS = 6
_AT_MOST = 200

#: Roles of names that a definition or an import binds: what is called through others is not known.
_KNOWN = frozenset({Role.FUNCTION, Role.CLASS, Role.IMPORT})


def changing_functions(program: Program, fields: Collection[str]) -> frozenset[str] | None:
    """The names of functions that may change one of the fields; None where these are too many to tell."""
    words = {word for field in fields for word in words_of(field)}
    found = {
        node.name
        for file in sorted(program.index.files_with_any(words))
        if (facts := program.facts(file)) is not None
        for node in _functions(facts)
        if node.name != "__init__" and _changes(facts, node, words)
    }
    for _ in range(_ROUNDS):
        callers = {
            node.name
            for file in sorted(program.index.files_with_any(found))
            if (facts := program.facts(file)) is not None
            for node in _functions(facts)
            if node.name not in found and not found.isdisjoint(_called(node.body))
        }
        if not callers:
            return frozenset(found)
        found |= callers
        if len(found) > _AT_MOST:
            break
    return None


def is_harmless(
    facts: FileFacts, nodes: Sequence[ast.AST], changing: frozenset[str] | None, fields: Collection[str]
) -> bool:
    """Does the code change none of the fields, and run nothing that could?"""
    if changing is None:
        return False
    words = {word for field in fields for word in words_of(field)}
    for inner in (inner for node in nodes for inner in ast.walk(node)):
        if isinstance(inner, ast.Await | ast.Yield | ast.YieldFrom):
            return False  # other code runs meanwhile
        if isinstance(inner, ast.Call) and (
            last_name(inner.func) in changing or not _is_named(facts, inner.func)
        ):
            return False
        if isinstance(inner, ast.Attribute) and inner.attr in words and not _only_looks(facts, inner):
            return False
    return True


def _functions(facts: FileFacts) -> Iterator[_Function]:
    return (scope.node for scope in facts.names.scopes if isinstance(scope.node, _Function))


def _called(body: Sequence[ast.AST]) -> Iterator[str]:
    for node in body:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Call):
                yield last_name(inner.func)


def _changes(facts: FileFacts, function: _Function, words: Collection[str]) -> bool:
    return any(
        isinstance(inner, ast.Attribute) and inner.attr in words and not _only_looks(facts, inner)
        for inner in ast.walk(function)
    )


def _only_looks(facts: FileFacts, node: ast.Attribute) -> bool:
    """Is the field read in a way that leaves it as it is, and hands it to nobody?"""
    if not isinstance(node.ctx, ast.Load):
        return False
    parent = facts.parents.get(node)
    match parent:
        case ast.Attribute(attr=method):
            return method in _LOOKING
        case ast.Subscript(ctx=context):
            return isinstance(context, ast.Load)
        case ast.Call(func=function):
            # The method of another object that is called like the field, or a builtin that gets the field.
            return function is node or _is_builtin(facts, function)
        case (
            ast.AugAssign() | ast.Assign() | ast.Return() | ast.keyword() | ast.AnnAssign() | ast.NamedExpr()
        ):
            return False
    return True


def _is_builtin(facts: FileFacts, function: ast.expr) -> bool:
    if last_name(function) == "MappingProxyType":
        return True
    index = facts.names.occurrence_of_node.get(function)
    return index is not None and facts.names.occurrences[index].owner == BUILTIN


def _is_named(facts: FileFacts, function: ast.expr) -> bool:
    """Is what is called named by an attribute, or by a name that stands for one thing?"""
    if isinstance(function, ast.Attribute):
        return True
    index = facts.names.occurrence_of_node.get(function)
    if index is None:
        return False
    occurrence = facts.names.occurrences[index]
    bindings = facts.bindings.get((occurrence.owner, occurrence.name), ())
    return occurrence.owner == BUILTIN or all(
        facts.names.occurrences[item].role in _KNOWN for item in bindings
    )
