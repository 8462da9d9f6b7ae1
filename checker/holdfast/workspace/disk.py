"""A folder on disk as the lazy base of a world.

The listing is taken once; a text is read when it is first asked for and then kept, so that two worlds
over one `DiskTree` share every unchanged text as one object. The tree never follows a change on disk by
itself: `refreshed` gives a new tree that rereads only what has another stamp.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from holdfast.errors import InputError
from holdfast.records import dataclass
from holdfast.workspace.decode import Decoded, Encoding, Undecodable, decode
from holdfast.workspace.ignore import FOLDER_MARKERS, is_ignored_folder

PYTHON_SUFFIXES: Final = (".py", ".pyi")
#: Files in which nobody writes a name that a person reads.
_BINARY = re.compile(
    r"\.(?:py[cod]|so|dll|dylib|a|o|obj|lib|exe|whl|egg|zip|gz|bz2|xz|zst|tar|tgz|7z|jar"
    r"|png|jpe?g|gif|bmp|ico|webp|tiff?|psd|pdf|ttf|otf|woff2?|eot|svg|mp[34]|avi|mov|ogg|wav|flac"
    r"|sqlite3?|db|pickle|pkl|np[yz]|parquet|h5|mo|lock|map|min\.js)\Z",
    re.IGNORECASE,
)
#: Prose and configuration are small; a larger text file is data.
_MAX_OTHER_SIZE: Final = 1_000_000
#: Clocks of file systems are coarse (two seconds on FAT): a file that was changed this shortly before it
#: was read may have been changed again under the same stamp.
_RACY_NS: Final = 2_000_000_000


class Stamp(NamedTuple):
    """What tells cheaply that a file on disk is another one than before."""

    modified_ns: int
    size: int
    inode: int

    @staticmethod
    def of(status: os.stat_result) -> Stamp:
        return Stamp(status.st_mtime_ns, status.st_size, status.st_ino)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One file as it was read. `text` is None when it could not be read or decoded: see `problem`."""

    stamp: Stamp
    #: Whether an equal stamp later on proves an equal content.
    settled: bool
    data_hash: int
    text: str | None
    encoding: Encoding | None
    problem: str | None


class Listing(NamedTuple):
    python: frozenset[str]
    other: frozenset[str]


class DiskTree:
    """The text files below a folder. Paths are relative to it, with forward slashes."""

    __slots__ = ("_entries", "_listing", "root")

    def __init__(self, root: str | os.PathLike[str], listing: Listing | None = None) -> None:
        self.root = os.path.realpath(root)
        if not os.path.isdir(self.root):
            raise InputError(f"{os.fspath(root)} is not a folder.")
        self._listing = listing
        self._entries: dict[str, _Entry | None] = {}

    def files(self) -> frozenset[str]:
        """Every Python file, readable or not."""
        return self._list().python

    def other_files(self) -> frozenset[str]:
        """Every other file that may be text and mention a name: configuration, prose, templates."""
        return self._list().other

    def text(self, file: str) -> str | None:
        """The text of `file`; None when there is no such file or it is no text (see `problem`)."""
        entry = self._entry(file)
        return None if entry is None else entry.text

    def problem(self, file: str) -> str | None:
        """Why an existing file has no text: unreadable, binary, wrongly encoded."""
        entry = self._entry(file)
        return None if entry is None else entry.problem

    def encoding(self, file: str) -> Encoding | None:
        entry = self._entry(file)
        return None if entry is None else entry.encoding

    def stamp(self, file: str) -> Stamp | None:
        """The stamp that `file` had when it was read."""
        entry = self._entry(file)
        return None if entry is None else entry.stamp

    def refreshed(self) -> DiskTree:
        """The folder as it is now. Texts that did not change are the same objects as in this tree."""
        tree = DiskTree(self.root)
        for file, old in list(self._entries.items()):
            if old is None:
                continue
            try:
                stamp = Stamp.of(os.stat(os.path.join(self.root, file)))
            except OSError:
                continue
            if stamp == old.stamp and old.settled:
                tree._entries[file] = old
                continue
            new = _read(self.root, file)
            if new is not None and new.data_hash == old.data_hash and new.text == old.text:
                new = _Entry(new.stamp, new.settled, old.data_hash, old.text, old.encoding, old.problem)
            tree._entries[file] = new
        return tree

    def _list(self) -> Listing:
        if self._listing is None:
            self._listing = list_folder(self.root)
        return self._listing

    def _entry(self, file: str) -> _Entry | None:
        try:
            return self._entries[file]
        except KeyError:
            listing = self._list()
            known = file in listing.python or file in listing.other
            entry = _read(self.root, file) if known else None
            self._entries[file] = entry
            return entry


