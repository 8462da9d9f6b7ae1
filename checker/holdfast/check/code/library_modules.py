"""Modules outside the project: what they have under a name is known by that name, wherever it is read."""

from __future__ import annotations

from holdfast.check.pair import Pair
from holdfast.python.project.program import Program


def is_library_module(pair: Pair, dotted: str) -> bool:
    """Does an import of the project say that this is a module, in either world?

    `import xml.dom as dom` says so, `from xml import dom` does not.
    """
    return any(_is_imported(program, dotted) for program in (pair.before, pair.after))


def _is_imported(program: Program, dotted: str) -> bool:
    parts = tuple(dotted.split("."))

    def find() -> bool:
        return any(
            not item.level and item.parts[: len(parts)] == parts
            for file in program.index.files_importing(parts[-1])
            for item in program.index.imports(file)
        )

    return program.memory.ask(("imported module", dotted), find, False)
