"""The project on disk as a world, and the file that the user named in it, refused in a sentence if unusable."""

from __future__ import annotations

import os

from holdfast.cli.roots import inside
from holdfast.errors import InputError
from holdfast.text.world import World
from holdfast.workspace.conflicts import conflict_markers
from holdfast.workspace.disk import DiskTree, is_python


def readable_text(tree: DiskTree, world: World, root: str, path: str) -> tuple[str, str]:
    """The file that a path means, relative to the root, and its text."""
    if os.path.isdir(path):
        raise InputError(f"{path} is a folder; name a Python file in it", code="HF605")
    file = inside(root, path)
    if not os.path.exists(path):
        raise InputError(f"{path}: there is no such file", code="HF607")
    if not is_python(file):
        raise InputError(f"{path} is not a Python file (.py or .pyi)")
    problem = tree.problem(file)
    if problem is not None:
        raise InputError(f"{path} cannot be used: {problem}")
    text = world.text(file)
    if text is None:
        raise InputError(
            f"{path} is not part of the project {root}: it is ignored by git, or in an environment"
        )
    refuse_conflict(file, text)
    return file, text


def refuse_conflict(file: str, text: str) -> None:
    offset = conflict_markers(text)
    if offset is not None:
        line = text.count("\n", 0, offset) + 1
        raise InputError(
            f"{file}:{line}: has merge conflict markers; resolve them first", file=file, offset=offset
        )
