"""Answers to questions that lead to further questions, and sometimes back to themselves.

What a name means may depend on what another means, in a circle. The inner question that closes a circle
gets a fallback, and every answer on the circle then depends on where the circle was entered. So:

- an answer that leans on no open question is kept for good;
- an answer that leans on an open question is provisional: it serves again while that question is open;
- the question at which a circle closes keeps its answer for itself alone, put from outside.

What is answered is therefore the same whatever was asked before: what is kept for good does not show
whether it was computed or remembered, and what is provisional never outlives the question it leans on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

T = TypeVar("T")

#: A chain of questions longer than this is cut up: its end is asked first, by itself.
DEEPEST = 60
#: An outermost question that computes more answers on circles than this is given up.
MOST_ON_CIRCLES = 20_000

_WHOLE = DEEPEST + 2
_ABSENT = object()


class _TooDeep(Exception):  # noqa: N818 - a signal between two calls of `ask`, not an error
    """The question at the end of a chain that has become too long."""

    def __init__(self, key: Hashable, compute: Callable[[], object], unknown: object) -> None:
        self.key, self.compute, self.unknown = key, compute, unknown


class _GivenUp(Exception):  # noqa: N818 - a signal between two calls of `ask`, not an error
    """The outermost question costs too much."""


class Memory:
    """The answers of one world, and the chain of questions under way."""

    __slots__ = (
        "_answers",
        "_cut",
        "_depths",
        "_in_flight",
        "_levels",
        "_on_circles",
        "_outermost",
        "_provisional",
        "_tables",
        "given_up",
        "outermost",
    )

    def __init__(self) -> None:
        #: Answers that lean on no open question.
        self._answers: dict[Hashable, object] = {}
        #: Answers at which a circle closed, for the same question put from outside.
        self._outermost: dict[Hashable, object] = {}
        #: The open questions and how far down each is.
        self._depths: dict[Hashable, int] = {}
        #: Questions put from outside that wait for the end of a chain that became too long.
        self._in_flight: set[Hashable] = set()
        #: The depth of the outermost open question that the answers given below lean on.
        self._cut = _WHOLE
        #: Answers that lean on an open question, with its depth; and the same by depth.
        self._provisional: dict[Hashable, tuple[object, int]] = {}
        self._levels: dict[int, list[Hashable]] = {}
        self._on_circles = 0
        self._tables: dict[str, dict[Any, Any]] = {}
        #: The how-manieth question from outside is being answered.
        self.outermost = 0
        #: How many outermost questions were given up, for benchmarks.
        self.given_up = 0

    @property
    def idle(self) -> bool:
        """Whether no question is open, so that an answer leans on nothing but the world."""
        return not self._depths

    def table(self, name: str) -> dict[Any, Any]:
        """A table for answers that were computed while idle; its owner is the module that names it."""
        return self._tables.setdefault(name, {})

    def ask(self, key: Hashable, compute: Callable[[], T], fallback: T, unknown: T | None = None) -> T:
        """The answer of `compute`, or one that was given before.

        The fallback is the answer when the question is already open; `unknown` (by default the
        fallback) when finding the answer would cost too much.
        """
        known = self._answers.get(key, _ABSENT)
        if known is not _ABSENT:
            return cast("T", known)
        if not self._depths:
            return self._from_outside(key, compute, fallback if unknown is None else unknown)
        depth = self._depths.get(key)
        if depth is not None:
            self._cut = min(self._cut, depth)
            return fallback
        provisional = self._provisional.get(key)
        if provisional is not None:
            answer, leans_on = provisional
            self._cut = min(self._cut, leans_on)
            return cast("T", answer)
        if len(self._depths) >= DEEPEST:
            raise _TooDeep(key, compute, fallback if unknown is None else unknown)
        return self._computed(key, compute)

    def _from_outside(self, key: Hashable, compute: Callable[[], T], unknown: T) -> T:
        answer = cast("T", self._outermost.get(key, _ABSENT))
        if answer is not _ABSENT:
            return answer
        tried = {key}
        self.outermost += 1
        self._in_flight.add(key)
        while True:
            self._on_circles, self._cut = 0, _WHOLE
            try:
                answer = self._computed(key, compute)
                break
            except (_TooDeep, _GivenUp) as signal:
                self._forget_the_chain()
                if isinstance(signal, _GivenUp) or signal.key in tried or signal.key in self._in_flight:
                    # A circle that is too long or too costly: so it is from wherever it is entered.
                    self.given_up += 1
                    answer = unknown
                    break
                tried.add(signal.key)
                self.ask(signal.key, signal.compute, signal.unknown)
            except BaseException:
                self._forget_the_chain()
                self._in_flight.clear()
                raise
        self._in_flight.discard(key)
        self._outermost[key] = answer
        return answer

    def _computed(self, key: Hashable, compute: Callable[[], T]) -> T:
        depth = len(self._depths)
        outside, self._cut = self._cut, _WHOLE
        self._depths[key] = depth
        answer = compute()
        del self._depths[key]
        self._drop_provisional(depth)
        if self._cut == _WHOLE:
            self._answers[key] = answer
        elif self._cut >= depth:
            # The circle closes here: what encloses it leans on no question of it.
            self._outermost[key] = answer
            self._cut = _WHOLE
        else:
            self._provisional[key] = (answer, self._cut)
            self._levels.setdefault(self._cut, []).append(key)
        if self._cut != _WHOLE or key in self._outermost:
            self._on_circles += 1
            if self._on_circles > MOST_ON_CIRCLES:
                raise _GivenUp
        self._cut = min(self._cut, outside)
        return answer

    def _drop_provisional(self, depth: int) -> None:
        """Drop what leans on the question of this depth, which is not open any more."""
        for level in [level for level in self._levels if level >= depth]:
            for key in self._levels.pop(level):
                self._provisional.pop(key, None)

    def _forget_the_chain(self) -> None:
        self._depths.clear()
        self._provisional.clear()
        self._levels.clear()
