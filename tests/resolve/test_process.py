"""The life of the jedi process: late start, patience that ends, replacement, no orphans."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from holdfast.python.questions import Question, Unanswered
from holdfast.resolve import Resolver
from holdfast.resolve import lane as lane_module
from holdfast.resolve import resolver as resolver_module
from holdfast.resolve.process import WorkerGoneError, WorkerSilentError
from resolve.conftest import Opener
from resolve.marked import Marked, marked, places_of

CLASSES = "".join(f"class C{number}:\n    m{number} = 1\n\nC{number}().«m{number}»\n" for number in range(12))


@pytest.fixture
def case() -> Marked:
    return marked({"a.py": CLASSES})


def everything(case: Marked) -> list[Question]:
    return [case.question("a.py", number) for number in range(12)]


def lines(case: Marked, answers: tuple[Any, ...]) -> list[int | str]:
    return [
        answer.reason if isinstance(answer, Unanswered) else places_of(case.world, answer)[0][1]
        for answer in answers
    ]


ALL_LINES: list[int | str] = [2 + 4 * number for number in range(12)]


def test_nothing_starts_before_the_first_question(resolver: Opener, case: Marked) -> None:
    one = resolver(case.world)
    assert one.ask([]) == ()
    assert (one.process_id, one.folder) == (None, None)
    one.ask(everything(case)[:1])
    assert one.process_id is not None


def test_a_killed_process_is_replaced(resolver: Opener, case: Marked) -> None:
    one = resolver(case.world)
    one.ask(everything(case)[:1])
    assert one.process_id is not None
    os.kill(one.process_id, signal.SIGKILL)
    assert lines(case, one.ask(everything(case))) == ALL_LINES
    assert one.restarts == 1


def test_a_kill_in_the_middle_of_a_batch_changes_no_answer(resolver: Opener, case: Marked) -> None:
    """One kill, wherever it falls: a second one on the same question would rightly be a crash."""
    for delay in (0.0, 0.3, 0.6):
        one = resolver(case.world)

        def kill_once(victim: Resolver = one, delay: float = delay) -> None:
            while victim.process_id is None:
                time.sleep(0.002)
            time.sleep(delay)
            if (process := victim.process_id) is not None:
                os.kill(process, signal.SIGKILL)

        killer = threading.Thread(target=kill_once)
        killer.start()
        answers = one.ask(everything(case))
        killer.join()
        assert lines(case, answers) == ALL_LINES


def test_too_much_memory_gets_a_new_process_and_the_same_answers(resolver: Opener, case: Marked) -> None:
    one = resolver(case.world, memory_bytes=1)
    assert lines(case, one.ask(everything(case)[:6])) == ALL_LINES[:6]
    assert one.process_id is None
    assert lines(case, one.ask(everything(case)[6:])) == ALL_LINES[6:]
    assert one.restarts == 2


def test_a_batch_without_time_starts_nothing(resolver: Opener, case: Marked) -> None:
    one = resolver(case.world, batch_seconds=0.0)
    assert lines(case, one.ask(everything(case))) == ["budget"] * 12
    assert one.process_id is None


def test_a_question_that_takes_too_long_is_given_up(
    resolver: Opener, case: Marked, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = resolver(case.world, question_seconds=0.0)
    assert lines(case, one.ask(everything(case)[:2])) == ["budget", "budget"]
    assert (one.restarts, one.inferred) == (2, 0)
    # The same by computing time, while the patience would last.
    monkeypatch.setattr(lane_module, "_PATIENCE", 1e6)
    other = resolver(case.world, question_seconds=0.001)
    assert lines(case, other.ask(everything(case)[:2])) == ["budget", "budget"]
    assert (other.restarts, other.inferred) == (2, 0)


def test_several_processes_give_the_same_answers(
    resolver: Opener, case: Marked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolver_module, "_HELP_AFTER_SECONDS", 0.0)
    monkeypatch.setattr(resolver_module, "_PIECE", 1)
    one = resolver(case.world, processes=3)
    assert lines(case, one.ask(everything(case))) == ALL_LINES
    assert one.inferred == 12
    one.close()
    assert one.restarts == 3


class FakeWorker:
    """A process that answers every question with nothing, except where a test has other plans."""

    plan: Callable[[int, int], None]
    started = 0

    def __init__(self, folder: str) -> None:
        type(self).started += 1
        self.pid = 0
        self._questions: list[Any] = []

    def send(self, message: Any) -> None:
        self._questions = list(message.get("questions", ()))

    def receive(self, seconds: float) -> Any:
        if not self._questions:
            return {"memory": 0}
        question = self._questions.pop(0)
        type(self).plan(question["line"], type(self).started)
        return {"targets": [], "read": []}

    def stop(self) -> None:
        pass


def outcomes_with(
    plan: Callable[[int, int], None], resolver: Opener, case: Marked, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[object], int]:
    fake: Any = type("Planned", (FakeWorker,), {"plan": staticmethod(plan), "started": 0})
    monkeypatch.setattr(lane_module, "WorkerProcess", fake)
    answers = resolver(case.world).ask(everything(case)[:4])
    return [answer.reason if isinstance(answer, Unanswered) else answer for answer in answers], fake.started


def test_a_question_that_ends_the_process_is_asked_once_more(
    resolver: Opener, case: Marked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die_once(line: int, started: int) -> None:
        if line == 8 and started == 1:
            raise WorkerGoneError

    def die_always(line: int, started: int) -> None:
        if line == 8:
            raise WorkerGoneError

    def never_answer(line: int, started: int) -> None:
        if line == 8:
            raise WorkerSilentError

    assert outcomes_with(die_once, resolver, case, monkeypatch) == ([(), (), (), ()], 2)
    assert outcomes_with(die_always, resolver, case, monkeypatch) == ([(), "crash", (), ()], 3)
    assert outcomes_with(never_answer, resolver, case, monkeypatch) == ([(), "budget", (), ()], 2)


def test_a_process_that_does_not_start_is_tried_twice(
    resolver: Opener, case: Marked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    one = resolver(case.world)
    assert lines(case, one.ask(everything(case))) == ["crash"] * 12
    assert one.restarts == 2


ORPHAN = """
import os, signal
from holdfast.python.questions import Question
from holdfast.resolve import Resolver, ResolverSettings
from holdfast.text.world import World
world = World.of({"a.py": "import os\\nos.getcwd\\n"})
resolver = Resolver(world, world, ResolverSettings(cache_folder=""))
resolver.ask([Question("before", "a.py", 7)])
print(resolver.process_id, resolver.folder, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_the_process_ends_with_its_parent() -> None:
    child = subprocess.run([sys.executable, "-c", ORPHAN], capture_output=True, text=True, check=False)
    pid, folder = child.stdout.split()
    for _ in range(100):
        if not _runs(int(pid)):
            break
        time.sleep(0.05)
    import shutil

    shutil.rmtree(folder)
    assert not _runs(int(pid))


def _runs(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stream:
            return stream.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
