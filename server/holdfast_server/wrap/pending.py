"""Requests that went through and whose answers matter to us."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

#: A server that never answers must not make us remember everything that it was asked.
_MOST: Final = 10_000


@dataclass(frozen=True, slots=True)
class Tracked:
    """A request of the editor that waits for the server's answer."""

    method: str
    params: Mapping[str, Any] = field(default_factory=dict)


class Pending:
    """Requests by id, first in first out where a client uses one id twice. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tracked: OrderedDict[int | str, list[Tracked]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._tracked)

    def add(self, identity: int | str, tracked: Tracked) -> None:
        with self._lock:
            self._tracked.setdefault(identity, []).append(tracked)
            if len(self._tracked) > _MOST:
                self._tracked.popitem(last=False)

    def take(self, identity: int | str | None) -> Tracked | None:
        if identity is None:
            return None
        with self._lock:
            waiting = self._tracked.get(identity)
            if not waiting:
                return None
            first = waiting.pop(0)
            if not waiting:
                del self._tracked[identity]
            return first

    def __len__(self) -> int:
        return len(self._tracked)
