"""Local variables that became one, or came apart, without any read seeing another value.

`handler = find(); result = handler()` may call both variables `result`: names no longer correspond one to
one, but each read gets what the same assignment stored. That is asked of the control flow of the function;
variables that other functions see, or that are deleted or read by name, are left to the rule of names.
"""

from __future__ import annotations

from collections.abc import Callable

from holdfast.check.correspondence.token_map import TokenMap
from holdfast.check.names.bindings import BindingChange, Change
from holdfast.python.flow.file_flow import FileFlow
from holdfast.python.names.table import NameTable, Role, ScopeKind
from holdfast.python.project.facts import FileFacts

_READING = (Role.READ, Role.AUGMENT)


def same_values(before: FileFacts, after: FileFacts, tokens: TokenMap) -> Callable[[BindingChange], bool]:
    """Asks of one change after another; the flow of the file is found at the first that needs it."""
    flows: list[FileFlow] = []
    after_at: dict[int, int] = {}

    def place(index: int) -> int | None:
        item = before.names.occurrences[index]
        found = tokens.to_after(item.start, item.end)
        return None if found is None else after_at.get(found[0])

    def keeps(index: int) -> bool:
        other = place(index)
        if other is None or not (flows[0].followed(index) and flows[1].followed(other)):
            return False
        first, second = flows[0].facts(index), flows[1].facts(other)
        return first.boundness is second.boundness and {place(item) for item in first.bindings} == set(
            second.bindings
        )

    def ask(change: BindingChange) -> bool:
        indices = _occurrences(before.names, change)
        if not indices:
            return False
        if not flows:
            flows.extend((FileFlow(before.tree, before.names), FileFlow(after.tree, after.names)))
            after_at.update((item.start, index) for index, item in enumerate(after.names.occurrences))
        reads = [index for index in indices if before.names.occurrences[index].role in _READING]
        return all(keeps(index) for index in reads)

    return ask


def _occurrences(table: NameTable, change: BindingChange) -> list[int]:
    """All tokens of the variables of the change, nothing if control flow alone does not say what they do."""
    owner, names = change.occurrence.owner, {change.occurrence.name}
    if change.what is Change.MERGED:
        other = change.instead_before
        if other is None or other.owner != owner:
            return []
        names.add(other.name)
    elif change.what is not Change.MISSED:
        return []
    if owner < 0 or table.scopes[owner].kind is not ScopeKind.FUNCTION or table.unseen:
        return []
    found = [
        index for index, item in enumerate(table.occurrences) if item.owner == owner and item.name in names
    ]
    plain = (*_READING, Role.BIND, Role.PARAMETER)
    is_local = all(
        item.role in plain and item.scope == owner for item in (table.occurrences[index] for index in found)
    )
    return found if is_local else []
