"""A small project for every refactoring that an engine performs, and how to look at an answer."""

from __future__ import annotations

import os
from pathlib import Path

from holdfast.engines import EngineAnswer, EngineRequest, Proposal
from holdfast.refactorings.request import Kind
from holdfast.text.world import World

SHAPES = """\
import os
import sys


class Shape:
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def area(self):
        result = self.width * self.height
        return result


def double(value, factor=2):
    doubled = value * factor
    return doubled + 1


print(double(3), Shape(1, 2).area(), os.sep)
"""
MAIN = """\
import geometry.shapes
from geometry.shapes import double

print(double(4), double(5, factor=3), geometry.shapes.Shape(2, 3).area())
"""
TEXTS = {
    "geometry/__init__.py": "",
    "geometry/shapes.py": SHAPES,
    "main.py": MAIN,
    "other.py": "unrelated = 1\n",
}
WORLD = World.of(TEXTS)


def at(
    marker: str, file: str = "geometry/shapes.py", *, length: int = 0, texts: dict[str, str] = TEXTS
) -> tuple[int, int]:
    """The offset of `marker` in a file, and the end of so many characters."""
    start = texts[file].index(marker)
    return start, start + length


def request(
    kind: Kind,
    place: tuple[int, int],
    new_name: str | None = None,
    file: str = "geometry/shapes.py",
    **options: object,
) -> EngineRequest:
    return EngineRequest(kind, file, *place, new_name, options)


def write_texts(root: Path, texts: dict[str, str] = TEXTS) -> Path:
    for file, text in texts.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return root


def snapshot(root: Path) -> dict[str, tuple[bytes, int]]:
    """Everything below a folder, with contents and times."""
    found = {}
    for base, _, names in os.walk(root):
        for name in names:
            path = Path(base, name)
            found[str(path.relative_to(root))] = (path.read_bytes(), path.stat().st_mtime_ns)
    return found


def after(answer: EngineAnswer, world: World = WORLD) -> dict[str, str]:
    """The files that the proposal leaves different, by name; a removed file is missing."""
    assert isinstance(answer, Proposal), answer
    result = world.apply(answer.edit_set)
    return {
        file: text
        for file in result.files()
        if (text := result.text(file)) is not None and text != world.text(file)
    }
