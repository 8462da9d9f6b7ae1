"""A language server with chosen manners, for everything that real servers do only now and then."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from holdfast.wire.frames import Frame, FrameReader, Message, encode

mode = sys.argv[1]
answered: dict[object, Any] = {}
renames = 0


def send(message: dict[str, Any]) -> None:
    sys.stdout.buffer.write(encode({"jsonrpc": "2.0", **message}).raw)
    sys.stdout.buffer.flush()


def edit(uri: str, text: str = "renamed", line: int = 0) -> dict[str, Any]:
    start = {"line": line, "character": 0}
    return {
        "changes": {
            uri: [{"range": {"start": start, "end": {"line": line, "character": 3}}, "newText": text}]
        }
    }


def initialize(identity: object) -> None:
    if mode == "dies at start":
        sys.exit(3)
    if mode == "refuses to start":
        send({"id": identity, "error": {"code": -32803, "message": "not today"}})
        return
    if mode == "prints first":
        sys.stdout.buffer.write(b"Welcome to the server!\n")
    capabilities: dict[str, Any] = {"renameProvider": True, "codeActionProvider": {"resolveProvider": True}}
    if mode == "offers nothing":
        capabilities = {}
    send({"id": identity, "result": {"capabilities": capabilities}})


def rename(identity: object, params: dict[str, Any]) -> None:
    global renames
    renames += 1
    uri = params["textDocument"]["uri"]
    if mode == "dies":
        os._exit(9)
    elif mode == "never answers":
        return
    elif mode == "floods":
        for number in range(20_000):
            send({"method": "window/logMessage", "params": {"type": 4, "message": f"{number} " + "x" * 200}})
        send({"id": identity, "result": edit(uri)})
    elif mode == "asks back":
        questions: list[tuple[str, Any]] = [
            ("workspace/configuration", {"items": [{"section": "a.b"}, {"section": "none"}, {}]}),
            ("workspace/workspaceFolders", None),
            ("client/registerCapability", {"registrations": []}),
            ("window/showMessageRequest", {"message": "?"}),
            ("no/suchMethod", {}),
        ]
        for number, (method, parameters) in enumerate(questions):
            send({"id": f"back-{number}", "method": method, "params": parameters})
        pending.append((identity, uri))
    elif mode == "outside":
        send({"id": identity, "result": edit("file:///usr/lib/os.py")})
    elif mode == "null":
        send({"id": identity, "result": None})
    elif mode == "nonsense":
        send({"id": identity, "result": {"documentChanges": 5}})
    elif mode == "late":
        # Complete only at the third question.
        result = edit(uri)
        if renames >= 3:
            result["changes"][uri.replace("a.py", "b.py")] = edit(uri)["changes"][uri]
        send({"id": identity, "result": result})
    elif mode == "crashes":
        send({"id": identity, "error": {"code": -32603, "message": "Internal Error: oops"}})
    elif mode == "declines":
        send({"id": identity, "error": {"code": -32602, "message": "cannot rename a keyword"}})
    elif mode == "eats memory":
        held = [bytearray(b"x" * 1_000_000) for _ in range(600)]
        time.sleep(20)
        send({"id": identity, "result": len(held)})
    else:
        send({"id": "holdfast-999", "result": "an answer nobody asked for"})
        send({"id": identity, "result": edit(uri)})


def code_action(identity: object, params: dict[str, Any]) -> None:
    uri = params["textDocument"]["uri"]
    title = "Extract variable"
    actions: list[dict[str, Any]] = [{"title": "Fix all", "kind": "quickfix", "edit": edit(uri, "wrong")}]
    if mode == "in the action":
        actions.append({"title": title, "kind": "refactor.extract", "edit": edit(uri)})
    elif mode == "on resolve":
        actions.append({"title": title, "kind": "refactor.extract.variable", "data": uri})
    elif mode in ("by command", "by silent command", "by two edits"):
        actions.append({"title": title, "kind": "refactor", "command": {"command": "go", "arguments": [uri]}})
    elif mode == "bare command":
        actions.append({"title": title, "command": "go", "arguments": [uri]})
    elif mode == "disabled":
        actions.append(
            {"title": title, "kind": "refactor.extract", "disabled": {"reason": "not an expression"}}
        )
    send({"id": identity, "result": actions})


def execute(identity: object, params: dict[str, Any]) -> None:
    uri = params["arguments"][0]
    for number in range({"by silent command": 0, "by two edits": 2}.get(mode, 1)):
        send({"id": f"apply-{number}", "method": "workspace/applyEdit", "params": {"edit": edit(uri)}})
    send({"id": identity, "result": None})


pending: list[tuple[object, str]] = []


def receive(message: Message) -> None:
    fields, params = message.fields, message.fields.get("params") or {}
    if message.is_response:
        answered[message.id] = fields.get("result", fields.get("error"))
        if len(answered) == 5 and pending:
            identity, uri = pending.pop()
            expected = [7, None]
            right = answered["back-0"][:2] == expected and answered["back-4"]["code"] == -32601
            right = right and answered["back-1"][0]["uri"] == uri.rpartition("/")[0]
            send({"id": identity, "result": edit(uri, "right" if right else "wrong")})
        return
    match message.method:
        case "initialize":
            initialize(message.id)
        case "textDocument/didOpen":
            uri = params["textDocument"]["uri"]
            if mode == "progress":
                send(
                    {"method": "$/progress", "params": {"token": 1, "value": {"kind": "begin", "title": "x"}}}
                )
                time.sleep(0.5)
                send({"method": "$/progress", "params": {"token": 1, "value": {"kind": "end"}}})
            send({"method": "textDocument/publishDiagnostics", "params": {"uri": uri, "diagnostics": []}})
        case "textDocument/rename":
            rename(message.id, params)
        case "textDocument/codeAction":
            code_action(message.id, params)
        case "codeAction/resolve":
            action = message.fields["params"]
            if "data" in action:
                action = {**action, "edit": edit(action["data"])}
            send({"id": message.id, "result": action})
        case "workspace/executeCommand":
            execute(message.id, params)
        case "shutdown":
            if mode == "does not shut down":
                return
            send({"id": message.id, "result": None})
        case "exit":
            sys.exit(0)


reader = FrameReader()
while data := os.read(0, 1 << 16):
    for item in reader.feed(data):
        content = item.content() if isinstance(item, Frame) else None
        if isinstance(content, Message):
            receive(content)
