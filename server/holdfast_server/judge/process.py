"""The judging process as its owner sees it: started early, asked, cancelled, replaced when it dies or hangs.

Safe for several threads. The answer to a question is a future; a dead process fails its questions, and the
next question starts a new one with the whole state.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import Future, InvalidStateError
from typing import IO, Any, Final

from holdfast_server.judge.state import write_state
from holdfast_server.judgement import Failed, Verdict, Wish, read_verdict, write_wish
from holdfast_server.session.documents import Document
from holdfast_server.session.snapshot import Snapshot

_PROGRAM: Final = "import sys; sys.path[:] = {path!r}; from holdfast_server.judge.main import main; main()"
#: A check that does not heed a cancellation for so long is ended with its process.
_GRACE_SECONDS: Final = 3.0


class Ticket:
    """One question that was asked."""

    __slots__ = ("future", "number", "progress")

    def __init__(self, number: int) -> None:
        self.number = number
        self.future: Future[Verdict] = Future()
        #: Files done and files in scope, as far as known.
        self.progress: tuple[int, int] = (0, 0)

    def resolve(self, verdict: Verdict) -> None:
        with contextlib.suppress(InvalidStateError):
            self.future.set_result(verdict)


class Judge:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._known: Mapping[str, Document] = {}
        self._tickets: dict[int, Ticket] = {}
        self._number = 0
        self._closed = False
        #: How often a process was started.
        self.starts = 0

    @property
    def process_id(self) -> int | None:
        process = self._process
        return None if process is None else process.pid

    def warm(self, snapshot: Snapshot) -> Ticket:
        return self._ask(snapshot, {"ask": "warm"})

    def check(self, snapshot: Snapshot, edit: Mapping[str, Any], wish: Wish) -> Ticket:
        return self._ask(snapshot, {"ask": "check", "edit": edit, "wish": write_wish(wish)})

    def propose(self, snapshot: Snapshot, wish: Wish) -> Ticket:
        engine = snapshot.settings.engine
        return self._ask(snapshot, {"ask": "propose", "engine": engine, "wish": write_wish(wish)})

    def cancel(self, ticket: Ticket) -> None:
        """Give a question up. Its process is ended if it does not let go of it soon."""
        with self._lock:
            if ticket.number not in self._tickets:
                return
            with contextlib.suppress(OSError):
                self._write({"cancel": ticket.number})
        ticket.resolve(Failed("cancelled"))
        timer = threading.Timer(_GRACE_SECONDS, self._end_if_stuck, (ticket,))
        timer.daemon = True
        timer.start()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            process = self._process
        if process is None:
            return
        with contextlib.suppress(OSError, ValueError):
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _ask(self, snapshot: Snapshot, question: Mapping[str, Any]) -> Ticket:
        with self._lock:
            self._number += 1
            ticket = Ticket(self._number)
            if self._closed:
                ticket.resolve(Failed("Holdfast is ending"))
                return ticket
            try:
                self._start()
                self._tickets[ticket.number] = ticket
                state = write_state(snapshot, self._known)
                self._write({"id": ticket.number, "state": state, **question})
                self._known = snapshot.documents
            except OSError as error:
                self._tickets.pop(ticket.number, None)
                ticket.resolve(Failed(f"the checking process cannot be reached ({error})"))
        return ticket

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self._fail_all("the checking process ended")
        self._known = {}
        self.starts += 1
        self._process = process = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-c", _PROGRAM.format(path=sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        threading.Thread(target=self._listen, args=(process, process.stdout), daemon=True).start()

    def _write(self, message: Mapping[str, Any]) -> None:
        process = self._process
        if process is None or process.stdin is None:
            return
        try:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
        except ValueError as error:
            raise BrokenPipeError(str(error)) from None

    def _listen(self, process: subprocess.Popen[bytes], stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in stream:
                message = json.loads(line)
                with self._lock:
                    ticket = self._tickets.get(message["id"])
                    if "verdict" in message:
                        self._tickets.pop(message["id"], None)
                if ticket is None:
                    continue
                if "progress" in message:
                    done, total = message["progress"]
                    ticket.progress = (done, total)
                else:
                    ticket.resolve(read_verdict(message["verdict"]))
        process.wait()
        with self._lock:
            # A process that was replaced has had its questions failed by then.
            if process is self._process:
                self._fail_all(f"the checking process ended with code {process.returncode}")

    def _fail_all(self, reason: str) -> None:
        lost, self._tickets = self._tickets, {}
        for ticket in lost.values():
            ticket.resolve(Failed(reason, died=True))

    def _end_if_stuck(self, ticket: Ticket) -> None:
        with self._lock:
            stuck = ticket.number in self._tickets
            process = self._process
        if stuck and process is not None:
            process.kill()
