"""Findings about names within one file: `bindings` put into words and places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.check.code.plumbing import scope_paths
from holdfast.check.names.bindings import BindingChange, Change, compare_bindings
from holdfast.check.names.references import Reference, Shift, shift_of
from holdfast.check.pair import Pair
from holdfast.check.wording import declaration_words, occurrence_words
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import BUILTIN, MODULE_SCOPE, NameTable, Occurrence, Role
from holdfast.python.project.exports import lookup, star_provides
from holdfast.text.interval import Interval

_CODES = {
    Change.CAPTURED: "HF101",
    Change.MERGED: "HF102",
    Change.DANGLING: "HF103",
    Change.MISSED: "HF104",
    Change.NEWLY_BOUND: "HF105",
}


def check_names(
    pair: Pair, file: str, *, rewritten: Sequence[tuple[int, int]] = (), untouched_only: bool = False
) -> Iterator[Finding]:
    """Every name of an edited file that no longer means what it meant.

    Tokens in `rewritten` code are left to another judge: the traces say what became of the values.
    """
    facts = pair.facts(file)
    if facts is None:
        return
    before, after = facts
    changes = compare_bindings(before.names, after.names, pair.tokens(file), rewritten)
    if not changes:
        return
    from holdfast.check.names.same_values import (
        same_values,  # with the control flow, a quarter of all imports
    )

    keeps_values = same_values(before, after, pair.tokens(file))
    for change in changes:
        if untouched_only and _is_replacement(pair, file, change, before.names, after.names):
            continue
        if change.what is Change.DANGLING and _comes_with_a_star(pair, file, change, after.names):
            continue
        if keeps_values(change):
            continue
        if _came_with_a_star(pair, file, change):
            continue
        yield _finding(pair, file, change, before.names, after.names)


def _came_with_a_star(pair: Pair, file: str, change: BindingChange) -> bool:
    """A star import brought the name, and now an import of the module brings the same thing by name."""
    if change.what is not Change.NEWLY_BOUND and change.occurrence.owner != BUILTIN:
        return False
    first = star_provides(pair.before, file, change.occurrence.name)
    instead = change.instead
    if first.missing or instead is None or instead.owner != MODULE_SCOPE or instead.role is not Role.IMPORT:
        return False
    second = lookup(pair.after, pair.file_after(file) or file, instead.name)
    place = Interval(file, change.occurrence.start, change.occurrence.end)
    return shift_of(pair, Reference(place, first, second)) is Shift.KEPT


def _is_replacement(
    pair: Pair, file: str, change: BindingChange, before: NameTable, after: NameTable
) -> bool:
    """In an ordinary edit: was the token or the code around it moved, or one import exchanged for another?"""
    from holdfast.check.ordinary.intended_names import is_intended
    from holdfast.check.ordinary.local_imports import captures_import

    occurrence = change.occurrence
    if pair.tokens(file).is_touched(occurrence.start, occurrence.end):
        return True
    if change.what is Change.DANGLING:
        return False
    if change.what in (Change.NEWLY_BOUND, Change.CAPTURED) and is_intended(pair, file, change):
        return True
    both = (change.declaration, change.instead)
    if all(item is not None and item.role is Role.IMPORT for item in both):
        return not captures_import(pair, file, change)
    counterpart = _counterpart(pair, file, occurrence, after)
    if counterpart is None:
        return True
    return scope_paths(before, {})[occurrence.scope] != scope_paths(after, {})[counterpart.scope]


def _comes_with_a_star(pair: Pair, file: str, change: BindingChange, after: NameTable) -> bool:
    """Nothing in the file defines the name, but a star import of the world after does or may."""
    counterpart = _counterpart(pair, file, change.occurrence, after)
    new_file = pair.file_after(file) or file
    return counterpart is not None and not star_provides(pair.after, new_file, counterpart.name).missing


def _finding(pair: Pair, file: str, change: BindingChange, before: NameTable, after: NameTable) -> Finding:
    clauses = list(_clauses(pair, file, change, before, after))
    occurrence = change.occurrence
    return Finding(
        _CODES[change.what],
        Severity.ERROR,
        Interval(file, occurrence.start, occurrence.end),
        _message(pair, file, change, before, after),
        tuple(clauses),
    )


def _words_before(table: NameTable, change: BindingChange) -> str:
    occurrence = change.occurrence
    return declaration_words(table, change.declaration, occurrence.owner, occurrence.name)


def _words_instead(table: NameTable, change: BindingChange, pair: Pair, file: str) -> str:
    if change.instead is not None:
        return declaration_words(table, change.instead, change.instead.owner, change.instead.name)
    counterpart = _counterpart(pair, file, change.occurrence, table)
    if counterpart is None:
        return "something else"
    return declaration_words(table, None, counterpart.owner, counterpart.name)


def _counterpart(pair: Pair, file: str, occurrence: Occurrence, after: NameTable) -> Occurrence | None:
    place = pair.tokens(file).to_after(occurrence.start, occurrence.end)
    if place is None:
        return None
    return next((item for item in after.occurrences if item.start == place[0]), None)


def _message(pair: Pair, file: str, change: BindingChange, before: NameTable, after: NameTable) -> str:
    what = occurrence_words(change.occurrence)
    was = _words_before(before, change)
    match change.what:
        case Change.CAPTURED:
            return f"this {what} means {was}; after the edit it would mean {_words_instead(after, change, pair, file)}"
        case Change.MERGED:
            other = change.instead_before
            other_words = (
                declaration_words(before, other, other.owner, other.name) if other else "another variable"
            )
            return f"{was} would become the same variable as {other_words}"
        case Change.DANGLING:
            return f"this {what} means {was}; after the edit nothing of that name would be defined"
        case Change.MISSED:
            return f"this {what} still has the old name, but {was} was renamed"
        case Change.NEWLY_BOUND:
            return f"this {what} would be bound to {_words_instead(after, change, pair, file)}"


def _clauses(
    pair: Pair, file: str, change: BindingChange, before: NameTable, after: NameTable
) -> Iterator[Clause]:
    declaration = change.declaration
    if declaration is not None and declaration is not change.occurrence:
        yield Clause(
            Interval(file, declaration.start, declaration.end), f"it means {_words_before(before, change)}"
        )
    if change.instead_before is not None:
        other = change.instead_before
        text = (
            "would be the same variable as this one"
            if change.what is Change.MERGED
            else "would mean this instead"
        )
        yield Clause(Interval(file, other.start, other.end), text)
    elif change.instead is not None:
        new = pair.file_after(file) or file
        place, quoted = pair.shown_at(Interval(new, change.instead.start, change.instead.end))
        yield Clause(place, "would mean this instead", quoted)
