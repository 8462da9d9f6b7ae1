"""The proxy among messages: nothing lost, nothing wiped, nothing confused, nobody left waiting."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from holdfast.wire.frames import encode
from server.processes import alive, children_of, gone_soon, judges
from server.raw_client import ABLE, Gone, RawClient, ServerError
from server.small_project import rename_params, replace_all

Starter = Callable[..., RawClient]


def unsafe(project: Path, **more: Any) -> dict[str, Any]:
    return {"answered": {"textDocument/rename": replace_all(project, "ceiling", "limit")}, **more}


def published(uri: str, *messages: str) -> dict[str, Any]:
    span = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    found = [{"range": span, "message": each, "source": "theirs"} for each in messages]
    return {"method": "textDocument/publishDiagnostics", "params": {"uri": uri, "diagnostics": found}}


def test_diagnostics_of_both_appear_together(wrapped: Starter, project: Path) -> None:
    uri = (project / "app.py").as_uri()
    sent = {"textDocument/didOpen": [published(uri, "one")], "theirs/again": [published(uri, "two")]}
    client = wrapped(unsafe(project, sent=sent))
    client.open(project / "app.py")
    client.wait_for(lambda each: each.get("method") == "textDocument/publishDiagnostics")
    client.request("textDocument/rename", rename_params(uri, "limit"))
    assert client.diagnostics(uri)[0]["message"] == "one"
    assert len(client.ours(uri)) == 1
    client.notify("theirs/again", {})
    client.wait_for(lambda _: client.diagnostics(uri)[0]["message"] == "two")
    assert len(client.ours(uri)) == 1
    client.change(uri, 2, "other = 1\n")
    client.wait_for(lambda _: not client.ours(uri))
    assert [each["message"] for each in client.diagnostics(uri)] == ["two"]


def test_every_byte_reaches_the_server_in_order(wrapped: Starter, project: Path, tmp_path: Path) -> None:
    client = wrapped({}, initialize=False)
    odd = b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 45\r\n\r\n"
    body = b'{"jsonrpc":"2.0" , "method":"odd/\\u00e9" }   '
    frames = [
        encode({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}).raw,
        odd + body[:45].ljust(45),
        b"Content-Length: 5\r\n\r\n{not}",
        encode({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"no": "document"}}).raw,
        encode({"jsonrpc": "2.0", "id": "x", "method": "unknown/request", "params": [1, 2]}).raw,
    ]
    for frame in frames:
        client.send_bytes(frame)
    assert client.result("x")["error"]["message"] == "no unknown/request"
    assert (tmp_path / "server.log").read_bytes() == b"".join(frames)


def test_ids_of_all_sides_may_be_equal(wrapped: Starter, project: Path) -> None:
    """The server asks with the ids that the editor uses, of every type, while a rename is held."""
    calls = [
        {"id": identity, "method": "theirs/question", "params": {"n": number}}
        for number, identity in enumerate((1, "1", 2, "holdfast-1"))
    ]
    client = wrapped(unsafe(project, sent={"textDocument/rename": calls}))
    asked: list[Any] = []
    client.answers["theirs/question"] = lambda params: asked.append(params["n"])
    uri = client.open(project / "app.py")
    result = client.request("textDocument/rename", rename_params(uri, "limit"))
    assert "changeAnnotations" in result
    assert asked == [0, 1, 2, 3]


def test_one_id_twice(wrapped: Starter, project: Path) -> None:
    client = wrapped(unsafe(project))
    uri = client.open(project / "app.py")
    for _ in range(2):
        client.send({"id": 9, "method": "textDocument/rename", "params": rename_params(uri, "limit")})
    client.wait_for(lambda _: sum(each.get("id") == 9 for each in client.heard) == 2)
    assert all("changeAnnotations" in each["result"] for each in client.heard if each.get("id") == 9)


def test_others_overtake_a_held_rename(wrapped: Starter, project: Path) -> None:
    client = wrapped(unsafe(project), {}, {"confirmSeconds": 5})
    client.answers["window/showMessageRequest"] = lambda _: NotImplemented
    uri = client.open(project / "app.py")
    client.begin("textDocument/rename", rename_params(uri, "limit"))
    question = client.wait_for(lambda each: each.get("method") == "window/showMessageRequest")
    for _ in range(20):
        with pytest.raises(ServerError):
            client.request("textDocument/completion", {}, seconds=1)
    client.send({"id": question["id"], "result": {"title": "Cancel"}})


def test_a_cancelled_rename_is_answered_as_cancelled(wrapped: Starter, project: Path) -> None:
    client = wrapped(unsafe(project), {}, {"confirmSeconds": 30})
    client.answers["window/showMessageRequest"] = lambda _: NotImplemented
    uri = client.open(project / "app.py")
    number = client.begin("textDocument/rename", rename_params(uri, "limit"))
    client.wait_for(lambda each: each.get("method") == "window/showMessageRequest")
    client.notify("$/cancelRequest", {"id": number})
    assert client.result(number, 3)["error"]["code"] == -32800


def test_a_check_whose_process_dies_is_made_again(wrapped: Starter, project: Path) -> None:
    client = wrapped(unsafe(project), ABLE, {"budget": 20})
    uri = client.open(project / "app.py")
    client.request("textDocument/rename", rename_params(uri, "limit"))
    (judge,) = judges(client.process.pid)
    os.kill(judge, signal.SIGSTOP)
    number = client.begin("textDocument/rename", rename_params(uri, "limit"))
    time.sleep(0.3)
    os.kill(judge, signal.SIGKILL)
    assert "changeAnnotations" in client.result(number)["result"]
    assert not client.messages("window/showMessage")


def test_if_every_check_dies_the_edit_passes_and_the_user_is_told_once(
    wrapped: Starter, project: Path
) -> None:
    client = wrapped(unsafe(project), ABLE, {"budget": 20})
    uri = client.open(project / "app.py")
    edit = replace_all(project, "ceiling", "limit")
    for _ in range(2):
        number = client.begin("textDocument/rename", rename_params(uri, "limit"))
        while not any(each.get("id") == number for each in client.heard):
            for judge in judges(client.process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(judge, signal.SIGKILL)
            time.sleep(0.01)
        assert client.result(number)["result"] == edit
    told = [each["params"]["message"] for each in client.messages("window/showMessage")]
    assert len([each for each in told if "lets it pass" in each]) == 1
    # And the next one is checked.
    assert "changeAnnotations" in client.request("textDocument/rename", rename_params(uri, "limit"))


def test_the_editor_sees_the_server_die(wrapped: Starter, project: Path) -> None:
    client = wrapped({"answered": {"theirs/die": {"$exit": 7}}})
    with pytest.raises(Gone):
        client.request("theirs/die", {})
    assert client.process.wait(10) == 7


def test_a_server_that_cannot_be_started() -> None:
    from server.raw_client import SERVER

    client = RawClient([*SERVER, "--wrap", "--", "no-such-language-server"])
    assert client.process.wait(10) == 2
    client.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_is_left_behind_when_we_are_ended(wrapped: Starter, project: Path, number: int) -> None:
    client = wrapped(unsafe(project))
    uri = client.open(project / "app.py")
    client.request("textDocument/rename", rename_params(uri, "limit"))
    children = [pid for pid, _ in children_of(client.process.pid)]
    assert len(children) >= 2
    os.kill(client.process.pid, number)
    client.process.wait(10)
    assert gone_soon(children)


def test_no_process_is_left_behind_when_the_editor_is_gone(wrapped: Starter, project: Path) -> None:
    client = wrapped(unsafe(project))
    uri = client.open(project / "app.py")
    client.request("textDocument/rename", rename_params(uri, "limit"))
    children = [pid for pid, _ in children_of(client.process.pid)]
    assert client.process.stdin is not None
    client.process.stdin.close()
    client.process.wait(10)
    assert gone_soon(children)


def test_a_killed_server_is_seen_and_leaves_nothing(wrapped: Starter, project: Path) -> None:
    client = wrapped(unsafe(project))
    client.open(project / "app.py")
    everyone = children_of(client.process.pid)
    (server,) = [pid for pid, line in everyone if "scripted_server" in line]
    os.kill(server, signal.SIGKILL)
    assert client.process.wait(10) == 128 + 9
    assert gone_soon([pid for pid, _ in everyone])
    assert not alive(server)
