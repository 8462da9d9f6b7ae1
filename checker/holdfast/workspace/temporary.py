"""A world as real files in a fresh folder, for programs that can only read a disk."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator

from holdfast.text.world import World
from holdfast.workspace.decode import encode_for_reading
from holdfast.workspace.disk import is_python


def write_world(world: World, folder: str) -> None:
    """Write every file of `world` below `folder`, which must exist."""
    made: set[str] = set()
    for file in sorted(world.files()):
        text = world.text(file)
        if text is None:
            continue
        path = os.path.join(folder, file)
        parent = os.path.dirname(path)
        if parent not in made:
            os.makedirs(parent, exist_ok=True)
            made.add(parent)
        with open(path, "wb") as stream:
            stream.write(encode_for_reading(text, python=is_python(file)))


@contextlib.contextmanager
def temporary_tree(world: World) -> Iterator[str]:
    """A folder that holds `world`, removed at the end. Its path has no links in it."""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="holdfast-tree-"))
    try:
        write_world(world, folder)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
