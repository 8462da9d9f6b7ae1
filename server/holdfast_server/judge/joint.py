"""Several folders of a workspace as one program, for an edit that concerns more than one of them.

A folder is a program of its own until an edit reaches into two of them, or into one that another imports.
An import of one folder is then found in the other, behind the folder's own modules.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace

from holdfast.python.project.layout import Layout, ProjectSettings, join, source_roots
from holdfast.python.project.program import Program
from holdfast.text.world import World
from holdfast.wire.names import FileNames
from holdfast.wire.uris import PathStyle

from holdfast_server.judge.folders import FolderView, program_now


class JointFolders:
    """The one owner of programs over several folders."""

    def __init__(self) -> None:
        self._programs: dict[tuple[str, ...], Program] = {}

    def view(self, views: Sequence[FolderView]) -> FolderView | None:
        """The folders under their common parent; None where they have none or are reached through links."""
        if any(view.disk != view.root for view in views):
            return None
        try:
            root = os.path.commonpath([view.root for view in views])
        except ValueError:
            return None
        parts = {os.path.relpath(view.root, root).replace(os.sep, "/"): view for view in views}
        buffers: dict[str, str | None] = {}
        versions: dict[str, int] = {}
        spelt: dict[str, str] = {}
        for prefix, view in parts.items():
            for file, uri in view.names.spelt.items():
                name = join(prefix, file)
                spelt[name] = uri
                buffers[name] = view.world.text(file)
                version = view.world.version(file)
                if version is not None:
                    versions[name] = version
        world = World.over(_Joint(parts)).with_buffers(buffers, versions)
        roots = tuple(join(prefix, each) for prefix, view in parts.items() for each in _roots(view))
        first = views[0]
        folders = tuple(view.root for view in views)
        program = program_now(
            self._programs.get(folders), world, first.program.version, ProjectSettings(roots)
        )
        # One set of folders at a time: an edit of another set is rare, and a program is large.
        self._programs = {folders: program}
        names = FileNames(root, PathStyle.here(), (), spelt)
        return FolderView(root, root, world, program, names, replace(first.project, source_roots=roots))


def _roots(view: FolderView) -> tuple[str, ...]:
    return tuple(source_roots(Layout(view.world.files()), view.program.settings))


class _Joint:
    """The texts of several folders under one root, each file behind its folder's name."""

    def __init__(self, parts: Mapping[str, FolderView]) -> None:
        self._places = {
            join(prefix, file): (view.world, file)
            for prefix, view in parts.items()
            for file in view.world.files()
        }

    def files(self) -> frozenset[str]:
        return frozenset(self._places)

    def text(self, file: str) -> str | None:
        place = self._places.get(file)
        return None if place is None else place[0].text(place[1])
