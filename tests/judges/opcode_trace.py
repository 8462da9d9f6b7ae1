"""Runs a program and records every instruction that each of its frames executes.

Class bodies, and list, set and dict comprehensions on interpreters that give them a frame, run as a part
of the frame around them; their instructions are recorded there, as the flow model sees them.
"""

from __future__ import annotations

import builtins
import gc
import inspect
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, NamedTuple

from judges.program_runtime import Runtime

FILE = "<judged>"
_EAGER = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>"})
#: More instructions than any judged program needs; a program that exceeds it is a mistake of the generator.
LIMIT = 200_000


class Executed(NamedTuple):
    """One instruction, or with offset -1 the beginning of a frame."""

    code: CodeType
    offset: int


def run_traced(code: CodeType, seed: int) -> list[list[Executed]]:
    """The instructions of each frame of one run. Whatever the program raises is swallowed."""
    logs: dict[FrameType, list[Executed]] = {}
    hosts: dict[FrameType, FrameType] = {}
    left = LIMIT

    def local(frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
        nonlocal left
        if event == "opcode":
            logs[hosts[frame]].append(Executed(frame.f_code, frame.f_lasti))
            left -= 1
            if left < 0:
                raise SystemExit("the program does not end")
        return local

    def start(frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        if frame.f_code.co_filename != FILE:
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        if frame not in hosts:
            around = frame.f_back
            hosted = runs_inside(frame.f_code) and around is not None and around in hosts
            hosts[frame] = hosts[around] if hosted and around is not None else frame
            logs.setdefault(hosts[frame], []).append(Executed(frame.f_code, -1))
        return local

    runtime = Runtime(seed)
    scope: dict[str, object] = {
        "__builtins__": {**vars(builtins), **runtime.namespace()},
        "__name__": "judged",
    }
    previous, report = sys.gettrace(), sys.unraisablehook
    # A generator that is forgotten half-way may raise when it is closed.
    sys.unraisablehook = lambda _: None
    sys.settrace(start)
    try:
        exec(code, scope)
    except SystemExit:
        raise
    except BaseException:
        # What a random program raises is no concern of ours: its trace is.
        pass
    finally:
        sys.settrace(previous)
        scope.clear()
        hosts.clear()
        found = list(logs.values())
        logs.clear()
        gc.collect(1)
        sys.unraisablehook = report
    return found


def runs_inside(code: CodeType) -> bool:
    """Whether code of this kind runs where it stands: an eager comprehension or a class body."""
    return code.co_name in _EAGER or not (code.co_flags & inspect.CO_OPTIMIZED or code.co_name == "<module>")
