"""The server alone: rename, extract and inline, made by jedi or rope and checked before they are handed over."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from holdfast.text.positions import LineIndex
from server.processes import children_of, gone_soon
from server.raw_client import ABLE, PLAIN, SERVER, RawClient, ServerError, apply_edit
from server.small_project import APP, rename_params

Starter = Callable[..., RawClient]


def options(**settings: Any) -> dict[str, Any]:
    return {"initializationOptions": {"holdfast": settings}}


def test_prepare_rename(alone: Starter, project: Path) -> None:
    client = alone()
    uri = client.open(project / "app.py")
    document = {"textDocument": {"uri": uri}}
    found = client.request(
        "textDocument/prepareRename", {**document, "position": {"line": 3, "character": 6}}
    )
    assert found == {"start": {"line": 3, "character": 4}, "end": {"line": 3, "character": 9}}
    assert (
        client.request("textDocument/prepareRename", {**document, "position": {"line": 3, "character": 1}})
        is None
    )
    assert (
        client.request("textDocument/prepareRename", {**document, "position": {"line": 1, "character": 0}})
        is None
    )


@pytest.mark.parametrize("unit", ["utf-8", "utf-16", "utf-32"])
def test_columns_in_the_unit_that_was_agreed(alone: Starter, project: Path, unit: Any) -> None:
    text = "größe = 1\r\nprint('😀é', größe)\r\n"
    (project / "wide.py").write_bytes(text.encode())
    client = alone({**ABLE, "general": {"positionEncodings": [unit]}})
    uri = client.open(project / "wide.py", text)
    offset = text.rindex("größe")
    line, column = LineIndex(text).position(offset + 2, unit)
    edit = client.request("textDocument/rename", rename_params(uri, "size", line, column))
    (step,) = edit["documentChanges"]
    expected = [LineIndex(text).position(text.index("größe"), unit), LineIndex(text).position(offset, unit)]
    starts = [each["range"]["start"] for each in step["edits"]]
    assert [(each["line"], each["character"]) for each in starts] == [tuple(each) for each in expected]
    # A change of a part of the text is counted in the same unit.
    end = LineIndex(text).position(offset + 5, unit)
    span = {
        "start": {"line": expected[1].line, "character": expected[1].column},
        "end": {"line": end.line, "character": end.column},
    }
    document = {"uri": uri, "version": 2}
    client.notify(
        "textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": span, "text": "2"}]}
    )
    edit = client.request("textDocument/rename", rename_params(uri, "size", 0, 0))
    assert len(edit["documentChanges"][0]["edits"]) == 1


@pytest.mark.parametrize("capabilities", [ABLE, PLAIN], ids=["resolved", "by command"])
def test_extract_variable(alone: Starter, project: Path, capabilities: Any) -> None:
    client = alone(capabilities)
    uri = client.open(project / "app.py")
    span = {"start": {"line": 4, "character": 11}, "end": {"line": 4, "character": 26}}
    params = {"textDocument": {"uri": uri}, "range": span, "context": {"diagnostics": []}}
    actions = client.request("textDocument/codeAction", params)
    titles = [each["title"] for each in actions]
    assert titles == ["Extract variable", "Extract function"]
    assert all("edit" not in each for each in actions)
    if capabilities is ABLE:
        edit = client.request("codeAction/resolve", actions[0])["edit"]
    else:
        client.execute(actions[0]["command"])
        edit = client.wait_for(lambda each: each.get("method") == "workspace/applyEdit")["params"]["edit"]
    assert apply_edit({uri: APP}, edit)[uri] == APP.replace(
        "    return limit * ceiling", "    extracted = limit * ceiling\n    return extracted"
    )


def test_an_unsafe_extraction_and_inlining(alone: Starter, project: Path) -> None:
    text = "def first(items):\n    return items and items[0]\n\n\ndef tick():\n    print('tick')\n    return 1\n\n\nnow = tick()\nprint(now, now)\n"
    (project / "short.py").write_text(text)
    client = alone()
    uri = client.open(project / "short.py")
    span = {"start": {"line": 1, "character": 21}, "end": {"line": 1, "character": 29}}
    params = {
        "textDocument": {"uri": uri},
        "range": span,
        "context": {"diagnostics": [], "only": ["refactor.extract"]},
    }
    extract = client.request("textDocument/codeAction", params)[0]
    assert "changeAnnotations" in client.request("codeAction/resolve", extract)["edit"]
    assert client.ours(uri)
    span = {"start": {"line": 9, "character": 1}, "end": {"line": 9, "character": 1}}
    params = {
        "textDocument": {"uri": uri},
        "range": span,
        "context": {"diagnostics": [], "only": ["refactor.inline"]},
    }
    (inline,) = client.request("textDocument/codeAction", params)
    assert "changeAnnotations" in client.request("codeAction/resolve", inline)["edit"]
    assert "HF204" in {each["code"] for each in client.ours(uri)}


def test_several_folders(alone: Starter, project: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "pyproject.toml").write_text("")
    (other / "app.py").write_text("ceiling = 1\n\n\ndef f(top):\n    return ceiling\n")
    folders = [{"uri": each.as_uri(), "name": each.name} for each in (project, other)]
    client = alone(workspaceFolders=folders)
    here, there = client.open(project / "app.py"), client.open(other / "app.py")
    # `limit` is taken in one folder and free in the other.
    assert "changeAnnotations" in client.request("textDocument/rename", rename_params(here, "limit"))
    edit = client.request("textDocument/rename", rename_params(there, "limit"))
    assert "changeAnnotations" not in edit
    assert {step["textDocument"]["uri"] for step in edit["documentChanges"]} == {there}
    gone = {"event": {"added": [], "removed": [folders[1]]}}
    client.notify("workspace/didChangeWorkspaceFolders", gone)
    assert "changeAnnotations" in client.request("textDocument/rename", rename_params(there, "top"))


def test_a_file_without_a_workspace(alone: Starter, tmp_path: Path) -> None:
    path = tmp_path / "lonely.py"
    path.write_text("a = 1\nprint(a)\n")
    client = alone(root=None)
    uri = client.open(path)
    edit = client.request("textDocument/rename", rename_params(uri, "b", 0, 0))
    assert len(edit["documentChanges"][0]["edits"]) == 2


def test_notebooks_and_other_languages_are_left_alone(alone: Starter, project: Path) -> None:
    client = alone()
    cell = {
        "uri": "vscode-notebook-cell:/n.ipynb#1",
        "languageId": "python",
        "version": 1,
        "text": "ceiling = 1",
    }
    client.notify("textDocument/didOpen", {"textDocument": cell})
    with pytest.raises(ServerError):
        client.request("textDocument/rename", rename_params(str(cell["uri"]), "limit", 0, 0))
    uri = client.open(project / "app.py")
    assert "changeAnnotations" in client.request("textDocument/rename", rename_params(uri, "limit"))


def test_cancel(alone: Starter, project: Path) -> None:
    client = alone(PLAIN)
    client.answers["window/showMessageRequest"] = lambda _: NotImplemented
    uri = client.open(project / "app.py")
    number = client.begin("textDocument/rename", rename_params(uri, "limit"))
    client.wait_for(lambda each: each.get("method") == "window/showMessageRequest")
    client.notify("$/cancelRequest", {"id": number})
    assert client.result(number, 3)["error"]["code"] == -32800


def test_requests_at_the_wrong_time(project: Path) -> None:
    with RawClient(SERVER) as client:
        with pytest.raises(ServerError) as before:
            client.request("textDocument/rename", rename_params((project / "app.py").as_uri(), "x"))
        assert before.value.code == -32002
        client.initialize(project, ABLE)
        with pytest.raises(ServerError):
            client.request("initialize", {"capabilities": {}})
        with pytest.raises(ServerError) as unknown:
            client.request("no/such", {})
        assert unknown.value.code == -32601
        client.request("shutdown", None)
        with pytest.raises(ServerError):
            client.request("textDocument/rename", rename_params((project / "app.py").as_uri(), "x"))
        client.notify("exit", None)
        assert client.process.wait(10) == 0


def test_settings_are_pulled(alone: Starter, project: Path) -> None:
    capabilities = {**ABLE, "workspace": {**ABLE["workspace"], "configuration": True}}
    with RawClient(SERVER) as client:
        client.answers["workspace/configuration"] = lambda _: [{"onUnsafe": "block"}]
        client.initialize(project, capabilities)
        uri = client.open(project / "app.py")
        client.wait_for(lambda each: each.get("method") == "workspace/configuration")
        with pytest.raises(ServerError, match="parameter"):
            client.request("textDocument/rename", rename_params(uri, "limit"))


def test_an_editor_that_vanishes_leaves_no_process(alone: Starter, project: Path) -> None:
    client = alone()
    uri = client.open(project / "app.py")
    client.request("textDocument/rename", rename_params(uri, "fresh"))
    children = [pid for pid, _ in children_of(client.process.pid)]
    assert len(children) >= 2
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert client.process.wait(10) == 1
    assert gone_soon(children)


def test_tcp_on_this_machine_only(project: Path) -> None:
    import socket

    from holdfast.wire.frames import encode

    refused = subprocess.run([*SERVER, "--tcp", "0.0.0.0:0"], capture_output=True, text=True, timeout=20)
    assert refused.returncode == 2
    assert "loopback" in refused.stderr
    with subprocess.Popen([*SERVER, "--tcp", "127.0.0.1:0"], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        port = int(process.stderr.readline().rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as connection:
            params: dict[str, Any] = {"capabilities": {}, "processId": None, "rootUri": None}
            connection.sendall(
                encode({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).raw
            )
            connection.settimeout(20)
            assert b"renameProvider" in connection.recv(65536)
        assert process.wait(10) == 1


def test_version() -> None:
    found = subprocess.run([*SERVER, "--version"], capture_output=True, text=True, timeout=20)
    assert found.stdout.startswith("holdfast-server ")
