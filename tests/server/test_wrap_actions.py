"""Refactorings that come as code actions: edit in the menu, resolved later, or by command and applyEdit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from server.raw_client import ABLE, PLAIN, RawClient, ServerError
from server.small_project import eventually, rename_params, replace_all

Starter = Callable[..., RawClient]

SHORT_CIRCUIT = "def first(items):\n    return items and items[0]\n\n\nprint(first([]))\n"
SPAN = {"start": {"line": 1, "character": 21}, "end": {"line": 1, "character": 29}}


def extracted(uri: str, *, safe: bool) -> dict[str, Any]:
    """Extract variable: of `items[0]`, which is then evaluated for an empty list too, or of `items`."""
    at = {"line": 1, "character": 4}
    inner = "items" if safe else "items[0]"
    column = 11 if safe else 21
    old = {
        "start": {"line": 1, "character": column},
        "end": {"line": 1, "character": column + len(inner)},
    }
    return {
        "changes": {
            uri: [
                {"range": {"start": at, "end": at}, "newText": f"head = {inner}\n    "},
                {"range": old, "newText": "head"},
            ]
        }
    }


def action(**more: Any) -> dict[str, Any]:
    return {"title": "Extract variable", "kind": "refactor.extract", **more}


def menu(client: RawClient, uri: str, **context: Any) -> Any:
    params = {"textDocument": {"uri": uri}, "range": SPAN, "context": {"diagnostics": [], **context}}
    return client.request("textDocument/codeAction", params)


@pytest.fixture
def source(project: Path) -> Path:
    path = project / "short.py"
    path.write_text(SHORT_CIRCUIT)
    return path


CODE_ACTIONS = {
    "codeActionProvider": {"resolveProvider": True},
    "executeCommandProvider": {"commands": ["x"]},
}


def test_a_safe_action_is_offered_as_it_came(wrapped: Starter, source: Path) -> None:
    offered = [
        action(edit=extracted(source.as_uri(), safe=True)),
        {"title": "Fix", "kind": "quickfix", "edit": {}},
    ]
    client = wrapped({"capabilities": CODE_ACTIONS, "answered": {"textDocument/codeAction": offered}})
    client.open(source)
    assert menu(client, source.as_uri()) == offered


def test_an_unsafe_action_says_so_and_runs_through_us(wrapped: Starter, source: Path) -> None:
    edit = extracted(source.as_uri(), safe=False)
    client = wrapped(
        {"capabilities": CODE_ACTIONS, "answered": {"textDocument/codeAction": [action(edit=edit)]}}
    )
    uri = client.open(source)
    (offered,) = menu(client, uri)
    assert "edit" not in offered
    assert offered["title"] == "Extract variable (unsafe)"
    assert not client.ours(uri)
    client.execute(offered["command"])
    applied = client.wait_for(lambda each: each.get("method") == "workspace/applyEdit")
    steps = applied["params"]["edit"]["documentChanges"]
    assert all("annotationId" in each for step in steps for each in step["edits"])
    assert {each["code"] for each in client.ours(uri)} & {"HF205", "HF204", "HF203"}


def test_a_blocked_action_is_disabled_with_the_reason(wrapped: Starter, source: Path) -> None:
    edit = extracted(source.as_uri(), safe=False)
    client = wrapped(
        {"capabilities": CODE_ACTIONS, "answered": {"textDocument/codeAction": [action(edit=edit)]}},
        ABLE,
        {"onUnsafe": "block"},
    )
    (offered,) = menu(client, client.open(source))
    assert "edit" not in offered
    assert "changes what the code means" in offered["disabled"]["reason"]


@pytest.mark.parametrize("safe", [True, False])
def test_a_menu_that_opens_by_itself_is_checked_when_something_is_chosen(
    wrapped: Starter, source: Path, safe: bool
) -> None:
    edit = extracted(source.as_uri(), safe=safe)
    client = wrapped(
        {"capabilities": CODE_ACTIONS, "answered": {"textDocument/codeAction": [action(edit=edit)]}}
    )
    uri = client.open(source)
    (offered,) = menu(client, uri, triggerKind=2)
    assert "edit" not in offered
    resolved = client.request("codeAction/resolve", offered)
    if safe:
        assert resolved == action(edit=edit)
    else:
        assert "changeAnnotations" in resolved["edit"]
        assert client.ours(uri)


@pytest.mark.parametrize("safe", [True, False])
def test_an_action_that_the_server_resolves(wrapped: Starter, source: Path, safe: bool) -> None:
    whole = action(edit=extracted(source.as_uri(), safe=safe))
    client = wrapped(
        {
            "capabilities": CODE_ACTIONS,
            "answered": {"textDocument/codeAction": [action(data=1)], "codeAction/resolve": whole},
        }
    )
    uri = client.open(source)
    (offered,) = menu(client, uri)
    resolved = client.request("codeAction/resolve", offered)
    if safe:
        assert resolved == whole
    else:
        assert "changeAnnotations" in resolved["edit"]


def command_script(uri: str, *, safe: bool) -> dict[str, Any]:
    command = {"title": "Extract", "command": "theirs.extract", "arguments": [uri]}
    apply = {"id": 77, "method": "workspace/applyEdit", "params": {"edit": extracted(uri, safe=safe)}}
    return {
        "capabilities": CODE_ACTIONS,
        "answered": {"textDocument/codeAction": [action(command=command)], "workspace/executeCommand": None},
        "sent": {"workspace/executeCommand": [apply]},
    }


def test_a_safe_edit_by_command_passes_and_its_answer_reaches_the_server(
    wrapped: Starter, source: Path, tmp_path: Path
) -> None:
    client = wrapped(command_script(source.as_uri(), safe=True))
    client.answers["workspace/applyEdit"] = lambda _: {"applied": True}
    (offered,) = menu(client, client.open(source))
    client.execute(offered["command"])
    applied = client.wait_for(lambda each: each.get("method") == "workspace/applyEdit")
    assert applied["id"] == 77
    assert applied["params"] == {"edit": extracted(source.as_uri(), safe=True)}
    assert eventually(lambda: b'"applied":true' in (tmp_path / "server.log").read_bytes())


@pytest.mark.parametrize("mode", ["confirm", "ask", "block"])
def test_an_unsafe_edit_by_command(wrapped: Starter, source: Path, tmp_path: Path, mode: str) -> None:
    settings = {"onUnsafe": "block" if mode == "block" else "confirm"}
    client = wrapped(command_script(source.as_uri(), safe=False), PLAIN if mode == "ask" else ABLE, settings)
    client.answers["window/showMessageRequest"] = lambda _: {"title": "Cancel"}
    (offered,) = menu(client, client.open(source))
    client.execute(offered["command"])
    if mode == "confirm":
        applied = client.wait_for(lambda each: each.get("method") == "workspace/applyEdit")
        assert "changeAnnotations" in applied["params"]["edit"]
        return
    log = tmp_path / "server.log"
    assert eventually(lambda: b'"applied":false' in log.read_bytes())
    assert client.ours(source.as_uri())
    assert not client.messages("workspace/applyEdit")


def test_an_edit_without_a_refactoring_passes(wrapped: Starter, source: Path) -> None:
    edit = extracted(source.as_uri(), safe=False)
    apply = {"id": 5, "method": "workspace/applyEdit", "params": {"edit": edit}}
    client = wrapped({"sent": {"theirs/format": [apply]}})
    client.open(source)
    client.notify("theirs/format", {})
    assert client.wait_for(lambda each: each.get("id") == 5)["params"] == {"edit": edit}


def test_moving_a_file_whose_importers_are_forgotten(wrapped: Starter, project: Path) -> None:
    client = wrapped({"answered": {"workspace/willRenameFiles": None}})
    uri = client.open(project / "app.py")
    moved = {"oldUri": uri, "newUri": (project / "core.py").as_uri()}
    assert client.request("workspace/willRenameFiles", {"files": [moved]}) is None
    assert {each["severity"] for each in client.ours((project / "use.py").as_uri())} == {1}


def test_moving_a_file_with_its_importers(wrapped: Starter, project: Path) -> None:
    edit = replace_all(project, "app", "core", ("use.py",))
    client = wrapped({"answered": {"workspace/willRenameFiles": edit}})
    uri = client.open(project / "app.py")
    moved = {"oldUri": uri, "newUri": (project / "core.py").as_uri()}
    assert client.request("workspace/willRenameFiles", {"files": [moved]}) == edit
    assert not client.ours((project / "use.py").as_uri())


def test_an_error_of_the_server_is_the_editors_to_see(wrapped: Starter, project: Path) -> None:
    client = wrapped(
        {"answered": {"textDocument/rename": {"$error": {"code": -32803, "message": "not here"}}}}
    )
    uri = client.open(project / "app.py")
    with pytest.raises(ServerError, match="not here"):
        client.request("textDocument/rename", rename_params(uri, "x"))
