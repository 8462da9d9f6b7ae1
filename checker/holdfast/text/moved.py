"""Code that moved: token by token, from where it was taken away to where it was put in.

Looks only at affected text: what an edit set takes away on one side and puts in on the other, in any
file. White space takes no part, so re-indented code is found again; single words may be exchanged.
What stays where it was within one replacement is *in place*: a chain of tokens in the same order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from holdfast.records import dataclass
from holdfast.text.edits import EditSet
from holdfast.text.interval import Interval
from holdfast.text.offsets import Offsets
from holdfast.text.tiles import Token, is_wordlike, tile
from holdfast.text.tokens import is_single_word, tokens
from holdfast.text.world import World


class TokenPair(NamedTuple):
    """A token of the text before and what it became. `block` is the same for tokens that moved together.

    Tokens in place have the block number of their replacement, a negative number.
    """

    before: Interval
    after: Interval
    block: int

    @property
    def in_place(self) -> bool:
        return self.block < 0


@dataclass(frozen=True, slots=True)
class MovedBlock:
    """Code that stands elsewhere now: corresponding tokens, both in reading order."""

    before: tuple[Interval, ...]
    after: tuple[Interval, ...]

    @property
    def source(self) -> Interval:
        return Interval(self.before[0].file, self.before[0].start, self.before[-1].end)

    @property
    def target(self) -> Interval:
        return Interval(self.after[0].file, self.after[0].start, self.after[-1].end)


_Affected: TypeAlias = list[tuple[int, Interval]]


@dataclass(frozen=True, slots=True)
class _Stream:
    """The tokens of all affected intervals of one side, with a number between two intervals."""

    tokens: list[Token]
    places: list[Interval]
    gap_of: list[int]


def known_move(
    before: World, after: World, source: Interval, target: Interval, block: int
) -> list[TokenPair]:
    """The pairs of code that is known to have moved; empty when the places do not have as many tokens."""
    old, new = _tokens_at(before, source), _tokens_at(after, target)
    if len(old) != len(new):
        return []
    return [TokenPair(first, second, block) for first, second in zip(old, new, strict=True)]


def moved_blocks(before: World, after: World, edit_set: EditSet) -> tuple[MovedBlock, ...]:
    """The code that moved, in reading order of where it came from."""
    blocks: dict[int, list[TokenPair]] = {}
    for pair in token_pairs(before, after, edit_set):
        if not pair.in_place:
            blocks.setdefault(pair.block, []).append(pair)
    return tuple(
        MovedBlock(tuple(pair.before for pair in pairs), tuple(pair.after for pair in pairs))
        for pairs in blocks.values()
    )


def token_pairs(
    before: World, after: World, edit_set: EditSet, known: Sequence[TokenPair] = ()
) -> list[TokenPair]:
    """Every token of affected text that is found again, in reading order of the text before.

    The edit set should be coarse (`holdfast.text.difference.coarse_difference`): see there. The tokens
    of `known` pairs are not looked for.
    """
    taken_away, put_in = _affected(before, after, edit_set)
    known_before = {pair.before for pair in known}
    known_after = {pair.after for pair in known}
    exchanged = {
        number: pair
        for number, pair in _exchanged_words(before, after, taken_away, put_in).items()
        if pair.before not in known_before and pair.after not in known_after
    }
    old = _stream(before, [each for each in taken_away if each[0] not in exchanged], known_before, side=0)
    new = _stream(after, [each for each in put_in if each[0] not in exchanged], known_after, side=1)
    pairs = list(exchanged.values())
    if old.tokens and new.tokens:
        found = tile(old.tokens, new.tokens, near=lambda i, j: old.gap_of[i] == new.gap_of[j])
        in_place = _in_place(found, old, new)
        _pair_lone_words(found, in_place, old, new)
        pairs.extend(_pairs(found, in_place, old, new))
    return sorted(pairs)


def _exchanged_words(
    before: World, after: World, taken_away: _Affected, put_in: _Affected
) -> dict[int, TokenPair]:
    """The replacements of one word by one word, by number.

    A word that is also put in elsewhere, within other text, may have moved there and is left to the
    search: `return total` that becomes `return t` after `t = total`.
    """
    targets = dict(put_in)
    candidates: dict[int, tuple[str, TokenPair]] = {}
    for number, place in taken_away:
        target = targets.get(number)
        if target is not None:
            old, new = _text(before, place), _text(after, target)
            if is_single_word(old) and is_single_word(new):
                candidates[number] = old, TokenPair(place, target, -1 - number)
    elsewhere: set[str] = set()
    for number, target in put_in:
        if number not in candidates:
            elsewhere.update(tokens(_text(after, target)))
    return {number: pair for number, (word, pair) in candidates.items() if word not in elsewhere}


def _tokens_at(world: World, place: Interval) -> list[Interval]:
    file, offset, _ = place
    found = []
    for token in tokens(_text(world, place)):
        if not token.isspace():
            found.append(Interval(file, offset, offset + len(token)))
        offset += len(token)
    return found


def _text(world: World, place: Interval) -> str:
    return (world.text(place.file) or "")[place.start : place.end]


def _affected(before: World, after: World, edit_set: EditSet) -> tuple[_Affected, _Affected]:
    """The affected intervals of both sides, each with the number of its replacement."""
    old: _Affected = []
    new: _Affected = []
    number = 0
    for file, replacements in edit_set.replacements.items():
        name = edit_set.name_after(file) or file
        derivative = Offsets(replacements).affected_derivative()
        for each, (start, end) in zip(replacements, derivative, strict=True):
            old.append((number, Interval(file, each.start, each.end)))
            new.append((number, Interval(name, start, end)))
            number += 1
    for file in sorted(edit_set.deleted):
        old.append((number, Interval(file, 0, len(before.text(file) or ""))))
        number += 1
    for file in sorted(edit_set.created):
        new.append((number, Interval(file, 0, len(after.text(file) or ""))))
        number += 1
    return old, new


def _stream(world: World, affected: _Affected, known: set[Interval], *, side: int) -> _Stream:
    """What can be matched. A known token stands in the stream as an end, so that nothing reaches over it."""
    stream = _Stream([], [], [])
    ends = 0
    for number, place in affected:
        file, offset, _ = place
        for token in tokens(_text(world, place)):
            here = Interval(file, offset, offset + len(token))
            if not token.isspace():
                ends += 2
                stream.tokens.append(ends + side if here in known else token)
                stream.places.append(here)
                stream.gap_of.append(number)
            offset += len(token)
        ends += 2
        stream.tokens.append(ends + side)
        stream.places.append(Interval(file, offset, offset))
        stream.gap_of.append(number)
    return stream


def _in_place(found: dict[int, int], old: _Stream, new: _Stream) -> set[int]:
    """The matched tokens that kept their order within their replacement: the longest such chain of each."""
    kept: set[int] = set()
    by_gap: dict[int, list[int]] = {}
    for i in sorted(found):
        if old.gap_of[i] == new.gap_of[found[i]]:
            by_gap.setdefault(old.gap_of[i], []).append(i)
    for indices in by_gap.values():
        kept.update(_longest_chain(indices, found))
    return kept


def _longest_chain(indices: list[int], found: dict[int, int]) -> list[int]:
    tops: list[int] = []
    top_index: list[int] = []
    previous: dict[int, int] = {}
    for i in indices:
        pile = bisect_left(tops, found[i])
        previous[i] = top_index[pile - 1] if pile else -1
        if pile == len(tops):
            tops.append(found[i])
            top_index.append(i)
        else:
            tops[pile], top_index[pile] = found[i], i
    chain = []
    i = top_index[-1] if top_index else -1
    while i >= 0:
        chain.append(i)
        i = previous[i]
    return chain


def _pair_lone_words(found: dict[int, int], in_place: set[int], old: _Stream, new: _Stream) -> None:
    """Between two tokens in place: one unmatched word on each side is one word exchanged for another."""
    taken = set(found.values())
    for i, j in _lone_places(in_place, found, old, new):
        first, second = old.tokens[i], new.tokens[j]
        if i in found or j in taken or isinstance(first, int) or isinstance(second, int):
            continue
        if first == second or (is_wordlike(first) and is_wordlike(second)):
            found[i] = j
            in_place.add(i)


def _lone_places(
    in_place: set[int], found: dict[int, int], old: _Stream, new: _Stream
) -> Iterator[tuple[int, int]]:
    for i in sorted(in_place):
        j = found[i]
        if _closes(i + 2, j + 2, in_place, found, old, new):
            yield i + 1, j + 1
        starts = _starts(i - 1, old) and _starts(j - 1, new)
        if starts:
            yield i - 1, j - 1


def _closes(i: int, j: int, in_place: set[int], found: dict[int, int], old: _Stream, new: _Stream) -> bool:
    if i in in_place:
        return found[i] == j
    return (
        i < len(old.tokens)
        and j < len(new.tokens)
        and isinstance(old.tokens[i], int)
        and isinstance(new.tokens[j], int)
    )


def _starts(i: int, stream: _Stream) -> bool:
    """Whether a token is the first of its interval."""
    return i >= 0 and (i == 0 or isinstance(stream.tokens[i - 1], int))


def _pairs(found: dict[int, int], in_place: set[int], old: _Stream, new: _Stream) -> Iterator[TokenPair]:
    block = 0
    last: tuple[int, int] | None = None
    for i in sorted(found):
        j = found[i]
        if i in in_place:
            yield TokenPair(old.places[i], new.places[j], -1 - old.gap_of[i])
            last = None
            continue
        if last != (i - 1, j - 1):
            block += 1
        last = (i, j)
        yield TokenPair(old.places[i], new.places[j], block)
