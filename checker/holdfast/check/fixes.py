"""Safe variants: what somebody could do instead of the edit that was found unsafe.

A name that no file in reach mentions cannot capture or be captured. An occurrence that was left behind can
be taken along. Each is offered on the findings that it settles; the engine or the person carries it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Fix
from holdfast.records import replace
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.interval import Interval

#: Findings that another name settles.
_NAME_IS_TAKEN = frozenset({"HF101", "HF102", "HF105", "HF302", "HF303"})
#: Findings that taking the token along settles.
_LEFT_BEHIND = frozenset({"HF104", "HF106"})


def with_fixes(pair: Pair, affected: Affected, findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings of a rename, with a safe variant where one is known."""
    if len(affected.renamed) != 1:
        yield from findings
        return
    old, new = next(iter(affected.renamed))
    free = _free_name(pair, new)
    missed = [f for f in findings if f.code in _LEFT_BEHIND and _text(pair, f) == old]
    together = _taken_along(pair, missed, new) if missed else None
    for finding in findings:
        if finding.fix is not None:
            yield finding
        elif finding.code in _NAME_IS_TAKEN:
            yield replace(
                finding, fix=Fix(f"choose a name that is free here, such as `{free}`", new_name=free)
            )
        elif finding in missed and together is not None:
            count = len(missed)
            what = "this occurrence" if count == 1 else f"this and {count - 1} more occurrences"
            yield replace(finding, fix=Fix(f"rename {what} to `{new}`, too", edits=together))
        else:
            yield finding


def _text(pair: Pair, finding: Finding) -> str:
    text = pair.before.world.text(finding.place.file) or ""
    return text[finding.place.start : finding.place.end]


def _free_name(pair: Pair, new: str) -> str:
    """The name with the smallest change that no Python file mentions."""
    number = 0
    candidate = f"{new}_"
    while pair.before.index.files_with(candidate):
        number += 1
        candidate = f"{new}_{number + 1}"
    return candidate


def _taken_along(pair: Pair, missed: Sequence[Finding], new: str) -> EditSet | None:
    """The edit with the tokens in it that it left behind, and with what hangs on them."""
    replacements = {file: list(items) for file, items in pair.edits.replacements.items()}
    places = {place for finding in missed for place in _same_variable(pair, finding.place)}
    for finding in missed:
        if pair.tokens(finding.place.file).is_touched(finding.place.start, finding.place.end):
            return None
    for place in places:
        if not pair.tokens(place.file).is_touched(place.start, place.end):
            replacements.setdefault(place.file, []).append(Replacement(place.start, place.end, new))
    return EditSet.of(replacements, pair.edits.operations)


def _same_variable(pair: Pair, place: Interval) -> Iterator[Interval]:
    """A token with the others of its variable: an import that is renamed binds another name for its file."""
    yield place
    facts = pair.before.facts(place.file)
    occurrences = () if facts is None else facts.names.occurrences
    here = next((each for each in occurrences if each.start == place.start), None)
    if here is not None:
        for each in occurrences:
            if (each.owner, each.name) == (here.owner, here.name):
                yield Interval(place.file, each.start, each.end)
