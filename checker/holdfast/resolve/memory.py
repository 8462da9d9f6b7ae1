"""Answers that still hold.

An answer is a function of the texts that were read for it and of which files there are: each question is
worked out from a fresh state, and the process says what it read. So an answer is right in every world that
has the same files and the same text in those that were read, before and after an edit alike.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from holdfast.resolve.messages import Ask, Reply
from holdfast.text.world import World

_MAX_ANSWERS: Final = 20_000

Key = tuple[str, str, int, int, tuple[str, ...]]


class _Entry(NamedTuple):
    files: frozenset[str]
    texts: tuple[tuple[str, str | None], ...]
    reply: Reply


class Memory:
    """What was answered in the worlds seen so far."""

    __slots__ = ("_count", "_entries")

    def __init__(self) -> None:
        self._entries: dict[Key, list[_Entry]] = {}
        self._count = 0

    def recall(self, world: World, ask: Ask) -> Reply | None:
        for entry in self._entries.get(key_of(ask), ()):
            if _same_files(entry.files, world.files()) and all(
                _same_text(text, world.text(file)) for file, text in entry.texts
            ):
                return entry.reply
        return None

    def keep(self, world: World, ask: Ask, reply: Reply) -> None:
        """Remember a reply, unless it came from a failure, which says nothing about the texts."""
        if "read" not in reply:
            return
        if self._count >= _MAX_ANSWERS:
            self._entries.clear()
            self._count = 0
        texts = tuple((file, world.text(file)) for file in reply["read"])
        self._entries.setdefault(key_of(ask), []).append(_Entry(world.files(), texts, reply))
        self._count += 1


def key_of(ask: Ask) -> Key:
    """What was asked, whichever world it was asked of."""
    return ask["what"], ask["file"], ask["line"], ask["column"], tuple(ask["names"])


def _same_files(known: frozenset[str], files: frozenset[str]) -> bool:
    return known is files or known == files


def _same_text(known: str | None, text: str | None) -> bool:
    return known is text or known == text
