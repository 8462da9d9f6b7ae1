"""Names that a module reads while it is loaded, before it binds them.

A definition that moves below its first use at module level (a decorator, a base class, a default, a call)
leaves every binding in place: only the order says that the name is not there yet.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.names.table import BINDING_ROLES, MODULE_SCOPE, Role, ScopeKind
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval

_AT_ONCE = (ScopeKind.MODULE, ScopeKind.CLASS, ScopeKind.COMPREHENSION)
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar)


def check_definition_order(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None or facts[0].tree.error or facts[1].tree.error:
            continue
        known = {name for name, _ in _too_early(facts[0])}
        for name, (start, end) in _too_early(facts[1]):
            if name not in known:
                place, quoted = pair.shown_at(Interval(new_file, start, end))
                message = f"`{name}` would be read here before the module binds it"
                yield Finding("HF402", Severity.ERROR, place, message, quoted=quoted)
                known.add(name)


def _too_early(facts: FileFacts) -> Iterator[tuple[str, tuple[int, int]]]:
    """Reads of module level names, in straight code that runs at import, ahead of every binding."""
    names = facts.names
    first: dict[str, int] = {}
    # A class has its name only when its body has run.
    ends = {
        names.occurrences[names.occurrence_of_node[scope.node]].start: facts.tree.end(scope.node)
        for scope in names.scopes
        if isinstance(scope.node, ast.ClassDef)
    }
    for item in names.occurrences:
        if item.owner == MODULE_SCOPE and (item.role in BINDING_ROLES or item.role is Role.DECLARE_GLOBAL):
            bound = ends.get(item.start, item.start)
            first[item.name] = min(first.get(item.name, bound), bound)
    if any(use.member == "*" for use in names.imports):
        return  # the star may bind it first
    repeated = _spans(facts)
    for item in names.occurrences:
        if item.owner != MODULE_SCOPE or item.role is not Role.READ or item.start >= first.get(item.name, 0):
            continue
        if not _runs_at_once(facts, item.scope):
            continue
        if any(start <= item.start < end for start, end in repeated):
            continue
        if item.name not in {"__name__", "__file__", "__doc__", "__spec__", "__path__"}:
            yield item.name, (item.start, item.end)


def _runs_at_once(facts: FileFacts, scope: int) -> bool:
    while scope > MODULE_SCOPE:
        entry = facts.names.scopes[scope]
        if entry.kind not in _AT_ONCE or isinstance(entry.node, ast.GeneratorExp):
            return False
        scope = entry.parent
    return scope == MODULE_SCOPE


def _spans(facts: FileFacts) -> list[tuple[int, int]]:
    """Loops, whose later rounds see later bindings, and attempts, which may expect the failure."""
    return [
        (facts.tree.start(node), facts.tree.end(node))
        for node in ast.walk(facts.tree.module)
        if isinstance(node, _LOOPS)
    ]
