"""What one connection of the server alone owns."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future
from typing import Any

from holdfast_server.desk.desk import Decision, Desk, Refuse
from holdfast_server.desk.hold import Hold
from holdfast_server.desk.quick_fixes import Commands
from holdfast_server.judge.process import Judge
from holdfast_server.judgement import Failed, Proposed, Refused, Wish
from holdfast_server.link import Link
from holdfast_server.session.session import Session
from holdfast_server.streams import Writer


class State:
    """Implements the desk's `Client` for an editor that talks to nobody but us."""

    def __init__(self, writer: Writer) -> None:
        self.session = Session()
        self.judge = Judge()
        self.link = Link(writer)
        self.desk = Desk(self.session, self.judge, self)
        self.commands = Commands(secrets.token_hex(4))
        self.last_wish: Wish | None = None
        self._lock = threading.Lock()
        self._holds: dict[int | str, Hold] = {}

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        self.link.notify(method, params)

    def request(self, method: str, params: Mapping[str, Any]) -> Future[Any]:
        return self.link.request(method, params)

    def publish(self, uri: str, ours: list[dict[str, Any]]) -> None:
        self.notify("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": ours})

    def hold(self, identity: int | str) -> Hold:
        with self._lock:
            return self._holds.setdefault(identity, Hold())

    def release(self, identity: int | str) -> None:
        with self._lock:
            self._holds.pop(identity, None)

    def cancel(self, identity: object) -> None:
        with self._lock:
            hold = self._holds.get(identity) if isinstance(identity, int | str) else None
        if hold is not None:
            hold.cancel()

    def refactor(self, wish: Wish, hold: Hold) -> Decision:
        """Have an engine make the edit, and the desk decide about it."""
        snapshot = self.session.snapshot()
        ticket = self.judge.propose(snapshot, wish)
        try:
            proposed = hold.wait(ticket.future, snapshot.settings.patience)
        except TimeoutError:
            self.judge.cancel(ticket)
            return Refuse(f"{snapshot.settings.engine} did not answer in time")
        except CancelledError:
            self.judge.cancel(ticket)
            return Refuse("cancelled", cancelled=True, told=True)
        match proposed:
            case Proposed(edit, notes):
                for note in notes:
                    self.desk.tell(note)
                self.last_wish = wish
                return self.desk.deliver(edit, wish, hold)
            case Refused(message) | Failed(message):
                return Refuse(message)
            case _:
                return Refuse("an unexpected answer")
