"""`trees BEFORE AFTER`, and with it what all checking commands share: formats, levels, acceptance."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.command import APP, refused, run, snapshot, write

CAPTURED = APP.replace("ceiling", "limit")
RENAMED = APP.replace("ceiling", "top")


@pytest.fixture
def captured(tmp_path: Path) -> Path:
    return write(tmp_path, {"a/app.py": APP, "b/app.py": CAPTURED})


def test_a_capture_is_found_as_a_rename_and_as_any_refactoring(captured: Path) -> None:
    for kind in ("rename", "refactoring"):
        ran = run(captured, "trees", "a", "b", "--as", kind)
        assert ran.code == 1, ran
        assert ran.out.startswith("app.py:5:")
        assert ran.out.splitlines()[-1].startswith("unsafe: ")


def test_a_correct_rename_is_safe(tmp_path: Path) -> None:
    write(tmp_path, {"a/app.py": APP, "b/app.py": RENAMED})
    for kind in ("rename", "refactoring", "edit"):
        ran = run(tmp_path, "trees", "a", "b", "--as", kind)
        assert ran.code == 0, ran
        assert ran.out.startswith("safe: ")


def test_equal_folders_are_safe(tmp_path: Path) -> None:
    write(tmp_path, {"a/app.py": APP, "b/app.py": APP})
    assert run(tmp_path, "trees", "a", "b").out.startswith("safe: nothing found; ")


def test_every_format(captured: Path) -> None:
    data = run(captured, "trees", "a", "b", "--as", "rename", "--format", "json").json()
    assert data["verdict"] == "unsafe"
    first = data["findings"][0]
    assert (first["code"], first["path"], first["line"], first["column"]) == ("HF101", "app.py", 5, 20)
    sarif = json.loads(run(captured, "trees", "a", "b", "--as", "rename", "--format", "sarif").out)
    assert sarif["runs"][0]["results"][0]["ruleId"] == "HF101"
    github = run(captured, "trees", "a", "b", "--as", "rename", "--format", "github").out
    assert github.startswith("::error file=app.py,line=5,")


def test_why(captured: Path) -> None:
    out = run(captured, "trees", "a", "b", "--as", "rename", "--why").out
    assert "\nWhy:\n" in out
    assert "\nNot looked at:\n" in out


def test_fail_on(captured: Path, tmp_path: Path) -> None:
    for level in ("error", "warning", "unknown"):
        assert run(captured, "trees", "a", "b", "--as", "rename", "--fail-on", level).code == 1
    write(tmp_path, {"a/pyproject.toml": "[tool.holdfast]\nfail-on = 'nothing'\n"})
    assert "fail-on must be one of" in refused(tmp_path, "trees", "a", "b")


def test_settings_can_accept_a_code(captured: Path) -> None:
    write(captured, {"a/pyproject.toml": "[tool.holdfast]\nignore = ['HF101']\n"})
    ran = run(captured, "trees", "a", "b", "--as", "rename", "--format", "json")
    codes = {finding["code"] for finding in ran.json()["findings"]}
    assert "HF101" not in codes
    assert ran.json()["accepted"]


@pytest.mark.parametrize("sides", ["a", "b", "ab"])
def test_a_comment_accepts_in_place(captured: Path, sides: str) -> None:
    """The comment may stand in the original, in the edited text, or in both."""
    comment = "    # holdfast: ignore[HF101]\n    return"
    for side in sides:
        path = captured / side / "app.py"
        path.write_text(path.read_text().replace("    return", comment))
    ran = run(captured, "trees", "a", "b", "--as", "rename", "--format", "json").json()
    assert [each["by"] for each in ran["accepted"] if each["code"] == "HF101"] == ["comment"]


def test_a_baseline_is_written_and_used(captured: Path) -> None:
    words = ("trees", "a", "b", "--as", "rename")
    before = snapshot(captured)
    written = run(captured, *words, "--write-baseline", "accepted.json")
    assert written.code == 0
    assert "1 finding is now accepted in accepted.json" in written.err
    assert json.loads((captured / "accepted.json").read_text())["version"] == 1
    assert set(snapshot(captured)) == {*before, "accepted.json"}
    assert run(captured, *words, "--baseline", "accepted.json").code == 0
    first = (captured / "accepted.json").read_bytes()
    run(captured, *words, "--baseline", "accepted.json", "--write-baseline", "accepted.json")
    assert (captured / "accepted.json").read_bytes() == first
    moved = "import os\n\n" + APP
    write(captured, {"a/app.py": moved, "b/app.py": moved.replace("ceiling", "limit")})
    assert run(captured, *words, "--baseline", "accepted.json").code == 0
    write(
        captured, {"b/app.py": moved.replace("ceiling", "limit").replace("def scale(limit)", "def scale(a)")}
    )
    assert run(captured, *words, "--baseline", "accepted.json").code == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read (No such file or directory)"),
        ("{", "is not valid JSON"),
        ("[]", "is not a baseline; make one with --write-baseline"),
        ('{"version": 9, "findings": []}', "has version 9, not 1"),
    ],
)
def test_a_broken_baseline(captured: Path, content: str | None, message: str) -> None:
    if content is not None:
        write(captured, {"accepted.json": content})
    assert message in refused(captured, "trees", "a", "b", "--baseline", "accepted.json")


def test_a_configured_baseline_need_not_exist_yet(captured: Path) -> None:
    write(captured, {"a/pyproject.toml": "[tool.holdfast]\nbaseline = 'accepted.json'\n"})
    assert run(captured, "trees", "a", "b", "--as", "rename").code == 1
    run(captured, "trees", "a", "b", "--as", "rename", "--write-baseline", "a/accepted.json")
    assert run(captured, "trees", "a", "b", "--as", "rename").code == 0


def test_wrong_folders_and_files(captured: Path) -> None:
    assert "nowhere is not a folder" in refused(captured, "trees", "a", "nowhere")
    (captured / "empty").mkdir()
    assert "neither empty nor empty has a Python file" in refused(captured, "trees", "empty", "empty")
    assert "--as takes one of rename, " in refused(captured, "trees", "a", "b", "--as", "frobnicate")
    (captured / "b" / "app.py").write_bytes(b"x = 1\0\0\xff")
    assert "app.py cannot be used: " in refused(captured, "trees", "a", "b")
    write(captured, {"b/app.py": "<<<<<<< ours\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n"})
    assert "merge conflict markers" in refused(captured, "trees", "a", "b")


def test_a_file_that_was_always_unreadable_is_no_obstacle(captured: Path) -> None:
    for folder in ("a", "b"):
        (captured / folder / "odd.py").write_bytes(b"# coding: utf-8\nx = '\xff'\n")
    assert run(captured, "trees", "a", "b", "--as", "rename").code == 1


def test_a_capture_next_to_an_edited_value_is_found(tmp_path: Path) -> None:
    """The global is still there and untouched code no longer reads it; that its value changed is beside it."""
    loop = "def scale(limit):\n    for ceiling in range(3):\n        pass\n"
    changed = APP.replace("10", "11").replace("def scale(limit):\n", loop)
    write(tmp_path, {"a/app.py": APP, "b/app.py": changed})
    assert run(tmp_path, "trees", "a", "b").code == 1


def test_a_capture_with_a_new_comment_behind_it_is_found(tmp_path: Path) -> None:
    changed = CAPTURED.replace("limit * limit", "limit * limit  # note")
    write(tmp_path, {"a/app.py": APP, "b/app.py": changed})
    assert run(tmp_path, "trees", "a", "b", "--as", "rename").code == 1
