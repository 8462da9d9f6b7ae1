"""Places in code that a way leads through: statements and functions, and what no code can be moved out of."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

from holdfast.python.traces.subject import Subject


class Place(NamedTuple):
    """A statement or function of a file, however often it is copied while it is traced."""

    subject: int
    kind: str
    #: The name of a function.
    name: str
    start: tuple[int, int]
    end: tuple[int | None, int | None]


class Enclosure:
    """A loop, a trial or a manager: what follows it cannot be traced on the ways inside."""


Path = tuple[Place | Enclosure, ...]


def place_of(subject: Subject, node: ast.stmt) -> Place:
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    return Place(id(subject), type(node).__name__, getattr(node, "name", ""), start, end)


def ended(asked: Path, now: Path) -> frozenset[Place] | None:
    """What has come to an end since the path; None where control is out of something that must be left whole."""
    left = [item for item in asked if item not in now]
    if any(isinstance(item, Enclosure) for item in left):
        return None
    return frozenset(item for item in left if isinstance(item, Place))


class AskedAgainError(Exception):
    """A test was asked whose answer was known on the ways through these places."""

    def __init__(self, places: Iterable[Place]) -> None:
        super().__init__()
        self.places = frozenset(places)
