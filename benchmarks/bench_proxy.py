"""What the proxy adds to a message that it passes on, in milliseconds.

An echoing server is asked directly and through `holdfast-server --wrap`, in turns, with small messages, with
messages of 100 kB and while a check is running; the added time is the difference of the medians of the round
trip, which passes the proxy twice. Two direct connections against each other are the control: what they differ
by is the machine's noise. Tails are not reported, since on a busy machine they are its tails. Prints `name value bar ok|MISSED` lines and exits with 1 when a bar is missed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from holdfast.wire.frames import Frame, FrameReader, Message, encode

#: Added to a message, that is to half a round trip.
HIGHEST_MEDIAN_MS = 2.0
ROUNDS = 600

_ECHO = """
import os, sys
from holdfast.wire.frames import FrameReader, encode
reader = FrameReader()
while data := os.read(0, 65536):
    for frame in reader.feed(data):
        fields = frame.content().fields
        if fields.get("method") == "exit":
            sys.exit(0)
        if "id" in fields and "method" in fields:
            params = fields.get("params") or {}
            result = {"capabilities": {"renameProvider": True}} if fields["method"] == "initialize" else params.get("echo")
            data = encode({"jsonrpc": "2.0", "id": fields["id"], "result": result}).raw
            while data:
                data = data[os.write(1, data):]
"""
_PROGRAM = "def f(limit):\n    return limit * ceiling\n\n\n"


class Connection:
    """A server and one question at a time."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._reader = FrameReader()
        self._number = 0
        #: Ids of answers that nobody waited for.
        self.others: list[int | str | None] = []

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        data = encode({"jsonrpc": "2.0", **message}).raw
        while data:
            data = data[self.process.stdin.write(data) :]

    def ask(self, method: str, params: Any) -> Any:
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        return self.answer(self._number)

    def answer(self, number: int) -> Any:
        assert self.process.stdout is not None
        while True:
            for item in self._reader.feed(os.read(self.process.stdout.fileno(), 1 << 20)):
                content = item.content() if isinstance(item, Frame) else None
                if isinstance(content, Message) and content.method is None:
                    if content.id == number:
                        return content.fields.get("result")
                    self.others.append(content.id)

    def close(self) -> None:
        self.send({"method": "exit"})
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(20)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "pyproject.toml").write_text("")
        (root / "app.py").write_text("ceiling = 1\n" + _PROGRAM * 2_000)
        direct = Connection([sys.executable, "-c", _ECHO])
        control = Connection([sys.executable, "-c", _ECHO])
        wrapped = Connection(
            [sys.executable, "-m", "holdfast_server.main", "--wrap", "--", sys.executable, "-c", _ECHO]
        )
        params = {
            "rootUri": root.as_uri(),
            "capabilities": {},
            "initializationOptions": {"holdfast": {"budget": 60}},
        }
        for each in (direct, control, wrapped):
            each.ask("initialize", params)
            each.send({"method": "initialized", "params": {}})
        time.sleep(2.0)
        missed = 0
        for name, size in (("small", 50), ("large", 100_000)):
            missed += report(name, *measured(direct, wrapped, "x" * size))
            report(f"{name}_control", *measured(direct, control, "x" * size))
        missed += report("checking", *measured_while_checking(direct, wrapped, root))
        for each in (direct, control, wrapped):
            each.close()
    return 1 if missed else 0


def measured(direct: Connection, wrapped: Connection, text: str) -> tuple[list[float], list[float]]:
    """Round trips in milliseconds, in turns, so that a busy machine is busy for both."""
    times: tuple[list[float], list[float]] = ([], [])
    pairs = list(zip((direct, wrapped), times, strict=True))
    for _ in range(ROUNDS):
        # Whoever goes first changes, since the first finds the machine in another state.
        pairs.reverse()
        for connection, found in pairs:
            start = time.perf_counter()
            assert connection.ask("test/echo", {"echo": text}) == text
            found.append((time.perf_counter() - start) * 1000)
    return times


def measured_while_checking(
    direct: Connection, wrapped: Connection, root: Path
) -> tuple[list[float], list[float]]:
    """Small messages while an edit of a large file is being checked."""
    edit = {
        "changes": {(root / "app.py").as_uri(): [_edit(line, "limit") for line in [0, *range(2, 8_000, 4)]]}
    }
    start = {"line": 0, "character": 0}
    question = {
        "textDocument": {"uri": (root / "app.py").as_uri()},
        "position": start,
        "newName": "limit",
        "echo": edit,
    }
    wrapped.send({"id": "rename", "method": "textDocument/rename", "params": question})
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for connection, found in zip((direct, wrapped), times, strict=True):
            begin = time.perf_counter()
            connection.ask("test/echo", {"echo": "x"})
            found.append((time.perf_counter() - begin) * 1000)
    assert "rename" not in wrapped.others, "the check was over before the measurement was"
    return times


def _edit(line: int, text: str) -> dict[str, Any]:
    column = 0 if line == 0 else 19
    ends = {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + 7}}
    return {"range": ends, "newText": text}


def report(name: str, direct: list[float], wrapped: list[float]) -> int:
    added = (statistics.median(wrapped) - statistics.median(direct)) / 2
    ok = added < HIGHEST_MEDIAN_MS
    print(f"proxy_added_ms_{name}_median {added:.3f} {HIGHEST_MEDIAN_MS} {'ok' if ok else 'MISSED'}")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
