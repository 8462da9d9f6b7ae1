"""A message that is being held back: whoever wants it cancelled can wake whoever works on it."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

_T = TypeVar("_T")


class Hold:
    """One held message. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: Future[Any] | None = None
        self._cancelled = False

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            waiting = self._waiting
        if waiting is not None:
            waiting.cancel()

    def wait(self, future: Future[_T], seconds: float | None) -> _T:
        """The result; `TimeoutError` when it takes longer, `CancelledError` when nobody wants it any more."""
        with self._lock:
            if self._cancelled:
                raise CancelledError
            self._waiting = future
        try:
            return future.result(seconds)
        finally:
            with self._lock:
                self._waiting = None
