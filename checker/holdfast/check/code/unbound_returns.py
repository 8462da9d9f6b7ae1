"""A function that an extraction made and that returns a variable which may never have been bound.

`return item` behind `for item in items` raises for an empty loop, even when nobody needs the value: the old
code never read it there. Only reads in inserted text are looked at, and not those of variables that could be
unbound where the old code read them, too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache

from holdfast.check.code.plumbing import scope_paths
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.flow.file_flow import FileFlow
from holdfast.python.flow.reaching import Boundness
from holdfast.python.names.table import Role
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval


def check_unbound_returns(pair: Pair) -> Iterator[Finding]:
    """Returned variables of inserted `return` statements that control flow may not have bound."""
    for file in pair.rewritten_python_files():
        both, new_file = pair.facts(file), pair.file_after(file) or file
        if both is None:
            continue
        facts = both[1]
        flow: FileFlow | None = None
        unsure = _read_unsurely(pair, file, both[0])
        for name in _returned_by_new_functions(*both):
            index = facts.names.occurrence_of_node.get(name)
            place = Interval(new_file, facts.tree.start(name), facts.tree.end(name))
            if index is None or pair.to_before(place) is not None or name.id in unsure():
                continue
            flow = flow or FileFlow(facts.tree, facts.names)
            if flow.facts(index).boundness is Boundness.POSSIBLY_UNBOUND:
                shown, quoted = pair.shown_at(place)
                message = f"`{name.id}` could be returned here before it is bound"
                yield Finding("HF402", Severity.WARNING, shown, message, quoted=quoted)


def _read_unsurely(pair: Pair, file: str, facts: FileFacts) -> Callable[[], frozenset[str]]:
    """The local variables that replaced code read where they may have been unbound; looked up when asked."""

    @cache
    def names() -> frozenset[str]:
        tokens, flow = pair.tokens(file), FileFlow(facts.tree, facts.names)
        return frozenset(
            item.name
            for index, item in enumerate(facts.names.occurrences)
            if item.owner > 0
            and item.role is Role.READ
            and tokens.is_touched(item.start, item.end)
            and flow.facts(index).boundness is Boundness.POSSIBLY_UNBOUND
        )

    return names


def _returned_by_new_functions(before: FileFacts, after: FileFacts) -> Iterator[ast.Name]:
    paths = scope_paths(after.names, {})
    known = set(scope_paths(before.names, {}))
    for scope in after.names.scopes:
        if isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef) and paths[scope.index] not in known:
            yield from _returned(scope.node)


def _returned(function: ast.AST) -> Iterator[ast.Name]:
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None:
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            yield from (value for value in values if isinstance(value, ast.Name))
