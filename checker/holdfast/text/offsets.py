"""Where text goes: offsets and intervals across the replacements of one file (Definitions 5 to 10).

Definition 10 is corrected in one point. The paper computes the end of an interval as
newOffset(end - 1) + 1, so that text inserted behind an interval does not become part of it. When the
last token of the interval is itself replaced, that mispredicts the end. Here the end moves with
newOffset, and only *empty* replacements (insertions) at the end are ignored.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from holdfast.text.edits import EditSet, Replacement
from holdfast.text.world import World


class Offsets:
    """The map of offsets across the disjoint, sorted replacements of one file. Immutable.

    Every question costs one binary search. Intervals are given and returned as (start, end).
    """

    __slots__ = ("_after_ends", "_after_starts", "_before_ends", "_before_starts", "_shifts")

    def __init__(self, replacements: Sequence[Replacement]) -> None:
        self._before_starts = [each.start for each in replacements]
        self._before_ends = [each.end for each in replacements]
        shift, shifts, after_starts, after_ends = 0, [0], [], []
        for start, end, text in replacements:
            after_starts.append(start + shift)
            after_ends.append(start + shift + len(text))
            shift += len(text) - (end - start)
            shifts.append(shift)
        self._shifts = shifts
        self._after_starts = after_starts
        self._after_ends = after_ends

    def __len__(self) -> int:
        return len(self._before_starts)

    def new_offset(self, offset: int) -> int:
        """Definition 5: every replacement that ends at or before the offset moves it."""
        return offset + self._shifts[bisect_right(self._before_ends, offset)]

    def new_end(self, offset: int) -> int:
        """Where the end of an interval goes: as `new_offset`, but text inserted behind it stays outside."""
        count = bisect_right(self._before_ends, offset)
        if count and self._before_starts[count - 1] == offset:
            count -= 1
        return offset + self._shifts[count]

    def old_offset(self, offset: int) -> int:
        """Where an offset of the new text was; behind inserted text it is behind what that replaced."""
        return offset - self._shifts[bisect_right(self._after_ends, offset)]

    def old_end(self, offset: int) -> int:
        """Where the end of an interval of the new text was: a deletion behind it stays outside."""
        count = bisect_right(self._after_ends, offset)
        if count and self._after_starts[count - 1] == offset:
            count -= 1
        return offset - self._shifts[count]

    def affected_initial(self) -> list[tuple[int, int]]:
        """Definition 7, for each replacement: what it takes away."""
        return list(zip(self._before_starts, self._before_ends, strict=True))

    def affected_derivative(self) -> list[tuple[int, int]]:
        """Definition 8, for each replacement: where what it puts in its place stands in the new text."""
        return list(zip(self._after_starts, self._after_ends, strict=True))

    def replaced_by(self, start: int, end: int) -> int | None:
        """The index of the replacement that takes the whole interval away, if one does."""
        index = bisect_right(self._before_starts, start) - 1
        return index if index >= 0 and end <= self._before_ends[index] else None

    def inserted_by(self, start: int, end: int) -> int | None:
        """The index of the replacement whose new text contains the whole interval of the new text."""
        index = bisect_right(self._after_starts, start) - 1
        return index if index >= 0 and end <= self._after_ends[index] else None

    def predict(self, start: int, end: int) -> tuple[int, int] | None:
        """Definition 10, corrected: the interval in the new text, None for `*`."""
        count = bisect_right(self._before_ends, start)
        if start < end and (count == len(self._before_starts) or self._before_starts[count] >= end):
            # No replacement touches it, which is nearly always so: it moves as a whole.
            shift = self._shifts[count]
            return start + shift, end + shift
        if self.replaced_by(start, end) is not None:
            return None
        return self.new_offset(start), self.new_end(end)

    def collapses(self, start: int, end: int) -> bool:
        """Definition 9: whether an interval of the new text becomes `*`."""
        return self.inserted_by(start, end) is not None

    def survivor(self, start: int, end: int) -> tuple[int, int] | None:
        """What is left of an interval in the new text when its ends may lie inside replaced text.

        Definition 10 says nothing useful there: the replaced part of the interval is cut off. None
        when nothing is left.
        """
        if self.replaced_by(start, end) is not None:
            return None
        first = self._strictly_inside(start)
        last = self._strictly_inside(end)
        new_start = self.new_offset(start) if first is None else self._after_ends[first]
        new_end = self.new_end(end) if last is None else self._after_starts[last]
        return (new_start, new_end) if new_start < new_end or start == end else None

    def _strictly_inside(self, offset: int) -> int | None:
        index = bisect_right(self._before_starts, offset) - 1
        if index >= 0 and self._before_starts[index] < offset < self._before_ends[index]:
            return index
        return None


def inverted(replacements: Sequence[Replacement], before: str) -> tuple[Replacement, ...]:
    """The replacements that turn the new text of a file back into the old."""
    after = Offsets(replacements).affected_derivative()
    return tuple(
        Replacement(start, end, before[each.start : each.end])
        for each, (start, end) in zip(replacements, after, strict=True)
    )


def inverted_edit_set(edit_set: EditSet, before: World) -> EditSet:
    """The edit set that turns the world after the edit back into `before`."""
    return EditSet(
        replacements={
            edit_set.name_after(file) or file: inverted(items, before.text(file) or "")
            for file, items in edit_set.replacements.items()
        },
        created={file: before.text(file) or "" for file in edit_set.deleted},
        renamed={new: old for old, new in edit_set.renamed.items()},
        deleted=frozenset(edit_set.created),
    )
