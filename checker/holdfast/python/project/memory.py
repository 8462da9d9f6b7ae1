"""Answers to questions that lead to further questions, and sometimes back to themselves.

What a name means may depend on what another means, in a circle. The inner question that closes a circle
gets a fallback; the answers that lean on that fallback are right for the outermost question only, so
they are not kept. What is kept is therefore the same whatever was asked before: answers do not depend
on the order of questions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

T = TypeVar("T")

#: A question this far down, or the step beyond this many for one outermost question, gets the fallback.
DEEPEST = 60
MOST_STEPS = 4_000

_WHOLE = DEEPEST + 1
_ABSENT = object()


class Memory:
    """The kept answers of one world, and the chain of questions under way."""

    __slots__ = ("_answers", "_cut", "_depths", "_steps", "_tables")

    def __init__(self) -> None:
        self._answers: dict[Hashable, object] = {}
        self._depths: dict[Hashable, int] = {}
        #: The depth of the outermost open question that an answer given below leans on.
        self._cut = _WHOLE
        self._steps = 0
        self._tables: dict[str, dict[Any, Any]] = {}

    @property
    def idle(self) -> bool:
        """Whether no question is open, so that an answer leans on nothing but the world."""
        return not self._depths

    def table(self, name: str) -> dict[Any, Any]:
        """A table for answers that were computed while idle; its owner is the module that names it."""
        return self._tables.setdefault(name, {})

    def ask(self, key: Hashable, compute: Callable[[], T], fallback: T) -> T:
        """The answer of `compute`, or the kept one; the fallback when the question is already open."""
        known = self._answers.get(key, _ABSENT)
        if known is not _ABSENT:
            return cast("T", known)
        depths = self._depths
        if key in depths:
            self._cut = min(self._cut, depths[key])
            return fallback
        depth = len(depths)
        if depth == 0:
            self._steps, self._cut = 0, _WHOLE
        self._steps += 1
        if depth >= DEEPEST or self._steps > MOST_STEPS:
            # Leans on the outermost question's own limits: nothing on the way is kept but its answer.
            self._cut = 0
            return fallback
        outside, self._cut = self._cut, _WHOLE
        depths[key] = depth
        try:
            answer = compute()
        finally:
            del depths[key]
        if self._cut >= depth:
            self._answers[key] = answer
            self._cut = outside
        else:
            self._cut = min(self._cut, outside)
        return answer
