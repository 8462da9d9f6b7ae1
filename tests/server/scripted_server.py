"""A language server that does what a script says, for everything that real servers do only now and then.

Usage: `scripted_server.py SCRIPT.json`. The script has `capabilities`, and by method what is `answered` and what
is `sent` before the answer. An answer may be {"$error": …}, {"$silence": true}, {"$exit": code},
{"$delay": [seconds, answer]}, {"$flood": [number, answer]} or {"$turns": [first answer, second, …]}.
The notification `test/emit` makes it write
bytes as they are. Every byte that arrives is appended to the file `log`.
"""

from __future__ import annotations

import base64
import json
import os
import sys
import time
from typing import Any

from holdfast.wire.frames import BadFrame, Frame, FrameReader, Message, encode

with open(sys.argv[1], encoding="utf-8") as file:
    SCRIPT: dict[str, Any] = json.load(file)
turns: dict[str, int] = {}


def send(message: dict[str, Any]) -> None:
    sys.stdout.buffer.write(encode({"jsonrpc": "2.0", **message}).raw)
    sys.stdout.buffer.flush()


def answer(identity: object, method: str, result: Any) -> None:
    if isinstance(result, dict) and len(result) == 1:
        (key, value) = next(iter(result.items()))
        if key == "$silence":
            return
        if key == "$error":
            send({"id": identity, "error": value})
            return
        if key == "$exit":
            os._exit(value)
        if key == "$delay":
            time.sleep(value[0])
            answer(identity, method, value[1])
            return
        if key == "$flood":
            for number in range(value[0]):
                send(
                    {"method": "window/logMessage", "params": {"type": 4, "message": f"{number} {'x' * 200}"}}
                )
            answer(identity, method, value[1])
            return
        if key == "$turns":
            turn = turns.get(method, 0)
            turns[method] = turn + 1
            answer(identity, method, value[min(turn, len(value) - 1)])
            return
    send({"id": identity, "result": result})


def take(message: Message) -> None:
    method = message.method
    if method is None:
        return
    for each in SCRIPT.get("sent", {}).get(method, ()):
        send(each)
    if method == "test/emit":
        sys.stdout.buffer.write(base64.b64decode(message.fields["params"]["bytes"]))
        sys.stdout.buffer.flush()
    if method == "exit":
        sys.exit(0)
    if not message.is_request:
        return
    if method == "initialize":
        send({"id": message.id, "result": {"capabilities": SCRIPT.get("capabilities", {})}})
    elif method in SCRIPT.get("answered", {}):
        answer(message.id, method, SCRIPT["answered"][method])
    elif method == "shutdown":
        send({"id": message.id, "result": None})
    else:
        send({"id": message.id, "error": {"code": -32601, "message": f"no {method}"}})


def main() -> None:
    reader = FrameReader()
    log = open(SCRIPT["log"], "ab", buffering=0) if "log" in SCRIPT else None  # noqa: SIM115
    while data := os.read(0, 65536):
        if log is not None:
            log.write(data)
        for item in reader.feed(data):
            if isinstance(item, BadFrame):
                continue
            assert isinstance(item, Frame)
            content = item.content()
            if isinstance(content, Message):
                take(content)


main()
