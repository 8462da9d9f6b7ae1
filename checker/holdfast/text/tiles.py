"""Finding pieces of one token sequence in another, wherever they went.

Unlike an alignment, tiles may cross: that is what moved code does. The longest common pieces are taken
first, every token at most once (greedy string tiling). A piece of fewer than three tokens counts only
when it is unique on both sides. Then pieces grow over words that were exchanged, as long as what comes
after the word agrees again. Near-linear: candidates and comparisons are bounded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import TypeAlias

Token: TypeAlias = str | int
"""A token, or a number where one piece of text ends. No number may occur on both sides."""

_SHORTEST = 3
_MOST_PLACES = 24
_STEPS_PER_TOKEN = 16


def tile(
    a: Sequence[Token], b: Sequence[Token], *, near: Callable[[int, int], bool] | None = None
) -> dict[int, int]:
    """Which token of `b` each matched token of `a` became, by index.

    Of two pieces of equal length the one that `near` approves of at its beginning is taken first.
    """
    found: dict[int, int] = {}
    taken: set[int] = set()
    _take_long_pieces(a, b, found, taken, near or _anywhere)
    for length in (2, 1):
        _take_unique_pieces(a, b, length, found, taken)
    _grow(a, b, found, taken)
    return found


def _anywhere(_a: int, _b: int) -> bool:
    return True


def _take_long_pieces(
    a: Sequence[Token],
    b: Sequence[Token],
    found: dict[int, int],
    taken: set[int],
    near: Callable[[int, int], bool],
) -> None:
    heap = [(-length, not near(i, j), i, j) for i, j, length in _common_pieces(a, b)]
    heapify(heap)
    while heap:
        negative, far, i, j = heappop(heap)
        free = [k for k in range(-negative) if i + k not in found and j + k not in taken]
        if len(free) == -negative:
            for k in free:
                found[i + k] = j + k
                taken.add(j + k)
            continue
        # A longer piece took some of its tokens: what is left of it may still count.
        for start, length in _runs(free):
            if length >= _SHORTEST:
                heappush(heap, (-length, far, i + start, j + start))


def _common_pieces(a: Sequence[Token], b: Sequence[Token]) -> Iterator[tuple[int, int, int]]:
    """(i, j, length) of pieces that cannot be made longer on either side."""
    places: dict[tuple[Token, ...], list[int]] = defaultdict(list)
    for i in range(len(a) - _SHORTEST + 1):
        piece = tuple(a[i : i + _SHORTEST])
        known = places[piece]
        if len(known) < _MOST_PLACES:
            known.append(i)
    steps = _STEPS_PER_TOKEN * (len(a) + len(b))
    for j in range(len(b) - _SHORTEST + 1):
        for i in places.get(tuple(b[j : j + _SHORTEST]), ()):
            if i and j and a[i - 1] == b[j - 1]:
                continue
            length = _SHORTEST + _common_length(a, b, i + _SHORTEST, j + _SHORTEST)
            yield i, j, length
            steps -= length
            if steps < 0:
                return


def _common_length(a: Sequence[Token], b: Sequence[Token], i: int, j: int) -> int:
    """How many tokens agree from here on; slices are compared at once, larger and larger ones."""
    longest = min(len(a) - i, len(b) - j)
    length, step = 0, 8
    while step:
        end = length + step
        if end <= longest and a[i + length : i + end] == b[j + length : j + end]:
            length, step = end, step * 2
        else:
            step //= 2
    return length


def _runs(indices: list[int]) -> Iterator[tuple[int, int]]:
    """Start and length of each run of consecutive numbers."""
    start = previous = None
    for index in indices:
        if previous is not None and index == previous + 1:
            previous = index
            continue
        if start is not None and previous is not None:
            yield start, previous - start + 1
        start = previous = index
    if start is not None and previous is not None:
        yield start, previous - start + 1


def _take_unique_pieces(
    a: Sequence[Token], b: Sequence[Token], length: int, found: dict[int, int], taken: set[int]
) -> None:
    in_a = _unique(a, length, found)
    in_b = _unique(b, length, taken)
    for piece, i in in_a.items():
        j = in_b.get(piece)
        if j is None or not any(isinstance(token, str) and is_wordlike(token) for token in piece):
            continue
        if any(i + k in found or j + k in taken for k in range(length)):
            continue
        for k in range(length):
            found[i + k] = j + k
            taken.add(j + k)


def _unique(
    items: Sequence[Token], length: int, used: dict[int, int] | set[int]
) -> dict[tuple[Token, ...], int]:
    seen: dict[tuple[Token, ...], int] = {}
    repeated = set()
    for index in range(len(items) - length + 1):
        if any(index + k in used for k in range(length)):
            continue
        piece = tuple(items[index : index + length])
        if piece in seen:
            repeated.add(piece)
        else:
            seen[piece] = index
    return {piece: index for piece, index in seen.items() if piece not in repeated}


def is_wordlike(token: str) -> bool:
    first = token[0]
    return first.isalnum() or first == "_" or ord(first) > 127


def _grow(a: Sequence[Token], b: Sequence[Token], found: dict[int, int], taken: set[int]) -> None:
    """Lets pieces grow to both sides, over equal tokens and over exchanged words."""
    for step in (1, -1):
        for i in sorted(found, reverse=step < 0):
            j = found[i]
            while True:
                i, j = i + step, j + step
                if not _can_join(a, b, i, j, step, found, taken):
                    break
                found[i] = j
                taken.add(j)


def _can_join(
    a: Sequence[Token],
    b: Sequence[Token],
    i: int,
    j: int,
    step: int,
    found: dict[int, int],
    taken: set[int],
) -> bool:
    if not (0 <= i < len(a) and 0 <= j < len(b)) or i in found or j in taken:
        return False
    old, new = a[i], b[j]
    if isinstance(old, int) or isinstance(new, int):
        return False
    if old == new:
        return True
    if not (is_wordlike(old) and is_wordlike(new)):
        return False
    # An exchanged word must be held by what comes behind it: the same end, the same token, or a match.
    i, j = i + step, j + step
    old_ends = not 0 <= i < len(a) or isinstance(a[i], int)
    new_ends = not 0 <= j < len(b) or isinstance(b[j], int)
    if old_ends or new_ends:
        return old_ends and new_ends
    return found.get(i) == j or (a[i] == b[j] and i not in found and j not in taken)
