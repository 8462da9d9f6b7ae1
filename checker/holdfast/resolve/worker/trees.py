"""Syntax trees by content: parsed once, whatever the path, the world or the run.

jedi keeps trees by path and time, which is wrong as soon as two worlds show different texts, and slow as
soon as they show the same text twice. Here a tree is found by the digest of its text, in memory and
then on disk, so an entry can never be out of date. A tree is never changed after it was parsed.

The folder on disk holds pickles and is used only when nobody but the user can write there.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import stat
import time
from typing import Any, Final

import parso
from parso.utils import split_lines

#: Shorter texts are parsed faster than they are found.
_WORTH_KEEPING: Final = 2_000
_MAX_FOLDER_BYTES: Final = 400 * 1024 * 1024
_DAY_SECONDS: Final = 86_400


class Tree:
    """A parsed text. jedi knows this object as the entry of its own cache: `node` and `lines`."""

    __slots__ = ("__weakref__", "errors", "lines", "node", "text")

    def __init__(self, node: Any, text: str) -> None:
        self.node = node
        self.text = text
        self.lines: list[str] = split_lines(text, keepends=True)
        self.errors: int = _count_errors(node)


class Trees:
    """All trees that this process has seen."""

    __slots__ = ("_folder", "_known")

    def __init__(self, folder: str) -> None:
        self._folder = _private_folder(folder) if folder else None
        if self._folder is not None:
            _prune_daily(self._folder)
        self._known: dict[bytes, Tree] = {}

    def parse(self, grammar: Any, text: str) -> Tree:
        digest = hashlib.sha256(
            f"{parso.__version__}\0{grammar._hashed}\0".encode() + text.encode("utf-8", "surrogatepass")
        )
        key = digest.digest()
        tree = self._known.get(key)
        if tree is None:
            path = None
            if self._folder is not None and len(text) >= _WORTH_KEEPING:
                path = os.path.join(self._folder, digest.hexdigest())
            node = _load(path) if path else None
            if node is None:
                node = grammar.parse(text)
                if path:
                    _save(path, node)
            tree = self._known[key] = Tree(node, text)
        return tree


def _prune_daily(folder: str) -> None:
    stamp = os.path.join(os.path.dirname(folder), "pruned")
    with contextlib.suppress(OSError):
        if not os.path.exists(stamp) or time.time() - os.path.getmtime(stamp) > _DAY_SECONDS:
            with open(stamp, "w"):
                prune(folder)


def prune(folder: str, limit: int = _MAX_FOLDER_BYTES) -> None:
    """Remove the trees that were not used for longest, until the folder is small enough."""
    entries = []
    try:
        with os.scandir(folder) as listing:
            for entry in listing:
                status = entry.stat()
                entries.append((status.st_mtime_ns, status.st_size, entry.path))
    except OSError:
        return
    size = sum(entry[1] for entry in entries)
    for _, bytes_, path in sorted(entries):
        if size <= limit:
            break
        with contextlib.suppress(OSError):
            os.unlink(path)
        size -= bytes_


def _private_folder(folder: str) -> str | None:
    """The folder, made if need be; None when somebody else could put a pickle there."""
    path = os.path.join(folder, "trees")
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
        status = os.stat(path)
    except OSError:
        return None
    if hasattr(os, "getuid") and (
        status.st_uid != os.getuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    ):
        return None
    return path


def _load(path: str) -> Any:
    try:
        with open(path, "rb") as stream:
            node = pickle.load(stream)
        os.utime(path)
    except Exception:
        # Whatever is wrong with a cache entry, the remedy is to parse.
        return None
    return node


def _save(path: str, node: Any) -> None:
    temporary = f"{path}.{os.getpid()}"
    try:
        with open(temporary, "wb") as stream:
            pickle.dump(node, stream, pickle.HIGHEST_PROTOCOL)
        os.replace(temporary, path)
    except (OSError, RecursionError):
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _count_errors(node: Any) -> int:
    """How many parts of the text were not understood."""
    count = 0
    pending = [node]
    while pending:
        each = pending.pop()
        if each.type in ("error_node", "error_leaf"):
            count += 1
        pending.extend(getattr(each, "children", ()))
    return count
