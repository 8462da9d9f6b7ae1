"""Running generated programs in a process of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import Any

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
        answer = self._ask(files, entry, seconds=seconds or self._seconds)
        return Run(answer["output"], answer["ended"])

    def reached(self, files: Mapping[str, str], entry: str) -> frozenset[tuple[str, int]]:
        """The lines that a run executes, by file and number; none where it does not end in time."""
        answer = self._ask(files, entry, seconds=self._seconds, reached=True)
        return frozenset((file, line) for file, line in answer.get("reached", ()))

    def _ask(self, files: Mapping[str, str], entry: str, **options: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"files": dict(files), "entry": entry, **options}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

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
