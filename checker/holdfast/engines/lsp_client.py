"""A language server on standard input and output, as a client sees it.

One thread reads, one writes, so that neither side can block the other; the caller waits with a limit.
The requests that servers make of clients are answered here: configuration, folders, progress,
registrations, and edits, which are collected and never carried out.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, Final

from holdfast.wire.frames import BadFrame, Frame, FrameReader, Message, encode

_METHOD_NOT_FOUND: Final = -32601
_POLL_SECONDS: Final = 0.25


@dataclass(frozen=True, slots=True)
class LspFailure:
    """A request that got no result. `kind` is `error`, `timeout`, `memory` or `died`."""

    kind: str
    message: str
    code: int = 0


class LspClient:
    """The owner of one server process. Use from one thread."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        folder: str,
        settings: Mapping[str, Any],
        folders: Sequence[Mapping[str, str]],
        memory_bytes: int,
    ) -> None:
        self._settings = settings
        self._folders = list(folders)
        self._memory_bytes = memory_bytes
        self._ids = 0
        self._answers: queue.SimpleQueue[Mapping[str, Any] | None] = queue.SimpleQueue()
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._applied: list[Any] = []
        self._progress: set[str] = set()
        self._diagnosed: set[str] = set()
        self._last_word = time.monotonic()
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            # A group of its own: some servers are started through a wrapper that must die with them.
            start_new_session=True,
        )
        self._threads = (
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True),
        )
        for thread in self._threads:
            thread.start()

    @property
    def process_id(self) -> int:
        return self._process.pid

    def notify(self, method: str, params: Any) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: Any, seconds: float) -> Any | LspFailure:
        """The result of a request (None is one), or why there is none."""
        self._ids += 1
        identity = f"holdfast-{self._ids}"
        self._send({"jsonrpc": "2.0", "id": identity, "method": method, "params": params})
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                self.notify("$/cancelRequest", {"id": identity})
                return LspFailure("timeout", f"no answer to {method} within {seconds:g} seconds")
            try:
                answer = self._answers.get(timeout=min(left, _POLL_SECONDS))
            except queue.Empty:
                if self.resident_bytes() > self._memory_bytes:
                    return LspFailure("memory", f"the server took more than {self._memory_bytes} bytes")
                continue
            if answer is None:
                self._answers.put(None)
                return LspFailure("died", f"the server ended while answering {method}")
            if answer.get("id") != identity:
                # A late answer to a request that was given up.
                continue
            error = answer.get("error")
            if error is not None:
                code, message = _error(error)
                return LspFailure("error", message, code)
            return answer.get("result")

    def take_applied(self) -> list[Any]:
        """The edits that the server has asked us to apply since the last call."""
        with self._lock:
            applied, self._applied = self._applied, []
        return applied

    def wait_until_quiet(self, uri: str, seconds: float, *, quiet: float = 0.3) -> None:
        """Wait for the diagnostics of a document and for the end of all reported progress."""
        start = time.monotonic()
        while (now := time.monotonic()) - start < seconds and self._process.poll() is None:
            with self._lock:
                busy = bool(self._progress) or now - self._last_word < quiet
                seen = uri in self._diagnosed
            # Not every server sends diagnostics; the ones that do not are not waited for long.
            if not busy and (seen or now - start > 1.5):
                return
            time.sleep(0.02)

    def resident_bytes(self) -> int:
        """The memory of the server and the processes it started; 0 where it cannot be known."""
        return sum(_resident(process_id) for process_id in _family(self._process.pid))

    def close(self) -> None:
        if self._process.poll() is None:
            answer = self.request("shutdown", None, 2.0)
            if not isinstance(answer, LspFailure) or answer.kind == "error":
                self.notify("exit", None)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(timeout=2.0)
        self.kill()

    def kill(self) -> None:
        """End the server and everything it started, now."""
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._outgoing.put(None)
        for thread in self._threads:
            thread.join(timeout=2.0)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):
                    stream.close()

    def _send(self, message: Mapping[str, Any]) -> None:
        self._outgoing.put(encode(message).raw)

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (data := self._outgoing.get()) is not None:
                stream.write(data)
                stream.flush()

    def _read(self, stream: IO[bytes]) -> None:
        reader = FrameReader()
        with contextlib.suppress(OSError, ValueError):
            while data := os.read(stream.fileno(), 1 << 16):
                for frame in reader.feed(data):
                    self._receive(frame)
        self._answers.put(None)

    def _receive(self, frame: Frame | BadFrame) -> None:
        content = frame.content() if isinstance(frame, Frame) else None
        if not isinstance(content, Message):
            return
        if content.is_response:
            self._answers.put(content.fields)
        elif content.is_request:
            self._serve(content)
        else:
            self._listen(content)

    def _serve(self, message: Message) -> None:
        """Answer a request of the server."""
        params = message.fields.get("params") or {}
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": message.id}
        match message.method:
            case "workspace/applyEdit":
                with self._lock:
                    self._applied.append(params.get("edit"))
                answer["result"] = {"applied": True}
            case "workspace/configuration":
                answer["result"] = [self._section(item.get("section")) for item in params.get("items", [])]
            case "workspace/workspaceFolders":
                answer["result"] = self._folders
            case (
                "client/registerCapability"
                | "client/unregisterCapability"
                | "window/workDoneProgress/create"
                | "window/showMessageRequest"
                | "workspace/diagnostic/refresh"
                | "workspace/semanticTokens/refresh"
                | "workspace/inlayHint/refresh"
                | "workspace/codeLens/refresh"
            ):
                answer["result"] = None
            case method:
                answer["error"] = {"code": _METHOD_NOT_FOUND, "message": f"{method} is not supported"}
        self._send(answer)

    def _listen(self, message: Message) -> None:
        params = message.fields.get("params") or {}
        with self._lock:
            self._last_word = time.monotonic()
            if message.method == "textDocument/publishDiagnostics":
                self._diagnosed.add(str(params.get("uri")))
            elif message.method == "$/progress":
                kind = (params.get("value") or {}).get("kind")
                token = str(params.get("token"))
                if kind == "begin":
                    self._progress.add(token)
                elif kind == "end":
                    self._progress.discard(token)

    def _section(self, section: object) -> Any:
        value: Any = self._settings
        for part in str(section).split(".") if section else ():
            value = value.get(part) if isinstance(value, Mapping) else None
        return value


def _error(error: object) -> tuple[int, str]:
    if not isinstance(error, Mapping):
        return 0, str(error)
    code = error.get("code")
    return (code if isinstance(code, int) else 0), str(error.get("message", "")).strip()


def _family(process_id: int) -> list[int]:
    found = [process_id]
    for each in found:
        with contextlib.suppress(OSError), open(f"/proc/{each}/task/{each}/children", "rb") as stream:
            found.extend(int(child) for child in stream.read().split())
    return found


def _resident(process_id: int) -> int:
    try:
        with open(f"/proc/{process_id}/statm", "rb") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