def list_folder(root: str) -> Listing:
    """The files of a project: as git sees them where git knows the folder, else by walking it."""
    from holdfast.workspace.git_files import git_listing

    names = git_listing(root)
    return _sort_out(_walk(root) if names is None else _existing(root, names))


def is_python(file: str) -> bool:
    return file.endswith(PYTHON_SUFFIXES)


def _sort_out(files: Iterator[str]) -> Listing:
    python: list[str] = []
    other: list[str] = []
    for file in files:
        if file.endswith(PYTHON_SUFFIXES):
            python.append(file)
        elif not _BINARY.search(file):
            other.append(file)
    return Listing(frozenset(python), frozenset(other))


def _existing(root: str, names: frozenset[str]) -> Iterator[str]:
    """Of the names that git gave, the files that are there and not inside an ignored folder."""
    folders: dict[str, bool] = {"": True}
    for name in names:
        if _BINARY.search(name) or not _is_source_folder(name.rpartition("/")[0], names, folders):
            continue
        path = f"{root}/{name}"
        if os.path.isfile(path):
            yield name
        elif os.path.islink(path) and os.path.isdir(path) and _is_outside(path, root):
            # git lists a link to a folder as one entry; the sources behind it are read all the same.
            yield from _walk(root, name)


def _is_source_folder(folder: str, names: frozenset[str], known: dict[str, bool]) -> bool:
    """Whether neither the folder nor one around it is an environment, a cache or the like."""
    answer = known.get(folder)
    if answer is None:
        parent, _, name = folder.rpartition("/")
        answer = (
            _is_source_folder(parent, names, known)
            and not is_ignored_folder(name)
            and not any(f"{folder}/{marker}" in names for marker in FOLDER_MARKERS)
        )
        known[folder] = answer
    return answer


def _walk(root: str, start: str = "") -> Iterator[str]:
    """Every file below `root/start`, each folder once, whatever links lead to it."""
    #: Folders that a link has led to; without links there are no loops.
    linked = {os.path.realpath(f"{root}/{start}")}
    pending = [start]
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(f"{root}/{folder}" if folder else root) as listing:
                entries = list(listing)
        except OSError:
            continue
        if folder and any(entry.name in FOLDER_MARKERS for entry in entries):
            continue
        prefix = f"{folder}/" if folder else ""
        for entry in entries:
            try:
                if entry.is_file():
                    yield prefix + entry.name
                elif entry.is_dir() and not is_ignored_folder(entry.name):
                    if entry.is_symlink():
                        # A link to a folder of the same project shows files that are listed anyway.
                        target = os.path.realpath(entry.path)
                        if target in linked or not _is_outside(target, root):
                            continue
                        linked.add(target)
                    pending.append(prefix + entry.name)
            except OSError:
                continue


def _is_outside(path: str, root: str) -> bool:
    target = os.path.realpath(path)
    inside = target == root or target.startswith(root.rstrip(os.sep) + os.sep)
    # A link to a folder around the project would list the project a second time.
    return not inside and not root.startswith(target.rstrip(os.sep) + os.sep)


def _read(root: str, file: str) -> _Entry | None:
    path = os.path.join(root, file)
    python = is_python(file)
    now = time.time_ns()
    try:
        with open(path, "rb") as stream:
            status = os.fstat(stream.fileno())
            stamp = Stamp.of(status)
            if not python and stamp.size > _MAX_OTHER_SIZE:
                return _Entry(stamp, True, 0, None, None, "it is too large for prose or configuration")
            data = stream.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        return _Entry(Stamp(0, 0, 0), False, 0, None, None, f"it cannot be read ({error.strerror})")
    settled = stamp.modified_ns + _RACY_NS < now
    content = decode(data, python=python)
    match content:
        case Decoded(text, encoding):
            return _Entry(stamp, settled, hash(data), text, encoding, None)
        case Undecodable(reason):
            return _Entry(stamp, settled, hash(data), None, None, reason)


def problems(tree: DiskTree) -> Mapping[str, str]:
    """The Python files that have no text, with the reason. Reads every file."""
    found: dict[str, str] = {}
    for file in sorted(tree.files()):
        problem = tree.problem(file)
        if problem is not None:
            found[file] = problem
    return found
