"""A call that an extraction made and that passes a variable which may not be bound there.

The selected code may use a name of its own (`set(k for k in keys)`) that the function around it also has:
an engine that takes the one for the other passes a variable that the old code never read, and the call
raises where that variable is not bound. Only variables that the rewritten code did not read are looked at.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.code.plumbing import scope_paths
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.flow.file_flow import FileFlow
from holdfast.python.flow.reaching import Boundness
from holdfast.python.names.table import Role, ScopeKind
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval


def check_unbound_arguments(pair: Pair) -> Iterator[Finding]:
    """Variables passed in inserted calls that control flow may not have bound, and that nobody read there."""
    for file in pair.rewritten_python_files():
        both = pair.facts(file)
        if both is None:
            continue
        before, after = both
        new_file = pair.file_after(file) or file
        read = _rewritten_reads(pair, file, before)
        paths = scope_paths(after.names, {})
        flow: FileFlow | None = None
        for name in _passed(pair, new_file, after):
            index = after.names.occurrence_of_node.get(name)
            if index is None:
                continue
            owner = after.names.occurrences[index].owner
            if owner <= 0 or (paths[owner], name.id) in read:
                continue
            flow = flow or FileFlow(after.tree, after.names)
            if flow.facts(index).boundness is Boundness.POSSIBLY_UNBOUND:
                place = Interval(new_file, after.tree.start(name), after.tree.end(name))
                shown, quoted = pair.shown_at(place)
                message = f"`{name.id}` could be passed here before it is bound"
                yield Finding("HF402", Severity.WARNING, shown, message, quoted=quoted)


def _rewritten_reads(pair: Pair, file: str, before: FileFacts) -> set[tuple[tuple[str, ...], str]]:
    """The variables, by scope and name, that the replaced or moved text read."""
    paths, scopes, tokens = scope_paths(before.names, {}), before.names.scopes, pair.tokens(file)
    return {
        (paths[item.owner], item.name)
        for item in before.names.occurrences
        if item.owner > 0
        and item.role is Role.READ
        and scopes[item.owner].kind is ScopeKind.FUNCTION
        and tokens.is_touched(item.start, item.end)
    }


def _passed(pair: Pair, file: str, after: FileFacts) -> Iterator[ast.Name]:
    """The plain arguments of calls whose function is named by inserted text."""
    for node in ast.walk(after.tree.module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            end = after.tree.end(node.func)
            word = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            place = pair.to_before(Interval(file, end - len(word), end))
            if place is None or (pair.before.world.text(place.file) or "")[place.start : place.end] != word:
                yield from (item for item in node.args if isinstance(item, ast.Name))
