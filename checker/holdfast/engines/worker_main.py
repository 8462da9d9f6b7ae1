"""The worker process: one engine, one request per line on standard input, one answer per line on output.

Started by `holdfast.engines.worker` with an explicit import path, never from the user's folder. Ends
when its input ends, also in the middle of a request, so that no worker outlives its owner.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import queue
import shutil
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, BinaryIO

from holdfast.engines.guard import forbid_writes


def main(engine: str, scratch: str, cache: str, memory_bytes: int) -> None:
    """Serve requests until the input ends. `scratch` and `cache` are the only folders written to."""
    output = _take_output()
    _limit_memory(memory_bytes)
    sys.dont_write_bytecode = True
    module = _engine(engine, cache)
    tempfile.tempdir = scratch
    forbid_writes((scratch, cache))
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read_requests, args=(sys.stdin.buffer, requests), daemon=True).start()
    # Engines hold cyclic trees that live long; collecting between requests is cheaper than within.
    gc.freeze()
    while True:
        answer = _answer(module, requests.get(), scratch)
        answer["rss"] = _resident_bytes()
        output.write(json.dumps(answer).encode() + b"\n")
        output.flush()


def _answer(module: ModuleType, line: bytes, scratch: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
        with _tree(module, message, scratch) as root:
            answer: dict[str, Any] = module.propose(root, message["request"])
    except MemoryError:
        answer = {"crashed": "the engine ran out of memory", "traceback": "", "fatal": True}
    except RecursionError as error:
        answer = {"crashed": f"RecursionError: {error}", "traceback": traceback.format_exc(limit=-20)}
    except Exception as error:
        text = str(error).strip()
        name = type(error).__name__
        answer = {
            "crashed": f"{name}: {text}" if text else name,
            "traceback": traceback.format_exc(),
        }
    return answer


@contextlib.contextmanager
def _tree(module: ModuleType, message: Mapping[str, Any], scratch: str) -> Iterator[str]:
    """The folder to work on: the one that is named, or the texts that came along, written for this request."""
    if message["texts"] is None:
        yield message["root"]
        return
    from holdfast.text.world import World
    from holdfast.workspace.temporary import write_world

    root = tempfile.mkdtemp(prefix="tree-", dir=scratch)
    try:
        write_world(World.of(message["texts"]), root)
        yield root
    finally:
        forget = getattr(module, "forget", None)
        if forget is not None:
            forget(root)
        shutil.rmtree(root, ignore_errors=True)


def _engine(name: str, cache: str) -> ModuleType:
    if name == "jedi":
        import jedi

        from holdfast.engines import jedi_engine

        jedi.settings.cache_directory = os.path.join(cache, "jedi")
        return jedi_engine
    if name == "rope":
        from holdfast.engines import rope_engine

        return rope_engine
    raise ValueError(f"no engine is called {name}")


def _take_output() -> BinaryIO:
    """Keep standard output for answers alone; whatever an engine prints goes to standard error."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return output


def _read_requests(stream: BinaryIO, requests: queue.SimpleQueue[bytes]) -> None:
    try:
        for line in stream:
            requests.put(line)
    finally:
        # The owner is gone, or a request is too large to be read. Python's own shutdown would wait for an
        # engine that is still computing.
        os._exit(0)


def _limit_memory(limit: int) -> None:
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _resident_bytes() -> int:
    try:
        with open("/proc/self/statm", "rb") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        pass
    try:
        import resource
    except ImportError:
        return 0
    peak: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
