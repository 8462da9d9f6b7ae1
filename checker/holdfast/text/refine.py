"""The refined correspondence: what can be known of replaced text beyond `*`.

- A token outside every replacement is its shifted self.
- A word exchanged for one word corresponds to it.
- Code that moved corresponds token by token with its new place, and so does every interval that begins
  and ends with tokens of one moved block.
- Everything else that was touched is `*`, as in the paper.

An interval that reaches into replaced text only with one end keeps the tokens that are still in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from holdfast.records import dataclass
from holdfast.text.correspondence import FileFate, FileFates
from holdfast.text.difference import coarse_difference
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.interval import STAR, Interval
from holdfast.text.moved import TokenPair, known_move, token_pairs
from holdfast.text.tokens import is_single_word, joined
from holdfast.text.world import World

# The numbers of known moves; blocks that are found have smaller ones.
_KNOWN = 1 << 40


@dataclass(frozen=True, slots=True)
class Refined:
    """The refined correspondence of two worlds. Build with `refined`."""

    fates: FileFates
    starts_before: Mapping[tuple[str, int], TokenPair]
    ends_before: Mapping[tuple[str, int], TokenPair]
    starts_after: Mapping[tuple[str, int], TokenPair]
    ends_after: Mapping[tuple[str, int], TokenPair]
    #: Tokens outside every replacement whose place went to, or came from, code that is known to have moved.
    displaced_before: frozenset[Interval] = frozenset()
    displaced_after: frozenset[Interval] = frozenset()

    def of_before(self, interval: Interval) -> Interval:
        file, start, end = interval
        first = self.starts_before.get((file, start))
        last = self.ends_before.get((file, end))
        if first is not None and last is not None and first.block == last.block and start < end:
            return Interval(first.after.file, first.after.start, last.after.end)
        fate = self.fates.before.get(file)
        if fate is None:
            return STAR if file in self.fates.gone or interval in self.displaced_before else interval
        place = fate.offsets.survivor(start, end)
        if place is None or interval in self.displaced_before:
            return STAR
        new_start = first.after.start if first is not None and _stays(first, fate) else place[0]
        new_end = last.after.end if last is not None and _stays(last, fate) else place[1]
        return Interval(fate.name_after, new_start, new_end) if new_start <= new_end else STAR

    def of_after(self, interval: Interval) -> Interval:
        file, start, end = interval
        first = self.starts_after.get((file, start))
        last = self.ends_after.get((file, end))
        if first is not None and last is not None and first.block == last.block and start < end:
            return interval
        if interval in self.displaced_after:
            return STAR
        fate = self.fates.after.get(file)
        if fate is None:
            return STAR if file in self.fates.made else interval
        return STAR if fate.offsets.inserted_by(start, end) is not None else interval

    def origin(self, interval: Interval) -> Interval | None:
        """The place before the edit of an interval after it: what it was, else what it took the place of.

        None for text of a new file that came from nowhere.
        """
        file, start, end = interval
        fate = self.fates.after.get(file)
        if fate is None and file not in self.fates.made:
            return interval
        first, last = self.starts_after.get((file, start)), self.ends_after.get((file, end))
        if first is not None and last is not None and first.block == last.block:
            return Interval(first.before.file, first.before.start, last.before.end)
        if fate is None:
            return None
        index = fate.offsets.inserted_by(start, end)
        if index is not None:
            return Interval(fate.name_before, *fate.offsets.affected_initial()[index])
        old_start, old_end = fate.offsets.old_offset(start), fate.offsets.old_end(end)
        return Interval(fate.name_before, old_start, max(old_start, old_end))


def _stays(pair: TokenPair, fate: FileFate) -> bool:
    """Whether a token is still within the text that replaced its surroundings."""
    if pair.in_place:
        return True
    old = fate.offsets.replaced_by(pair.before.start, pair.before.end)
    return pair.after.file == fate.name_after and old == fate.offsets.inserted_by(
        pair.after.start, pair.after.end
    )


def refined(
    before: World,
    after: World,
    edit_set: EditSet,
    moves: Iterable[tuple[Interval, Interval]] = (),
) -> Refined:
    """The refined correspondence of `before` and `after`, which is `before` with the edit set in it.

    `moves` are places of before and of after that are known to hold the same code, token by token.
    Other moved code is found by its text.
    """
    coarse = coarse_edit_set(before, after, edit_set)
    known: list[TokenPair] = []
    for number, (source, target) in enumerate(moves):
        known.extend(known_move(before, after, source, target, _KNOWN + number))
    pairs = [*token_pairs(before, after, coarse, known), *known]
    fates = FileFates.of(coarse)
    return Refined(
        fates,
        {(pair.before.file, pair.before.start): pair for pair in pairs},
        {(pair.before.file, pair.before.end): pair for pair in pairs},
        {(pair.after.file, pair.after.start): pair for pair in pairs},
        {(pair.after.file, pair.after.end): pair for pair in pairs},
        displaced_before=frozenset(_unmoved_before(pair.after, fates) for pair in known),
        displaced_after=frozenset(_unmoved_after(pair.before, fates) for pair in known),
    )


def _unmoved_before(place: Interval, fates: FileFates) -> Interval:
    """The token of before that would have the place, had nothing moved; `*` when it was put in."""
    fate = fates.after.get(place.file)
    if fate is None:
        return STAR if place.file in fates.made else place
    if fate.offsets.inserted_by(place.start, place.end) is not None:
        return STAR
    return Interval(fate.name_before, fate.offsets.old_offset(place.start), fate.offsets.old_end(place.end))


def _unmoved_after(place: Interval, fates: FileFates) -> Interval:
    fate = fates.before.get(place.file)
    if fate is None:
        return STAR if place.file in fates.gone else place
    shifted = fate.offsets.predict(place.start, place.end)
    return STAR if shifted is None else Interval(fate.name_after, *shifted)


def coarse_edit_set(before: World, after: World, edit_set: EditSet) -> EditSet:
    """The edit set, cut on word boundaries and joined up between unchanged lines.

    A file in which every edit exchanges one whole word for another keeps its edits.
    """
    replacements = {}
    for file, items in edit_set.replacements.items():
        old = before.text(file) or ""
        new = after.text(edit_set.name_after(file) or file) or ""
        replacements[file] = items if _exchanges_words(items, old, new) else coarse_difference(old, new)
    return EditSet(replacements, edit_set.created, edit_set.renamed, edit_set.deleted)


def _exchanges_words(replacements: tuple[Replacement, ...], before: str, after: str) -> bool:
    shift = 0
    for start, end, text in replacements:
        if not (is_single_word(text) and is_single_word(before[start:end])):
            return False
        new_end = start + shift + len(text)
        cuts_old = joined(before, start) or joined(before, end)
        if cuts_old or joined(after, start + shift) or joined(after, new_end):
            return False
        shift += len(text) - (end - start)
    return True
