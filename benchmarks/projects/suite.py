"""A copy of a project in which edits are tried, and its test-suite."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

#: A suite that takes this much longer than it did hangs: the edit made a loop endless.
_PATIENCE = 240.0


class SuiteRun(NamedTuple):
    passed: bool
    #: The end of what the suite printed, for a person who reads a disagreement.
    said: str


class TestBench:
    """One copy of one project; an edit is written into it, the tests run, and the edit is taken back."""

    def __init__(self, tree: Path, copy: Path, python: Path, tests: tuple[str, ...]) -> None:
        self._tree, self._copy, self._python, self._tests = tree, copy, python, tests
        if copy.exists():
            shutil.rmtree(copy)
        shutil.copytree(tree, copy)

    def run(self, after: Mapping[str, str]) -> SuiteRun:
        """The tests with the given texts in place of the files of those names."""
        try:
            for file, text in after.items():
                (self._copy / file).write_bytes(text.encode("utf-8"))
            return self._run()
        finally:
            for file in after:
                shutil.copyfile(self._tree / file, self._copy / file)

    def _run(self) -> SuiteRun:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(self._copy / "src"), str(self._copy))),
            # A compiled file of another edit with the same size and second would be taken for this one's.
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
        }
        command = [str(self._python), "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *self._tests]
        try:
            made = subprocess.run(
                command,
                cwd=self._copy,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=_PATIENCE,
            )
        except subprocess.TimeoutExpired:
            return SuiteRun(False, "the tests did not end")
        said = made.stdout.decode("utf-8", "replace")
        return SuiteRun(made.returncode == 0, said[-3000:])
