"""New files that take the name of a module of the standard library, under untouched imports of it.

The library's module is still there, but the project's own folder comes first on the path of a script: an
import that nobody touched would bring the new file. That is a capture in ordinary edits, too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.modules import ModuleFile
from holdfast.text.interval import Interval

#: Loaded before any code of a project runs, so that no file can come before them.
_ALWAYS_LOADED = frozenset(
    {"abc", "builtins", "codecs", "encodings", "io", "os", "posixpath", "site", "stat"}
)


def check_hidden_libraries(pair: Pair) -> Iterator[Finding]:
    """Every untouched import that a created file takes away from the standard library."""
    hiding = {_module_name(file): file for file in pair.edits.created if file.endswith(".py")}
    names = hiding.keys() & (sys.stdlib_module_names - {*sys.builtin_module_names} - _ALWAYS_LOADED)
    for name in sorted(names):
        for file in sorted(pair.before.index.files_with(name)):
            facts, new = pair.before.facts(file), pair.file_after(file)
            for use in facts.names.imports if facts is not None and new is not None else ():
                if use.level or use.parts[:1] != (name,) or pair.tokens(file).is_touched(use.start, use.end):
                    continue
                found = pair.after.resolve_module(new or file, 0, (name,))
                if isinstance(found, ModuleFile) and found.file == hiding[name]:
                    place, quoted = pair.shown_at(Interval(found.file, 0, 0))
                    message = f"this import means `{name}` of the standard library; the new file `{found.file}` would hide it"
                    clause = Clause(place, "would be imported instead", quoted)
                    yield Finding(
                        "HF101", Severity.WARNING, Interval(file, use.start, use.end), message, (clause,)
                    )


def _module_name(file: str) -> str:
    """The name by which a file of a folder on the path is imported."""
    return file.removesuffix("/__init__.py").removesuffix(".py").rpartition("/")[2]
