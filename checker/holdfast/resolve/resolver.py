"""Answers about members of two worlds, from the jedi process.

Owns the process, the shadow trees and the answers so far; everything starts with the first question that
needs it. Every answer is worked out from the same state, so neither the order of the questions nor a
replaced process changes one. A question that ends the process is put once more to a new one.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal

from holdfast.python.questions import Question, Target, Targets, Types, Unanswered
from holdfast.resolve.lane import Lane, Outcome
from holdfast.resolve.memory import Key, Memory, key_of
from holdfast.resolve.messages import Ask, Reply, Start, Worlds
from holdfast.resolve.places import Places
from holdfast.resolve.settings import ResolverSettings, cache_folder
from holdfast.resolve.shadows import Shadows, disk_root
from holdfast.text.world import World

#: So many questions of both worlds are taken at a time, so that a batch which runs out of time has
#: answers for the same questions in both.
_LOAD: Final = 64
#: So many questions travel together; memory is looked at after each piece.
_PIECE: Final = 8
#: Starting another process costs about as much as it saves on a batch that is shorter than this.
_HELP_AFTER_SECONDS: Final = 1.5


@contextmanager
def open_resolver(
    before: World, after: World, settings: ResolverSettings | None = None
) -> Iterator[Resolver]:
    """A resolver for two worlds; its process and its folders are gone at the end."""
    resolver = Resolver(before, after, settings)
    try:
        yield resolver
    finally:
        resolver.close()


class Resolver:
    """Implements `holdfast.python.questions.MemberAnswers`."""

    def __init__(self, before: World, after: World, settings: ResolverSettings | None = None) -> None:
        self._settings = settings or ResolverSettings()
        self._memory = Memory()
        self._shadows: Shadows | None = None
        self._lanes = [Lane(self._settings) for _ in range(max(1, self._settings.processes))]
        #: The worlds as folders; None when the folders do not hold them yet.
        self._shown: Worlds | None = None
        self._asked = 0
        self._places: dict[str, Places]
        self.show(before, after)

    def show(self, before: World, after: World) -> None:
        """Answer about these worlds from now on. What is known and still holds stays known."""
        self._places = {"before": Places(before), "after": Places(after)}
        self._shown = None

    @property
    def folder(self) -> str | None:
        """The temporary folder of the shadow trees, while there is one."""
        return None if self._shadows is None else self._shadows.folder

    @property
    def process_id(self) -> int | None:
        """The running process (the first one), while there is one."""
        return self._lanes[0].process_id

    @property
    def inferred(self) -> int:
        """How many questions a process had to work out; the others were known."""
        return sum(lane.inferred for lane in self._lanes)

    @property
    def restarts(self) -> int:
        """How often a process was ended or found dead."""
        return sum(lane.restarts for lane in self._lanes)

    @property
    def asked(self) -> int:
        return self._asked

    def ask(self, questions: Sequence[Question]) -> tuple[Targets, ...]:
        """Where each token leads."""
        answers: list[Targets] = []
        for question, outcome in zip(questions, self._outcomes("targets", questions, ()), strict=True):
            if isinstance(outcome, Unanswered):
                answers.append(outcome)
            else:
                places = self._places[question.side]
                targets = {places.target(found) for found in outcome["targets"]}
                answers.append(tuple(sorted(targets, key=_reading_order)))
        return tuple(answers)

    def types_of(self, questions: Sequence[Question], names: Sequence[str] = ()) -> tuple[Types, ...]:
        """What the expression that ends at each place may be, and which of `names` it defines."""
        answers: list[Types] = []
        for question, outcome in zip(questions, self._outcomes("types", questions, names), strict=True):
            if isinstance(outcome, Unanswered):
                answers.append(outcome)
            else:
                places = self._places[question.side]
                answers.append(tuple(places.type_info(found) for found in outcome["types"]))
        return tuple(answers)

    def close(self) -> None:
        """End the process and remove the folders. A later question starts them again."""
        for lane in self._lanes:
            lane.stop()
        if self._shadows is not None:
            self._shadows.remove()
            self._shadows = None
            self._shown = None

    def _outcomes(
        self, what: Literal["targets", "types"], questions: Sequence[Question], names: Sequence[str]
    ) -> list[Outcome]:
        """One outcome per question. The worlds take turns, load by load, so both get as far as the time."""
        self._asked += len(questions)
        begin = time.monotonic()
        end = begin + self._settings.batch_seconds
        outcomes: dict[int, Outcome] = {}
        for first in range(0, len(questions), _LOAD):
            numbers = range(first, min(first + _LOAD, len(questions)))
            for side, places in self._places.items():
                asks = {
                    number: self._ask(what, questions[number], names)
                    for number in numbers
                    if questions[number].side == side
                }
                todo: dict[Key, Ask] = {}
                for ask in asks.values():
                    if ask is not None and self._memory.recall(places.world, ask) is None:
                        todo[key_of(ask)] = ask
                inferred = dict(zip(todo, self._infer(list(todo.values()), begin, end), strict=True))
                for key, outcome in inferred.items():
                    if not isinstance(outcome, Unanswered):
                        self._memory.keep(places.world, todo[key], outcome)
                for number, ask in asks.items():
                    outcomes[number] = _nothing(what)
                    if ask is not None:
                        known = inferred.get(key_of(ask)) or self._memory.recall(places.world, ask)
                        outcomes[number] = known or Unanswered("budget")
        return [_final(outcomes[number]) for number in range(len(questions))]

    def _ask(self, what: Literal["targets", "types"], question: Question, names: Sequence[str]) -> Ask | None:
        """The question as the process takes it; None when the world has no such place."""
        place = self._places[question.side].line_and_column(question.file, question.offset)
        if place is None:
            return None
        line, column = place
        return Ask(
            what=what,
            side=question.side,
            file=question.file,
            line=line,
            column=column,
            names=sorted(set(names)),
        )

    def _infer(self, asks: list[Ask], begin: float, end: float) -> list[Outcome]:
        """Put questions to the processes. Any but the first help once a batch turns out to be long."""
        if time.monotonic() >= end or not asks:
            return [Unanswered("budget") for _ in asks]
        shadows, worlds = self._showing()
        start = self._start()
        pieces = deque(range(0, len(asks), _PIECE))
        outcomes: dict[int, list[Outcome]] = {}

        def take_one(lane: Lane) -> bool:
            try:
                first = pieces.popleft()
            except IndexError:
                return False
            piece = asks[first : first + _PIECE]
            outcomes[first] = lane.infer(piece, worlds=worlds, folder=shadows.folder, start=start, end=end)
            return True

        def take_all(lane: Lane) -> None:
            while take_one(lane):
                pass

        first_lane, *helpers = self._lanes
        threads: list[threading.Thread] = []
        while take_one(first_lane):
            if not threads and len(pieces) > 1 and time.monotonic() - begin > _HELP_AFTER_SECONDS:
                threads = [threading.Thread(target=take_all, args=(lane,)) for lane in helpers]
                for thread in threads:
                    thread.start()
        for thread in threads:
            thread.join()
        return [outcome for first in sorted(outcomes) for outcome in outcomes[first]]

    def _showing(self) -> tuple[Shadows, Worlds]:
        """The shadow trees, holding the worlds."""
        if self._shadows is None:
            self._shadows = Shadows()
            self._shown = None
        if self._shown is None:
            before, after = self._places["before"].world, self._places["after"].world
            self._shown = self._shadows.show(before, after, self._settings)
        return self._shadows, self._shown

    def _start(self) -> Start:
        workspace = disk_root(self._places["before"].world) or disk_root(self._places["after"].world)
        return Start(
            cache_folder=cache_folder(self._settings, workspace),
            memory_bytes=self._settings.memory_bytes,
            trusted=self._settings.trusted,
            interpreter=self._settings.interpreter if self._settings.trusted else None,
        )


def _nothing(what: Literal["targets", "types"]) -> Reply:
    return Reply(targets=[]) if what == "targets" else Reply(types=[])


def _final(outcome: Outcome) -> Outcome:
    if isinstance(outcome, Unanswered):
        return outcome
    return Unanswered(outcome["unanswered"]) if "unanswered" in outcome else outcome


def _reading_order(target: Target) -> tuple[str, int, int, str, str, str]:
    return target.file or "", target.start, target.end, target.name, target.kind, target.full_name
