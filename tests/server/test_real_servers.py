"""Around the real servers: safe edits pass unchanged, unsafe ones are confirmed, blocked or warned about as set."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.raw_client import ABLE, BIN, SERVER, RawClient, ServerError, apply_edit
from server.real_servers import SERVERS, RealServer
from server.small_project import APP, USE, rename_params

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

SHORT = "def first(items):\n    return items and items[0]\n\n\ndef area(width, height):\n    return width * height + 1\n"


@pytest.fixture(params=SERVERS, ids=lambda server: server.name)
def server(request: pytest.FixtureRequest) -> RealServer:
    found: RealServer = request.param
    if not found.installed:
        pytest.skip(f"{found.command[0]} is not installed")
    return found


@pytest.fixture
def client(server: RealServer, project: Path) -> Iterator[RawClient]:
    command = [str(BIN / server.command[0]), *server.command[1:]]
    with RawClient([*SERVER, "--wrap", "--", *command], cwd=project) as started:
        yield started


def rename_when_ready(client: RawClient, uri: str, new_name: str, files: int) -> Any:
    """Servers hand out half a rename while they are starting: ask until all files are in it."""
    for _ in range(60):
        result = client.result(client.begin("textDocument/rename", rename_params(uri, new_name)))
        edit = result.get("result") or {}
        if len(edit.get("changes") or edit.get("documentChanges") or ()) == files:
            return edit
        time.sleep(0.5)
    raise AssertionError(f"no complete rename: {result}")


def test_rename(server: RealServer, client: RawClient, project: Path) -> None:
    capabilities = client.initialize(project, ABLE, initializationOptions={"holdfast": {"budget": 20}})
    assert any(
        name.startswith("holdfast.")
        for name in capabilities["capabilities"]["executeCommandProvider"]["commands"]
    )
    client.answers["window/showMessageRequest"] = lambda _: {"title": "Go on"}
    uri, use = client.open(project / "app.py"), client.open(project / "use.py")
    safe = rename_when_ready(client, uri, "fresh", files=2)
    assert "changeAnnotations" not in safe
    assert apply_edit({uri: APP, use: USE}, safe) == {
        uri: APP.replace("ceiling", "fresh"),
        use: USE.replace("ceiling", "fresh"),
    }
    unsafe = client.request("textDocument/rename", rename_params(uri, "limit"))
    assert all("annotationId" in each for step in unsafe["documentChanges"] for each in step["edits"])
    assert [each["code"] for each in client.ours(uri)] == ["HF101"]
    assert apply_edit({uri: APP, use: USE}, unsafe)[uri] == APP.replace("ceiling", "limit")
    client.notify("workspace/didChangeConfiguration", {"settings": {"holdfast": {"onUnsafe": "block"}}})
    with pytest.raises(ServerError, match="parameter `limit`"):
        client.request("textDocument/rename", rename_params(uri, "limit"))
    client.notify("workspace/didChangeConfiguration", {"settings": {"holdfast": {"onUnsafe": "warn"}}})
    warned = client.request("textDocument/rename", rename_params(uri, "limit"))
    assert "changeAnnotations" not in warned
    client.wait_for(
        lambda each: each.get("method") == "window/showMessage" and "parameter `limit`" in str(each)
    )


@pytest.mark.parametrize("safe", [True, False], ids=["safe", "unsafe"])
@pytest.mark.parametrize(
    "server", [each for each in SERVERS if each.extracts], ids=lambda server: server.name, indirect=True
)
def test_extract_variable(server: RealServer, client: RawClient, project: Path, safe: bool) -> None:
    (project / "short.py").write_text(SHORT)
    client.initialize(project, ABLE, initializationOptions={"holdfast": {"budget": 20}})
    uri = client.open(project / "short.py")
    line, start, end = (5, 11, 25) if safe else (1, 21, 29)
    span = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
    params = {
        "textDocument": {"uri": uri},
        "range": span,
        "context": {"diagnostics": [], "only": ["refactor"]},
    }
    action = _offered(client, params)
    if server.extracts == "command":
        client.execute(action["command"])
        edit = client.wait_for(lambda each: each.get("method") == "workspace/applyEdit")["params"]["edit"]
    elif safe:
        assert "unsafe" not in action["title"]
        edit = action["edit"]
    else:
        assert "unsafe" in action["title"]
        client.execute(action["command"])
        edit = client.wait_for(lambda each: each.get("method") == "workspace/applyEdit")["params"]["edit"]
    assert ("changeAnnotations" in edit) is not safe
    assert bool(client.ours(uri)) is not safe


def _offered(client: RawClient, params: Any) -> Any:
    for _ in range(30):
        for action in client.request("textDocument/codeAction", params) or ():
            if "extract" in action["title"].lower() and "variable" in action["title"].lower():
                return action
        time.sleep(0.5)
    raise AssertionError("no extraction is offered")
