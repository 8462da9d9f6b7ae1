"""A long-lived engine process and its owner.

`EngineWorker` starts the process at the first question, replaces it when it dies, hangs or grows too
large, and always answers with a value. Killing the owner ends the process.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from typing import IO, Any

from holdfast.engines.answer import read_answer
from holdfast.engines.place import refused_at_once
from holdfast.engines.values import EngineAnswer, EngineRequest, Limits, Proposal, Refusal
from holdfast.errors import InputError
from holdfast.refactorings.request import Kind
from holdfast.text.world import World
from holdfast.workspace.shadow import ShadowTree

_START = (
    "import sys; sys.path[:] = {path!r}; from holdfast.engines.worker_main import main; main(*{arguments!r})"
)


#: Refactorings for which there may rightly be nothing to do.
_MAY_BE_DONE = (Kind.ORGANISE_IMPORTS, Kind.CHANGE_SIGNATURE)


class EngineWorker:
    """One engine in one process. Not for several threads at once; use one worker per thread."""

    __slots__ = ("_cache", "_lines", "_process", "_scratch", "_shadows", "engine", "limits", "starts")

    def __init__(self, engine: str, *, limits: Limits | None = None, cache_folder: str | None = None) -> None:
        self.engine = engine
        self.limits = limits or Limits()
        #: How often a process was started, the first time included.
        self.starts = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._scratch: str | None = None
        self._cache = cache_folder
        self._shadows: dict[str, ShadowTree] = {}

    def propose(self, request: EngineRequest, world: World, root: str | None = None) -> EngineAnswer:
        """Ask for an edit of `world`.

        `root` is the folder that the world's base reads; without one, the worker writes the world's
        texts into a folder of its own. Nothing is written into `root`; unsaved buffers are shown to the
        engine in a shadow tree.
        """
        refusal = refused_at_once(self.engine, request, world)
        if refusal is not None:
            return refusal
        answer = self._ask(self._message(request, world, root))
        proposed = read_answer(answer, engine=self.engine, world=world)
        if isinstance(proposed, Proposal) and proposed.edit_set.is_empty and request.kind not in _MAY_BE_DONE:
            return Refusal(f"{self.engine} found nothing to change at this place.")
        return proposed

    def close(self) -> None:
        self._stop()
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._scratch = None
        self._shadows.clear()

    def __enter__(self) -> EngineWorker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def process_id(self) -> int | None:
        return None if self._process is None else self._process.pid

    def _message(self, request: EngineRequest, world: World, root: str | None) -> dict[str, Any]:
        message: dict[str, Any] = {
            "request": {
                "kind": request.kind.value,
                "file": request.file,
                "start": request.start,
                "end": request.end,
                "new_name": request.new_name,
                "options": dict(request.options),
                "files": sorted(world.files()),
                "aliases": [],
            },
            "root": None,
            "texts": None,
        }
        if root is None:
            message["texts"] = {file: world.text(file) or "" for file in sorted(world.files())}
        elif world.overlay:
            root = os.path.realpath(root)
            shadow = self._shadows.get(root)
            if shadow is None:
                name = os.path.join(self._folder(), f"shadow-{len(self._shadows)}")
                shadow = self._shadows[root] = ShadowTree(name, root, whole_folders=False)
            shadow.show(world)
            message["root"] = shadow.root
            message["request"]["aliases"] = [root]
        else:
            message["root"] = os.path.realpath(root)
        return message

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        process = self._start()
        assert process.stdin is not None
        deadline = time.monotonic() + self.limits.seconds
        try:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
        except OSError:
            return self._died()
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            self._stop()
            return {"crashed": f"{self.engine} did not answer within {self.limits.seconds:g} seconds"}
        if line is None:
            return self._died()
        answer: dict[str, Any] = json.loads(line)
        if answer.pop("fatal", False) or answer.pop("rss", 0) > self.limits.restart_bytes:
            self._stop()
        return answer

    def _died(self) -> dict[str, Any]:
        process = self._process
        self._stop()
        code = None if process is None else process.returncode
        return {"crashed": f"the process of {self.engine} ended with code {code}"}

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is not None:
            return self._process
        folder = self._folder()
        cache = self._cache or os.path.join(folder, "cache")
        os.makedirs(cache, exist_ok=True)
        code = _START.format(
            # Nothing relative: the worker must not import what lies in the folder it is started in.
            path=[entry for entry in sys.path if os.path.isabs(entry)],
            arguments=(self.engine, folder, cache, self.limits.memory_bytes),
        )
        self.starts += 1
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-X", "utf8", "-c", code],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=folder,
            )
        except OSError as error:
            raise InputError(f"{self.engine} cannot be started ({error.strerror}).") from None
        self._lines = queue.SimpleQueue()
        threading.Thread(target=_pump, args=(self._process.stdout, self._lines), daemon=True).start()
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _folder(self) -> str:
        if self._scratch is None:
            self._scratch = os.path.realpath(tempfile.mkdtemp(prefix="holdfast-engine-"))
        return self._scratch


def _pump(stream: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    """Hand on what the process says; None when it has nothing more to say."""
    with contextlib.suppress(OSError, ValueError):
        for line in stream:
            if line.endswith(b"\n"):
                lines.put(line)
    lines.put(None)
