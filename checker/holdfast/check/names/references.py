"""Comparing what a token names across files: one resolution before, one after.

A reference keeps its meaning when every declaration that it could name became the declaration that it
can name now. What lies outside the world stays what it is.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from holdfast.check.pair import Pair
from holdfast.python.project.declarations import Declaration, Resolution
from holdfast.text.interval import Interval


class Reference(NamedTuple):
    """A token of before with what it names in both worlds."""

    interval: Interval
    before: Resolution
    after: Resolution
    #: Both resolutions follow from the language's rules; otherwise they were inferred.
    exact: bool = True


class Shift(Enum):
    """How the meaning of a reference changed."""

    KEPT = "kept"
    #: It named something and names nothing now.
    LOST = "lost"
    #: It names something else now.
    OTHER = "other"
    #: It named nothing and names something now.
    GAINED = "gained"


def shift_of(pair: Pair, reference: Reference) -> Shift:
    before, after = reference.before, reference.after
    if before.missing:
        return Shift.KEPT if after.missing else Shift.GAINED
    if after.missing:
        return Shift.LOST
    if before.unseen or after.unseen:
        return Shift.KEPT
    if before.declarations and not before.external and not after.declarations:
        return Shift.LOST  # it was part of the project; that something outside has the name is no comfort
    if before.external and before.external == after.external:
        return Shift.KEPT  # the last import on the way out may be another one
    expected = {pair.became(item.interval) for item in before.declarations}
    found = {item.interval for item in after.declarations}
    if None in expected:
        # A declaration that was rewritten or removed: what now stands in its place has taken over.
        return Shift.KEPT
    if expected == found and before.external == after.external:
        return Shift.KEPT
    if expected & found:
        return Shift.KEPT  # one of several alternatives changed; which one runs is not known
    return Shift.OTHER


def renamed_declaration(pair: Pair, resolution: Resolution) -> Declaration | None:
    """A declaration among these whose token has another text after the edit."""
    for declaration in resolution.declarations:
        place = pair.became(declaration.interval)
        if place is None or declaration.interval.start == declaration.interval.end:
            continue
        old = pair.before.world.text(declaration.interval.file) or ""
        new = pair.after.world.text(place.file) or ""
        if old[declaration.interval.start : declaration.interval.end] != new[place.start : place.end]:
            return declaration
    return None
