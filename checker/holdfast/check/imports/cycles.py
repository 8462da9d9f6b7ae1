"""Would a module still load? Import cycles that the edit closes.

A cycle by itself is harmless: Python hands out the half-loaded module. It breaks when a name is taken from
a module that has not come to bind it yet. So loading is followed, import by import, as Python does it, from
each module of a cycle that only the world after has.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, ImportUse
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval


class Break(NamedTuple):
    """An import that takes a name from a module before the module has bound it."""

    file: str
    use: ImportUse
    taken_from: str


def check_cycles(pair: Pair) -> Iterator[Finding]:
    """Every import of the world after that fails in a cycle, where it did not fail before."""
    seen: set[tuple[str, int]] = set()
    for file in _files_with_new_imports(pair):
        members = _cycle_through(pair.after, file)
        for start in sorted(members):
            found = _first_break(pair.after, start, members)
            if found is None or (found.file, found.use.start) in seen:
                continue
            before = pair.file_before(start)
            if before is not None and _first_break(pair.before, before, _cycle_through(pair.before, before)):
                continue  # it did not load before, either
            seen.add((found.file, found.use.start))
            yield _finding(pair, start, found)


def _finding(pair: Pair, start: str, found: Break) -> Finding:
    place, quoted = pair.shown_at(Interval(found.file, found.use.start, found.use.end))
    opening, opening_quoted = pair.shown_at(Interval(found.taken_from, 0, 0))
    message = (
        f"importing `{start}` first would fail: `{found.use.member}` would be taken from "
        f"`{found.taken_from}`, which is still being loaded and has not bound it yet"
    )
    clause = Clause(opening, "this module would be half-loaded", opening_quoted)
    return Finding("HF404", Severity.ERROR, place, message, (clause,), quoted=quoted)


def _files_with_new_imports(pair: Pair) -> list[str]:
    """Files of after that import a file of the project that they did not import before."""
    found = []
    candidates = [pair.file_after(file) for file in pair.rewritten_python_files()]
    created = [file for file in pair.edits.created if file.endswith(".py")]
    for file in (*candidates, *created):
        if file is None or not file.endswith(".py"):
            continue
        old = pair.file_before(file)
        known = {pair.file_after(other) for other in pair.before.imported_files(old)} if old else set()
        if pair.after.imported_files(file) - known:
            found.append(file)
    return found


def _cycle_through(program: Program, file: str) -> frozenset[str]:
    """The files that `file` reaches by imports and that reach it; empty when there is no cycle."""
    reached = _reachable(program, file)
    if file not in reached:
        return frozenset()
    return frozenset(other for other in reached if file in _reachable(program, other))


def _reachable(program: Program, file: str) -> set[str]:
    reached: set[str] = set()
    waiting = [file]
    while waiting:
        for other in program.imported_files(waiting.pop()):
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def _first_break(program: Program, start: str, members: frozenset[str]) -> Break | None:
    """The first import that fails when `start` is imported first, if one does.

    The cycle alone is followed at first: that is quick, and mostly nothing fails. Whatever fails is then
    followed with everything else that Python loads before it.
    """
    if _break_within(program, start, members) is None:
        return None
    return _break_within(program, start, None)


def _break_within(program: Program, start: str, members: frozenset[str] | None) -> Break | None:
    """What fails when only `members` are followed, and all others load; or when everything is followed."""
    progress: dict[str, int] = {}
    loaded: set[str] = set()

    def load_with_packages(file: str) -> Break | None:
        """A package is loaded before what is in it."""
        for package in _packages_around(program, file) if members is None else ():
            broken = load(package)
            if broken is not None:
                return broken
        return load(file)

    def load(file: str) -> Break | None:
        facts = program.facts(file)
        if facts is None or file in loaded or file in progress:
            return None
        progress[file] = 0
        for use in _certain_imports(facts):
            progress[file] = use.start
            broken = follow(file, use)
            if broken is not None:
                return broken
        progress.pop(file, None)
        loaded.add(file)
        return None

    def follow(file: str, use: ImportUse) -> Break | None:
        target = program.resolve_module(file, use.level, use.parts)
        if not isinstance(target, ModuleFile) or (members is not None and target.file not in members):
            return None
        broken = load_with_packages(target.file)
        if broken is not None or use.member in (None, "*"):
            return broken
        inside = program.resolve_module(file, use.level, (*use.parts, use.member or ""))
        if isinstance(inside, ModuleFile) and _not_bound_yet(program, progress, loaded, use, target.file):
            # What a package has not bound yet is taken from its folder.
            return load(inside.file) if members is None or inside.file in members else None
        if _not_bound_yet(program, progress, loaded, use, target.file):
            return Break(file, use, target.file)
        return None

    return load_with_packages(start)


def _certain_imports(facts: FileFacts) -> Iterator[ImportUse]:
    """The imports that loading the module runs for certain: no condition and no handler around them."""
    tree = facts.tree
    spans = [
        (tree.start(statement), tree.end(statement))
        for statement in tree.module.body
        if isinstance(statement, ast.Import | ast.ImportFrom)
    ]
    for use in facts.names.imports:
        if use.scope == MODULE_SCOPE and any(start <= use.start < end for start, end in spans):
            yield use


def _packages_around(program: Program, file: str) -> list[str]:
    """The `__init__` files of the packages that a file is in, from the outermost."""
    folder, found = file.rpartition("/")[0], []
    while folder and program.world.text(f"{folder}/__init__.py") is not None:
        found.append(f"{folder}/__init__.py")
        folder = folder.rpartition("/")[0]
    return [package for package in reversed(found) if package != file]


def _not_bound_yet(
    program: Program, progress: dict[str, int], loaded: set[str], use: ImportUse, target: str
) -> bool:
    if target in loaded or target not in progress or use.member is None:
        return False
    facts = program.facts(target)
    declaration = facts.declaring(MODULE_SCOPE, use.member) if facts else None
    # A name without a declaration is somebody else's business.
    return declaration is not None and declaration.start >= progress[target]
