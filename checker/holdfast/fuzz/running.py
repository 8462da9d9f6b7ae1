"""Running generated programs in a process of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from types import TracebackType

from holdfast.fuzz.from_memory import Run


class Runner:
    """Owns the process; start-up is paid once. Use as a context manager."""

    def __init__(self, python: str = sys.executable, seconds: float = 5.0) -> None:
        self._seconds = seconds
        self._process = subprocess.Popen(
            [python, "-m", "holdfast.fuzz.run_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, files: Mapping[str, str], entry: str, seconds: float | None = None) -> Run:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        message = {"files": dict(files), "entry": entry, "seconds": seconds or self._seconds}
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return Run(answer["output"], answer["ended"])

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
