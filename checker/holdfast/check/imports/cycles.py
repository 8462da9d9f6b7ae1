"""Would a module still load? Import cycles that the edit closes.

A cycle by itself is harmless: Python hands out the half-loaded module. It breaks when a name is taken from
a module that has not come to bind it yet. So loading is followed, import by import, as Python does it, from
each module of a cycle that only the world after has.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.imports.loading import Break, Loading
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.import_cycles import import_cycle
from holdfast.text.interval import Interval


def check_cycles(pair: Pair) -> Iterator[Finding]:
    """Every import of the world after that fails in a cycle, where it did not fail before."""
    seen: set[tuple[str, int]] = set()
    cycles = {import_cycle(pair.after, file) for file in _files_with_new_imports(pair)}
    for members in sorted(cycles, key=sorted):
        after = Loading(pair.after, members)
        for start in sorted(members):
            found = _first_break(after, start)
            if found is None or (found.file, found.use.start) in seen:
                continue
            before = pair.file_before(start)
            if before is not None and _first_break(
                Loading(pair.before, import_cycle(pair.before, before)), before
            ):
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


def _first_break(within: Loading, start: str) -> Break | None:
    """The first import that fails when `start` is imported first, if one does.

    The cycle alone is followed at first: that is quick, and mostly nothing fails. Whatever fails is then
    followed with everything else that Python loads before it.
    """
    if within.first_break(start) is None:
        return None
    return Loading(within.program, None).first_break(start)
