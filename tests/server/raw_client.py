"""A small language client on raw frames, for tests: it promises what it is told to and remembers everything."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from holdfast.wire.frames import Frame, FrameReader, Message, encode

SERVER = [sys.executable, "-m", "holdfast_server.main"]
BIN = Path(sys.executable).parent

#: What an editor such as VS Code promises.
ABLE: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {
            "documentChanges": True,
            "resourceOperations": ["create", "rename", "delete"],
            "changeAnnotationSupport": {"groupsOnLabel": True},
        },
        "workspaceFolders": True,
    },
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True},
        "rename": {"prepareSupport": True},
        "codeAction": {
            "dataSupport": True,
            "disabledSupport": True,
            "resolveSupport": {"properties": ["edit", "command"]},
            "codeActionLiteralSupport": {
                "codeActionKind": {
                    "valueSet": ["", "quickfix", "refactor", "refactor.extract", "refactor.inline", "source"]
                }
            },
        },
    },
}
#: What an editor without previews promises.
PLAIN: dict[str, Any] = {
    "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}},
    "textDocument": {
        "rename": {},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "refactor"]}}
        },
    },
}


class Gone(Exception):  # noqa: N818
    """The server closed its output."""


class RawClient:
    """Starts a server, speaks to it, and can be asked what it heard."""

    def __init__(
        self, command: Sequence[str], *, cwd: Path | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if not os.environ.get("SERVER_STDERR") else None,
            cwd=cwd,
            env={**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", **(environment or {})},
        )
        self.heard: list[Mapping[str, Any]] = []
        #: Every byte that came.
        self.received = bytearray()
        self.remember = True
        #: Answers to the server's requests by method; a function of the parameters.
        self.answers: dict[str, Callable[[Any], Any]] = {}
        #: Whether requests of the server are answered at all.
        self.answering = True
        self._condition = threading.Condition()
        self._responses: dict[Any, Mapping[str, Any]] = {}
        self._number = 0
        self.ended = False
        self._reading = threading.Event()
        self._reading.set()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave as an editor does, and see to it that the process is gone."""
        if self.process.poll() is None:
            with contextlib.suppress(Gone, ServerError, TimeoutError, OSError, ValueError):
                self.request("shutdown", None, seconds=3)
            with contextlib.suppress(OSError, ValueError):
                self.notify("exit", None)
        with contextlib.suppress(OSError, ValueError):
            assert self.process.stdin is not None
            self.process.stdin.close()
        try:
            self.process.wait(12)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        assert self.process.stdout is not None
        self.process.stdout.close()

    def pause(self) -> None:
        """Stop reading, as an editor that is busy."""
        self._reading.clear()

    def resume(self) -> None:
        self._reading.set()

    def send(self, message: Mapping[str, Any]) -> None:
        self.send_bytes(encode({"jsonrpc": "2.0", **message}).raw)

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def notify(self, method: str, params: Any) -> None:
        self.send({"method": method, **({} if params is None else {"params": params})})

    def begin(self, method: str, params: Any) -> int:
        self._number += 1
        self.send({"id": self._number, "method": method, **({} if params is None else {"params": params})})
        return self._number

    def result(self, number: Any, seconds: float = 30) -> Mapping[str, Any]:
        """The whole response to a request."""
        end = time.monotonic() + seconds
        with self._condition:
            while number not in self._responses:
                if self.ended:
                    raise Gone(f"no answer to {number}")
                if not self._condition.wait(end - time.monotonic()):
                    raise TimeoutError(f"no answer to {number} within {seconds} s")
            return self._responses.pop(number)

    def request(self, method: str, params: Any, seconds: float = 30) -> Any:
        response = self.result(self.begin(method, params), seconds)
        if "error" in response:
            raise ServerError(response["error"])
        return response["result"]

    def wait_for(self, wanted: Callable[[Mapping[str, Any]], bool], seconds: float = 20) -> Mapping[str, Any]:
        """The first message heard so far or from now on that is wanted."""
        end = time.monotonic() + seconds
        with self._condition:
            seen = 0
            while True:
                for message in self.heard[seen:]:
                    if wanted(message):
                        return message
                seen = len(self.heard)
                if self.ended or not self._condition.wait(end - time.monotonic()):
                    raise TimeoutError(f"not heard within {seconds} s")

    def execute(self, command: Mapping[str, Any]) -> Any:
        """Run a command of an action, as an editor does."""
        params = {"command": command["command"], "arguments": command.get("arguments") or []}
        return self.request("workspace/executeCommand", params)

    def initialize(self, root: Path | None, capabilities: Mapping[str, Any], **more: Any) -> Any:
        folders = None if root is None else [{"uri": root.as_uri(), "name": root.name}]
        result = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": None if root is None else root.as_uri(),
                "workspaceFolders": folders,
                "capabilities": capabilities,
                **more,
            },
        )
        self.notify("initialized", {})
        return result

    def open(self, path: Path, text: str | None = None) -> str:
        uri = path.as_uri()
        content = path.read_text("utf-8") if text is None else text
        item = {"uri": uri, "languageId": "python", "version": 1, "text": content}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def change(self, uri: str, version: int, text: str) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def messages(self, kind: str) -> list[Mapping[str, Any]]:
        with self._condition:
            return [each for each in self.heard if each.get("method") == kind]

    def diagnostics(self, uri: str) -> list[Mapping[str, Any]]:
        """What is on the screen for a document: the last that was published."""
        published = [
            each["params"]
            for each in self.messages("textDocument/publishDiagnostics")
            if each["params"]["uri"] == uri
        ]
        return list(published[-1]["diagnostics"]) if published else []

    def ours(self, uri: str) -> list[Mapping[str, Any]]:
        return [each for each in self.diagnostics(uri) if each.get("source") == "holdfast"]

    def _read(self) -> None:
        reader = FrameReader()
        assert self.process.stdout is not None
        while True:
            self._reading.wait()
            try:
                data = os.read(self.process.stdout.fileno(), 65536)
            except (OSError, ValueError):
                data = b""
            if not data:
                break
            if self.remember:
                self.received += data
            for item in reader.feed(data):
                content = item.content() if isinstance(item, Frame) else None
                if isinstance(content, Message):
                    self._take(content)
        with self._condition:
            self.ended = True
            self._condition.notify_all()

    def _take(self, message: Message) -> None:
        with self._condition:
            if self.remember:
                self.heard.append(message.fields)
            if message.method is None and message.id is not None:
                self._responses[message.fields.get("id")] = message.fields
            self._condition.notify_all()
        if not self.answering:
            return
        if message.is_request and message.method in self.answers:
            result = self.answers[str(message.method)](message.fields.get("params"))
            if result is not NotImplemented:
                with contextlib.suppress(OSError, ValueError):
                    self.send({"id": message.id, "result": result})
        elif message.is_request:
            params: Any = message.fields.get("params")
            default: Any = None
            if message.method == "workspace/configuration":
                items = params.get("items") if isinstance(params, dict) else None
                default = [None for _ in items or ()]
            with contextlib.suppress(OSError, ValueError):
                self.send({"id": message.id, "result": default})


class ServerError(Exception):
    """An error answer."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(error.get("message"))
        self.code = error.get("code")
        self.message = str(error.get("message"))


def apply_edit(texts: Mapping[str, str], edit: Mapping[str, Any]) -> dict[str, str]:
    """The texts by URI after a workspace edit of text edits, columns in UTF-16."""
    from holdfast.text.edits import Replacement, disjoint, replaced
    from holdfast.text.positions import LineIndex

    steps = edit.get("documentChanges")
    if steps is None:
        steps = [{"textDocument": {"uri": uri}, "edits": edits} for uri, edits in edit["changes"].items()]
    result = dict(texts)
    for step in steps:
        uri = step["textDocument"]["uri"]
        lines = LineIndex(result[uri])
        items = []
        for each in step["edits"]:
            start, end = (
                lines.offset((each["range"][side]["line"], each["range"][side]["character"]), "utf-16")
                for side in ("start", "end")
            )
            items.append(Replacement(start, end, each["newText"]))
        result[uri] = replaced(result[uri], disjoint(items))
    return result
