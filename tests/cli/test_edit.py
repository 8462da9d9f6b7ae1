"""`edit FILE|-`: workspace edits as servers and editors write them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from cli.command import APP, refused, run, snapshot, write


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write(tmp_path / "project", {"app.py": APP, "pyproject.toml": ""})


def text_edit(line: int, start: int, end: int, text: str) -> dict[str, Any]:
    return {
        "range": {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}},
        "newText": text,
    }


def rename_to(project: Path, name: str) -> dict[str, Any]:
    edits = [text_edit(0, 0, 7, name), text_edit(4, 19, 26, name)]
    return {"changes": {(project / "app.py").as_uri(): edits}}


def saved(project: Path, edit: Any) -> str:
    path = project.parent / "edit.json"
    path.write_text(json.dumps(edit))
    return str(path)


def test_a_capture_and_a_correct_rename(project: Path) -> None:
    ran = run(
        project, "edit", saved(project, rename_to(project, "limit")), "--as", "rename", "--format", "json"
    )
    assert ran.code == 1, ran
    assert ran.json()["findings"][0]["code"] == "HF101"
    ran = run(project, "edit", saved(project, rename_to(project, "top")), "--as", "rename")
    assert ran.code == 0, ran


def test_it_is_applied_only_if_it_passes(project: Path) -> None:
    before = snapshot(project)
    words = ("--as", "rename", "--apply")
    assert run(project, "edit", saved(project, rename_to(project, "limit")), *words).code == 1
    assert snapshot(project) == before
    assert run(project, "edit", saved(project, rename_to(project, "top")), *words).code == 0
    assert (project / "app.py").read_text() == APP.replace("ceiling", "top")


def test_the_message_around_an_edit_may_stay(project: Path) -> None:
    edit = rename_to(project, "top")
    for message in ({"id": 1, "result": edit}, {"params": {"edit": edit}}, {"result": {"edit": edit}}):
        assert run(project, "edit", saved(project, message)).code == 0


def test_standard_input(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.dumps(rename_to(project, "top")).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert run(project, "edit", "-", "--as", "rename").code == 0


def test_the_unit_of_columns(project: Path) -> None:
    write(project, {"app.py": "print('𝒳'); ceiling = 1\n"})
    for unit, start in (("utf-16", 13), ("utf-8", 15), ("utf-32", 12)):
        edit = {"changes": {(project / "app.py").as_uri(): [text_edit(0, start, start + 7, "top")]}}
        ran = run(project, "edit", saved(project, edit), "--encoding", unit, "--as", "rename")
        assert ran.code == 0, (unit, ran)


def test_a_project_behind_a_link(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = project.parent / "link"
    link.symlink_to(project)
    monkeypatch.setenv("PWD", str(link))
    edit = {"changes": {(link / "app.py").as_uri(): [text_edit(0, 11, 12, "1")]}}
    assert run(project, "edit", saved(project, edit)).code == 0


def test_bad_edits(project: Path) -> None:
    outside = (project.parent / "other.py").as_uri()
    uri = (project / "app.py").as_uri()
    for edit, sentence in (
        ({}, "this is no WorkspaceEdit"),
        ([1], "this is no WorkspaceEdit"),
        (None, "this is no WorkspaceEdit"),
        ({"changes": {outside: [text_edit(0, 0, 1, "x")]}}, "is outside the workspace"),
        ({"changes": {(project / "gone.py").as_uri(): [text_edit(0, 0, 1, "x")]}}, "there is no such file"),
        ({"changes": {uri: [text_edit(0, 0, 7, "x"), text_edit(0, 3, 9, "y")]}}, "overlap"),
        ({"documentChanges": [{"kind": "explode"}]}, "unknown operation 'explode'"),
        ({"changes": {uri: [{"range": 3}]}}, ""),
    ):
        assert sentence in refused(project, "edit", saved(project, edit), "--apply"), edit
    assert "cannot be read (No such file or directory)" in refused(project, "edit", "nowhere.json")
    (project.parent / "edit.json").write_text("{")
    assert "is not valid JSON" in refused(project, "edit", "../edit.json")
