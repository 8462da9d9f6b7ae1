"""Files that import each other: the strongly connected parts of the graph of imports."""

from __future__ import annotations

from holdfast.python.project.program import Program


def import_cycle(program: Program, file: str) -> frozenset[str]:
    """The files that `file` reaches by imports and that reach it; empty when there is no cycle."""
    known: dict[str, frozenset[str]] = program.memory.table("import cycles")
    if file not in known:
        _find_parts(program, file, known)
    return known[file]


def _find_parts(program: Program, first: str, known: dict[str, frozenset[str]]) -> None:
    """Tarjan's algorithm from one file on, without recursion: chains of imports may be long."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_files: list[str] = []
    is_open: set[str] = set()
    waiting = [(first, iter(sorted(program.imported_files(first))))]
    numbers[first] = lowest[first] = 0
    open_files.append(first)
    is_open.add(first)
    while waiting:
        file, others = waiting[-1]
        for other in others:
            if other in known:
                continue
            if other not in numbers:
                numbers[other] = lowest[other] = len(numbers)
                open_files.append(other)
                is_open.add(other)
                waiting.append((other, iter(sorted(program.imported_files(other)))))
                break
            if other in is_open:
                lowest[file] = min(lowest[file], numbers[other])
        else:
            waiting.pop()
            if waiting:
                above = waiting[-1][0]
                lowest[above] = min(lowest[above], lowest[file])
            if lowest[file] == numbers[file]:
                _close(program, file, open_files, is_open, known)


def _close(
    program: Program,
    file: str,
    open_files: list[str],
    is_open: set[str],
    known: dict[str, frozenset[str]],
) -> None:
    """All open files down to this one import each other."""
    part = set()
    while file not in part:
        part.add(open_files.pop())
    is_open -= part
    alone = len(part) == 1 and file not in program.imported_files(file)
    cycle = frozenset() if alone else frozenset(part)
    for other in part:
        known[other] = cycle
