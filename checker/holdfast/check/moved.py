"""Definitions that stand elsewhere after the edit: another place of the file, another file, another class.

A definition that vanished from one place and one of the same name and kind that appeared in another are
the same thing when their text is nearly the same. That is what lets importers and callers follow a move.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.pair import Pair
from holdfast.python.names.table import BINDING_ROLES, ScopeKind
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval

#: How much of the words two definitions must share to count as one that moved.
_ALIKE = 0.6


class Standing(NamedTuple):
    """A module or class level definition: where its token is, and its code."""

    interval: Interval
    name: str
    kind: str
    words: frozenset[str]


def find_moved(pair: Pair) -> dict[Interval, Interval]:
    """Declaring token of before to declaring token of after, for definitions that moved."""
    gone: dict[tuple[str, str], list[Standing]] = {}
    for file in sorted({*pair.rewritten_python_files(), *pair.edits.deleted}):
        facts = pair.before.facts(file) if file.endswith((".py", ".pyi")) else None
        if facts is not None:
            for standing in _definitions(file, facts):
                if pair.to_after(standing.interval) is None:
                    gone.setdefault((standing.name, standing.kind), []).append(standing)
    if not gone:
        return {}
    moved: dict[Interval, Interval] = {}
    for file in sorted(_files_after(pair)):
        facts = pair.after.facts(file)
        if facts is None:
            continue
        for standing in _definitions(file, facts):
            if pair.to_before(standing.interval) is not None:
                continue
            for candidate in gone.get((standing.name, standing.kind), ()):
                if candidate.interval not in moved and _alike(candidate, standing):
                    moved[candidate.interval] = standing.interval
                    break
    return moved


def _files_after(pair: Pair) -> Iterator[str]:
    for file in pair.rewritten_python_files():
        new = pair.file_after(file)
        if new is not None:
            yield new
    yield from (file for file in pair.edits.created if file.endswith((".py", ".pyi")))


def _definitions(file: str, facts: FileFacts) -> Iterator[Standing]:
    for node, index in facts.names.occurrence_of_node.items():
        occurrence = facts.names.occurrences[index]
        if occurrence.owner < 0 or occurrence.role not in BINDING_ROLES:
            continue
        if facts.names.scopes[occurrence.owner].kind not in (ScopeKind.MODULE, ScopeKind.CLASS):
            continue
        kind = type(node).__name__
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            code = facts.text[facts.tree.start(node) : facts.tree.end(node)]
        elif isinstance(node, ast.Name):
            code = occurrence.name
        else:
            continue
        interval = Interval(file, occurrence.start, occurrence.end)
        yield Standing(interval, occurrence.name, kind, frozenset(re.findall(r"\w+", code)))


def _alike(first: Standing, second: Standing) -> bool:
    union = first.words | second.words
    return not union or len(first.words & second.words) / len(union) >= _ALIKE
