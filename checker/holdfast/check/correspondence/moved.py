"""Definitions that stand elsewhere after the edit: another place of the file, another file, another class.

A definition that vanished from one place and one of the same name and kind that appeared in another are
the same thing when their text is nearly the same. That is what lets importers and callers follow a move.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from holdfast.check.code.plumbing import scope_paths
from holdfast.check.pair import Pair
from holdfast.python.names.table import BINDING_ROLES, MODULE_SCOPE, Role, ScopeKind
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval

#: How much of the words two definitions must share to count as one that moved.
_ALIKE = 0.6
#: The same for two that have different names.
_NEARLY_THE_SAME = 0.9


class Standing(NamedTuple):
    """A module or class level definition: where its token is, and its code."""

    interval: Interval
    name: str
    kind: str
    words: frozenset[str]
    #: The names of the classes around it.
    around: tuple[str, ...]


def find_moved(pair: Pair) -> dict[Interval, Interval]:
    """Declaring token of before to declaring token of after, for definitions that moved."""
    gone: dict[tuple[str, str], list[Standing]] = {}
    for file in sorted({*pair.rewritten_python_files(), *pair.edits.deleted}):
        facts = pair.before.facts(file) if file.endswith((".py", ".pyi")) else None
        if facts is not None:
            for standing in _definitions(file, facts):
                place = pair.to_after(standing.interval)
                if (
                    place is None
                    or _is_imported(pair, place)
                    or _in_other_class(pair, standing.interval, place)
                    or _left_its_class(pair, standing, place)
                ):
                    gone.setdefault((standing.name, standing.kind), []).append(standing)
    if not gone:
        return {}
    moved: dict[Interval, Interval] = {}
    arrived: list[Standing] = []
    for file in sorted(_files_after(pair)):
        facts = pair.after.facts(file)
        if facts is None:
            continue
        for standing in _definitions(file, facts):
            place = pair.to_before(standing.interval)
            if (
                place is not None
                and not _in_other_class(pair, place, standing.interval)
                and not _came_from_class(pair, place, standing)
            ):
                continue
            arrived.append(standing)
    for is_same in (_same_place(pair), _alike):
        for standing in arrived:
            for candidate in gone.get((standing.name, standing.kind), ()):
                if candidate.interval not in moved and standing.interval not in moved.values():
                    if is_same(candidate, standing):
                        moved[candidate.interval] = standing.interval
                        break
    moved.update(_renamed_on_the_way(gone, arrived, moved))
    return moved


def _renamed_on_the_way(
    gone: Mapping[tuple[str, str], list[Standing]],
    arrived: list[Standing],
    moved: Mapping[Interval, Interval],
) -> Iterator[tuple[Interval, Interval]]:
    """Nested classes that became classes of the module under another name (`Parser.Error` to `ParseError`).

    The name says nothing here, so that their code must be all but the same, and only one may have it.
    """
    taken = set(moved.values())
    nested = [
        standing
        for (_, kind), standings in gone.items()
        for standing in standings
        if kind == "ClassDef" and standing.around and standing.interval not in moved
    ]
    top = [
        standing
        for standing in arrived
        if standing.kind == "ClassDef" and not standing.around and standing.interval not in taken
    ]
    for old in nested:
        alike = [new for new in top if _alike(_unnamed(old, new), _unnamed(new, old), _NEARLY_THE_SAME)]
        others = [one for one in nested for new in alike if one is not old and _alike(one, new)]
        if len(alike) == 1 and not others:
            yield old.interval, alike[0].interval


def _unnamed(standing: Standing, other: Standing) -> Standing:
    """The definition without the names by which it and its counterpart are known."""
    return standing._replace(
        words=standing.words - {standing.name, other.name, *standing.around, *other.around}
    )


def _files_after(pair: Pair) -> Iterator[str]:
    for file in pair.rewritten_python_files():
        new = pair.file_after(file)
        if new is not None:
            yield new
    yield from (file for file in pair.edits.created if file.endswith((".py", ".pyi")))


def _definitions(file: str, facts: FileFacts) -> Iterator[Standing]:
    paths = scope_paths(facts.names, {})
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
        around = paths[occurrence.owner]
        yield Standing(interval, occurrence.name, kind, frozenset(re.findall(r"\w+", code)), around)


def _is_imported(pair: Pair, after: Interval) -> bool:
    """Is the definition aligned with the import that now brings its name from elsewhere, or with a mere text?"""
    facts = pair.after.facts(after.file)
    occurrence = facts.occurrence_at.get(after.start) if facts is not None else None
    return facts is not None and (occurrence is None or occurrence.role is Role.IMPORT)


def _in_other_class(pair: Pair, before: Interval, after: Interval) -> bool:
    """Is a member aligned with one of another class, because the line with the class went around it?

    Both classes are there in both worlds: what has another name may also be a class that was renamed.
    """
    facts = pair.before.facts(before.file), pair.after.facts(after.file)
    if facts[0] is None or facts[1] is None:
        return False
    old, new = _class_around(facts[0], before.start), _class_around(facts[1], after.start)
    if old is None or new is None or old == new:
        return False
    return all(
        {old, new} <= {one.names.scopes[scope].name for scope in one.class_scopes} for one in facts if one
    )


def _left_its_class(pair: Pair, standing: Standing, after: Interval) -> bool:
    """Is a class in a class aligned with something else than a class in a class?

    With a class of the module, or with a name: the one that it left behind, or one that means it.
    """
    if standing.kind != "ClassDef" or not standing.around:
        return False
    facts = pair.after.facts(after.file)
    return facts is not None and not _is_nested_class(facts, after.start)


def _came_from_class(pair: Pair, before: Interval, standing: Standing) -> bool:
    """Is a class of the module aligned with something else than a class of the module?"""
    if standing.kind != "ClassDef" or standing.around:
        return False
    facts = pair.before.facts(before.file)
    occurrence = facts.occurrence_at.get(before.start) if facts is not None else None
    return occurrence is None or occurrence.role is not Role.CLASS or occurrence.owner != MODULE_SCOPE


def _is_nested_class(facts: FileFacts, start: int) -> bool:
    occurrence = facts.occurrence_at.get(start)
    return occurrence is not None and occurrence.role is Role.CLASS and occurrence.owner != MODULE_SCOPE


def _class_around(facts: FileFacts, start: int) -> str | None:
    occurrence = facts.occurrence_at.get(start)
    if occurrence is None or occurrence.owner < 0:
        return None
    scope = facts.names.scopes[occurrence.owner]
    return scope.name if scope.kind is ScopeKind.CLASS else None


def _same_place(pair: Pair) -> Callable[[Standing, Standing], bool]:
    """A class or function that has its name and its place is the same, whatever the texts were aligned with.

    An extract may take most of a function's code away.
    """
    return lambda first, second: (
        first.kind == second.kind
        and first.kind != "Name"
        and first.around == second.around
        and pair.file_after(first.interval.file) == second.interval.file
    )


def _alike(first: Standing, second: Standing, share: float = _ALIKE) -> bool:
    union = first.words | second.words
    return not union or len(first.words & second.words) / len(union) >= share
