"""An edit is checked in all folders of the workspace that it reaches into or that import what it edits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from server.raw_client import RawClient, ServerError
from server.small_project import rename_params

Starter = Callable[..., RawClient]
#: A second program that knows the first one's global, in which `limit` is free or taken.
FREE = "import sys\n\nsys.path.append('../project')\nfrom app import ceiling\n\nprint(ceiling)\n"
TAKEN = FREE + "\n\ndef shrink(limit):\n    return ceiling - limit\n"


def edit_of(folders: list[Path], new: str) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    for path in (each for folder in folders for each in sorted(folder.glob("*.py"))):
        edits = []
        for number, line in enumerate(path.read_text().split("\n")):
            column = line.find("ceiling")
            if column >= 0:
                start, end = ({"line": number, "character": at} for at in (column, column + 7))
                edits.append({"range": {"start": start, "end": end}, "newText": new})
        changes[path.as_uri()] = edits
    return {"changes": changes}


@pytest.fixture
def other(tmp_path: Path) -> Path:
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("")
    return folder


def start(wrapped: Starter, edit: dict[str, Any], *folders: Path) -> RawClient:
    named = [{"uri": each.as_uri(), "name": each.name} for each in folders]
    return wrapped({"answered": {"textDocument/rename": edit}}, workspaceFolders=named)


def test_an_edit_that_is_safe_in_both_passes_unchanged(wrapped: Starter, project: Path, other: Path) -> None:
    (other / "main.py").write_text(FREE)
    edit = edit_of([project, other], "fresh")
    client = start(wrapped, edit, project, other)
    uri = client.open(project / "app.py")
    assert client.request("textDocument/rename", rename_params(uri, "fresh")) == edit
    assert not client.ours((other / "main.py").as_uri())


def test_an_edit_that_is_unsafe_in_the_other_folder_is_confirmed_as_a_whole(
    wrapped: Starter, project: Path, other: Path
) -> None:
    (project / "app.py").write_text("ceiling = 10\n")
    (other / "main.py").write_text(TAKEN)
    client = start(wrapped, edit_of([project, other], "limit"), project, other)
    uri, main = client.open(project / "app.py"), client.open(other / "main.py")
    result = client.request("textDocument/rename", rename_params(uri, "limit"))
    edits = [each for step in result["documentChanges"] for each in step["edits"]]
    assert len(edits) == 6
    assert all(result["changeAnnotations"][each["annotationId"]]["needsConfirmation"] for each in edits)
    assert not client.ours(uri)
    assert [each["code"] for each in client.ours(main)] == ["HF101"]


def test_a_folder_that_is_closed_is_outside(wrapped: Starter, project: Path, other: Path) -> None:
    (other / "main.py").write_text(FREE)
    client = start(wrapped, edit_of([project, other], "fresh"), project, other)
    gone = {"event": {"added": [], "removed": [{"uri": other.as_uri(), "name": "other"}]}}
    client.notify("workspace/didChangeWorkspaceFolders", gone)
    uri = client.open(project / "app.py")
    with pytest.raises(ServerError, match=r"main\.py is outside the workspace"):
        client.request("textDocument/rename", rename_params(uri, "fresh"))


def test_a_file_that_moves_into_the_other_folder_is_missed_where_it_was(
    wrapped: Starter, project: Path, other: Path
) -> None:
    named = [{"uri": each.as_uri(), "name": each.name} for each in (project, other)]
    client = wrapped({"answered": {"workspace/willRenameFiles": None}}, workspaceFolders=named)
    moved = {"oldUri": (project / "app.py").as_uri(), "newUri": (other / "core.py").as_uri()}
    assert client.request("workspace/willRenameFiles", {"files": [moved]}) is None
    assert client.ours((project / "use.py").as_uri())


def test_a_use_in_a_folder_that_the_edit_leaves_out_is_missed(
    wrapped: Starter, project: Path, other: Path
) -> None:
    (other / "main.py").write_text(FREE)
    client = start(wrapped, edit_of([project], "fresh"), project, other)
    uri = client.open(project / "app.py")
    result = client.request("textDocument/rename", rename_params(uri, "fresh"))
    assert all(each["needsConfirmation"] for each in result["changeAnnotations"].values())
    missed = [(each["code"], each["range"]["start"]) for each in client.ours((other / "main.py").as_uri())]
    assert missed == [("HF104", {"line": 3, "character": 16})]


def test_a_folder_that_means_another_module_of_that_name_is_left_alone(
    wrapped: Starter, project: Path, other: Path
) -> None:
    (other / "app.py").write_text("ceiling = 20\n")
    (other / "main.py").write_text("from app import ceiling\n\nprint(ceiling)\n")
    edit = edit_of([project], "fresh")
    client = start(wrapped, edit, project, other)
    uri = client.open(project / "app.py")
    assert client.request("textDocument/rename", rename_params(uri, "fresh")) == edit
