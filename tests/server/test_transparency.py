"""With and without us in between, an editor sees the same as long as nothing is unsafe."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from holdfast.wire.frames import encode
from server.raw_client import ABLE, BIN, SERVER, RawClient
from server.real_servers import SERVERS, RealServer
from server.small_project import eventually, rename_params, scripted


def test_every_byte_reaches_the_editor_in_order(project: Path, tmp_path: Path) -> None:
    odd = b'Content-Length: 61\r\nContent-Type: application/vscode-jsonrpc\r\n\r\n{ "method":"odd", "jsonrpc":"2.0","params":{"a":"\\u00e9\\/"} }\n'
    pieces = [
        odd[: odd.index(b"{") + 61],
        encode({"jsonrpc": "2.0", "method": "window/logMessage", "params": {"message": "applyEdit"}}).raw,
        encode({"jsonrpc": "2.0", "id": 4711, "result": {"method": "x"}}).raw,
        b"Content-Length: 9\r\n\r\n[1, 2, 3]",
        encode({"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": 3}).raw,
        encode({"jsonrpc": "2.0", "id": "s", "method": "workspace/applyEdit", "params": {}}).raw,
        b"Content-Length: 3\r\n\r\n{]}",
    ]
    seen = []
    for command in (scripted({}, tmp_path), [*SERVER, "--wrap", "--", *scripted({}, tmp_path)]):
        with RawClient(command) as client:
            client.initialize(project, {})
            client.notify("test/emit", {"bytes": base64.b64encode(b"".join(pieces)).decode()})
            client.request("shutdown", None)
            seen.append(bytes(client.received))
    # Only the answer to initialize differs: it announces our commands too.
    end = [each.index(b"Content-Length", 1) for each in seen]
    assert seen[0][end[0] :] == seen[1][end[1] :]
    assert b"".join(pieces) in seen[1]


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.parametrize("server", SERVERS, ids=lambda server: server.name)
def test_a_session_of_a_real_server(server: RealServer, project: Path) -> None:
    if not server.installed:
        pytest.skip(f"{server.command[0]} is not installed")
    command = [str(BIN / server.command[0]), *server.command[1:]]
    direct = session(command, project)
    wrapped = session([*SERVER, "--wrap", "--", *command], project)
    assert wrapped["answers"] == direct["answers"]
    assert wrapped["diagnostics"] == direct["diagnostics"]
    assert wrapped["asked"] == direct["asked"]
    for key, value in direct["capabilities"].items():
        if key not in ("codeActionProvider", "executeCommandProvider"):
            assert wrapped["capabilities"][key] == value


def session(command: Sequence[str], project: Path) -> dict[str, Any]:
    """A fixed session; what the editor saw, without what depends on the moment."""
    with RawClient(command, cwd=project) as client:
        capabilities = client.initialize(project, ABLE)["capabilities"]
        uri, use = client.open(project / "app.py"), client.open(project / "use.py")
        assert eventually(lambda: _complete(client, uri), 40)
        position = {"textDocument": {"uri": uri}, "position": {"line": 4, "character": 13}}
        requests: list[tuple[str, Any]] = [
            ("textDocument/hover", position),
            ("textDocument/definition", position),
            ("textDocument/documentSymbol", {"textDocument": {"uri": uri}}),
            ("textDocument/references", {**position, "context": {"includeDeclaration": True}}),
            ("textDocument/documentHighlight", position),
            ("textDocument/rename", rename_params(uri, "fresh")),
            (
                "textDocument/codeAction",
                {
                    "textDocument": {"uri": uri},
                    "range": _SPAN,
                    "context": {"diagnostics": [], "only": ["refactor.extract"]},
                },
            ),
            ("unknown/request", {"x": [1, {"y": None}]}),
        ]
        answers = [_without_id(client.result(client.begin(method, params))) for method, params in requests]
        time.sleep(1.0)
        return {
            "capabilities": capabilities,
            "answers": answers,
            "diagnostics": {each: client.diagnostics(each) for each in (uri, use)},
            "asked": sorted(
                {str(each["method"]) for each in client.heard if "method" in each and "id" in each}
                - {"window/workDoneProgress/create"}
            ),
        }


_SPAN = {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 0}}


def _complete(client: RawClient, uri: str) -> bool:
    """Whether the server has read the whole project."""
    answer = client.result(client.begin("textDocument/rename", rename_params(uri, "fresh")))
    edit = answer.get("result") or {}
    return len(edit.get("changes") or edit.get("documentChanges") or ()) == 2


def _without_id(answer: Any) -> str:
    text = json.dumps({key: value for key, value in answer.items() if key != "id"}, sort_keys=True)
    assert "holdfast" not in text
    return text
