"""The loop of the jedi process: read a line, answer it."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import queue
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from holdfast.resolve.messages import Ask, Done, Reply, Request, Start, Worlds

#: Garbage of so many questions is collected at once.
_COLLECT_EVERY: Final = 16
#: Address space, by multiples of the memory after which the process is replaced anyway.
_HARD_FACTOR: Final = 4
_LEAST_ROOM: Final = 1024 * 1024 * 1024


def main(standard_library: list[str]) -> None:
    """Serve until standard input ends."""
    answers = _private_output()
    warnings.simplefilter("ignore")
    # Syntax trees are many objects that live long: the collector would walk them again and again. What a
    # question leaves behind is young and is collected by hand.
    gc.disable()
    lines = _read_lines()
    start: Start = json.loads(lines.get())
    _limit_memory(start["memory_bytes"])

    from holdfast.resolve.worker import script, targets, types  # jedi is imported here
    from holdfast.resolve.worker.isolation import isolate

    isolate(standard_library)
    script.configure()
    setting = script.Setting(start)
    gc.collect()
    gc.freeze()
    _send(answers, Done(memory=_memory()))
    limit = _Limit(answers)
    worlds: dict[str, script.World] = {}

    def reply_to(ask: Ask) -> Reply:
        world = worlds[ask["side"]]
        fresh = script.FreshScript(world, ask["file"])
        if ask["what"] == "targets":
            found = targets.targets(world, fresh, ask["line"], ask["column"])
            reply = Reply(targets=found, read=fresh.read_files())
            empty = not found
        else:
            kinds = types.types(world, fresh, ask["line"], ask["column"], ask["names"])
            reply = Reply(types=kinds, read=fresh.read_files())
            empty = not kinds
        if empty and fresh.broken:
            # Nothing was found in a file of which a part could not be read.
            return Reply(unanswered="syntax", read=fresh.read_files())
        return reply

    while True:
        message: Any = json.loads(lines.get())
        if "worlds" in message:
            shown: Worlds = message
            script.forget_folders()
            worlds = {side: script.World(paths, setting) for side, paths in shown["worlds"].items()}
            continue
        request: Request = message
        for number, ask in enumerate(request["questions"], start=1):
            try:
                with limit.of_computing(request["seconds"]):
                    reply = reply_to(ask)
            except Exception:
                # A bug of jedi. It is the same one for the same question, so asking again is no use.
                reply = Reply(unanswered="crash", detail=traceback.format_exc(limit=-3))
            _send(answers, reply)
            if number % _COLLECT_EVERY == 0:
                gc.collect(1)
        gc.collect(1)
        _send(answers, Done(memory=_memory()))


def _private_output() -> BinaryIO:
    """Standard output for answers alone: what an imported module prints goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return answers


def _read_lines() -> queue.SimpleQueue[bytes]:
    """The lines of standard input. When it ends, so does this process, whatever it is doing."""
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return lines


class _Limit:
    """Ends the process when a question takes too much computing time: what it leaves behind is not used."""

    def __init__(self, answers: BinaryIO) -> None:
        self._answers = answers
        self._computing = False
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGPROF, self._give_up)

    @contextlib.contextmanager
    def of_computing(self, seconds: float) -> Iterator[None]:
        if not hasattr(signal, "setitimer"):
            yield
            return
        self._computing = True
        signal.setitimer(signal.ITIMER_PROF, max(seconds, 0.001))
        try:
            yield
        finally:
            # A signal that is on its way already must not interrupt the writing of the answer.
            self._computing = False
            signal.setitimer(signal.ITIMER_PROF, 0.0)

    def _give_up(self, *_: object) -> None:
        if self._computing:
            _send(self._answers, Reply(unanswered="budget"))
            os._exit(0)


def _send(answers: BinaryIO, message: Reply | Done) -> None:
    answers.write(json.dumps(message).encode() + b"\n")
    answers.flush()


def _limit_memory(memory_bytes: int) -> None:
    """Let one question that explodes fail, instead of the machine. Where the system has no such limit,
    the memory is looked at only between batches."""
    try:
        import resource
    except ImportError:
        return
    limit = max(_HARD_FACTOR * memory_bytes, _LEAST_ROOM)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > limit:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _memory() -> int:
    """The bytes of memory that this process holds; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        pass
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
