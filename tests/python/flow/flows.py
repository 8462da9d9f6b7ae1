"""Short ways to ask about the flow of a piece of text."""

from __future__ import annotations

from textwrap import dedent

from holdfast.python.flow.file_flow import READING_ROLES, FileFlow, ReadFacts
from holdfast.python.flow.graph import EventKind, EventRef
from holdfast.python.names import analyse
from holdfast.python.tree import parse


def flow_of(text: str, version: tuple[int, int] | None = None) -> FileFlow:
    """The flow of a text, which may be indented as a whole and begin with a line end."""
    tree = parse(dedent(text).lstrip("\n"), version)
    return FileFlow(tree, analyse(tree))


def root_named(flow: FileFlow, name: str) -> int:
    """The scope index of the graph of a function; "" for the module."""
    (found,) = [root for root in flow.roots() if flow.table.scopes[root].name == name]
    return found


def events(flow: FileFlow, root: int = 0) -> list[str]:
    """The live events of a graph in the order in which they were built: "CALL f()"."""
    graph = flow.graph(root)
    blocks = flow.blocks(root)
    return [
        shown(flow, EventRef(root, event)) for event in range(len(graph.kinds)) if graph.live[blocks[event]]
    ]


def shown(flow: FileFlow, ref: EventRef) -> str:
    start, end = flow.place(ref)
    return f"{EventKind(flow.graph(ref.root).kinds[ref.event]).name} {flow.tree.text[start:end]}"


def line_of(flow: FileFlow, offset: int) -> int:
    return flow.tree.text.count("\n", 0, offset) + 1


def read_facts(flow: FileFlow, name: str, line: int) -> ReadFacts:
    """The facts about the only read of `name` in a line."""
    (found,) = [
        number
        for number, occurrence in enumerate(flow.table.occurrences)
        if occurrence.name == name
        and occurrence.role in READING_ROLES
        and line_of(flow, occurrence.start) == line
    ]
    return flow.facts(found)


def reached_from(flow: FileFlow, name: str, line: int) -> tuple[list[int], str]:
    """The lines whose bindings reach the read of `name` in a line, and how bound it is."""
    facts = read_facts(flow, name, line)
    lines = sorted(line_of(flow, flow.table.occurrences[number].start) for number in facts.bindings)
    return lines, facts.boundness.name
