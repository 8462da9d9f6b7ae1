"""Would a module still load? Import cycles that the edit closes, and orders in which a cycle does not load.

A cycle by itself is harmless: Python hands out the half-loaded module. It breaks when a name is taken from
a module that has not come to bind it yet. So loading is followed, import by import, as Python does it, from
each module of a cycle that only the world after has, and from each module whose imports, or what it binds
between them, stand in another order.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.imports.import_graph import leading_into_cycles, leading_to, reached_from
from holdfast.check.imports.import_order import is_in_another_order
from holdfast.check.imports.loading import Loading, TooEarly, packages_around
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.import_cycles import import_cycle
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval


def check_cycles(pair: Pair) -> Iterator[Finding]:
    """Every import of the world after that fails in a cycle, where it did not fail before."""
    seen: set[tuple[str, tuple[int, int]]] = set()
    for members, starts in _to_load(pair):
        after = _FirstBreaks(pair.after, members)
        for start in sorted(starts):
            found = after.of(start)
            if found is None or (found.file, found.place) in seen:
                continue
            before = pair.file_before(start)
            if before is not None and _breaks(pair.before, before):
                continue  # it did not load before, either
            seen.add((found.file, found.place))
            yield _finding(pair, start, found)


def _finding(pair: Pair, start: str, found: TooEarly) -> Finding:
    place, quoted = pair.shown_at(Interval(found.file, *found.place))
    opening, opening_quoted = pair.shown_at(Interval(found.taken_from, 0, 0))
    message = (
        f"importing `{start}` first would fail: `{found.name}` would be taken from "
        f"`{found.taken_from}`, which is still being loaded and has not bound it yet"
    )
    clause = Clause(opening, "this module would be half-loaded", opening_quoted)
    return Finding("HF404", Severity.ERROR, place, message, (clause,), quoted=quoted)


def _to_load(pair: Pair) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Files of after that lie on cycles, and those of them to be loaded first."""
    files = [file for file in map(pair.file_after, pair.rewritten_python_files()) if file is not None]
    files += [file for file in pair.edits.created if file.endswith(".py")]
    cycles = {import_cycle(pair.after, file) for file in files if _imports_more(pair, file)}
    for cycle in sorted(cycles, key=sorted):
        yield cycle, cycle
    old = [(pair.file_before(file), file) for file in files]
    in_another_order = [file for before, file in old if before and is_in_another_order(pair, before)]
    if in_another_order:
        graph = reached_from(pair.after, in_another_order)
        members = leading_into_cycles(graph)
        yield members, leading_to(graph, in_another_order) & members


def _imports_more(pair: Pair, file: str) -> bool:
    """Does a file of after import a file of the project that it did not import before?"""
    old = pair.file_before(file)
    known = {pair.file_after(other) for other in pair.before.imported_files(old)} if old else set()
    return bool(pair.after.imported_files(file) - known)


def _breaks(program: Program, start: str) -> bool:
    return _FirstBreaks(program, leading_into_cycles(reached_from(program, [start]))).of(start) is not None


class _FirstBreaks:
    """What fails first in a program when one module or another is imported first.

    The cycle alone is followed at first: that is quick, and mostly nothing fails. Whatever fails is then
    followed with everything else that Python loads before it. Whatever the outermost package loads is loaded
    for all of its modules alike, so that is followed once.
    """

    def __init__(self, program: Program, members: frozenset[str]) -> None:
        self.program = program
        self.members = members
        self._by_package: dict[str, frozenset[str] | TooEarly] = {}

    def of(self, start: str) -> TooEarly | None:
        if self._within_cycle(start) is None:
            return None
        return _first(Loading(self.program), start)

    def _within_cycle(self, start: str) -> TooEarly | None:
        packages = [file for file in packages_around(self.program, start) if file in self.members]
        if not packages:
            return _first(Loading(self.program, self.members), start)
        package = packages[0]
        if package not in self._by_package:
            loading = Loading(self.program, self.members)
            self._by_package[package] = _first(loading, package) or frozenset(loading.loaded)
        before = self._by_package[package]
        if isinstance(before, TooEarly):
            return before
        return _first(Loading(self.program, self.members, before), start)


def _first(loading: Loading, start: str) -> TooEarly | None:
    return next((event for event in loading.load(start) if isinstance(event, TooEarly)), None)
