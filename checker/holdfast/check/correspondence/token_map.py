"""Which token of the other world a token became: the one-to-one part of the correspondence, for one file.

A token outside every replacement corresponds to its shifted self; an identifier that was replaced by one
identifier corresponds to that one. Everything else has no partner here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from holdfast.text.edits import Replacement


class TokenMap:
    """The correspondence of one file's tokens under its replacements. Immutable."""

    __slots__ = ("_after_ends", "_after_starts", "_ends", "_replacements", "_shifts", "_starts", "_words")

    def __init__(self, replacements: Sequence[Replacement], before: str) -> None:
        shift = 0
        self._replacements = tuple(replacements)
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._after_starts: list[int] = []
        self._after_ends: list[int] = []
        self._shifts: list[int] = [0]
        self._words: list[bool] = []
        for start, end, text in replacements:
            self._starts.append(start)
            self._ends.append(end)
            self._after_starts.append(start + shift)
            self._after_ends.append(start + shift + len(text))
            self._words.append(text.isidentifier() and before[start:end].isidentifier())
            shift += len(text) - (end - start)
            self._shifts.append(shift)

    def to_after(self, start: int, end: int) -> tuple[int, int] | None:
        return self._map(start, end, self._starts, self._ends, self._after_starts, self._after_ends, 1)

    def to_before(self, start: int, end: int) -> tuple[int, int] | None:
        return self._map(start, end, self._after_starts, self._after_ends, self._starts, self._ends, -1)

    def _map(
        self,
        start: int,
        end: int,
        starts: Sequence[int],
        ends: Sequence[int],
        other_starts: Sequence[int],
        other_ends: Sequence[int],
        sign: int,
    ) -> tuple[int, int] | None:
        position = bisect_right(starts, start)
        # The last replacement that begins at or before the token; an insertion at its start is in front.
        if position:
            last = position - 1
            if start < ends[last]:
                if self._words[last] and start == starts[last] and end == ends[last]:
                    return other_starts[last], other_ends[last]
                return None
        if position < len(starts) and starts[position] < end:
            return None
        shift = sign * self._shifts[position]
        return start + shift, end + shift

    def is_touched(self, start: int, end: int) -> bool:
        """Does some replacement overlap this interval of before, or insert something inside it?"""
        position = bisect_right(self._ends, start)
        return position < len(self._starts) and self._starts[position] < end

    @property
    def replacements(self) -> tuple[Replacement, ...]:
        return self._replacements
