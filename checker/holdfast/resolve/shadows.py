"""The two worlds as folders that jedi can read. Nothing is written into the user's tree."""

from __future__ import annotations

import os
import shutil
import tempfile

from holdfast.python.project.layout import Layout, ProjectSettings, source_roots
from holdfast.resolve.libraries import found_library_paths
from holdfast.resolve.messages import Paths, Worlds
from holdfast.resolve.settings import ResolverSettings
from holdfast.text.world import World, changed_files
from holdfast.workspace.disk import DiskTree
from holdfast.workspace.shadow import ShadowTree


class Shadows:
    """A temporary folder with one shadow tree per side. Removed by `remove`."""

    __slots__ = ("_trees", "folder")

    def __init__(self) -> None:
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="holdfast-"))
        self._trees: dict[str, ShadowTree] = {}

    def show(self, before: World, after: World, settings: ResolverSettings) -> Worlds:
        """Make the folders hold these worlds, and say where modules are found in them."""
        paths: dict[str, Paths] = {}
        for side, world in zip(("before", "after"), _on_disk(before, after), strict=True):
            source = disk_root(world)
            tree = self._trees.get(side)
            if tree is None or tree.source != source:
                folder = tempfile.mkdtemp(prefix=side, dir=self.folder)
                tree = self._trees[side] = ShadowTree(folder, source)
            tree.show(world)
            paths[side] = Paths(
                root=tree.root,
                source_roots=_source_roots(tree.root, world, settings),
                library_paths=list(_library_paths(source, settings)),
            )
        return Worlds(worlds=paths)

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def _on_disk(before: World, after: World) -> tuple[World, World]:
    """The same two worlds, each resting on a folder if one of them does.

    A world that is read from git is then a few real files among links, not a copy of everything.
    """
    if disk_root(before) is not None and disk_root(after) is None:
        return before, _resting_on(before, after)
    if disk_root(after) is not None and disk_root(before) is None:
        return _resting_on(after, before), after
    return before, after


def _resting_on(disk: World, world: World) -> World:
    return disk.with_buffers({file: world.text(file) for file in changed_files(disk, world)})


def disk_root(world: World) -> str | None:
    """The folder that a world rests on, if it does."""
    base = world.base
    return base.root if isinstance(base, DiskTree) else None


def _source_roots(root: str, world: World, settings: ResolverSettings) -> list[str]:
    """The folders from which the project imports. The root itself is the last: tests are found there."""
    told = None if settings.source_roots is None else ProjectSettings(settings.source_roots)
    roots = dict.fromkeys((*source_roots(Layout(world.files()), told), ""))
    return [os.path.join(root, *folder.split("/")) if folder else root for folder in roots]


def _library_paths(source: str | None, settings: ResolverSettings) -> tuple[str, ...]:
    if settings.library_paths is not None:
        return settings.library_paths
    return () if source is None else found_library_paths(source)
