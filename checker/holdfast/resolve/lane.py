"""One jedi process and its questions, in order, through crashes and silences.

A lane knows what its process must be told and replaces the process as often as need be. It does not know
what the answers mean. Since each answer depends on its question and the worlds alone, it does not matter
which lane a question goes through.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from holdfast.python.questions import Unanswered
from holdfast.resolve.messages import Ask, Reply, Request, Start, Worlds
from holdfast.resolve.process import WorkerGoneError, WorkerProcess, WorkerSilentError
from holdfast.resolve.settings import ResolverSettings

#: A process that does not come up in this time never will.
_START_SECONDS: Final = 60.0

#: The limit of a question is computing time, so that a busy machine changes no answer. Where the system
#: cannot measure that, or the process hangs, so many times as long is waited.
_PATIENCE: Final = 4.0

#: What is known about one question: a reply of the process, or why there is none.
Outcome = Reply | Unanswered


class Lane:
    """The process, started with the first question."""

    __slots__ = ("_settings", "_told", "_vain_until", "_worker", "inferred", "restarts")

    def __init__(self, settings: ResolverSettings) -> None:
        self._settings = settings
        self._worker: WorkerProcess | None = None
        #: What the running process was told about the worlds.
        self._told: Worlds | None = None
        #: Until the end of that batch there is no use in starting a process.
        self._vain_until = 0.0
        self.inferred = 0
        self.restarts = 0

    @property
    def process_id(self) -> int | None:
        return None if self._worker is None else self._worker.pid

    def infer(
        self, asks: list[Ask], *, worlds: Worlds, folder: str, start: Start, end: float
    ) -> list[Outcome]:
        """An outcome for each question. A question that ends the process is put once more to a new one."""
        outcomes: list[Outcome] = []
        lives_lost = 0
        while len(outcomes) < len(asks):
            rest = asks[len(outcomes) :]
            if time.monotonic() >= end:
                return outcomes + [Unanswered("budget")] * len(rest)
            worker = self._ready_worker(worlds, folder, start)
            if worker is None:
                self._vain_until = end
                return outcomes + [Unanswered("crash")] * len(rest)
            try:
                for outcome in self._exchange(worker, rest, end):
                    outcomes.append(outcome)
                    lives_lost = 0
            except WorkerSilentError:
                self.stop()
                outcomes.append(Unanswered("budget"))
            except WorkerGoneError:
                self.stop()
                lives_lost += 1
                if lives_lost == 2:
                    outcomes.append(Unanswered("crash"))
                    lives_lost = 0
        return outcomes

    def stop(self) -> None:
        """End the process; the next question starts another."""
        if self._worker is not None:
            self._worker.stop()
            self._worker = None
            self.restarts += 1

    def _exchange(self, worker: WorkerProcess, asks: list[Ask], end: float) -> Iterator[Reply]:
        seconds = self._settings.question_seconds
        worker.send(Request(questions=asks, seconds=seconds))
        for _ in asks:
            reply: Reply = worker.receive(min(_PATIENCE * seconds, end - time.monotonic()))
            if reply.get("unanswered") == "budget":
                # The process has ended itself.
                self.stop()
                yield reply
                return
            self.inferred += 1
            yield reply
        try:
            memory = worker.receive(_PATIENCE * seconds)["memory"]
        except (WorkerGoneError, WorkerSilentError):
            memory = self._settings.memory_bytes + 1
        if memory > self._settings.memory_bytes:
            self.stop()

    def _ready_worker(self, worlds: Worlds, folder: str, start: Start) -> WorkerProcess | None:
        """The process, running and told about the worlds; None when it does not even start."""
        for _ in range(2 if time.monotonic() >= self._vain_until else 0):
            try:
                if self._worker is None:
                    self._told = None
                    self._worker = WorkerProcess(folder)
                    self._worker.send(start)
                    self._worker.receive(_START_SECONDS)
                if self._told is not worlds:
                    self._worker.send(worlds)
                    self._told = worlds
                return self._worker
            except (WorkerGoneError, WorkerSilentError):
                self.stop()
        return None
