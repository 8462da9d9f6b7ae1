"""The worlds of the workspace's folders, kept warm between checks.

Each folder has its tree on disk, the open documents over it and the program read so far. Before a check the
tree is compared with the disk, so a change that nobody announced is seen too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from holdfast.errors import InputError
from holdfast.python.project.layout import ENDINGS, ProjectSettings
from holdfast.python.project.program import Program
from holdfast.text.world import Base, World, changed_files
from holdfast.wire.names import FileNames
from holdfast.wire.uris import PathStyle, path_of_uri, relative_file
from holdfast.workspace.decode import Decoded, decode
from holdfast.workspace.disk import DiskTree
from holdfast.workspace.ignore import FOLDER_MARKERS, is_ignored_folder

from holdfast_server.judge.project import ProjectFile, read_project_file
from holdfast_server.session.documents import Document

_PROJECT_FILES = (".git", "pyproject.toml", "setup.cfg", "setup.py")


@dataclass(frozen=True, slots=True)
class FolderView:
    """One folder as a check sees it."""

    root: str
    #: The folder that the disk knows; None when only open documents count.
    disk: str | None
    world: World
    program: Program
    names: FileNames
    project: ProjectFile


class Folders:
    """The one owner of trees and programs."""

    def __init__(self) -> None:
        self._bases: dict[str, Base] = {}
        self._programs: dict[str, Program] = {}

    def view(
        self,
        root: str,
        documents: Iterable[Document],
        *,
        python_version: tuple[int, int] | None,
        source_roots: tuple[str, ...],
    ) -> FolderView:
        """The folder as it is now, on disk and in the editor."""
        base = self._base(root)
        disk = base.root if isinstance(base, DiskTree) else None
        project = read_project_file(disk) if disk else ProjectFile()
        names = _names(root, disk)
        open_here = {file: each for each in documents if (file := _file(each.uri, names)) is not None}
        names = FileNames(
            names.root, names.style, names.aliases, {file: each.uri for file, each in open_here.items()}
        )
        world = World.over(base).with_buffers(
            {file: each.text for file, each in open_here.items()},
            {file: each.version for file, each in open_here.items() if each.version is not None},
        )
        version = python_version or project.python_version
        roots = source_roots or project.source_roots
        program = self._program(root, world, version, ProjectSettings(roots) if roots else None)
        return FolderView(root, disk, world, program, names, project)

    def _base(self, root: str) -> Base:
        known = self._bases.get(root)
        base: Base
        if isinstance(known, DiskTree):
            base = known.refreshed() if os.path.isdir(known.root) else _NoDisk()
        else:
            base = DiskTree(root) if os.path.isdir(root) and _is_project(root) else _NoDisk()
        self._bases[root] = base
        return base

    def keep_disk(self, root: str) -> None:
        """Read a folder from disk even if nothing marks it as a project: the user opened it as one."""
        if not isinstance(self._bases.get(root), DiskTree) and os.path.isdir(root):
            self._bases[root] = DiskTree(root)

    def forget(self, roots: Iterable[str]) -> None:
        """Drop every folder but these."""
        kept = set(roots)
        self._bases = {root: base for root, base in self._bases.items() if root in kept}
        self._programs = {root: program for root, program in self._programs.items() if root in kept}

    def _program(
        self, root: str, world: World, version: tuple[int, int] | None, settings: ProjectSettings | None
    ) -> Program:
        program = self._programs[root] = program_now(self._programs.get(root), world, version, settings)
        return program


def program_now(
    known: Program | None, world: World, version: tuple[int, int] | None, settings: ProjectSettings | None
) -> Program:
    """The program of a world, taking over what is known of it as it was a moment ago."""
    if known is None or known.version != version or known.settings != settings:
        return Program(world, settings=settings, version=version)
    assert isinstance(known.world, World)
    changed = {file: world.text(file) for file in changed_files(known.world, world)}
    return known.after(world, changed) if changed else known


def with_files_on_disk(view: FolderView, uris: Iterable[str]) -> World:
    """The world with the files that an edit names and the listing leaves out, e.g. because git ignores them."""
    found: dict[str, str | None] = {}
    for uri in uris:
        try:
            file = view.names.file(uri)
        except InputError:
            continue
        if view.world.text(file) is None and view.disk is not None:
            text = text_on_disk(os.path.join(view.disk, file))
            if text is not None:
                found[file] = text
    return view.world.with_buffers(found) if found else view.world


def text_on_disk(path: str) -> str | None:
    """The text of a file as Python reads it; None when it is no readable text."""
    try:
        with open(path, "rb") as stream:
            content = decode(stream.read(), python=path.endswith(ENDINGS))
    except OSError:
        return None
    return content.text if isinstance(content, Decoded) else None


def project_around(path: str) -> str:
    """For a file in no folder of the workspace: the project around it, else the folder that it is in."""
    folder = start = os.path.dirname(path)
    while not _is_project(folder):
        parent = os.path.dirname(folder)
        if parent == folder:
            return start
        folder = parent
    return folder


class _NoDisk:
    """A folder of which only the open documents count: nobody said that it is a project."""

    def files(self) -> frozenset[str]:
        return frozenset()

    def text(self, file: str) -> str | None:
        del file
        return None


def _is_project(folder: str) -> bool:
    return any(os.path.exists(os.path.join(folder, name)) for name in _PROJECT_FILES)


def _names(root: str, disk: str | None) -> FileNames:
    return FileNames(root, PathStyle.here(), () if disk in (None, root) else (str(disk),))


def _file(uri: str, names: FileNames) -> str | None:
    """The world's name of an open document; None for one that is no source of this folder."""
    try:
        file = names.file(uri)
    except InputError:
        return None
    if not file.endswith(ENDINGS):
        return None
    folder = names.root
    for part in file.split("/")[:-1]:
        folder = os.path.join(folder, part)
        if is_ignored_folder(part) or any(os.path.exists(os.path.join(folder, m)) for m in FOLDER_MARKERS):
            return None
    return file


def root_of(uri: str, folders: Mapping[str, object] | tuple[str, ...], style: PathStyle) -> str | None:
    """The folder of the workspace that a document lies in; None for none."""
    try:
        path = path_of_uri(uri, style)
    except InputError:
        return None
    if path is None:
        return None
    for folder in folders:
        for root in (folder, os.path.realpath(folder)):
            if relative_file(path, root, style) is not None:
                return folder
    return None
