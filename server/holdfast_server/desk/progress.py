"""A progress bar in the editor for a check that takes a while."""

from __future__ import annotations

import threading
import uuid
from typing import Any, Final

from holdfast_server.desk.client import Client
from holdfast_server.desk.hold import Hold
from holdfast_server.judge.process import Ticket
from holdfast_server.session.features import Features

#: A check that is done by then shows no bar.
_DELAY_SECONDS: Final = 0.7
_STEP_SECONDS: Final = 0.5


class Progress:
    """Begins by itself after a moment; `end` is safe to call more than once."""

    def __init__(
        self,
        client: Client,
        title: str,
        *,
        features: Features,
        hold: Hold,
        ticket: Ticket,
        running: dict[str, Hold],
    ) -> None:
        self._client = client
        self._title = title
        self._ticket = ticket
        self._hold = hold
        #: Running bars by token, so that the editor's cancel button finds its check.
        self._running = running
        self._token = f"holdfast-{uuid.uuid4().hex}"
        self._done = threading.Event()
        if features.progress:
            threading.Thread(target=self._run, name="holdfast-progress", daemon=True).start()

    def end(self) -> None:
        self._done.set()

    def _run(self) -> None:
        if self._done.wait(_DELAY_SECONDS):
            return
        self._client.request("window/workDoneProgress/create", {"token": self._token})
        self._running[self._token] = self._hold
        try:
            self._send({"kind": "begin", "title": self._title, "cancellable": True})
            while not self._done.wait(_STEP_SECONDS):
                done, total = self._ticket.progress
                if total:
                    percentage = min(100, 100 * done // total)
                    self._send(
                        {"kind": "report", "message": f"{done} of {total} files", "percentage": percentage}
                    )
            self._send({"kind": "end"})
        finally:
            self._running.pop(self._token, None)

    def _send(self, value: dict[str, Any]) -> None:
        self._client.notify("$/progress", {"token": self._token, "value": value})
