"""Blobs out of git's store, many per second: one `git cat-file --batch` for a repository.

A blob is decoded once; the same content in two trees is the same text object, so that whatever is
unchanged between two commits is known to be unchanged without a comparison.
"""

from __future__ import annotations

import contextlib
import subprocess
import threading
import weakref
from collections.abc import Iterable
from typing import Final

from holdfast.errors import InputError
from holdfast.workspace.decode import Decoded, Undecodable, decode
from holdfast.workspace.git_process import git_command, git_environment

#: Requests written before their answers are read. They must fit into a pipe (64 KiB on Linux, 16 KiB on
#: macOS) together, or git and we would both wait for the other to read.
_BURST: Final = 128


class ObjectReader:
    """The owner of the `cat-file` process of one repository, started at the first question."""

    __slots__ = ("__weakref__", "_finish", "_lock", "_process", "_texts", "folder")

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._finish: weakref.finalize[[subprocess.Popen[bytes]], ObjectReader] | None = None
        self._texts: dict[tuple[str, bool], Decoded | Undecodable] = {}

    def text(self, object_id: str, *, python: bool) -> Decoded | Undecodable:
        key = (object_id, python)
        content = self._texts.get(key)
        if content is None:
            self.prefetch([object_id], python=python)
            content = self._texts[key]
        return content

    def prefetch(self, object_ids: Iterable[str], *, python: bool) -> None:
        """Read these blobs in few round trips."""
        missing = [each for each in dict.fromkeys(object_ids) if (each, python) not in self._texts]
        with self._lock:
            for start in range(0, len(missing), _BURST):
                burst = missing[start : start + _BURST]
                for object_id, data in zip(burst, self._read(burst), strict=True):
                    self._texts[object_id, python] = decode(data, python=python)

    def close(self) -> None:
        if self._finish is not None:
            self._finish()
        self._process = self._finish = None

    def _read(self, object_ids: list[str]) -> list[bytes]:
        process = self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write("".join(f"{each}\n" for each in object_ids).encode())
            process.stdin.flush()
            found = []
            for object_id in object_ids:
                header = process.stdout.readline().split()
                if len(header) != 3:
                    raise InputError(
                        f"git has no content for object {object_id[:12]}; "
                        "the clone may be partial: fetch what is missing and try again."
                    )
                found.append(process.stdout.read(int(header[2]) + 1)[:-1])
            return found
        except OSError as error:
            self.close()
            raise InputError(f"git cat-file stopped answering ({error.strerror}).") from None
        except InputError:
            # Answers to the rest of the burst are still under way; a new process starts clean.
            self.close()
            raise

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                git_command(self.folder, "cat-file", "--batch"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=git_environment(),
            )
            self._finish = weakref.finalize(self, _end, self._process)
        return self._process


def _end(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
