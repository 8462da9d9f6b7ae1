"""A small project in which some edits are safe and some are not, and edits of it as a naive engine makes them."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

APP = "ceiling = 10\n\n\ndef scale(limit):\n    return limit * ceiling\n\n\nprint(scale(3))\n"
USE = "from app import ceiling\n\nprint(ceiling)\n"
SCRIPTED = Path(__file__).with_name("scripted_server.py")


def make_project(folder: Path) -> Path:
    """The small project on disk, in a folder of its own."""
    root = folder / "project"
    root.mkdir()
    (root / "pyproject.toml").write_text("[project]\nname = 'example'\n")
    (root / "app.py").write_text(APP)
    (root / "use.py").write_text(USE)
    return root


def scripted(script: dict[str, Any], folder: Path) -> list[str]:
    path = folder / "script.json"
    script = {"capabilities": {"renameProvider": True, "textDocumentSync": 2}, **script}
    path.write_text(json.dumps({**script, "log": str(folder / "server.log")}))
    return [sys.executable, str(SCRIPTED), str(path)]


def replace_all(
    project: Path, old: str, new: str, files: tuple[str, ...] = ("app.py", "use.py")
) -> dict[str, Any]:
    """A workspace edit that replaces every mention of a word, as a naive engine does."""
    changes: dict[str, Any] = {}
    for name in files:
        edits = []
        for number, line in enumerate((project / name).read_text("utf-8").split("\n")):
            for match in re.finditer(rf"\b{old}\b", line):
                start, end = ({"line": number, "character": column} for column in match.span())
                edits.append({"range": {"start": start, "end": end}, "newText": new})
        changes[(project / name).as_uri()] = edits
    return {"changes": changes}


def rename_params(uri: str, new_name: str, line: int = 0, character: int = 2) -> dict[str, Any]:
    position = {"line": line, "character": character}
    return {"textDocument": {"uri": uri}, "position": position, "newName": new_name}


def eventually(condition: Callable[[], Any], seconds: float = 10) -> bool:
    """Whether something comes true before long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False
