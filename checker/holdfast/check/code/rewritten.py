"""Functions that an edit wrote anew, in a form that could not be compared: an information for each.

Such a function may do what it did before. Nothing that parts in it can be named as a difference.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.traces.partings import Parting
from holdfast.text.interval import Interval

Parted = list[tuple[str, str, list[Parting]]]


def left_in_all(ways: Sequence[Parted]) -> Parted:
    """The partings of those functions that part in every way of comparing, in the way that has fewest."""
    tables = [_by_function(way) for way in ways]
    found: dict[tuple[str, str], list[Parting]] = {}
    for key in tables[0]:
        groups = [table.get(key, []) for table in tables]
        if all(groups):
            # What is definite in one way of looking at both worlds is a difference between them.
            telling = [group for group in groups if any(item.is_definite for item in group)] or groups
            fewest = min(telling, key=lambda group: (sum(item.is_unpaired for item in group), len(group)))
            found.setdefault(key[:2], []).extend(fewest)
    return [(file, new_file, partings) for (file, new_file), partings in found.items()]


def _by_function(parted: Parted) -> dict[tuple[str, str, ast.AST | None], list[Parting]]:
    found: dict[tuple[str, str, ast.AST | None], list[Parting]] = {}
    for file, new_file, partings in parted:
        for parting in partings:
            found.setdefault((file, new_file, parting.inside), []).append(parting)
    return found


def rewritten_functions(
    pair: Pair, file: str, new_file: str, partings: Sequence[Parting]
) -> Iterator[Finding]:
    definite = {parting.inside for parting in partings if parting.is_definite}
    told: set[ast.AST | None] = set()
    # Steps say more than what is evaluated on the way, and what was there more than what is new.
    for parting in sorted(partings, key=lambda item: (item.steps == (None, None), item.before is None)):
        if parting.inside not in definite and parting.inside not in told:
            told.add(parting.inside)
            place, name = _place(pair, file, new_file, parting)
            what = f"`{name}` was" if name else "this code was"
            message = f"{what} written in another form, which could not be compared with what it was"
            yield Finding("HF508", Severity.INFORMATION, place, message)


def _place(pair: Pair, file: str, new_file: str, parting: Parting) -> tuple[Interval, str]:
    facts = pair.before.facts(file)
    index = facts.names.occurrence_of_node.get(parting.inside) if facts and parting.inside else None
    if facts is not None and index is not None:
        occurrence = facts.names.occurrences[index]
        return Interval(file, occurrence.start, occurrence.end), occurrence.name
    if facts is not None and isinstance(parting.inside, ast.Lambda):
        return Interval(file, facts.tree.start(parting.inside), facts.tree.end(parting.inside)), ""
    if parting.before is not None:
        return Interval(file, *parting.before), ""
    assert parting.after is not None
    return pair.shown_at(Interval(new_file, *parting.after))[0], ""
