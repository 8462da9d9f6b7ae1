"""The jedi process as Holdfast sees it: started, asked, waited for with patience that ends, replaced.

Knows nothing of worlds or of what the answers mean. The child inherits no Python settings from the
environment, starts in a folder of our own and has only Holdfast, jedi and parso to import at its start;
it ends when its standard input does, that is also when this process dies.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import queue
import subprocess
import sys
import threading
from typing import Any, Final

_PROGRAM: Final = """
import sys
standard_library = list(sys.path)
sys.path[:0] = {paths!r}
from holdfast.resolve.worker.main import main
main(standard_library)
"""


class WorkerGoneError(Exception):
    """The process ended before it answered."""


class WorkerSilentError(Exception):
    """The process did not answer in time."""


class WorkerProcess:
    """One running jedi process."""

    __slots__ = ("_lines", "_process")

    def __init__(self, folder: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-s", "-S", "-P", "-c", _PROGRAM.format(paths=_package_folders())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=_environment(),
        )
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, message: object) -> None:
        stream = self._process.stdin
        assert stream is not None
        try:
            stream.write(json.dumps(message).encode() + b"\n")
            stream.flush()
        except (OSError, ValueError):
            raise WorkerGoneError from None

    def receive(self, seconds: float) -> Any:
        """The next message, or one of the two exceptions above."""
        try:
            line = self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise WorkerSilentError from None
        if line is None:
            raise WorkerGoneError
        return json.loads(line)

    def stop(self) -> None:
        """End the process now. It holds nothing that is worth a farewell."""
        stream = self._process.stdin
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
        self._process.kill()
        self._process.wait()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        with contextlib.suppress(OSError, ValueError), stream:
            for line in stream:
                if not line.endswith(b"\n"):
                    break
                self._lines.put(line)
        self._lines.put(None)


def _package_folders() -> list[str]:
    """Where the child finds Holdfast, jedi and parso: the folders from which this process has them."""
    folders = []
    for package in ("holdfast", "jedi", "parso"):
        spec = importlib.util.find_spec(package)
        if spec is None or spec.origin is None:
            raise RuntimeError(f"{package} is not installed beside Holdfast")
        folders.append(os.path.dirname(os.path.dirname(os.path.abspath(spec.origin))))
    return list(dict.fromkeys(folders))


def _environment() -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    # Sets of strings have one order in every run.
    return {**inherited, "PYTHONHASHSEED": "0"}
