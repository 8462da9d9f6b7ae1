"""The edit set between two whole texts, cut on token boundaries.

Engines hand over whole new files, and servers re-diff them by character, so that renaming `old_name`
to `new_name` arrives as an edit of three letters. Here an identifier is replaced as a whole or not at
all. Texts that differ in words alone are compared word by word (that is what a rename does, also
where the new name makes lines or tokens equal to their neighbours, which misleads any search for a
longest common subsequence). Everything else is aligned by lines, then by lines of equal shape, then
by tokens. Near-linear always; knows no language.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.text.align import Block, align
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.renames import renamed_files
from holdfast.text.tokens import is_single_word, is_word, joined, line_shape, lines, starts, tokens
from holdfast.text.world import World, changed_files


def difference(before: str, after: str) -> tuple[Replacement, ...]:
    """Replacements that turn `before` into `after`, in reading order, none inside a word of either."""
    if before is after or before == after:
        return ()
    start = _common_start(before, after)
    tail = _common_end(before, after, start)
    old, new = before[start : len(before) - tail], after[start : len(after) - tail]
    if old and new and _word_by_word(old, new, start) is None:
        # Whole lines again: a line without its indentation is like no other line, and its words would be
        # taken for those of the line that was inserted before it.
        start = before.rfind("\n", 0, start) + 1
        line_end = before.find("\n", len(before) - tail)
        tail = 0 if line_end < 0 else len(before) - line_end - 1
        old, new = before[start : len(before) - tail], after[start : len(after) - tail]
    return tuple(_joined_up(_middle(old, new, start), before))


def coarse_difference(before: str, after: str) -> tuple[Replacement, ...]:
    """As `difference`, but what stands between unchanged lines is one replacement, not cut any further.

    Lines that differ in words alone are still compared word by word. This is the cut to look for moved
    code in: a search for common tokens would find the arguments of a call in the code that the call
    replaces, and tear it apart.
    """
    if before is after or before == after:
        return ()
    start = _common_start(before, after)
    tail = _common_end(before, after, start)
    old, new = before[start : len(before) - tail], after[start : len(after) - tail]
    words = _word_by_word(old, new, start)
    if words is not None:
        return tuple(words)
    # Whole lines again: an anchor must not be half of a line.
    old_lines, new_lines = lines(before), lines(after)
    blocks = align(old_lines, new_lines, anchors_first=True)
    found: list[Replacement] = []
    for a, b, at in _gaps(old_lines, new_lines, blocks, 0):
        found.extend(_words_or_whole("".join(a), "".join(b), at))
    return tuple(found)


def edit_set_between(before: World, after: World) -> EditSet:
    """The edit set that turns one world into another: differences, and files made, moved and removed."""
    changed = changed_files(before, after)
    replacements = {}
    vanished: dict[str, str] = {}
    appeared: dict[str, str] = {}
    for file in sorted(changed):
        old, new = before.text(file), after.text(file)
        if old is None and new is not None:
            appeared[file] = new
        elif old is not None and new is None:
            vanished[file] = old
        elif old is not None and new is not None:
            replacements[file] = difference(old, new)
    renamed = renamed_files(vanished, appeared)
    for file, name in renamed.items():
        replacements[file] = difference(vanished[file], appeared[name])
    arrived = set(renamed.values())
    return EditSet(
        replacements=replacements,
        created={file: text for file, text in appeared.items() if file not in arrived},
        renamed=renamed,
        deleted=frozenset(vanished.keys() - renamed.keys()),
    )


def _middle(old: str, new: str, offset: int) -> Iterator[Replacement]:
    """The difference of two texts that begin and end differently; `offset` is added to every place."""
    if not old or not new:
        if old or new:
            yield Replacement(offset, offset + len(old), new)
        return
    words = _word_by_word(old, new, offset)
    if words is not None:
        yield from words
        return
    yield from _by_lines(old, new, offset)


def _word_by_word(old: str, new: str, offset: int) -> list[Replacement] | None:
    """The words that differ, when nothing but words does."""
    old_tokens, new_tokens = tokens(old), tokens(new)
    if len(old_tokens) != len(new_tokens):
        return None
    result = []
    for a, b in zip(old_tokens, new_tokens, strict=True):
        end = offset + len(a)
        if a != b:
            if not (is_word(a) and is_word(b)):
                return None
            result.append(Replacement(offset, end, b))
        offset = end
    return result


def _by_lines(old: str, new: str, offset: int) -> Iterator[Replacement]:
    old_lines, new_lines = lines(old), lines(new)
    blocks = align(old_lines, new_lines, anchors_first=True)
    for a, b, at in _gaps(old_lines, new_lines, blocks, offset):
        yield from _by_line_shapes(a, b, at)


def _by_line_shapes(old: list[str], new: list[str], offset: int) -> Iterator[Replacement]:
    """Inside changed lines: lines that differ in words alone belong together."""
    if not old or not new:
        yield from _middle("".join(old), "".join(new), offset)
        return
    words = _word_by_word("".join(old), "".join(new), offset)
    if words is not None:
        yield from words
        return
    blocks = align([line_shape(line) for line in old], [line_shape(line) for line in new], anchors_first=True)
    places = starts(old, offset)
    a_done = b_done = 0
    for a, b, length in [*blocks, Block(len(old), len(new), 0)]:
        yield from _by_tokens("".join(old[a_done:a]), "".join(new[b_done:b]), places[a_done])
        for index in range(length):
            yield from _words_or_whole(old[a + index], new[b + index], places[a + index])
        a_done, b_done = a + length, b + length


def _by_tokens(old: str, new: str, offset: int) -> Iterator[Replacement]:
    old_tokens, new_tokens = tokens(old), tokens(new)
    blocks = align(old_tokens, new_tokens, anchors_first=False)
    solid = [block for block in blocks if not _is_blank(old_tokens, block)]
    for a, b, at in _gaps(old_tokens, new_tokens, solid, offset):
        yield from _words_or_whole("".join(a), "".join(b), at)


def _is_blank(pieces: list[str], block: Block) -> bool:
    """Whether only white space matches: an accident inside rewritten text, not a thing that stayed."""
    return all(pieces[index].isspace() for index in range(block.a, block.a + block.length))


def _words_or_whole(old: str, new: str, offset: int) -> Iterator[Replacement]:
    """The words that differ, or else one replacement without what both sides begin and end with."""
    words = _word_by_word(old, new, offset)
    if words is not None:
        yield from words
        return
    start = _common_start(old, new)
    tail = _common_end(old, new, start)
    old, new = old[start : len(old) - tail], new[start : len(new) - tail]
    if old or new:
        yield Replacement(offset + start, offset + start + len(old), new)


def _gaps(
    old: list[str], new: list[str], blocks: list[Block], offset: int
) -> Iterator[tuple[list[str], list[str], int]]:
    """What lies between matching blocks, with the offset where it begins."""
    places = starts(old, offset)
    a_done = b_done = 0
    for a, b, length in [*blocks, Block(len(old), len(new), 0)]:
        if a > a_done or b > b_done:
            yield old[a_done:a], new[b_done:b], places[a_done]
        a_done, b_done = a + length, b + length


def _joined_up(replacements: Iterator[Replacement], before: str) -> Iterator[Replacement]:
    """Touching replacements joined, except an exchange of one word for another, which stays by itself."""
    pending: Replacement | None = None
    for each in replacements:
        if pending is None:
            pending = each
        elif pending.end == each.start and not (_renames(pending, before) or _renames(each, before)):
            pending = Replacement(pending.start, each.end, pending.text + each.text)
        else:
            yield pending
            pending = each
    if pending is not None:
        yield pending


def _renames(replacement: Replacement, before: str) -> bool:
    return is_single_word(before[replacement.start : replacement.end]) and is_single_word(replacement.text)


def _common_start(a: str, b: str) -> int:
    """The length of the longest common beginning that ends between two tokens of both texts."""
    length = _common_prefix(a, b)
    while joined(a, length) or joined(b, length):
        length -= 1
    return length


def _common_end(a: str, b: str, start: int) -> int:
    """The length of the longest common end after `start` that begins between two tokens of both."""
    longest = min(len(a), len(b)) - start
    low, high = 0, longest
    while low < high:
        middle = (low + high + 1) // 2
        if a[len(a) - middle :] == b[len(b) - middle :]:
            low = middle
        else:
            high = middle - 1
    while low and (joined(a, len(a) - low) or joined(b, len(b) - low)):
        low -= 1
    return low


def _common_prefix(a: str, b: str) -> int:
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[:middle] == b[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
