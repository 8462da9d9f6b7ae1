"""A fence around an engine that runs in a process of ours: it reads, it does not write or start anything.

Set up once in the worker process before the engine is imported; it cannot be taken down again. A
mistake in an engine then ends in an error that names the path, not in a changed file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

_PATH_EVENTS: Final = {
    "os.remove": (0,),
    "os.rmdir": (0,),
    "os.mkdir": (0,),
    "os.rename": (0, 1),
    "os.link": (1,),
    "os.symlink": (1,),
    "os.truncate": (0,),
    "os.chmod": (0,),
    "os.chown": (0,),
    "os.utime": (0,),
    "shutil.rmtree": (0,),
    "shutil.move": (0, 1),
}
_FORBIDDEN_EVENTS: Final = frozenset(
    {
        "subprocess.Popen",
        "os.system",
        "os.exec",
        "os.posix_spawn",
        "os.spawn",
        "os.fork",
        "os.forkpty",
        "pty.spawn",
        "socket.connect",
        "socket.bind",
        "os.startfile",
        "webbrowser.open",
    }
)
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def forbid_writes(allowed: Iterable[str]) -> None:
    """From now on this process may change files below `allowed` only, and start no other process."""
    sys.addaudithook(_fence(tuple(os.path.realpath(folder) + os.sep for folder in allowed)))


def _fence(allowed: tuple[str, ...]) -> Callable[[str, tuple[Any, ...]], None]:
    def check(path: object) -> None:
        if isinstance(path, int) or path is None:
            return
        text = os.fsdecode(path) if isinstance(path, bytes | str | os.PathLike) else str(path)
        if text == os.devnull:
            return
        # The last part may be a link; removing a link is a change where the link is.
        folder, name = os.path.split(os.path.abspath(text))
        if not os.path.join(os.path.realpath(folder), name).startswith(allowed):
            raise PermissionError(f"an engine tried to change {text}")

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            flags = arguments[2]
            if isinstance(flags, int) and flags & _WRITING:
                check(arguments[0])
        elif event in _PATH_EVENTS:
            for index in _PATH_EVENTS[event]:
                check(arguments[index])
        elif event in _FORBIDDEN_EVENTS:
            raise PermissionError(f"an engine tried to call {event}")

    return hook
