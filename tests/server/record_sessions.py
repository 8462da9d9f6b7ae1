"""Record a session with each real server: `python tests/server/record_sessions.py [NAME…]`.

The sessions are what `test_sessions.py` plays again. Nothing in them may be unsafe: what is recorded is what
an editor has to see through us as well.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from server.raw_client import ABLE, RawClient
from server.real_servers import RUFF, SERVERS, RealServer
from server.sessions import Said, save, write_project

CAPABILITIES = {**ABLE, "workspace": {**ABLE["workspace"], "fileOperations": {"willRename": True}}}
#: What changes from run to run and is nobody's business.
_NOISE = frozenset({"window/logMessage", "telemetry/event"})
_SECONDS = 40.0


class _Recorder(RawClient):
    """A client that writes down what is said, in its own order."""

    said: list[Said]

    def send(self, message: Mapping[str, Any]) -> None:
        self.said.append(Said("editor", {"jsonrpc": "2.0", **message}))
        super().send(message)

    def _take(self, message: Any) -> None:
        if message.method not in _NOISE:
            self.said.append(Said("server", dict(message.fields)))
        super()._take(message)


def record(server: RealServer, root: Path) -> list[Said]:
    """A session as an editor would have it: look around, rename, extract, put imports in order, move a file."""
    said: list[Said] = []
    _Recorder.said = said
    with _Recorder(server.direct, cwd=root) as client:
        answer = client.initialize(root, CAPABILITIES, processId=None)
        offered = answer["capabilities"]
        uri, use = client.open(root / "app.py"), client.open(root / "use.py")
        here = {"textDocument": {"uri": uri}, "position": {"line": 4, "character": 13}}
        if offered.get("renameProvider"):
            _rename(client, uri, files=2)
        requests: list[tuple[str, Any]] = [
            ("textDocument/definition", here),
            ("textDocument/documentSymbol", {"textDocument": {"uri": uri}}),
            ("textDocument/references", {**here, "context": {"includeDeclaration": True}}),
            ("textDocument/documentHighlight", here),
            ("unknown/request", {"x": [1, {"y": None}]}),
        ]
        for method, params in requests:
            client.result(client.begin(method, params))
        # Beside a safe extraction pyrefly offers three refactorings here that are not: its helper returns
        # nothing, its new parameter gets no value, and its moved function lacks a global.
        span = (2, 0, 0) if server.name == "pyrefly" else (4, 11, 26)
        _choose(client, uri, span, "refactor.extract", "variable")
        if server.organises_imports:
            _choose(client, use, (0, 0, 0), "source.organizeImports", "organize")
        if server.moves:
            moved = {"oldUri": uri, "newUri": (root / "core.py").as_uri()}
            client.result(client.begin("workspace/willRenameFiles", {"files": [moved]}))
        client.change(use, 2, "print(nobody)\n")
        time.sleep(1.5)
        client.notify("textDocument/didClose", {"textDocument": {"uri": use}})
        client.request("shutdown", None)
        client.notify("exit", None)
        client.process.wait(10)
    return said


def _rename(client: RawClient, uri: str, files: int) -> None:
    """A rename with the whole project in it: half ones are recorded by no session, since they are unsafe."""
    params = {
        "textDocument": {"uri": uri},
        "position": {"line": 0, "character": 2},
        "newName": "fresh",
    }
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        number = client.begin("textDocument/rename", params)
        edit = client.result(number).get("result") or {}
        if len(edit.get("changes") or edit.get("documentChanges") or ()) == files:
            return
        _Recorder.said[:] = [each for each in _Recorder.said if not _is_about(each, number)]
        time.sleep(0.5)
    raise TimeoutError("no complete rename")


def _is_about(said: Said, number: int) -> bool:
    """Whether something is the editor's request of this number or the answer to it."""
    return said.message.get("id") == number and ("method" in said.message) is (said.side == "editor")


def _choose(client: RawClient, uri: str, span: tuple[int, int, int], kind: str, word: str) -> None:
    """Open a menu and choose from it, if there is something to choose."""
    line, start, end = span
    params = {
        "textDocument": {"uri": uri},
        "range": {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}},
        "context": {"diagnostics": [], "only": [kind]},
    }
    answer = client.result(client.begin("textDocument/codeAction", params))
    chosen = next((each for each in answer.get("result") or () if word in each["title"].lower()), None)
    if chosen is None:
        return
    if "edit" not in chosen and "command" not in chosen:
        client.result(client.begin("codeAction/resolve", chosen))
    elif "command" in chosen:
        command = chosen["command"]
        arguments = {"command": command["command"], "arguments": command.get("arguments") or []}
        client.result(client.begin("workspace/executeCommand", arguments))
        client.wait_for(lambda each: each.get("method") == "workspace/applyEdit", 5)


def main() -> None:
    wanted = set(sys.argv[1:])
    for server in (*SERVERS, RUFF):
        if wanted and server.name not in wanted:
            continue
        with tempfile.TemporaryDirectory(prefix="session-") as folder:
            root = Path(folder).resolve() / "project"
            write_project(root)
            path = save(server.name, record(server, root), root)
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
