"""A new import inside a function, under the name of an import around it, in an ordinary edit.

A local import makes the name local to the whole function. Where the outer import was taken out, the local
one takes its place. Where the outer one stays, reads that nobody touched are captured if they can run ahead
of the local import, or if it brings something else and was made for new code: a local import that only old
reads use was made for them.
"""

from __future__ import annotations

from holdfast.check.names.bindings import BindingChange
from holdfast.check.names.references import Reference, Shift, shift_of
from holdfast.check.pair import Pair
from holdfast.python.names.table import ImportUse, Occurrence, Role
from holdfast.python.project.exports import resolve_import
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval


def captures_import(pair: Pair, file: str, change: BindingChange) -> bool:
    """Does an import that the edit put into a function take a read from an import that stays?"""
    facts, new_file = pair.facts(file), pair.file_after(file)
    outer, inner = change.declaration, change.instead
    if facts is None or new_file is None or outer is None or inner is None:
        return False
    before, after = facts
    kept = _at(pair, file, outer, after)
    read = _at(pair, file, change.occurrence, after)
    if kept is None or read is None or kept.role is not Role.IMPORT or kept.name != outer.name:
        return False
    if kept.owner == inner.owner or pair.has_stood(Interval(new_file, inner.start, inner.end)):
        return False
    if _may_come_first(after, read):
        return True
    first, second = _use(before, outer), _use(after, inner)
    if first is None or second is None:
        return False
    brought = resolve_import(pair.before, file, first), resolve_import(pair.after, new_file, second)
    reference = Reference(Interval(file, outer.start, outer.end), *brought)
    return shift_of(pair, reference) is Shift.OTHER and _has_new_reads(pair, new_file, after, inner)


def _at(pair: Pair, file: str, occurrence: Occurrence, after: FileFacts) -> Occurrence | None:
    place = pair.tokens(file).to_after(occurrence.start, occurrence.end)
    return after.occurrence_at.get(place[0]) if place else None


def _use(facts: FileFacts, occurrence: Occurrence) -> ImportUse | None:
    for index, use in facts.import_of_occurrence.items():
        if facts.names.occurrences[index] is occurrence:
            return use
    return None


def _may_come_first(after: FileFacts, read: Occurrence) -> bool:
    """Can control reach the read without passing the import?"""
    from holdfast.python.flow.file_flow import FileFlow
    from holdfast.python.flow.reaching import Boundness

    index = next(index for index, item in enumerate(after.names.occurrences) if item is read)
    flow = FileFlow(after.tree, after.names)
    unbound = (Boundness.POSSIBLY_UNBOUND, Boundness.NEVER_BOUND)
    return flow.followed(index) and flow.facts(index).boundness in unbound


def _has_new_reads(pair: Pair, new_file: str, after: FileFacts, inner: Occurrence) -> bool:
    return any(
        item.owner == inner.owner
        and item.name == inner.name
        and item.role is Role.READ
        and not pair.has_stood(Interval(new_file, item.start, item.end))
        for item in after.names.occurrences
    )
