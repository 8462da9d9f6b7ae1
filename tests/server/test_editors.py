"""Real editors: Neovim and Emacs rename through us, alone and around a server, and show what we found.

Neither of the two that Debian ships can show change annotations, so both are asked by message.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from server.raw_client import BIN
from server.small_project import APP, USE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

HERE = Path(__file__).parent / "editors"
SERVER = [sys.executable, "-m", "holdfast_server.main"]
COMMANDS = {
    "alone": SERVER,
    "wrapped": [*SERVER, "--wrap", "--", str(BIN / "jedi-language-server")],
}


@pytest.fixture(params=["nvim", "emacs"])
def editor(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    return name


def rename(
    editor: str, project: Path, *, command: str, new: str, answer: str, expect: str, **settings: Any
) -> list[str]:
    """Let an editor rename `ceiling`; returns what it reported."""
    report = project.parent / "report.txt"
    environment = {
        **os.environ,
        "SERVER_COMMAND": json.dumps(COMMANDS[command]),
        "SETTINGS": json.dumps({"budget": 20, **settings}),
        "NEW_NAME": new,
        "ANSWER": answer,
        "EXPECT": expect,
        "REPORT": str(report),
        "HOME": str(project.parent),
        "XDG_STATE_HOME": str(project.parent),
    }
    if editor == "nvim":
        arguments = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "set noswapfile"]
        arguments += ["app.py", "-c", f"luafile {HERE / 'rename.lua'}"]
    else:
        arguments = ["emacs", "-q", "--batch", "-l", str(HERE / "rename.el")]
    done = subprocess.run(
        arguments,
        cwd=project,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert report.exists(), done.stderr
    return report.read_text().splitlines()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_safe_rename_is_made(editor: str, project: Path, command: str) -> None:
    report = rename(editor, project, command=command, new="fresh", answer="", expect="renamed")
    assert (project / "app.py").read_text() == APP.replace("ceiling", "fresh"), report
    assert (project / "use.py").read_text() == USE.replace("ceiling", "fresh"), report
    assert not [line for line in report if line.startswith("asked")]


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unsafe_rename_is_asked_about_and_can_be_cancelled(
    editor: str, project: Path, command: str
) -> None:
    report = rename(editor, project, command=command, new="limit", answer="Cancel", expect="diagnostic")
    assert any(line.startswith("asked") and "parameter `limit`" in line for line in report), report
    assert any(line.startswith("diagnostic") and "parameter `limit`" in line for line in report), report
    assert (project / "app.py").read_text() == APP


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unsafe_rename_can_be_made_all_the_same(editor: str, project: Path, command: str) -> None:
    report = rename(editor, project, command=command, new="limit", answer="Apply", expect="renamed")
    assert any(line.startswith("asked") for line in report), report
    assert (project / "app.py").read_text() == APP.replace("ceiling", "limit")


def test_a_blocked_rename_changes_nothing(editor: str, project: Path) -> None:
    report = rename(
        editor, project, command="wrapped", new="limit", answer="", expect="diagnostic", onUnsafe="block"
    )
    assert any(line.startswith("diagnostic") for line in report), report
    assert not [line for line in report if line.startswith("asked")]
    assert (project / "app.py").read_text() == APP
