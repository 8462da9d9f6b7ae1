"""Recorded sessions of real servers: lines of who said what, in the order in which the editor saw it.

A line is {"from": "editor" | "server", "message": …}. Paths of the machine that recorded are replaced by
words in braces, so that a session can be played anywhere.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "sessions"
ROOT_WORD, PYTHON_WORD = "{project}", "{python}"
FILES = {
    "pyproject.toml": "[project]\nname = 'example'\n",
    "app.py": "ceiling = 10\n\n\ndef scale(limit):\n    return limit * ceiling\n\n\nprint(scale(3))\n",
    "use.py": "import sys\nimport os\n\nfrom app import ceiling\n\nprint(ceiling, os.name, sys.path)\n",
}


@dataclass(frozen=True, slots=True)
class Said:
    side: Literal["editor", "server"]
    message: Mapping[str, Any]


def write_project(root: Path) -> None:
    root.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (root / name).write_text(text)


def save(name: str, said: Iterable[Said], root: Path) -> Path:
    """Write a session without the paths of this machine; one that still has some is an error."""
    lines = []
    for each in said:
        line = json.dumps({"from": each.side, "message": each.message}, ensure_ascii=False, sort_keys=True)
        line = line.replace(str(root), ROOT_WORD)
        for python in sorted({sys.prefix, sys.base_prefix, sys.exec_prefix}, key=len, reverse=True):
            line = line.replace(python, PYTHON_WORD)
        for trace in (str(Path.home()), str(root.parent), "/tmp"):
            if len(trace) > 1 and trace in line:
                raise ValueError(f"{name} speaks of {trace}: {line[:300]}")
        lines.append(line)
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def load(path: Path, root: Path) -> list[Said]:
    """A session as it would have been in this folder."""
    text = path.read_text("utf-8").replace(ROOT_WORD, str(root)).replace(PYTHON_WORD, "/python")
    return [Said(raw["from"], raw["message"]) for raw in map(json.loads, text.splitlines())]
