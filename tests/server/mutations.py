"""Random mutations of a session's messages, sent to the server alone and around another.

`python tests/server/mutations.py --count 10000 --seed 1` runs as many as wanted. After every batch the server
must still answer; at the end it must leave when it is told to, with no process left behind.
"""

from __future__ import annotations

import argparse
import base64
import copy
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from holdfast.wire.frames import encode
from server.processes import children_of, gone_soon
from server.raw_client import ABLE, SERVER, RawClient
from server.small_project import APP, USE, rename_params, replace_all, scripted

_ODD: Sequence[Any] = (
    None,
    True,
    -1,
    2**63,
    1.5,
    "",
    "x",
    "\ud800",
    [],
    [[]],
    {},
    {"a": {}},
    "file:///",
    10**30,
)
_BATCH = 50


def session_messages(uri: str, edit: Any) -> list[dict[str, Any]]:
    """The messages of an ordinary session, from both sides."""
    span = {"start": {"line": 4, "character": 11}, "end": {"line": 4, "character": 26}}
    document = {"uri": uri}
    opened = {"uri": uri, "languageId": "python", "version": 1, "text": APP}
    return [
        {"id": 1, "method": "initialize", "params": {"rootUri": uri, "capabilities": ABLE}},
        {"method": "textDocument/didOpen", "params": {"textDocument": opened}},
        {
            "method": "textDocument/didChange",
            "params": {
                "textDocument": {**document, "version": 2},
                "contentChanges": [{"range": span, "text": "1"}],
            },
        },
        {"id": 2, "method": "textDocument/rename", "params": rename_params(uri, "limit")},
        {
            "id": 3,
            "method": "textDocument/codeAction",
            "params": {"textDocument": document, "range": span, "context": {"diagnostics": []}},
        },
        {"id": 4, "method": "codeAction/resolve", "params": {"title": "x", "kind": "refactor", "edit": edit}},
        {
            "id": 5,
            "method": "workspace/executeCommand",
            "params": {"command": "holdfast.apply", "arguments": [1]},
        },
        {
            "method": "workspace/didChangeConfiguration",
            "params": {"settings": {"holdfast": {"onUnsafe": "warn"}}},
        },
        {"method": "workspace/didChangeWorkspaceFolders", "params": {"event": {"added": [], "removed": []}}},
        {"method": "workspace/didChangeWatchedFiles", "params": {"changes": [{"uri": uri, "type": 2}]}},
        {"method": "$/cancelRequest", "params": {"id": 2}},
        {"id": 6, "method": "workspace/applyEdit", "params": {"edit": edit}},
        {
            "method": "textDocument/publishDiagnostics",
            "params": {"uri": uri, "diagnostics": [{"range": span}]},
        },
        {"id": 2, "result": edit},
        {"id": 3, "result": [{"title": "Extract variable", "kind": "refactor.extract", "edit": edit}]},
        {"id": "holdfast-1", "error": {"code": 1, "message": "no"}},
        {"method": "textDocument/didClose", "params": {"textDocument": document}},
    ]


def mutated(message: Any, chance: random.Random) -> bytes:
    """A well-framed message with something wrong in it; sometimes a body that is not even JSON."""
    value = copy.deepcopy(message)
    for _ in range(chance.randint(1, 3)):
        places = list(_places(value))
        holder, key = chance.choice(places)
        what = chance.random()
        if what < 0.5:
            holder[key] = copy.deepcopy(chance.choice(_ODD))
        elif what < 0.75:
            del holder[key]
        else:
            other, name = chance.choice(list(_places(message)))
            holder[key] = copy.deepcopy(other[name])
        if not isinstance(value, dict) or not value:
            break
    raw = bytearray(encode({"jsonrpc": "2.0", **value}).raw)
    if chance.random() < 0.2:
        body = raw.index(b"\r\n\r\n") + 4
        for _ in range(chance.randint(1, 4)):
            raw[chance.randrange(body, len(raw))] = chance.randrange(256)
    return bytes(raw)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys: Sequence[Any] = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def run(count: int, seed: int, *, alone: bool, folder: Path) -> None:
    """Send `count` mutations; raises when the server stops answering or leaves something behind."""
    chance = random.Random(seed)
    root = folder / "project"
    root.mkdir(exist_ok=True)
    for name, text in (("pyproject.toml", ""), ("app.py", APP), ("use.py", USE)):
        (root / name).write_text(text)
    uri = (root / "app.py").as_uri()
    edit = replace_all(root, "ceiling", "limit")
    answered = {"textDocument/rename": edit, "textDocument/codeAction": [], "test/alive": 1}
    command = [] if alone else ["--wrap", "--", *scripted({"answered": answered}, folder)]
    messages = session_messages(uri, edit)
    client = RawClient([*SERVER, *command])
    client.remember = False
    client.answers["window/showMessageRequest"] = lambda _: None
    try:
        client.initialize(root, ABLE)
        for first in range(0, count, _BATCH):
            for _ in range(min(_BATCH, count - first)):
                data = mutated(chance.choice(messages), chance)
                if not alone and chance.random() < 0.5:
                    data = _from_server(data)
                if _leaves(data):
                    continue
                client.send_bytes(data)
            _still_answers(client, alone)
    finally:
        children = [pid for pid, _ in children_of(client.process.pid)]
        client.close()
    assert gone_soon(children), "a process was left behind"


def _from_server(data: bytes) -> bytes:
    params = {"bytes": base64.b64encode(data).decode()}
    return encode({"jsonrpc": "2.0", "method": "test/emit", "params": params}).raw


def _leaves(data: bytes) -> bool:
    """Whether a mutation turned into a message that rightly ends the server."""
    return b'"exit"' in data or b'"shutdown"' in data


def _still_answers(client: RawClient, alone: bool) -> None:
    number = f"alive-{random.random()}"
    client.send({"id": number, "method": "test/alive", "params": {}})
    answer = client.result(number, 60)
    expected = "error" if alone else "result"
    assert expected in answer, json.dumps(answer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for alone in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            run(arguments.count, arguments.seed, alone=alone, folder=Path(folder))
            print(f"{'alone' if alone else 'wrapped'}: {arguments.count} mutations survived")


if __name__ == "__main__":
    main()
