"""With and without us in between, an editor sees the same as long as nothing is unsafe."""

from __future__ import annotations

import base64
from pathlib import Path

from holdfast.wire.frames import encode
from server.raw_client import SERVER, RawClient
from server.small_project import scripted


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
