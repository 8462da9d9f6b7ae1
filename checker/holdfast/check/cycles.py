"""Would a module still load? Import cycles that the edit closes.

A cycle by itself is harmless: Python hands out the half-loaded module. It breaks when a name is taken from
a module that has not come to bind it yet. So loading is followed, import by import, as Python does it, from
each module of a cycle that only the world after has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, ImportUse
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
    """The first import that fails when `start` is imported first; modules outside the cycle load."""
    progress: dict[str, int] = {}
    loaded: set[str] = set()

    def load(file: str) -> Break | None:
        facts = program.facts(file)
        if facts is None or file in loaded or file in progress:
            return None
        for use in facts.names.imports:
            if use.scope != MODULE_SCOPE or use.context == "type_checking":
                continue
            progress[file] = use.start
            target = program.resolve_module(file, use.level, use.parts)
            if not isinstance(target, ModuleFile) or target.file not in members:
                continue
            broken = load(target.file)
            if broken is None and use.member not in (None, "*"):
                broken = _taken_too_early(program, progress, loaded, file, use, target.file)
            if broken is not None:
                return broken
        progress.pop(file, None)
        loaded.add(file)
        return None

    return load(start)


def _taken_too_early(
    program: Program, progress: dict[str, int], loaded: set[str], file: str, use: ImportUse, target: str
) -> Break | None:
    if target in loaded or target not in progress or use.member is None:
        return None
    facts = program.facts(target)
    declaration = facts.declaring(MODULE_SCOPE, use.member) if facts else None
    if declaration is None or declaration.start < progress[target]:
        return None  # bound by then, or somebody else's business
    if isinstance(program.resolve_module(file, use.level, (*use.parts, use.member)), ModuleFile):
        return None  # what the package has not bound yet is taken from its folder
    return Break(file, use, target)
