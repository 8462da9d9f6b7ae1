"""One writer per workspace: a lock that the system takes away from a process that dies."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator

from holdfast.errors import InputError


@contextlib.contextmanager
def exclusive(path: str) -> Iterator[None]:
    """Hold the lock file `path`; if another process holds it, say so. The file is removed at the end."""
    descriptor = _take(path)
    try:
        yield
    finally:
        if sys.platform == "win32":
            os.close(descriptor)
            with contextlib.suppress(OSError):
                os.unlink(path)
        else:
            with contextlib.suppress(OSError):
                os.unlink(path)
            os.close(descriptor)


def _take(path: str) -> int:
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except FileNotFoundError:
            # The holder before us has removed the folder as well.
            os.makedirs(os.path.dirname(path), exist_ok=True)
            continue
        try:
            _lock(descriptor)
            # The holder before us may have removed the file that we have just locked.
            if os.path.samestat(os.fstat(descriptor), os.stat(path)):
                return descriptor
        except FileNotFoundError:
            pass
        except OSError:
            os.close(descriptor)
            raise InputError(
                "Another Holdfast is writing to this workspace; try again in a moment."
            ) from None
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
