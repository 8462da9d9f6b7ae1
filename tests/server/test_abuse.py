"""Abuse from either side: nothing hangs, nothing is left behind, nothing is lost, nothing grows."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from holdfast.wire.frames import encode
from server.processes import children_of, gone_soon, resident_bytes
from server.raw_client import ABLE, SERVER, RawClient
from server.small_project import rename_params, replace_all, scripted

from server import mutations

Starter = Callable[..., RawClient]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("alone", [True, False], ids=["alone", "wrapped"])
def test_mutated_messages(tmp_path: Path, alone: bool) -> None:
    mutations.run(300, 7, alone=alone, folder=tmp_path)


BROKEN = [
    b"Content-Length: 100\r\n\r\n{}",
    b"Content-Length: -5\r\n\r\n{}",
    b"Content-Length: 99999999999999\r\n\r\n{}",
    b"Content-Length: abc\r\n\r\n{}",
    b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    b"\r\n\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\0" * 10_000,
    b"Content-Length: 4\r\n\r\n\xff\xfe\xfd\xfc",
    b"Content-Length: 30000\r\n\r\n" + b"[" * 30_000,
]


#: Those after which the next message can be found; the others promise more bytes than ever come.
PASSING = [BROKEN[1], BROKEN[3], BROKEN[4], BROKEN[5], BROKEN[6], BROKEN[8], BROKEN[9]]


@pytest.mark.parametrize("broken", [BROKEN[0], BROKEN[2], BROKEN[7]], ids=["short", "huge", "zeros"])
@pytest.mark.parametrize("alone", [True, False], ids=["alone", "wrapped"])
def test_a_broken_stream_ends_without_a_trace(
    tmp_path: Path, project: Path, broken: bytes, alone: bool
) -> None:
    command = [] if alone else ["--wrap", "--", *scripted({}, tmp_path)]
    client = RawClient([*SERVER, *command])
    client.initialize(project, {})
    client.send_bytes(broken)
    children = [pid for pid, _ in children_of(client.process.pid)]
    assert client.process.stdin is not None
    client.process.stdin.close()
    client.process.wait(15)
    assert gone_soon(children)
    client.close()


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "wrapped"])
def test_reading_goes_on_after_garbage(tmp_path: Path, project: Path, alone: bool) -> None:
    command = [] if alone else ["--wrap", "--", *scripted({}, tmp_path)]
    with RawClient([*SERVER, *command]) as client:
        client.initialize(project, {})
        for broken in PASSING:
            client.send_bytes(broken)
            assert "error" in client.result(client.begin("no/such", {}), 10)


def test_a_server_that_floods(wrapped: Starter, project: Path) -> None:
    edit = replace_all(project, "ceiling", "limit")
    client = wrapped({"answered": {"textDocument/rename": {"$flood": [20_000, edit]}}})
    uri = client.open(project / "app.py")
    assert "changeAnnotations" in client.request("textDocument/rename", rename_params(uri, "limit"))
    assert len(client.messages("window/logMessage")) == 20_000
    assert resident_bytes(client.process.pid) < 120 * 1024 * 1024


def test_an_editor_that_does_not_read_holds_the_server_and_not_our_memory(
    wrapped: Starter, project: Path
) -> None:
    client = wrapped({"answered": {"test/flood": {"$flood": [80_000, None]}}})
    client.pause()
    before = resident_bytes(client.process.pid)
    number = client.begin("test/flood", {})
    time.sleep(2)
    assert resident_bytes(client.process.pid) - before < 10 * 1024 * 1024
    client.remember = False
    client.resume()
    assert client.result(number, 60)["result"] is None


def test_a_server_that_never_answers(wrapped: Starter, project: Path) -> None:
    client = wrapped({"answered": {"textDocument/rename": {"$silence": True}}})
    uri = client.open(project / "app.py")
    numbers = [client.begin("textDocument/rename", rename_params(uri, "x")) for _ in range(50)]
    for number in numbers:
        client.notify("$/cancelRequest", {"id": number})
    assert "error" in client.result(client.begin("no/such", {}), 5)


def test_an_editor_that_cancels_everything(wrapped: Starter, project: Path) -> None:
    edit = replace_all(project, "ceiling", "limit")
    client = wrapped({"answered": {"textDocument/rename": edit}})
    uri = client.open(project / "app.py")
    numbers = []
    for _ in range(60):
        number = client.begin("textDocument/rename", rename_params(uri, "limit"))
        client.notify("$/cancelRequest", {"id": number})
        numbers.append(number)
    answers = [client.result(number, 30) for number in numbers]
    for answer in answers:
        passed = answer.get("result") is not None
        assert passed or answer["error"]["code"] == -32800
    assert "changeAnnotations" in client.request("textDocument/rename", rename_params(uri, "limit"))


@pytest.mark.slow
@pytest.mark.timeout(280)
def test_memory_stays_bounded_over_a_long_session(wrapped: Starter, project: Path) -> None:
    bad, good = replace_all(project, "ceiling", "limit"), replace_all(project, "ceiling", "fresh")
    uri = (project / "app.py").as_uri()
    span = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    diagnostics = {"uri": uri, "diagnostics": [{"range": span, "message": "m" * 200}] * 20}
    sent = {"textDocument/didChange": [{"method": "textDocument/publishDiagnostics", "params": diagnostics}]}
    client = wrapped(
        {"answered": {"textDocument/rename": {"$turns": [bad, good] * 400}, "test/alive": 1}, "sent": sent}
    )
    client.open(project / "app.py")
    text = (project / "app.py").read_text()
    client.request("textDocument/rename", rename_params(uri, "limit"))
    client.remember = False
    sizes: list[int] = []
    for number in range(1, 10_001):
        if number % 40 == 0:
            client.change(uri, number, text + f"# {number}\n")
            client.request("textDocument/rename", rename_params(uri, "limit" if number % 80 else "fresh"))
        else:
            client.request("test/alive", {"n": number})
        if number in (2_000, 10_000):
            everyone = [
                client.process.pid,
                *(pid for pid, line in children_of(client.process.pid) if "judge" in line),
            ]
            sizes.append(sum(resident_bytes(pid) for pid in everyone))
    assert sizes[1] - sizes[0] < 24 * 1024 * 1024, sizes


def test_an_oversized_message_is_left_out_and_the_rest_goes_on(wrapped: Starter, project: Path) -> None:
    client = wrapped({})
    size = 256 * 1024 * 1024 + 1
    client.send_bytes(b"Content-Length: %d\r\n\r\n" % size)
    chunk = b" " * (1 << 20)
    for _ in range(256):
        client.send_bytes(chunk)
    client.send_bytes(b" ")
    assert "error" in client.result(client.begin("no/such", {}), 30)
    assert resident_bytes(client.process.pid) < 200 * 1024 * 1024


def test_requests_before_initialize_are_the_servers_to_refuse(wrapped: Starter, project: Path) -> None:
    client = wrapped({"answered": {"textDocument/rename": {"changes": {}}}}, initialize=False)
    uri = (project / "app.py").as_uri()
    assert client.request("textDocument/rename", rename_params(uri, "x")) == {"changes": {}}
    client.initialize(project, ABLE)
    assert client.request("textDocument/rename", rename_params(uri, "x")) == {"changes": {}}


def test_unknown_ids(wrapped: Starter, alone: Starter, project: Path) -> None:
    for client in (wrapped({}), alone()):
        for identity in (99, "holdfast-nobody", None, 1.5, [1]):
            client.send_bytes(encode({"jsonrpc": "2.0", "id": identity, "result": {}}).raw)
            client.send_bytes(
                encode({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": identity}}).raw
            )
        assert "error" in client.result(client.begin("no/such", {}), 10)
