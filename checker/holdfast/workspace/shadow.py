"""Shadow trees: a world as a folder that costs only its edited files.

What the world has not touched is a link to the original, whole folders at once; what it has touched is
a real file. Tools that cache by path and modification time (jedi does, and takes an older or equal time
for no change) stay right because of two rules: every write gets a time later than every one before it,
and a file that was once real in a shadow stays real, since a link back would show the older time of the
original. Nothing is ever written through a link.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from typing import Final

from holdfast.text.world import World
from holdfast.workspace.decode import encode_for_reading
from holdfast.workspace.disk import is_python
from holdfast.workspace.ignore import is_ignored_folder

#: The least step between two modification times; coarser than the file systems that matter.
_STEP_NS: Final = 10_000_000


@contextlib.contextmanager
def shadow_pair(source: str | None, parent: str | None = None) -> Iterator[tuple[ShadowTree, ShadowTree]]:
    """Shadows for the worlds before and after, in a fresh folder (below `parent`) that is removed at the end."""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="holdfast-shadow-", dir=parent))
    try:
        yield (
            ShadowTree(os.path.join(folder, "before"), source),
            ShadowTree(os.path.join(folder, "after"), source),
        )
    finally:
        # Links are removed, never followed.
        shutil.rmtree(folder, ignore_errors=True)


class ShadowTree:
    """One shadow root. `show` makes it hold a world; the path of the root never changes.

    `source` is the folder that the worlds' base reads from, or None when every file is to be real.
    Some tools do not look behind a link to a folder: for them `whole_folders=False` links single files.
    """

    __slots__ = ("_clock_ns", "_texts", "_whole_folders", "root", "source")

    def __init__(self, folder: str, source: str | None, *, whole_folders: bool = True) -> None:
        os.makedirs(folder, exist_ok=True)
        self.root = os.path.realpath(folder)
        self.source = None if source is None else os.path.realpath(source)
        self._whole_folders = whole_folders
        #: The text of every file that was ever real in the shadow; None where it is not known, or not there.
        self._texts: dict[str, str | None] = {}
        self._clock_ns = 0
        self._adopt(self.root, "")

    def show(self, world: World) -> None:
        """Make the folder hold `world`, with the least writing."""
        wanted = self._real_texts(world)
        for folder, (files, inner) in sorted(_by_folder(wanted, self._more_folders(world)).items()):
            self._fill(folder, files, inner)
        for file in self._texts:
            if wanted.get(file) is None:
                self._texts[file] = None

    def path(self, file: str) -> str:
        """Where a file of the world is found in the shadow."""
        return os.path.join(self.root, *file.split("/"))

    def file(self, path: str) -> str | None:
        """The file of the world that a path names: in the shadow, or in the source behind a link."""
        for root in (self.root, self.source):
            if root is not None and path.startswith(root + os.sep):
                return path[len(root) + 1 :].replace(os.sep, "/")
        return None

    def _real_texts(self, world: World) -> dict[str, str | None]:
        """The text of every file that must be real; None for a file that must not be there."""
        if self.source is None:
            return {file: world.text(file) for file in world.files()}
        wanted = {file: world.text(file) for file in self._texts}
        wanted.update(world.overlay)
        return wanted

    def _more_folders(self, world: World) -> set[str]:
        """Folders that must be real though nothing in them is edited."""
        return set() if self._whole_folders else {file.rpartition("/")[0] for file in world.files()}

    def _fill(self, folder: str, wanted: dict[str, str | None], inner: set[str]) -> None:
        """Make one real folder hold what it should: real folders, real files, links."""
        path = self.path(folder) if folder else self.root
        if os.path.islink(path):
            os.unlink(path)
        os.makedirs(path, exist_ok=True)
        prefix = f"{folder}/" if folder else ""
        links = {name: path for name, path in self._originals(folder).items() if name not in wanted}
        files = {name: text for name, text in wanted.items() if text is not None}
        changed = self._remove_others(path, prefix, links, files, inner)
        for name, text in files.items():
            changed |= self._write(os.path.join(path, name), prefix + name, text)
        for name, original in links.items():
            if name not in inner and not os.path.lexists(os.path.join(path, name)):
                _link(original, os.path.join(path, name))
                changed = True
        if changed:
            # Import systems remember the listing of a folder by its time, too.
            os.utime(path, ns=(self._tick(), self._clock_ns))

    def _originals(self, folder: str) -> dict[str, str]:
        """Name to path of what the source has in this folder."""
        if self.source is None:
            return {}
        path = os.path.join(self.source, *folder.split("/")) if folder else self.source
        try:
            with os.scandir(path) as entries:
                return {each.name: each.path for each in entries if not is_ignored_folder(each.name)}
        except OSError:
            return {}

    def _remove_others(
        self, path: str, prefix: str, links: dict[str, str], files: dict[str, str], inner: set[str]
    ) -> bool:
        """Remove what is neither wanted nor of the right kind."""
        changed = False
        with os.scandir(path) as listing:
            entries = list(listing)
        for entry in entries:
            if entry.is_symlink():
                right = entry.name in links and os.readlink(entry.path) == links[entry.name]
                right = right and entry.name not in inner
            elif entry.is_dir():
                right = entry.name in inner
            else:
                right = entry.name in files or (
                    entry.name in links and prefix + entry.name not in self._texts
                )
            if not right:
                changed = True
                if entry.is_dir() and not entry.is_symlink():
                    shutil.rmtree(entry.path)
                else:
                    os.unlink(entry.path)
        return changed

    def _write(self, path: str, file: str, text: str) -> bool:
        known = self._texts.get(file)
        if known is not None and (known is text or known == text):
            return False
        temporary = f"{path}.holdfast-new"
        with open(temporary, "wb") as stream:
            stream.write(encode_for_reading(text, python=is_python(file)))
        os.utime(temporary, ns=(self._tick(), self._clock_ns))
        os.replace(temporary, path)
        self._texts[file] = text
        return True

    def _tick(self) -> int:
        self._clock_ns = max(time.time_ns(), self._clock_ns + _STEP_NS)
        return self._clock_ns

    def _adopt(self, path: str, prefix: str) -> None:
        """Take over what an earlier process left: its real files, and the latest time that it used."""
        with os.scandir(path) as listing:
            entries = list(listing)
        for entry in entries:
            if entry.is_symlink():
                continue
            self._clock_ns = max(self._clock_ns, entry.stat(follow_symlinks=False).st_mtime_ns)
            if entry.is_dir():
                self._adopt(entry.path, f"{prefix}{entry.name}/")
            else:
                self._texts[prefix + entry.name] = None


def _by_folder(
    texts: dict[str, str | None], more: set[str]
) -> dict[str, tuple[dict[str, str | None], set[str]]]:
    """For every folder on the way to a file, the root as '': its files by name, and its real folders."""
    folders: dict[str, tuple[dict[str, str | None], set[str]]] = {"": ({}, set())}
    for folder in {file.rpartition("/")[0] for file in texts} | more:
        missing = folder
        while missing not in folders:
            folders[missing] = ({}, set())
            missing = missing.rpartition("/")[0]
    for file, text in texts.items():
        folder, _, name = file.rpartition("/")
        folders[folder][0][name] = text
    for folder in folders:
        if folder:
            parent, _, name = folder.rpartition("/")
            folders[parent][1].add(name)
    return folders


def _link(original: str, path: str) -> None:
    try:
        os.symlink(original, path, target_is_directory=os.path.isdir(original))
    except OSError:
        # Windows without the right to make links: a copy is slower and as good.
        if os.path.isdir(original):
            shutil.copytree(original, path, symlinks=True)
        else:
            shutil.copy2(original, path)
