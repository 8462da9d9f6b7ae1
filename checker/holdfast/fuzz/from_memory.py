"""Run a program in this process, its modules served from memory, and say what it printed.

Starting an interpreter for each program measured forty times dearer than running it here. A program gets its
own `__main__` and its own modules; what it left in the module table is taken out again. Nothing is written
anywhere. There is no time limit here and no protection: this is for programs that are known to end, and for
the child processes of `run_worker`, which have both.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import FrameType, ModuleType
from typing import Any, NamedTuple

FINISHED = "finished"
TIMED_OUT = "timed out"


class Run(NamedTuple):
    """What a program printed and how it ended: "finished", "raised NameError", "timed out", …"""

    output: str
    ended: str

    @property
    def compiled(self) -> bool:
        return not self.ended.startswith("does not compile")

    @property
    def finished(self) -> bool:
        return self.ended == FINISHED


def lines_reached(files: Mapping[str, str], entry: str) -> list[tuple[str, int]]:
    """The lines of a program that a run of it executes, by file and number."""
    found: set[tuple[str, int]] = set()

    def watch(frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        del event, argument
        file = frame.f_code.co_filename
        if file not in files:
            return None
        found.add((file, frame.f_lineno))
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        run_here(files, entry)
    finally:
        sys.settrace(before)
    return sorted(found)


def run_here(files: Mapping[str, str], entry: str) -> Run:
    """Run the file `entry` of a program as its main module."""
    try:
        code = compile(files[entry], entry, "exec", dont_inherit=True)
    except SyntaxError as error:
        return Run("", f"does not compile: {error.msg}")
    finder = _MemoryFinder(files)
    main = ModuleType("__main__")
    kept_main, kept_names = sys.modules["__main__"], set(sys.modules)
    output = io.StringIO()
    ended = FINISHED
    sys.meta_path.insert(0, finder)
    sys.modules["__main__"] = main
    try:
        with redirect_stdout(output), redirect_stderr(output):
            exec(code, main.__dict__)
    except KeyboardInterrupt:
        raise
    except SystemExit as error:
        ended = f"exit {error.code}"
    except BaseException as error:
        # The message may name variables and lines; the kind of the error is the behaviour.
        ended = f"raised {type(error).__name__}"
    finally:
        sys.modules["__main__"] = kept_main
        sys.meta_path.remove(finder)
        for name in finder.served & (set(sys.modules) - kept_names):
            del sys.modules[name]
    return Run(output.getvalue(), ended)


class _MemoryFinder:
    """Finds the modules of one program; everything else is left to the other finders."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files
        self.served: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        stem = name.replace(".", "/")
        # A package wins over a module of the same name, as it does on disk.
        for file, is_package in ((f"{stem}/__init__.py", True), (f"{stem}.py", False)):
            if file in self._files:
                self.served.add(name)
                return spec_from_loader(name, _MemoryLoader(file, self._files[file]), is_package=is_package)
        return None


class _MemoryLoader(Loader):
    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._text = text

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._text, self._file, "exec", dont_inherit=True), module.__dict__)
