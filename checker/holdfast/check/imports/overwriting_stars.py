"""Star imports that replace a name which the module has bound above them.

`from lib import *` below `from json import dumps` takes the name over as soon as `lib` has a `dumps` of its
own. No token of the file changes; only what the star brings does. And it does as soon as it stands below the
other, although both lines are there as before.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, Occurrence, Role
from holdfast.python.project.declarations import Kind, Resolution
from holdfast.python.project.exports import lookup, star_replaces
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval


def check_overwriting_stars(pair: Pair, affected: Affected) -> Iterator[Finding]:
    """Names of the module itself that a star import below newly replaces, or no longer does."""
    for file in affected.files:
        facts, new_file = pair.before.facts(file), pair.file_after(file)
        if facts is None or new_file is None or not facts.stars:
            continue
        moved = _imports_moved(pair, file, facts)
        for (owner, name), indices in facts.bindings.items():
            declared = facts.names.occurrences[indices[0]]
            new_name = _name_after(pair, file, declared)
            if owner != MODULE_SCOPE or new_name is None:
                continue
            if not moved and affected.names.isdisjoint((name, new_name)):
                continue
            first = star_replaces(pair.before, file, name)
            second = star_replaces(pair.after, new_file, new_name)
            if first.unseen or second.unseen or first.missing == second.missing:
                continue
            if not _is_same(pair, lookup(pair.before, file, name), lookup(pair.after, new_file, new_name)):
                yield from _findings(pair, file, facts, name, first, second)


def _imports_moved(pair: Pair, file: str, facts: FileFacts) -> bool:
    """Does a star import stand below other bindings of the module than before?"""
    after = pair.facts(file)
    if after is None or after[1] is facts:
        return False
    return _above_stars(facts) != _above_stars(after[1])


def _above_stars(facts: FileFacts) -> list[tuple[tuple[str, ...], frozenset[str]]]:
    """Each star import with the names that are bound only above it."""
    return [
        (
            use.parts,
            frozenset(
                name
                for (owner, name), indices in facts.bindings.items()
                if owner == MODULE_SCOPE
                and all(facts.names.occurrences[i].start < use.start for i in indices)
            ),
        )
        for use in facts.stars
    ]


def _name_after(pair: Pair, file: str, occurrence: Occurrence) -> str | None:
    place = pair.to_after(Interval(file, occurrence.start, occurrence.end))
    return None if place is None else (pair.after.world.text(place.file) or "")[place.start : place.end]


def _is_same(pair: Pair, before: Resolution, after: Resolution) -> bool:
    """Does the name mean what it meant anyway?"""
    # The import by which something outside comes in is a declaration, too: it may be another one now.
    expected = {pair.became(item.interval) for item in before.declarations if item.kind is not Kind.IMPORT}
    found = {item.interval for item in after.declarations if item.kind is not Kind.IMPORT}
    return before.external == after.external and expected == found


def _findings(
    pair: Pair, file: str, facts: FileFacts, name: str, first: Resolution, second: Resolution
) -> Iterator[Finding]:
    """At every read, or at the binding where only other files read the name."""
    star = max(use.start for use in facts.stars)
    own = [item for item in facts.names.occurrences if item.owner == MODULE_SCOPE and item.name == name]
    reads = [
        item for item in own if item.role is Role.READ and (item.scope != MODULE_SCOPE or item.start > star)
    ]
    clauses = [Clause(item.interval, "a star import brings this") for item in first.declarations]
    for declaration in second.declarations:
        place, quoted = pair.shown_at(declaration.interval)
        clauses.append(Clause(place, "a star import would bring this instead", quoted))
    words = "would be replaced" if first.missing else "comes from a star import and no longer would"
    for item in reads or own[:1]:
        place = Interval(file, item.start, item.end)
        message = f"`{name}` {words}" + (" by what a star import brings" if first.missing else "")
        yield Finding("HF101", Severity.ERROR, place, message, tuple(clauses))
