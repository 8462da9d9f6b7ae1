"""Which files are loaded with which, packages included, and which of them lead into cycles."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from holdfast.check.imports.loading import packages_around
from holdfast.python.project.program import Program

#: Files, each with those that are loaded for it.
Graph = Mapping[str, frozenset[str]]


def reached_from(program: Program, files: Collection[str]) -> Graph:
    graph: dict[str, frozenset[str]] = {}
    waiting = [*files]
    while waiting:
        current = waiting.pop()
        if current not in graph:
            graph[current] = _loaded_for(program, current)
            waiting.extend(graph[current])
    return graph


def _loaded_for(program: Program, file: str) -> frozenset[str]:
    """What a file imports, and the packages of that: each is loaded before what is in it."""
    imported = program.imported_files(file)
    packages = {package for other in imported for package in packages_around(program, other)}
    return imported | (packages - {file})


def leading_into_cycles(graph: Graph) -> frozenset[str]:
    """The files from which some import leads round in a circle."""
    importers = _importers(graph)
    open_ways = {file: len(imported) for file, imported in graph.items()}
    ends = [file for file, ways in open_ways.items() if not ways]
    while ends:
        for other in importers.get(ends.pop(), ()):
            open_ways[other] -= 1
            if not open_ways[other]:
                ends.append(other)
    return frozenset(file for file, ways in open_ways.items() if ways)


def leading_to(graph: Graph, files: Collection[str]) -> frozenset[str]:
    """The files, and those from which imports lead to them."""
    importers = _importers(graph)
    found, waiting = set(files), [*files]
    while waiting:
        for other in importers.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return frozenset(found)


def _importers(graph: Graph) -> Mapping[str, list[str]]:
    importers: dict[str, list[str]] = {}
    for other, imported in graph.items():
        for one in imported:
            importers.setdefault(one, []).append(other)
    return importers
