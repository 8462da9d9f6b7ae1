"""Small programs for tests, and readable names for their tokens.

A token is written `file:line:text`. A place is named by a snippet of its file that ends with the token.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import dedent

from holdfast.model.edge import Edge
from holdfast.python.project.classes import class_info, classes_in
from holdfast.python.project.declarations import Declaration
from holdfast.python.project.edges import program_edges
from holdfast.python.project.layout import ProjectSettings
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval
from holdfast.text.world import World


def program_of(texts: dict[str, str], *, roots: tuple[str, ...] | None = None) -> Program:
    world = World.of({file: dedent(text).lstrip("\n") for file, text in texts.items()})
    return Program(world, settings=ProjectSettings(roots))


def shown(program: Program, interval: Interval) -> str:
    text = program.world.text(interval.file) or ""
    line = text.count("\n", 0, interval.start) + 1
    return f"{interval.file}:{line}:{text[interval.start : interval.end]}"


def shown_all(program: Program, declarations: Iterable[Declaration]) -> set[str]:
    return {shown(program, item.interval) for item in declarations}


def end_of(program: Program, file: str, snippet: str) -> int:
    """The offset behind the only place where the snippet stands."""
    text = program.world.text(file) or ""
    assert text.count(snippet) == 1, f"{snippet!r} stands {text.count(snippet)} times in {file}"
    return text.index(snippet) + len(snippet)


def edges_of(program: Program, kind: str, file: str, snippet: str) -> set[tuple[str, bool]]:
    """The ends of the edges of a kind that start at the token where the snippet ends, and if exact."""
    end = end_of(program, file, snippet)
    return {
        (shown(program, edge.tail), exact)
        for edge, exact in program_edges(program, [file])
        if edge.kind == kind and edge.head.end == end
    }


def targets(program: Program, file: str, snippet: str) -> set[str]:
    """What the token where the snippet ends names, by N edges."""
    return {target for target, _ in edges_of(program, "N", file, snippet)}


def class_named(program: Program, name: str) -> ClassKey:
    (key,) = (
        key
        for file in program.python_files
        for key in classes_in(program, file)
        if class_info(program, key).name == name
    )
    return key


def written(program: Program, edges: Iterable[tuple[Edge, bool]]) -> set[str]:
    """Edges as text, `O b.py:2:m -> a.py:2:m`; an inferred edge ends with a question mark."""
    return {
        f"{edge.kind} {shown(program, edge.head)} -> {shown(program, edge.tail)}{'' if exact else ' ?'}"
        for edge, exact in edges
    }
