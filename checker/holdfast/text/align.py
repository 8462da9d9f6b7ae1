"""Aligning two sequences in near-linear time.

The answer is a list of matching blocks (a, b, length), increasing in both sequences. It is not always
the longest common subsequence: what would take quadratic time is left unmatched. Works on any
hashable items; `holdfast.text.difference` runs it on lines, on shapes of lines and on tokens.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from typing import NamedTuple

# The number of differences up to which a region is aligned exactly. The cost of the exact method is
# this number times the length of the region at worst, its square as a rule.
_MOST_DIFFERENCES = 64
# Regions between anchors are searched for new anchors this many times over: each time costs at most
# the length of the text, so the whole stays linear.
_MOST_DEPTH = 24


class Block(NamedTuple):
    """`length` items from `a` on equal as many from `b` on."""

    a: int
    b: int
    length: int


class _Region(NamedTuple):
    a_start: int
    a_end: int
    b_start: int
    b_end: int
    depth: int


def align(a: Sequence[Hashable], b: Sequence[Hashable], *, anchors_first: bool) -> list[Block]:
    """The matching blocks of two sequences.

    Items that occur once on each side are anchors (the patience method). Taken first, they give the
    alignment that a person expects of lines; taken only where too much differs for the exact method,
    they suit tokens, of which the unique ones are often the uninteresting ones.
    """
    blocks: list[Block] = []
    pending = [_Region(0, len(a), 0, len(b), 0)]
    while pending:
        region = _strip(a, b, pending.pop(), blocks)
        a_start, a_end, b_start, b_end, depth = region
        if a_start == a_end or b_start == b_end:
            continue
        if not anchors_first:
            exact = _shortest_edit(a, b, region)
            if exact is not None:
                blocks.extend(exact)
                continue
        anchors = _anchors(a, b, region) if depth < _MOST_DEPTH else []
        if anchors:
            pending.extend(_regions_between(region, anchors, blocks))
        elif anchors_first:
            blocks.extend(_shortest_edit(a, b, region) or ())
    blocks.sort()
    return _merged(blocks)


def _strip(a: Sequence[Hashable], b: Sequence[Hashable], region: _Region, blocks: list[Block]) -> _Region:
    """Takes what both sides of the region begin and end with into `blocks`; returns the rest."""
    a_start, a_end, b_start, b_end, depth = region
    length = 0
    longest = min(a_end - a_start, b_end - b_start)
    while length < longest and a[a_start + length] == b[b_start + length]:
        length += 1
    if length:
        blocks.append(Block(a_start, b_start, length))
        a_start, b_start, longest = a_start + length, b_start + length, longest - length
    length = 0
    while length < longest and a[a_end - length - 1] == b[b_end - length - 1]:
        length += 1
    if length:
        a_end, b_end = a_end - length, b_end - length
        blocks.append(Block(a_end, b_end, length))
    return _Region(a_start, a_end, b_start, b_end, depth)


def _regions_between(region: _Region, anchors: list[tuple[int, int]], blocks: list[Block]) -> list[_Region]:
    regions = []
    a_start, b_start = region.a_start, region.b_start
    for a, b in anchors:
        blocks.append(Block(a, b, 1))
        regions.append(_Region(a_start, a, b_start, b, region.depth + 1))
        a_start, b_start = a + 1, b + 1
    regions.append(_Region(a_start, region.a_end, b_start, region.b_end, region.depth + 1))
    return regions


def _anchors(a: Sequence[Hashable], b: Sequence[Hashable], region: _Region) -> list[tuple[int, int]]:
    """The longest increasing chain of items that occur exactly once on each side of the region."""
    in_a = _unique_places(a, region.a_start, region.a_end)
    in_b = _unique_places(b, region.b_start, region.b_end)
    pairs = [(place, in_b[item]) for item, place in in_a.items() if item in in_b]
    pairs.sort()
    return _longest_increasing(pairs)


def _unique_places(items: Sequence[Hashable], start: int, end: int) -> dict[Hashable, int]:
    places: dict[Hashable, int] = {}
    repeated: set[Hashable] = set()
    for place in range(start, end):
        item = items[place]
        if item in places:
            repeated.add(item)
        else:
            places[item] = place
    for item in repeated:
        del places[item]
    return places


def _longest_increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of pairs sorted by the first, the longest subsequence that also increases in the second."""
    tops: list[int] = []
    top_index: list[int] = []
    previous: list[int] = []
    for index, (_, b) in enumerate(pairs):
        pile = bisect_left(tops, b)
        previous.append(top_index[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(b)
            top_index.append(index)
        else:
            tops[pile] = b
            top_index[pile] = index
    chain = []
    index = top_index[-1] if top_index else -1
    while index >= 0:
        chain.append(pairs[index])
        index = previous[index]
    chain.reverse()
    return chain


def _shortest_edit(a: Sequence[Hashable], b: Sequence[Hashable], region: _Region) -> list[Block] | None:
    """The blocks of a shortest edit script (Myers' greedy method); None when too much differs."""
    a_start, a_end, b_start, b_end, _ = region
    n, m = a_end - a_start, b_end - b_start
    reached = {1: 0}
    trail: list[dict[int, int]] = []
    for distance in range(min(n + m, _MOST_DIFFERENCES) + 1):
        trail.append(dict(reached))
        for k in range(-distance, distance + 1, 2):
            # Points past the end of the region are kept: they can only lead to others past the end.
            x = reached[k + 1] if _comes_from_above(reached, k, distance) else reached[k - 1] + 1
            y = x - k
            while x < n and y < m and a[a_start + x] == b[b_start + y]:
                x += 1
                y += 1
            reached[k] = x
            if x >= n and y >= m:
                return _walk_back(trail, region)
    return None


def _comes_from_above(reached: dict[int, int], k: int, distance: int) -> bool:
    return k == -distance or (k != distance and reached[k - 1] < reached[k + 1])


def _walk_back(trail: list[dict[int, int]], region: _Region) -> list[Block]:
    x, y = region.a_end - region.a_start, region.b_end - region.b_start
    blocks = []
    for distance in range(len(trail) - 1, -1, -1):
        reached, k = trail[distance], x - y
        if distance == 0:
            step_x = previous_x = previous_y = 0
        elif _comes_from_above(reached, k, distance):
            step_x = previous_x = reached[k + 1]
            previous_y = previous_x - k - 1
        else:
            previous_x = reached[k - 1]
            previous_y, step_x = previous_x - k + 1, previous_x + 1
        if x > step_x:
            blocks.append(Block(region.a_start + step_x, region.b_start + step_x - k, x - step_x))
        x, y = previous_x, previous_y
    return blocks


def _merged(blocks: list[Block]) -> list[Block]:
    """Adjacent blocks joined, so that every block is as long as it can be."""
    result: list[Block] = []
    for block in blocks:
        if result:
            last = result[-1]
            if last.a + last.length == block.a and last.b + last.length == block.b:
                result[-1] = Block(last.a, last.b, last.length + block.length)
                continue
        result.append(block)
    return result
