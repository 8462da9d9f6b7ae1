"""The proxy: two streams, two threads, one wrapped server.

Each direction is read and handed on in order by one thread that never waits for a check. Back pressure is
that of the pipes: we hold no queue, so neither side can make us grow.
"""

from __future__ import annotations

import io
import signal
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

from holdfast_server.settings import Settings
from holdfast_server.streams import Writer, pump
from holdfast_server.wrap.connection import Connection
from holdfast_server.wrap.from_editor import take_from_editor
from holdfast_server.wrap.from_server import take_from_server
from holdfast_server.wrap.process import end_server, start_server

#: The pass-through threads take turns with our own work this often, in seconds.
_SWITCH_SECONDS: Final = 0.0005
#: How long the end of the server may be kept from the editor for the sake of an edit that is being checked.
_LAST_SECONDS: Final = 2.0


def run_proxy(
    command: Sequence[str], incoming: io.RawIOBase, outgoing: io.RawIOBase, settings: Settings | None = None
) -> int:
    """Serve one editor until it or the wrapped server is gone. Returns the exit code."""
    server = start_server(command)
    assert isinstance(server.stdin, io.RawIOBase)
    assert isinstance(server.stdout, io.RawIOBase)
    sys.setswitchinterval(_SWITCH_SECONDS)
    connection = Connection(Writer(outgoing), Writer(server.stdin), settings)
    ended = threading.Event()
    _end_on_signals(ended)

    def read_editor() -> None:
        pump(incoming, lambda item: take_from_editor(connection, item))
        # The editor is gone, or said all that it wants to say: the server sees the same.
        connection.to_server.close()

    def read_server(stream: io.RawIOBase) -> None:
        pump(stream, lambda item: take_from_server(connection, item))
        ended.set()

    threading.Thread(target=read_editor, name="from-editor", daemon=True).start()
    threading.Thread(target=read_server, args=(server.stdout,), name="from-server", daemon=True).start()
    _wait(ended, connection)
    _finish_holds(connection)
    connection.to_server.close()
    code = end_server(server)
    connection.judge.close()
    connection.to_editor.close()
    return code


def _wait(ended: threading.Event, connection: Connection) -> None:
    """Wait for the end. A server that outlives its input by too much is ended by `end_server`."""
    while not ended.wait(0.5):
        if connection.to_server.broken:
            ended.wait(3.0)
            return


def _finish_holds(connection: Connection) -> None:
    """The server is gone, but edits that it has handed out are still to be delivered, if there is anybody."""
    seconds = min(connection.session.snapshot().settings.budget, _LAST_SECONDS)
    end = time.monotonic() + seconds
    while connection.holds() and time.monotonic() < end and not connection.to_server.broken:
        time.sleep(0.02)


def _end_on_signals(ended: threading.Event) -> None:
    def leave(number: int, frame: Any) -> None:
        del number, frame
        ended.set()

    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), leave)
