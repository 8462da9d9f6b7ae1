"""Checks that take longer than a person waits: the edit is handed over, the check goes on and speaks up later."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from server.processes import judges
from server.raw_client import ABLE, PLAIN, RawClient
from server.small_project import APP, rename_params, replace_all

Starter = Callable[..., RawClient]


def unsafe(project: Path) -> dict[str, Any]:
    return {"answered": {"textDocument/rename": replace_all(project, "ceiling", "limit")}}


@contextmanager
def stopped_check(client: RawClient, uri: str) -> Iterator[None]:
    """A checking process that is warm and stands still, as if it had very much to do."""
    client.notify("workspace/didChangeConfiguration", {"settings": {"holdfast": {"budget": 30}}})
    client.request("textDocument/rename", rename_params(uri, "limit"))
    client.notify("workspace/didChangeConfiguration", {"settings": {"holdfast": {"budget": 0.3}}})
    (judge,) = judges(client.process.pid)
    # The first check started the process and may have had a bar of its own.
    time.sleep(0.6)
    client.heard.clear()
    os.kill(judge, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(judge, signal.SIGCONT)


def begins_bar(message: Mapping[str, Any]) -> bool:
    return message.get("method") == "$/progress" and message["params"]["value"]["kind"] == "begin"


@pytest.mark.parametrize("capabilities", [ABLE, PLAIN], ids=["preview", "message"])
@pytest.mark.parametrize("choice", ["confirm", "block", "warn"])
def test_the_edit_is_handed_over_and_the_findings_come_later(
    wrapped: Starter, project: Path, choice: str, capabilities: Any
) -> None:
    """Nobody is kept from working by a check that is not done, whatever is set for unsafe edits."""
    client = wrapped(unsafe(project), capabilities, {"onUnsafe": "warn"})
    uri = client.open(project / "app.py")
    with stopped_check(client, uri):
        client.notify("workspace/didChangeConfiguration", {"settings": {"holdfast": {"onUnsafe": choice}}})
        edit = replace_all(project, "ceiling", "limit")
        assert client.request("textDocument/rename", rename_params(uri, "limit")) == edit
        (told,) = client.messages("window/showMessage")
        assert "goes on in the background" in told["params"]["message"]
        assert not client.messages("window/showMessageRequest")
        assert not client.ours(uri)
        # The editor makes the edit while the check still runs: the findings are to stand in the new text.
        client.change(uri, 2, APP.replace("ceiling", "limit"))
    client.wait_for(lambda _: bool(client.ours(uri)))
    (finding,) = client.ours(uri)
    assert finding["range"]["end"] == {"line": 4, "character": 24}
    late = client.wait_for(lambda each: "undo takes it back" in str(each.get("params")))
    assert "parameter `limit`" in late["params"]["message"]


def test_a_check_in_the_background_ends_with_the_next_refactoring(wrapped: Starter, project: Path) -> None:
    bad, good = replace_all(project, "ceiling", "limit"), replace_all(project, "ceiling", "fresh")
    script = {"answered": {"textDocument/rename": {"$turns": [bad, bad, good]}}}
    client = wrapped(script, ABLE, {"onUnsafe": "warn"})
    uri = client.open(project / "app.py")
    with stopped_check(client, uri):
        assert client.request("textDocument/rename", rename_params(uri, "limit")) == bad
        first = client.wait_for(begins_bar)["params"]["token"]
        client.notify("workspace/didChangeConfiguration", {"settings": {"holdfast": {"budget": 30}}})
        number = client.begin("textDocument/rename", rename_params(uri, "fresh"))
        # The first check may only go on when the second is known to have taken its place.
        client.wait_for(lambda each: begins_bar(each) and each["params"]["token"] != first)
    assert client.result(number)["result"] == good
    time.sleep(0.5)
    assert not client.ours(uri)
    assert not [each for each in client.messages("window/showMessage") if "undo" in str(each)]


@pytest.mark.slow
def test_the_message_counts_files(wrapped: Starter, project: Path) -> None:
    """A real check that is handed over half done says how far it came."""
    body = "".join(f"\n\ndef f{n}(a, b):\n    return [a * ceiling + x for x in b]\n" for n in range(120))
    names = [f"part{number}.py" for number in range(60)]
    for name in names:
        (project / name).write_text(
            f"from app import ceiling\n\n\ndef same(limit):\n    return limit\n{body}"
        )
    edit = replace_all(project, "ceiling", "limit", ("app.py", "use.py", *names))
    client = wrapped({"answered": {"textDocument/rename": edit}}, ABLE, {"budget": 60, "onUnsafe": "warn"})
    uri = client.open(project / "app.py")
    client.request("textDocument/rename", rename_params(uri, "limit"))
    started = time.monotonic()
    client.request("textDocument/rename", rename_params(uri, "limit"))
    whole = time.monotonic() - started
    # Files are counted in the second half of a check. How long a check takes changes with what else the
    # machine does, so parts of that time are tried in turn until one of them ends there.
    for attempt in range(1, 41):
        client.heard.clear()
        budget = whole * (0.3 + attempt * 0.618 % 1)
        client.notify("workspace/didChangeConfiguration", {"settings": {"holdfast": {"budget": budget}}})
        client.request("textDocument/rename", rename_params(uri, "limit"))
        told = " ".join(str(each["params"]["message"]) for each in client.messages("window/showMessage"))
        found = re.search(r"checked (\d+) of (\d+) files", told)
        if found or "still reading" in told:
            # The next check is measured alone.
            client.wait_for(lambda each: "undo takes it back" in str(each.get("params")))
        if found:
            assert 0 < int(found[1]) <= int(found[2]) == 62
            return
    raise AssertionError("no check was handed over half done")


def test_a_long_check_shows_a_bar_that_cancels_it(wrapped: Starter, project: Path) -> None:
    client = wrapped(unsafe(project), ABLE, {"budget": 30})
    uri = client.open(project / "app.py")
    client.request("textDocument/rename", rename_params(uri, "limit"))
    (judge,) = judges(client.process.pid)
    # The first check started the process and may have had a bar of its own.
    time.sleep(1.0)
    client.heard.clear()
    os.kill(judge, signal.SIGSTOP)
    number = client.begin("textDocument/rename", rename_params(uri, "limit"))
    begun = client.wait_for(lambda each: each.get("method") == "$/progress")
    assert begun["params"]["value"]["cancellable"] is True
    created = client.messages("window/workDoneProgress/create")[-1]
    assert created["params"]["token"] == begun["params"]["token"]
    client.notify("window/workDoneProgress/cancel", {"token": begun["params"]["token"]})
    assert client.result(number, 10)["error"]["code"] == -32800
    ended = client.wait_for(
        lambda each: each.get("method") == "$/progress" and each["params"]["value"]["kind"] == "end"
    )
    assert ended["params"]["token"] == begun["params"]["token"]
    # The stopped process does not heed the cancellation; it is replaced.
    assert "changeAnnotations" in client.request("textDocument/rename", rename_params(uri, "limit"))
