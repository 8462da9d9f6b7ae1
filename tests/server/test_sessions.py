"""Recorded sessions of real servers, played with and without us in between: the editor sees the same.

`record_sessions.py` records them. They hold safe renames, extractions, sorted imports and moved files.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from server.raw_client import SERVER, RawClient
from server.real_servers import RUFF, SERVERS
from server.sessions import FOLDER, Said, load, write_project
from server.small_project import eventually

NAMES = [each.name for each in (*SERVERS, RUFF)]
#: Answers that we look into, and which others may overtake meanwhile.
HELD = frozenset(
    {
        "textDocument/rename",
        "textDocument/codeAction",
        "codeAction/resolve",
        "workspace/willRenameFiles",
        "workspace/applyEdit",
    }
)
SETTINGS = {"holdfast": {"budget": 60}}


def play(command: Sequence[str], said: list[Said]) -> list[Mapping[str, Any]]:
    """Play the editor's side; returns what the editor saw."""
    with RawClient(command) as client:
        client.answering = False

        def seen() -> list[Mapping[str, Any]]:
            # On a slow machine we show a bar for a check that takes long.
            return [each for each in client.heard if "holdfast-" not in str(each.get("params"))]

        due = 0
        for each in said:
            if each.side == "server":
                due += 1
                continue
            assert eventually(lambda due=due: len(seen()) >= due or client.ended, 60)  # type: ignore[misc]
            client.send(_with_settings(each.message))
        assert eventually(lambda: len(seen()) >= due or client.ended)
        assert client.process.wait(15) == 0
        return seen()


def _with_settings(message: Mapping[str, Any]) -> Mapping[str, Any]:
    if message.get("method") != "initialize":
        return message
    return {**message, "params": {**message["params"], "initializationOptions": SETTINGS}}


def parts(
    seen: list[Mapping[str, Any]], said: list[Said]
) -> tuple[Mapping[str, Any], list[Mapping[str, Any]], dict[Any, Any]]:
    """The capabilities, what passes in order, and what is held, by id."""
    asked = [each.message for each in said if each.side == "editor" and "method" in each.message]
    methods = {each.get("id"): each["method"] for each in asked}
    passing, held = [], {}
    for each in seen:
        method = each.get("method") or methods.get(each.get("id"))
        if method in HELD:
            held[method, each.get("id")] = each
        elif method != "initialize":
            passing.append(each)
    capabilities = next(each["result"]["capabilities"] for each in seen if "result" in each)
    return capabilities, passing, held


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    write_project(folder)
    return folder


def replayed(path: Path, root: Path) -> list[str]:
    return [sys.executable, str(Path(__file__).with_name("replay_server.py")), str(path), str(root)]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", NAMES)
def test_with_and_without_us_the_editor_sees_the_same(name: str, root: Path) -> None:
    path = FOLDER / f"{name}.jsonl"
    said = load(path, root)
    direct = play(replayed(path, root), said)
    assert direct == [each.message for each in said if each.side == "server"]
    through_us = play([*SERVER, "--wrap", "--", *replayed(path, root)], said)
    theirs, passing, held = parts(direct, said)
    merged, passing_too, held_too = parts(through_us, said)
    assert held
    assert held_too == held
    assert passing_too == passing
    added = {"codeActionProvider", "executeCommandProvider"}
    assert {key: merged[key] for key in merged if key not in added} == {
        key: theirs[key] for key in theirs if key not in added
    }


def test_what_is_unsafe_is_seen(root: Path, tmp_path: Path) -> None:
    """The control: the same session with a name that is taken does not pass unchanged."""
    path = tmp_path / "unsafe.jsonl"
    path.write_text((FOLDER / "pyright.jsonl").read_text("utf-8").replace("fresh", "limit"), "utf-8")
    said = load(path, root)
    direct = play(replayed(path, root), said)
    through_us = play([*SERVER, "--wrap", "--", *replayed(path, root)], said)
    _, _, held = parts(direct, said)
    _, passing, held_too = parts(through_us, said)
    assert held_too != held
    assert any("HF101" in str(each) for each in passing)


def test_the_recordings_tell_nothing_of_the_machine() -> None:
    for path in sorted(FOLDER.glob("*.jsonl")):
        text = path.read_text("utf-8")
        assert "file:///" not in text.replace("file:///typeshed", "")
        assert len(text) < 60_000
    assert sorted(each.stem for each in FOLDER.glob("*.jsonl")) == sorted(NAMES)
