"""What an edit takes out for good: definitions that stand nowhere after it, under no name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.code.plumbing import scope_paths
from holdfast.check.pair import Pair
from holdfast.python.names.table import BINDING_ROLES, Role, ScopeKind
from holdfast.python.project.classes import class_info
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Gone(NamedTuple):
    """A function, class or variable of a module or class that only the world before has."""

    interval: Interval
    name: str
    #: The definition; None for a variable.
    node: _Definition | None
    #: The class that it was a member of.
    owner: ClassKey | None


def gone_definitions(pair: Pair) -> list[Gone]:
    """Every module and class level definition that was taken out, in reading order."""
    files = {*pair.rewritten_python_files(), *pair.edits.deleted}
    return [
        gone
        for file in sorted(files)
        if file.endswith((".py", ".pyi")) and (facts := pair.before.facts(file)) is not None
        for gone in _gone(pair, file, facts)
    ]


def is_gone_with_its_class(pair: Pair, item: Gone) -> bool:
    return item.owner is not None and pair.became(class_info(pair.before, item.owner).interval) is None


def _gone(pair: Pair, file: str, before: FileFacts) -> Iterator[Gone]:
    new_file = pair.file_after(file)
    after = pair.after.facts(new_file) if new_file is not None else None
    if after is not None and (before.tree.error or after.tree.error):
        return
    paths = scope_paths(before.names, {})
    still = _declared(after) if after is not None else frozenset()
    for node, index in before.names.occurrence_of_node.items():
        item = before.names.occurrences[index]
        if item.owner < 0 or item.role not in BINDING_ROLES or item.role is Role.IMPORT:
            continue
        scope = before.names.scopes[item.owner]
        if scope.kind not in (ScopeKind.MODULE, ScopeKind.CLASS):
            continue
        interval = Interval(file, item.start, item.end)
        if (*paths[item.owner], item.name) in still or pair.became(interval) is not None:
            continue
        owner = ClassKey(file, item.owner) if scope.kind is ScopeKind.CLASS else None
        yield Gone(interval, item.name, node if isinstance(node, _Definition) else None, owner)


def _declared(facts: FileFacts) -> frozenset[tuple[str, ...]]:
    paths = scope_paths(facts.names, {})
    return frozenset(
        (*paths[item.owner], item.name)
        for item in facts.names.occurrences
        if item.owner >= 0 and item.role in BINDING_ROLES
    )
