"""The process that runs generated programs: one forked child per program, text in, output out.

Speaks JSON lines on stdin and stdout: `{"files": …, "entry": …, "seconds": …}` in, `{"output": …,
"ended": …}` out; with `"reached": true` in, `{"reached": [[file, line], …]}` out. A program's modules are imported from memory, so nothing is written anywhere. Only
programs that Holdfast generated itself are ever sent here, or those that a person asked to be run.
"""

from __future__ import annotations

import importlib
import json
import os
import select
import signal
import sys
import time
from typing import Any

from holdfast.fuzz.from_memory import TIMED_OUT, lines_reached, run_here


def _answer(message: dict[str, Any]) -> dict[str, Any]:
    if message.get("reached"):
        return {"reached": lines_reached(message["files"], message["entry"])}
    return run_here(message["files"], message["entry"])._asdict()


def _serve_one(message: dict[str, Any]) -> dict[str, Any]:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.setsid()
        sys.stdin = open(os.devnull)  # noqa: SIM115
        try:
            answer = _answer(message)
        except BaseException as error:
            answer = {"output": "", "ended": f"runner failed: {error!r}"}
        with os.fdopen(writer, "w", encoding="utf-8", errors="backslashreplace") as sink:
            sink.write(json.dumps(answer))
        os._exit(0)
    os.close(writer)
    data = _read_until(reader, time.monotonic() + float(message.get("seconds", 5.0)))
    os.close(reader)
    if data is None:
        if _is_leader(child):
            os.killpg(child, signal.SIGKILL)
        else:
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return {"output": "", "ended": TIMED_OUT}
    os.waitpid(child, 0)
    return json.loads(data) if data else {"output": "", "ended": "died"}


def _is_leader(child: int) -> bool:
    try:
        return os.getpgid(child) == child
    except ProcessLookupError:
        return False


def _read_until(reader: int, deadline: float) -> bytes | None:
    pieces: list[bytes] = []
    while True:
        ready, _, _ = select.select([reader], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return None
        piece = os.read(reader, 1 << 16)
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)


#: What programs often import. Loaded once here, every child has it; asyncio alone costs 50 ms.
_LOADED_BEFORE = (
    "asyncio",
    "contextlib",
    "copy",
    "dataclasses",
    "enum",
    "functools",
    "inspect",
    "operator",
    "typing",
)


def main() -> None:
    for name in _LOADED_BEFORE:
        importlib.import_module(name)
    for line in sys.stdin:
        print(json.dumps(_serve_one(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
