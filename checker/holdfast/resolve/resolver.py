"""Answers about members of two worlds, from the jedi process.

Owns the process, the shadow trees and the answers so far; everything starts with the first question that
needs it. Every answer is worked out from the same state, so neither the order of the questions nor a
replaced process changes one. A question that ends the process is put once more to a new one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal

from holdfast.python.questions import Question, Target, Targets, Types, Unanswered
from holdfast.resolve.memory import Memory
from holdfast.resolve.messages import Ask, Reply, Request, Start, Worlds
from holdfast.resolve.places import Places
from holdfast.resolve.process import WorkerGoneError, WorkerProcess, WorkerSilentError
from holdfast.resolve.settings import ResolverSettings, cache_folder
from holdfast.resolve.shadows import Shadows, disk_root
from holdfast.text.world import World

#: So many questions travel together; memory is looked at after each load.
_LOAD: Final = 64
#: A process that does not come up in this time never will.
_START_SECONDS: Final = 60.0

#: What is known about one question: a reply of the process, or why there is none.
_Outcome = Reply | Unanswered


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
        self._worker: WorkerProcess | None = None
        #: What the process was told; None when it must be told anew.
        self._shown: Worlds | None = None
        self._asked = 0
        #: How many questions the process had to work out, and how often it was replaced.
        self.inferred = 0
        self.restarts = 0
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
        """The running process, while there is one."""
        return None if self._worker is None else self._worker.pid

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
        self._stop_worker()
        if self._shadows is not None:
            self._shadows.remove()
            self._shadows = None
            self._shown = None

    def _outcomes(
        self, what: Literal["targets", "types"], questions: Sequence[Question], names: Sequence[str]
    ) -> list[_Outcome]:
        """One outcome per question. The worlds take turns, load by load, so both get as far as the time."""
        self._asked += len(questions)
        end = time.monotonic() + self._settings.batch_seconds
        outcomes: dict[int, _Outcome] = {}
        for first in range(0, len(questions), _LOAD):
            numbers = range(first, min(first + _LOAD, len(questions)))
            for side in ("before", "after"):
                todo: dict[int, Ask] = {}
                for number in numbers:
                    if questions[number].side == side:
                        ask = self._ask(what, questions[number], names)
                        known = () if ask is None else self._memory.recall(self._places[side].world, ask)
                        if ask is None or known:
                            outcomes[number] = known or _nothing(what)
                        else:
                            todo[number] = ask
                for number, outcome in zip(todo, self._infer(list(todo.values()), end), strict=True):
                    if not isinstance(outcome, Unanswered):
                        self._memory.keep(self._places[side].world, todo[number], outcome)
                    outcomes[number] = outcome
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

    def _infer(self, asks: list[Ask], end: float) -> list[_Outcome]:
        """Put questions to the process, in order, replacing it as often as need be."""
        outcomes: list[_Outcome] = []
        lives_lost = 0
        while len(outcomes) < len(asks):
            if time.monotonic() >= end:
                outcomes.extend(Unanswered("budget") for _ in asks[len(outcomes) :])
                break
            worker = self._ready_worker()
            if worker is None:
                outcomes.extend(Unanswered("crash") for _ in asks[len(outcomes) :])
                break
            try:
                for outcome in self._exchange(worker, asks[len(outcomes) :], end):
                    outcomes.append(outcome)
                    lives_lost = 0
            except WorkerSilentError:
                self._stop_worker()
                outcomes.append(Unanswered("budget"))
            except WorkerGoneError:
                self._stop_worker()
                lives_lost += 1
                if lives_lost == 2:
                    outcomes.append(Unanswered("crash"))
                    lives_lost = 0
        return outcomes

    def _exchange(self, worker: WorkerProcess, asks: list[Ask], end: float) -> Iterator[Reply]:
        worker.send(Request(questions=asks))
        for _ in asks:
            reply: Reply = worker.receive(min(self._settings.question_seconds, end - time.monotonic()))
            self.inferred += 1
            yield reply
        try:
            memory = worker.receive(self._settings.question_seconds)["memory"]
        except (WorkerGoneError, WorkerSilentError):
            memory = self._settings.memory_bytes + 1
        if memory > self._settings.memory_bytes:
            self._stop_worker()

    def _ready_worker(self) -> WorkerProcess | None:
        """The process, running and told about the worlds; None when it does not even start."""
        if self._shadows is None:
            self._shadows = Shadows()
        told = self._worker is not None and self._shown is not None
        if self._shown is None:
            self._shown = self._shadows.show(
                self._places["before"].world, self._places["after"].world, self._settings
            )
        for _ in range(2):
            try:
                if self._worker is None:
                    self._worker = WorkerProcess(self._shadows.folder, self._start())
                    self._worker.receive(_START_SECONDS)
                    told = False
                if not told:
                    self._worker.send(self._shown)
                return self._worker
            except (WorkerGoneError, WorkerSilentError):
                self._stop_worker()
        return None

    def _start(self) -> Start:
        workspace = disk_root(self._places["before"].world) or disk_root(self._places["after"].world)
        return Start(
            cache_folder=cache_folder(self._settings, workspace),
            memory_bytes=self._settings.memory_bytes,
            trusted=self._settings.trusted,
            interpreter=self._settings.interpreter if self._settings.trusted else None,
        )

    def _stop_worker(self) -> None:
        if self._worker is not None:
            self._worker.stop()
            self._worker = None
            self.restarts += 1


def _nothing(what: Literal["targets", "types"]) -> Reply:
    return Reply(targets=[]) if what == "targets" else Reply(types=[])


def _final(outcome: _Outcome) -> _Outcome:
    if isinstance(outcome, Unanswered):
        return outcome
    return Unanswered(outcome["unanswered"]) if "unanswered" in outcome else outcome


def _reading_order(target: Target) -> tuple[str, int, int, str, str, str]:
    return target.file or "", target.start, target.end, target.name, target.kind, target.full_name
