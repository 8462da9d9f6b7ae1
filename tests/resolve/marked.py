"""Small worlds with marked places: `«name»` in a text is a place that a test asks about."""

from __future__ import annotations

import re
from typing import NamedTuple

from holdfast.python.questions import Question, Side, Target, Targets
from holdfast.text.world import World

_MARK = re.compile("«([^»]*)»")


class Marked(NamedTuple):
    """A world, and the offset and text of its marks in reading order."""

    world: World
    places: dict[str, list[tuple[int, str]]]

    def question(self, file: str, number: int = 0, *, side: Side = "before", end: bool = False) -> Question:
        offset, text = self.places[file][number]
        return Question(side, file, offset + len(text) if end else offset)


def marked(texts: dict[str, str]) -> Marked:
    plain: dict[str, str] = {}
    places: dict[str, list[tuple[int, str]]] = {}
    for file, text in texts.items():
        found = places[file] = []
        for count, match in enumerate(_MARK.finditer(text)):
            found.append((match.start() - 2 * count, match[1]))
        plain[file] = _MARK.sub(r"\1", text)
    return Marked(World.of(plain), places)


def places_of(world: World, targets: Targets) -> list[tuple[str | None, int, str]]:
    """File, line (from 1) and kind of each target; outside of the world the line is 0."""
    assert isinstance(targets, tuple), targets
    return [(target.file, _line(world, target), target.kind) for target in targets]


def _line(world: World, target: Target) -> int:
    if target.file is None:
        return 0
    text = world.text(target.file)
    assert text is not None
    if target.kind not in ("module", "namespace"):
        assert text[target.start : target.end] == target.name
    return text.count("\n", 0, target.start) + 1
