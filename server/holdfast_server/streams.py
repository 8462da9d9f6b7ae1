"""Bytes to and from editor and server: raw streams, read as they come and written whole."""

from __future__ import annotations

import contextlib
import io
import os
import socket
import sys
import threading
from collections.abc import Callable
from typing import Final

from holdfast.wire.frames import BadFrame, Frame, FrameReader

_CHUNK: Final = 64 * 1024
_CLOSE_SECONDS: Final = 0.5


class Writer:
    """The one way out to a stream. A frame is never torn; a reader who is gone is no error of ours."""

    def __init__(self, stream: io.RawIOBase) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._broken = False

    @property
    def broken(self) -> bool:
        return self._broken

    def write(self, data: bytes) -> None:
        with self._lock:
            if self._broken:
                return
            try:
                rest = memoryview(data)
                while rest:
                    written = self._stream.write(rest)
                    rest = rest[written or 0 :]
            except (OSError, ValueError):
                self._broken = True

    def close(self) -> None:
        """Close the stream, even under a write that nobody reads."""
        free = self._lock.acquire(timeout=_CLOSE_SECONDS)
        self._broken = True
        with contextlib.suppress(OSError, ValueError):
            self._stream.close()
        if free:
            self._lock.release()


def pump(stream: io.RawIOBase, take: Callable[[Frame | BadFrame], None]) -> None:
    """Read frames until the stream ends; what is left at the end is given as a bad frame."""
    reader = FrameReader()
    while True:
        try:
            data = stream.read(_CHUNK)
        except (OSError, ValueError):
            data = b""
        if not data:
            break
        for item in reader.feed(data):
            take(item)
    rest = reader.close()
    if rest is not None:
        take(rest)


def bytes_to_pass_on(item: BadFrame) -> bytes:
    """What the other side gets of bytes that are no frame: all of them, as it would without us.

    The body of a message that is far too large is gone, so its header must not go on alone.
    """
    return b"" if item.reason.startswith("a message of") else item.raw


def standard_streams() -> tuple[io.RawIOBase, io.RawIOBase]:
    """Our standard input and output as raw streams; whatever else prints goes to standard error."""
    incoming = os.fdopen(os.dup(0), "rb", buffering=0)
    outgoing = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        for stream in (incoming, outgoing):
            msvcrt.setmode(stream.fileno(), os.O_BINARY)
    return incoming, outgoing


def accept_one(host: str, port: int, announce: Callable[[int], None]) -> tuple[io.RawIOBase, io.RawIOBase]:
    """Wait for one editor on a port of this machine; `announce` is told the port (0 lets the system choose)."""
    with socket.create_server((host, port)) as server:
        announce(server.getsockname()[1])
        connection, _ = server.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return socket.SocketIO(connection, "rb"), socket.SocketIO(connection, "wb")
