"""What may give values of another kind after an ordinary edit: functions, variables, attributes, classes, by their names."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.code.plumbing import scope_paths
from holdfast.check.members.evidence import is_everyday
from holdfast.check.pair import Pair
from holdfast.python.names.table import MODULE_SCOPE, Role, ScopeKind
from holdfast.python.project.facts import FileFacts, last_name

_Function = ast.FunctionDef | ast.AsyncFunctionDef
#: A name, and what the text says of its value.
_Source = tuple[tuple[str, ...], str]


def changed_sources(pair: Pair) -> frozenset[str]:
    found: set[str] = set()
    makers: dict[str, str] = {}
    for file in pair.rewritten_python_files():
        facts = pair.facts(file)
        if facts is not None and not facts[0].tree.error and not facts[1].tree.error:
            before, after = (frozenset(_sources(each)) for each in facts)
            paths = {path for path, _ in before} & {path for path, _ in after}
            found |= {path[-1] for path, _ in before ^ after if path in paths}
            makers.update(_makers(facts[1]))
    found |= {function for function, made in makers.items() if made in found}
    return frozenset(name for name in found if not is_everyday(name))


def _makers(facts: FileFacts) -> Iterator[tuple[str, str]]:
    """Functions that return what they call, with the name of that."""
    for scope in facts.names.scopes:
        if isinstance(scope.node, _Function):
            for part in _own_nodes(scope.node):
                if isinstance(part, ast.Return) and isinstance(part.value, ast.Call):
                    yield scope.name, last_name(part.value.func)


def _sources(facts: FileFacts) -> Iterator[_Source]:
    paths = scope_paths(facts.names, {})
    for scope in facts.names.scopes:
        if isinstance(scope.node, _Function):
            for part in _own_nodes(scope.node):
                if isinstance(part, ast.Return | ast.Yield) and part.value is not None:
                    yield paths[scope.index], f"{type(part).__name__} {ast.unparse(part.value)}"
        elif isinstance(scope.node, ast.ClassDef):
            heads = [*scope.node.bases, *scope.node.decorator_list]
            yield paths[scope.index], ", ".join(["class", *map(ast.unparse, heads)])
    for number, item in enumerate(facts.names.occurrences):
        if item.owner == MODULE_SCOPE and item.role is Role.FUNCTION:
            yield (item.name,), "a function"
        elif item.owner >= 0 and facts.names.scopes[item.owner].kind in (ScopeKind.MODULE, ScopeKind.CLASS):
            bound = facts.bound_values.get(facts.node_of_occurrence.get(number))  # type: ignore[arg-type]
            if item.role is Role.BIND and bound is not None:
                yield (*paths[item.owner], item.name), f"{bound.how} {_kind(bound.node)}"
    for use in facts.names.attributes:
        if isinstance(use.node.ctx, ast.Store):
            bound = facts.bound_values.get(use.node)
            if bound is not None:
                yield (*paths[use.scope], use.name), f"{bound.how} {_kind(bound.node)}"


def _kind(value: ast.expr) -> str:
    """Constants and displays by their type: another element makes no other kind."""
    if isinstance(value, ast.Constant):
        return type(value.value).__name__
    plain = (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.JoinedStr, ast.ListComp, ast.SetComp, ast.DictComp)
    return type(value).__name__ if isinstance(value, plain) else ast.unparse(value)


def leads_to(facts: FileFacts, node: ast.expr, names: frozenset[str]) -> bool:
    """Does an expression name one of these sources, or a variable that is bound to one?"""
    if _is_of(node, names):
        return True
    index = facts.names.occurrence_of_node.get(node)
    if index is None:
        return False
    item = facts.names.occurrences[index]
    for number in facts.bindings.get((item.owner, item.name), ()):
        target = facts.node_of_occurrence.get(number)
        if isinstance(target, ast.arg) and target.annotation is not None:
            return any(
                last_name(part) in names for part in ast.walk(target.annotation) if isinstance(part, ast.expr)
            )
        bound = facts.bound_values.get(target) if target is not None else None
        if bound is not None and _is_of(bound.node, names):
            return True
    return False


def _is_of(node: ast.expr, names: frozenset[str]) -> bool:
    return last_name(node.func if isinstance(node, ast.Call) else node) in names


def _own_nodes(node: _Function) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = [*node.body]
    while waiting:
        item = waiting.pop()
        yield item
        if not isinstance(item, _Function | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(item))
