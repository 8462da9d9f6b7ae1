"""New files that take the name of a module of the standard library, or of a library that the project says it needs,
under untouched imports of it.

The library's module is still there, but the project's own folder comes first on the path of a script: an
import that nobody touched would bring the new file. That is a capture in ordinary edits, too.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.modules import External, ModuleFile
from holdfast.text.interval import Interval

#: Loaded before any code of a project runs, so that no file can come before them.
_ALWAYS_LOADED = frozenset(
    {"abc", "builtins", "codecs", "encodings", "io", "os", "posixpath", "site", "stat"}
)

#: Files that say which libraries a project needs.
_DECLARING = re.compile(
    r"pyproject\.toml|setup\.(?:cfg|py)|Pipfile|environment\.ya?ml|(?:.*/)?requirements[^/]*\.(?:txt|in)"
)


def check_hidden_libraries(pair: Pair) -> Iterator[Finding]:
    """Every untouched import that a created file takes away from a library."""
    hiding = {_module_name(file): file for file in pair.edits.created if file.endswith(".py")}
    standard = sys.stdlib_module_names - {*sys.builtin_module_names} - _ALWAYS_LOADED
    for name in sorted(hiding):
        is_standard = name in standard
        if not is_standard and (name in sys.stdlib_module_names or not _is_needed(pair, name)):
            continue
        for file in sorted(pair.before.index.files_with(name)):
            facts, new = pair.before.facts(file), pair.file_after(file)
            for use in facts.names.imports if facts is not None and new is not None else ():
                if use.level or use.parts[:1] != (name,) or pair.tokens(file).is_touched(use.start, use.end):
                    continue
                if not isinstance(pair.before.resolve_module(file, 0, (name,)), External):
                    continue
                found = pair.after.resolve_module(new or file, 0, (name,))
                if isinstance(found, ModuleFile) and found.file == hiding[name]:
                    place, quoted = pair.shown_at(Interval(found.file, 0, 0))
                    whose = f"`{name}` of the standard library" if is_standard else f"the library `{name}`"
                    message = f"this import means {whose}; the new file `{found.file}` would hide it"
                    clause = Clause(place, "would be imported instead", quoted)
                    yield Finding(
                        "HF101", Severity.WARNING, Interval(file, use.start, use.end), message, (clause,)
                    )


def _is_needed(pair: Pair, name: str) -> bool:
    """Does the project say that it needs a library of that name?"""
    asked = re.compile(rf"(?<![\w./-]){re.escape(name).replace('_', '[-_.]')}(?![\w/])", re.I)
    world = pair.before.world
    return any(
        asked.search(world.text(file) or "")
        for file in sorted(world.files() | world.other_files())
        if _DECLARING.fullmatch(file)
    )


def _module_name(file: str) -> str:
    """The name by which a file of a folder on the path is imported."""
    return file.removesuffix("/__init__.py").removesuffix(".py").rpartition("/")[2]
