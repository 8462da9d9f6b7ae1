"""Run a generated program in this process and say what it printed.

Starting an interpreter for each program measured forty times dearer than running it here. A program is
run with its own `__main__` and its own modules, served from memory; what it left in the module table is
taken out again. It touches no file. There is no time limit here and no protection: this is for programs
that are known to end; code that came out of an engine is run in a process of its own, elsewhere.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import NamedTuple


class Outcome(NamedTuple):
    """What a program printed, and the class of what it raised, or nothing."""

    printed: str
    raised: str = ""


def run_here(files: Mapping[str, str], entry: str) -> Outcome:
    """Run the file `entry` of a program as its main module."""
    finder = _MemoryFinder(files)
    main = ModuleType("__main__")
    kept_main, kept_names = sys.modules["__main__"], set(sys.modules)
    printed = io.StringIO()
    raised = ""
    sys.meta_path.insert(0, finder)
    sys.modules["__main__"] = main
    try:
        with redirect_stdout(printed):
            exec(compile(files[entry], entry, "exec", dont_inherit=True), main.__dict__)
    except Exception as error:
        raised = type(error).__name__
    finally:
        sys.modules["__main__"] = kept_main
        sys.meta_path.remove(finder)
        for name in finder.served & (set(sys.modules) - kept_names):
            del sys.modules[name]
    return Outcome(printed.getvalue(), raised)


class _MemoryFinder:
    """Finds and loads the modules of one program."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files
        self.served: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        stem = name.replace(".", "/")
        for file, is_package in ((f"{stem}.py", False), (f"{stem}/__init__.py", True)):
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
