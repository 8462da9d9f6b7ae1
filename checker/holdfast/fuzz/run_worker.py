"""The process that runs generated programs: one forked child per program, text in, output out.

Speaks JSON lines on stdin and stdout: `{"files": …, "entry": …, "seconds": …}` in, `{"output": …,
"ended": …}` out. A program's modules are imported from memory, so nothing is written anywhere. Only
programs that Holdfast generated itself are ever sent here, or those that a person asked to be run.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import io
import json
import os
import select
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from types import ModuleType
from typing import Any


class _FromMemory(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the program's own modules; everything else is left to the others."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        del path, target
        stem = name.replace(".", "/")
        for file, is_package in ((f"{stem}/__init__.py", True), (f"{stem}.py", False)):
            if file in self._files:
                return importlib.machinery.ModuleSpec(name, self, origin=file, is_package=is_package)
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        del spec

    def exec_module(self, module: ModuleType) -> None:
        spec = module.__spec__
        assert spec is not None
        file = spec.origin or ""
        exec(compile(self._files[file], file, "exec", dont_inherit=True), module.__dict__)


def run_here(files: Mapping[str, str], entry: str) -> dict[str, str]:
    """Run a program in this process and say what it printed and how it ended."""
    sys.meta_path.insert(0, _FromMemory(files))
    module = ModuleType("__main__")
    sys.modules["__main__"] = module
    output = io.StringIO()
    ended = "finished"
    with redirect_stdout(output), redirect_stderr(output):
        try:
            code = compile(files[entry], entry, "exec", dont_inherit=True)
        except SyntaxError as error:
            return {"output": "", "ended": f"does not compile: {error.msg}"}
        try:
            exec(code, module.__dict__)
        except SystemExit as error:
            ended = f"exit {error.code}"
        except BaseException as error:
            # The message may name variables and lines; the kind of the error is the behaviour.
            ended = f"raised {type(error).__name__}"
    return {"output": output.getvalue(), "ended": ended}


def _serve_one(message: dict[str, Any]) -> dict[str, str]:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.setsid()
        sys.stdin = open(os.devnull)  # noqa: SIM115
        try:
            answer = run_here(message["files"], message["entry"])
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
        return {"output": "", "ended": "timed out"}
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
