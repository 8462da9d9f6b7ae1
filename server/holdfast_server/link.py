"""Our own messages among those of editor and server: ids that cannot collide, answers that find their way."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import Any, Final

from holdfast.wire.frames import Message, encode

from holdfast_server.streams import Writer

#: Questions that nobody answers are forgotten, the oldest first.
_MOST: Final = 1_000


class Link:
    """Requests of ours to one side. Our ids carry a random token, so no id of anybody else equals one."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._prefix = f"holdfast-{secrets.token_hex(16)}-"
        self._lock = threading.Lock()
        self._number = 0
        self._waiting: dict[str, Future[Any]] = {}

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        self._writer.write(encode({"jsonrpc": "2.0", "method": method, "params": params}).raw)

    def request(self, method: str, params: Mapping[str, Any]) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            self._number += 1
            identity = f"{self._prefix}{self._number}"
            self._waiting[identity] = future
            if len(self._waiting) > _MOST:
                self._waiting.pop(next(iter(self._waiting))).cancel()
        self._writer.write(encode({"jsonrpc": "2.0", "id": identity, "method": method, "params": params}).raw)
        return future

    @property
    def waits(self) -> bool:
        return bool(self._waiting)

    def is_ours(self, message: Message) -> bool:
        """Whether a message answers, or speaks of, a request of ours."""
        identity = message.id
        return isinstance(identity, str) and identity.startswith(self._prefix)

    def answered(self, message: Message) -> None:
        with self._lock:
            future = self._waiting.pop(str(message.id), None)
        if future is not None:
            with suppress(InvalidStateError):
                future.set_result(message.fields.get("result"))
