"""Writing that survives a crash: whole files or none, on the disk and not only in a cache."""

from __future__ import annotations

import contextlib
import hashlib
import os


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def digest_of_file(path: str) -> str | None:
    """The digest of what is at `path`; None when there is nothing."""
    try:
        with open(path, "rb") as stream:
            return digest(stream.read())
    except (FileNotFoundError, NotADirectoryError):
        return None


def write_new(path: str, data: bytes, mode: int | None = None) -> None:
    """Write a file that must not exist yet, down to the disk."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)
        stream.flush()
        if mode is not None:
            os.chmod(path, mode)
        os.fsync(stream.fileno())


def replace_file(path: str, data: bytes) -> None:
    """Put `data` in place of whatever is at `path`, at once."""
    temporary = f"{path}.new"
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary)
    write_new(temporary, data)
    os.replace(temporary, path)
    sync_folder(os.path.dirname(path))


def sync_folder(path: str) -> None:
    """Make the names in a folder durable, where the system has a way to."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
