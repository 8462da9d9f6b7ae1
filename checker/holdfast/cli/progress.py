"""A progress bar for long work: on standard error, only on a terminal, only after half a second."""

from __future__ import annotations

import sys
import time
from typing import TextIO

_DELAY = 0.5
_INTERVAL = 0.1
_WIDTH = 30


class Progress:
    """Call it with (done, total); leave the `with` to wipe the bar away."""

    def __init__(self, label: str, stream: TextIO | None = None) -> None:
        self._label = label
        self._stream = sys.stderr if stream is None else stream
        self._shown = False
        self._next = time.monotonic() + _DELAY
        self._terminal = self._stream.isatty()

    def __call__(self, done: int, total: int) -> None:
        if not self._terminal or total <= 0:
            return
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _INTERVAL
        filled = _WIDTH * min(done, total) // total
        bar = "#" * filled + "." * (_WIDTH - filled)
        self._stream.write(f"\r{self._label} [{bar}] {done}/{total}\x1b[K")
        self._stream.flush()
        self._shown = True

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
