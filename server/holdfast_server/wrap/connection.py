"""What the two directions of a wrapped connection share. The one owner of all that changes."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from holdfast.wire.frames import Frame, encode

from holdfast_server.desk.desk import Desk
from holdfast_server.desk.hold import Hold
from holdfast_server.desk.quick_fixes import Commands
from holdfast_server.judge.process import Judge
from holdfast_server.judgement import Wish
from holdfast_server.link import Link
from holdfast_server.session.session import Session
from holdfast_server.settings import Settings
from holdfast_server.streams import Writer
from holdfast_server.wrap.diagnostics import TheirDiagnostics, together
from holdfast_server.wrap.pending import Pending

#: Commands and edits that were offered in menus and may still be chosen.
_MOST_OFFERS: Final = 500
#: More edits than this at once are not a person's doing; the rest passes.
MOST_HOLDS: Final = 32
#: Servers send the edit of a command before or shortly after they answer it.
_COMMAND_SECONDS: Final = 5.0


#: Who sent a request, and its id: ids of editor and server are counted apart.
Identity: TypeAlias = tuple[Literal["editor", "server"], int | str | None]


@dataclass(frozen=True, slots=True)
class Offer:
    """An edit in a menu that has not been checked yet, or was found unsafe."""

    edit: Mapping[str, Any]
    wish: Wish


class Connection:
    def __init__(self, to_editor: Writer, to_server: Writer, settings: Settings | None = None) -> None:
        self.to_editor = to_editor
        self.to_server = to_server
        self.session = Session(settings)
        self.judge = Judge()
        self.editor_link = Link(to_editor)
        self.server_link = Link(to_server)
        self.desk = Desk(self.session, self.judge, self)
        self.commands = Commands(secrets.token_hex(4))
        self.pending = Pending()
        self.theirs = TheirDiagnostics()
        self.capabilities: Mapping[str, Any] = {}
        #: Where the user last asked for code actions.
        self.last_place: tuple[str | None, Mapping[str, Any] | None] = (None, None)
        self.last_wish: Wish | None = None
        self._publishing = threading.Lock()
        self._lock = threading.Lock()
        self._holds: dict[Identity, Hold] = {}
        self._announced: OrderedDict[str, Wish] = OrderedDict()
        self._offers: OrderedDict[int, Offer] = OrderedDict()
        self._offered = 0
        self._running: tuple[Wish, float] | None = None

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        self.editor_link.notify(method, params)

    def request(self, method: str, params: Mapping[str, Any]) -> Any:
        return self.editor_link.request(method, params)

    def publish(self, uri: str, ours: list[dict[str, Any]]) -> None:
        with self._publishing:
            params = self.theirs.params(self.session.snapshot().key(uri), uri)
            self.notify("textDocument/publishDiagnostics", together(params, ours))

    def publish_theirs(self, frame: Frame, fields: Mapping[str, Any]) -> None:
        """The server's diagnostics of a document, with ours where there are any."""
        params = fields.get("params")
        uri = params.get("uri") if isinstance(params, Mapping) else None
        if not isinstance(params, Mapping) or not isinstance(uri, str):
            self.to_editor.write(frame.raw)
            return
        snapshot = self.session.snapshot()
        with self._publishing:
            self.theirs.heard(snapshot.key(uri), params)
            ours = self.desk.shown.diagnostics(uri, snapshot)
            raw = encode({**fields, "params": together(params, ours)}).raw if ours else frame.raw
            self.to_editor.write(raw)

    def begin_hold(self, identity: Identity) -> Hold | None:
        """A hold on a message; None when there are too many."""
        with self._lock:
            if len(self._holds) >= MOST_HOLDS:
                return None
            hold = self._holds[identity] = Hold()
            return hold

    def end_hold(self, identity: Identity, hold: Hold) -> None:
        with self._lock:
            if self._holds.get(identity) is hold:
                del self._holds[identity]

    def cancel_hold(self, identity: Identity) -> None:
        with self._lock:
            hold = self._holds.get(identity)
        if hold is not None:
            hold.cancel()

    def holds(self) -> int:
        return len(self._holds)

    def announce(self, command: object, wish: Wish) -> None:
        """A menu offers a command that refactors."""
        with self._lock:
            self._announced[_command_key(command)] = wish
            if len(self._announced) > _MOST_OFFERS:
                self._announced.popitem(last=False)

    def announced(self, command: object) -> Wish | None:
        with self._lock:
            return self._announced.get(_command_key(command))

    def offer(self, offer: Offer) -> int:
        with self._lock:
            self._offered += 1
            self._offers[self._offered] = offer
            if len(self._offers) > _MOST_OFFERS:
                self._offers.popitem(last=False)
            return self._offered

    def offered(self, number: object) -> Offer | None:
        with self._lock:
            return self._offers.get(number) if isinstance(number, int) else None

    def command_begins(self, wish: Wish) -> None:
        with self._lock:
            self._running = wish, float("inf")

    def command_ended(self) -> None:
        with self._lock:
            if self._running is not None:
                self._running = self._running[0], time.monotonic() + _COMMAND_SECONDS

    def running_command(self) -> Wish | None:
        """The refactoring whose command runs or has just run."""
        with self._lock:
            running = self._running
        return running[0] if running is not None and time.monotonic() < running[1] else None


def _command_key(command: object) -> str:
    if isinstance(command, Mapping):
        return json.dumps([command.get("command"), command.get("arguments") or []], sort_keys=True)
    return ""


def plain_id(value: object) -> int | str | None:
    """An id as it can be looked up; None for what cannot be one."""
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None
