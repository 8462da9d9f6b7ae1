"""Correspondence: which interval of the text after an edit an interval of the text before it became.

Two intervals correspond when they have the same *normal form*, which is an interval of the new text or
`*`. The collapsed form of the paper (`collapsed`) knows two cases: text outside every replacement is
its shifted self, everything else is `*`. A refined correspondence (`holdfast.text.refine`) adds what
can be known of replaced text: one word exchanged for one word, and code that moved. Any value with
the two methods of `Correspondence` will do for the preservation analysis.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from holdfast.records import dataclass
from holdfast.text.edits import EditSet
from holdfast.text.interval import STAR, Interval
from holdfast.text.offsets import Offsets

_new = tuple.__new__


class Correspondence(Protocol):
    """Maps the intervals of both worlds to normal forms. Must be a pure function of the interval."""

    def of_before(self, interval: Interval) -> Interval:
        """The normal form of an interval of the text before the edit."""
        ...

    def of_after(self, interval: Interval) -> Interval:
        """The normal form of an interval of the text after the edit."""
        ...


@dataclass(frozen=True, slots=True)
class FileFate:
    """What an edit set does to one file that exists on both sides."""

    name_before: str
    name_after: str
    offsets: Offsets


@dataclass(frozen=True, slots=True)
class FileFates:
    """What an edit set does to every file that it touches, by name before and by name after.

    A file in `gone` exists before only, one in `made` after only; all text in it is affected. A name
    in none of the tables is a file that the edit leaves alone.
    """

    before: Mapping[str, FileFate]
    after: Mapping[str, FileFate]
    gone: frozenset[str]
    made: frozenset[str]

    @classmethod
    def of(cls, edit_set: EditSet) -> FileFates:
        fates = []
        for file in sorted({*edit_set.replacements, *edit_set.renamed}):
            name = edit_set.name_after(file)
            if name is not None:
                fates.append(FileFate(file, name, Offsets(edit_set.replacements.get(file, ()))))
        before = {fate.name_before: fate for fate in fates}
        after = {fate.name_after: fate for fate in fates}
        return cls(
            before=before,
            after=after,
            gone=edit_set.deleted - before.keys(),
            made=frozenset(edit_set.created) - after.keys(),
        )


@dataclass(frozen=True, slots=True)
class Collapsed:
    """The correspondence of the paper: `predict` and `collapse` of Definitions 9 and 10."""

    fates: FileFates

    def of_before(self, interval: Interval) -> Interval:
        file, start, end = interval
        fate = self.fates.before.get(file)
        if fate is None:
            return STAR if file in self.fates.gone else interval
        place = fate.offsets.predict(start, end)
        # The short way to make an `Interval`: this is asked of every place of a model.
        return STAR if place is None else _new(Interval, (fate.name_after, *place))

    def of_after(self, interval: Interval) -> Interval:
        file, start, end = interval
        fate = self.fates.after.get(file)
        if fate is None:
            return STAR if file in self.fates.made else interval
        return STAR if fate.offsets.collapses(start, end) else interval


def collapsed(edit_set: EditSet) -> Collapsed:
    """The correspondence that collapses everything touched into one `*`."""
    return Collapsed(FileFates.of(edit_set))
