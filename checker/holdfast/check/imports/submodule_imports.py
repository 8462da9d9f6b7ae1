"""`import a.b` that is taken out although `a.b` is still asked for.

A package has a submodule as an attribute only when somebody has loaded it. Another import of `a` binds the same
name and looks like a double, but does not load `a.b`.
"""

from __future__ import annotations

import ast
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import PurePosixPath

from holdfast.check.imports.import_effects import loaded_files
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.names.table import Role
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import External, ModuleFile
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval

Parts = tuple[str, ...]


def check_submodule_imports(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None:
            continue
        gone = _loaded_by_name(facts[0]) - _loaded_by_name(facts[1])
        for parts in sorted(gone, key=len):
            place = _asked_for(facts[1], parts) if len(parts) > 1 else None
            if place is not None and not _is_there_anyway(pair, new_file, parts):
                shown, quoted = pair.shown_at(Interval(new_file, *place))
                message = f"`{'.'.join(parts)}` is asked for here, and this file would no longer import it"
                yield Finding("HF403", Severity.WARNING, shown, message, quoted=quoted)
                break


def _loaded_by_name(facts: FileFacts) -> set[Parts]:
    """The modules that the imports of a file load, as far as their names say: `from a import b` may load `a.b`."""
    found: set[Parts] = set()
    for use in facts.names.imports:
        if use.level or use.context == "type_checking":
            continue
        parts = use.parts if use.member in (None, "*") else (*use.parts, use.member)
        found |= {parts[:length] for length in range(1, len(parts) + 1)}
    return found


def _asked_for(facts: FileFacts, parts: Parts) -> tuple[int, int] | None:
    """Where the chain `a.b` starts with a name that an `import a…` binds."""
    bound = {
        (facts.names.occurrences[use.bound].owner, parts[0])
        for use in facts.names.imports
        if use.bound >= 0 and use.member is None and facts.names.occurrences[use.bound].name == parts[0]
    }
    for node in ast.walk(facts.tree.module):
        if not isinstance(node, ast.Attribute) or node.attr != parts[-1] or _chain(node) != parts:
            continue
        inner: ast.expr = node
        while isinstance(inner, ast.Attribute):
            inner = inner.value
        index = facts.names.occurrence_of_node.get(inner)
        item = facts.names.occurrences[index] if index is not None else None
        if item is not None and item.role is Role.READ and (item.owner, item.name) in bound:
            return facts.tree.start(node), facts.tree.end(node)
    return None


def _chain(node: ast.expr) -> Parts:
    words: list[str] = []
    while isinstance(node, ast.Attribute):
        words.append(node.attr)
        node = node.value
    return (*([node.id] if isinstance(node, ast.Name) else [""]), *reversed(words))


def _is_there_anyway(pair: Pair, file: str, parts: Parts) -> bool:
    module = pair.after.resolve_module(file, 0, parts)
    if isinstance(module, ModuleFile):
        return module.file in loaded_files(pair.after, file) or _imported_elsewhere(pair.after, file, parts)
    if not isinstance(module, External):
        return True  # it is missing, which is told by itself
    return not _is_separate(parts) or _imported_elsewhere(pair.after, file, parts)


def _imported_elsewhere(program: Program, file: str, parts: Parts) -> bool:
    """Does another file of the project load the module, so that it is there by the time it is asked for?"""
    for other in program.index.files_importing(parts[-1]) - {file}:
        if any(item.parts[: len(parts)] == parts for item in program.index.imports(other)):
            return True
    return False


@cache
def _is_separate(parts: Parts) -> bool:
    """Is it a module of its own, that its package need not have loaded? Known for the standard library alone."""
    if parts[0] not in sys.stdlib_module_names:
        return True
    from os.path import exists, isdir

    path = PurePosixPath(sysconfig.get_path("stdlib"), *parts)
    return exists(f"{path}.py") or isdir(str(path))
