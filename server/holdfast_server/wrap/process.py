"""The wrapped server's process: started so that it cannot outlive us, ended so that nothing of it stays."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Final

from holdfast.errors import InputError

_PR_SET_PDEATHSIG: Final = 1
#: How long a server may take to leave after its input has ended, and after it was asked to.
_LEAVE_SECONDS: Final = 3.0
_TERMINATE_SECONDS: Final = 2.0


def start_server(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start the server in a process group of its own. Call this before any thread is started."""
    posix = sys.platform != "win32"
    try:
        return subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            process_group=0 if posix else None,
            preexec_fn=_die_with_parent() if sys.platform == "linux" else None,
        )
    except OSError as error:
        raise InputError(f"{command[0]} cannot be started: {error.strerror or error}") from None


def end_server(process: subprocess.Popen[bytes]) -> int:
    """Let the server leave, then make it, then everything that it started. Returns its exit code as a shell's."""
    for seconds, way in ((_LEAVE_SECONDS, signal.SIGTERM), (_TERMINATE_SECONDS, None)):
        try:
            process.wait(seconds)
            break
        except subprocess.TimeoutExpired:
            _signal_group(process, way if way is not None else _strongest())
    process.wait()
    # What the server itself has started and left behind goes too.
    _signal_group(process, _strongest())
    return exit_code(process.returncode)


def exit_code(returncode: int) -> int:
    """A code for our own exit from which the editor sees how the server ended."""
    return returncode if returncode >= 0 else 128 - returncode


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, number)


def _strongest() -> signal.Signals:
    return signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL


def _die_with_parent() -> Callable[[], None] | None:
    """On Linux a killed parent cannot clean up, but the kernel can tell the child."""
    try:
        import ctypes

        library = ctypes.CDLL(None)
        prctl = library.prctl
    except (ImportError, OSError, AttributeError):
        return None

    def ask() -> None:
        prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM))

    return ask
