"""What a refactoring put in or took out of one file: new and vanished functions, variables and imports.

A definition that only one world has is plumbing: it is entered at its calls (functions), followed to its
value (variables), and its own appearance is no effect. Definitions are matched by their path of names,
with renames taken into account.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from holdfast.check.correspondence.token_map import TokenMap
from holdfast.python.names.table import BINDING_ROLES, NameTable, Scope, ScopeKind
from holdfast.python.project.facts import FileFacts, statements
from holdfast.records import dataclass

if TYPE_CHECKING:
    from holdfast.python.traces.subject import Symbol

Path = tuple[str, ...]

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Plumbing:
    """Per world: the functions to enter and the module and class level symbols to overlook."""

    before_functions: frozenset[ast.AST]
    after_functions: frozenset[ast.AST]
    before_symbols: frozenset[Symbol]
    after_symbols: frozenset[Symbol]


def find_plumbing(before: NameTable, after: NameTable, renamed: Mapping[str, str]) -> Plumbing:
    paths_before = scope_paths(before, renamed)
    paths_after = scope_paths(after, {})
    functions_before = _functions(before, paths_before)
    functions_after = _functions(after, paths_after)
    symbols_before = _symbols(before, paths_before, renamed)
    symbols_after = _symbols(after, paths_after, {})
    return Plumbing(
        frozenset(
            node for path, nodes in functions_before.items() if path not in functions_after for node in nodes
        ),
        frozenset(
            node for path, nodes in functions_after.items() if path not in functions_before for node in nodes
        ),
        frozenset(symbol for path, symbol in symbols_before.items() if path not in symbols_after),
        frozenset(symbol for path, symbol in symbols_after.items() if path not in symbols_before),
    )


def changed_functions(
    before: FileFacts, after: FileFacts, renamed: Mapping[str, str]
) -> list[tuple[int, int]]:
    """The outermost functions of before whose text is not what it was, as intervals of before."""
    texts = {
        path: after.text[scope.start : scope.end]
        for path, scope in _outermost(after.names, scope_paths(after.names, {}))
    }
    return [
        (scope.start, scope.end)
        for path, scope in _outermost(before.names, scope_paths(before.names, renamed))
        if texts.get(path) != before.text[scope.start : scope.end]
    ]


def changed_statements(facts: FileFacts, tokens: TokenMap) -> list[tuple[int, int]]:
    """The statements of module and class bodies that the edit reaches into, as intervals of before.

    Functions and classes are left out: functions are looked at whole, classes by their bases and statements.
    """
    found: list[tuple[int, int]] = []
    waiting: list[ast.stmt] = list(facts.tree.module.body)
    while waiting:
        statement = waiting.pop()
        if isinstance(statement, ast.ClassDef):
            waiting.extend(statement.body)
            if statement.bases:
                start, end = facts.tree.start(statement.bases[0]), facts.tree.end(statement.bases[-1])
                if tokens.is_touched(start, end):
                    found.append((start, end))
        elif not isinstance(statement, _DEFINITIONS):
            start, end = facts.tree.start(statement), facts.tree.end(statement)
            if tokens.is_touched(start, end):
                found.append((start, end))
    return found


def touched_statements(facts: FileFacts, tokens: TokenMap) -> list[tuple[int, int]]:
    """Every simple statement, and every head of a compound one, that the edit reaches into."""
    found: list[tuple[int, int]] = []
    for statement in statements(facts.tree.module):
        if not isinstance(statement, ast.stmt | ast.excepthandler):
            continue
        first = next(iter(getattr(statement, "decorator_list", ())), statement)
        start = facts.tree.offset(first.lineno, first.col_offset)
        end = facts.tree.offset(statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
        body = getattr(statement, "body", None)
        if body:
            end = facts.tree.start(body[0])
        if tokens.is_touched(start, end):
            found.append((start, end))
    return found


def _outermost(table: NameTable, paths: list[Path]) -> Iterator[tuple[Path, Scope]]:
    """Functions that stand in no other function."""
    inside: set[int] = set()
    for scope in table.scopes:
        if scope.parent in inside:
            inside.add(scope.index)
        elif scope.kind in (ScopeKind.FUNCTION, ScopeKind.LAMBDA):
            inside.add(scope.index)
            yield paths[scope.index], scope


def scope_paths(table: NameTable, renamed: Mapping[str, str]) -> list[Path]:
    """For each scope the names of the definitions around it, its own included."""
    paths: list[Path] = []
    for scope in table.scopes:
        if scope.parent < 0:
            paths.append(())
        elif scope.kind in (ScopeKind.CLASS, ScopeKind.FUNCTION):
            paths.append((*paths[scope.parent], renamed.get(scope.name, scope.name)))
        else:
            paths.append(paths[scope.parent])
    return paths


def _functions(table: NameTable, paths: list[Path]) -> dict[Path, list[ast.AST]]:
    """The functions of each path: the parts of a property and overloads share one."""
    found: dict[Path, list[ast.AST]] = {}
    for scope in table.scopes:
        if isinstance(scope.node, _DEFINITIONS):
            found.setdefault(paths[scope.index], []).append(scope.node)
    return found


def _symbols(table: NameTable, paths: list[Path], renamed: Mapping[str, str]) -> dict[Path, Symbol]:
    """Module and class level names with their paths."""
    found: dict[Path, Symbol] = {}
    for occurrence in table.occurrences:
        owner = occurrence.owner
        if owner < 0 or occurrence.role not in BINDING_ROLES:
            continue
        if table.scopes[owner].kind in (ScopeKind.MODULE, ScopeKind.CLASS):
            name = renamed.get(occurrence.name, occurrence.name)
            found.setdefault((*paths[owner], "", name), (owner, occurrence.name))
    return found
