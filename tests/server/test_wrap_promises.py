"""Promises to a user that are kept around any server: unknown said once, no code run, notebooks and line ends left alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from server.raw_client import ABLE, RawClient
from server.small_project import rename_params, replace_all

Starter = Callable[..., RawClient]


def start(wrapped: Starter, project: Path, new: str, **settings: Any) -> tuple[RawClient, str]:
    edit = replace_all(project, "ceiling", new)
    client = wrapped({"answered": {"textDocument/rename": edit}}, ABLE, {"budget": 30, **settings})
    return client, client.open(project / "app.py")


@pytest.mark.parametrize("told", [True, False])
def test_unknown_is_said_gently_and_once(wrapped: Starter, project: Path, told: bool) -> None:
    text = "import app\n\n\ndef show(thing):\n    return getattr(thing, 'ceiling')\n\n\nprint(show(app))\n"
    (project / "dynamic.py").write_text(text)
    client, uri = start(wrapped, project, "fresh", tellUnknown=told)
    for _ in range(2):
        edit = client.request("textDocument/rename", rename_params(uri, "fresh"))
        assert edit == replace_all(project, "ceiling", "fresh")
    messages = [each["params"] for each in client.messages("window/showMessage")]
    assert [each["type"] for each in messages] == [3] * told
    assert all("cannot see everything" in each["message"] for each in messages)
    assert not client.messages("window/showMessageRequest")
    assert not client.ours((project / "dynamic.py").as_uri())


def test_nothing_of_a_workspace_is_run(wrapped: Starter, project: Path) -> None:
    """Neither modules that a check reads nor files that Python runs by itself, nor an interpreter that is set."""
    trap = f"open({str(project / 'ran')!r}, 'w')\n"
    for name in ("sitecustomize.py", "usercustomize.py", "conftest.py", "jedi.py", "holdfast.py", "json.py"):
        (project / name).write_text(trap)
    interpreter = project / "python"
    interpreter.write_text(f"#!/bin/sh\ntouch {project / 'ran'}\n")
    interpreter.chmod(0o755)
    text = "import json\nimport app\n\n\nclass Box:\n    ceiling = 1\n\n\ndef get(box):\n    return box.ceiling\n\n\nprint(get(Box()), json.ceiling)\n"
    (project / "member.py").write_text(text + trap)
    client, uri = start(wrapped, project, "limit", interpreter=str(interpreter))
    assert "changeAnnotations" in client.request("textDocument/rename", rename_params(uri, "limit"))
    assert not (project / "ran").exists()


def test_cells_of_a_notebook_pass_unseen(wrapped: Starter, project: Path) -> None:
    cell = "vscode-notebook-cell:/n.ipynb#1"
    span = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 7}}
    edit = {"changes": {cell: [{"range": span, "newText": "limit"}]}}
    client = wrapped({"answered": {"textDocument/rename": edit}})
    item = {"uri": cell, "languageId": "python", "version": 1, "text": "ceiling = 1"}
    client.notify(
        "notebookDocument/didOpen",
        {"notebookDocument": {"uri": "file:///n.ipynb"}, "cellTextDocuments": [item]},
    )
    client.notify("textDocument/didOpen", {"textDocument": item})
    assert client.request("textDocument/rename", rename_params(cell, "limit", 0, 0)) == edit
    assert not client.messages("window/showMessageRequest")
    (told,) = client.messages("window/showMessage")
    assert "in a notebook" in told["params"]["message"]
    client.request("textDocument/rename", rename_params(cell, "limit", 0, 0))
    assert len(client.messages("window/showMessage")) == 1


def test_lines_that_end_as_on_windows(wrapped: Starter, project: Path) -> None:
    text = (project / "app.py").read_text().replace("\n", "\r\n")
    (project / "app.py").write_bytes(text.encode())
    client = wrapped({"answered": {"textDocument/rename": replace_all(project, "ceiling", "limit")}})
    uri = client.open(project / "app.py", text)
    assert "changeAnnotations" in client.request("textDocument/rename", rename_params(uri, "limit"))
    (finding,) = client.ours(uri)
    assert finding["range"] == {"start": {"line": 4, "character": 19}, "end": {"line": 4, "character": 26}}
