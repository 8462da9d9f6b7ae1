"""What holds for every graph, tried on files of the standard library."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest
from holdfast.python.flow import edges
from holdfast.python.flow.file_flow import READING_ROLES, FileFlow
from holdfast.python.flow.graph import EventKind, Label
from holdfast.python.names.table import Role
from python.flow.flows import flow_of

FILES = (
    "ast",
    "argparse",
    "asyncio/base_events",
    "dataclasses",
    "subprocess",
    "tarfile",
    "typing",
    "zipfile",
)
_WITHOUT_EVENT = frozenset({Role.DECLARE_GLOBAL, Role.DECLARE_NONLOCAL, Role.ANNOTATE})


@pytest.fixture(scope="module", params=FILES)
def flow(request: pytest.FixtureRequest) -> FileFlow:
    folder = Path(sysconfig.get_path("stdlib"))
    found = folder / f"{request.param}.py"
    if not found.exists():
        found = folder / request.param / "__init__.py"
    return flow_of(found.read_text(encoding="utf-8"))


def test_edges_lead_forwards_except_back_edges(flow: FileFlow) -> None:
    for root in flow.roots():
        graph = flow.graph(root)
        for block in range(len(graph.first)):
            for target, label in graph.edges(block):
                assert target > block or label is Label.BACK


def test_a_block_with_a_handler_binds_nothing(flow: FileFlow) -> None:
    for root in flow.roots():
        graph = flow.graph(root)
        for block, first in enumerate(graph.first):
            if any(label is Label.EXCEPTION for _, label in graph.edges(block)):
                kinds = set(graph.kinds[first : first + graph.size[block]])
                assert not kinds & {EventKind.BIND, EventKind.DELETE}


def test_every_occurrence_that_runs_has_an_event(flow: FileFlow) -> None:
    seen = {number for root in flow.roots() for number in flow.events_of(root)}
    text = flow.tree.text
    for number, found in enumerate(flow.table.occurrences):
        if found.role in _WITHOUT_EVENT or flow.root_of(found.scope) < 0 or number in seen:
            continue
        # Annotations of local variables and attributes in functions are never evaluated.
        line = text[text.rfind("\n", 0, found.start) + 1 : found.start]
        assert ":" in line
        assert flow.root_of(found.scope) != 0


def test_every_event_has_a_place_in_the_text(flow: FileFlow) -> None:
    size = len(flow.tree.text)
    for root in flow.roots():
        assert all(0 <= start < end <= size for start, end in flow.places(root))


def test_edges_say_what_the_facts_say(flow: FileFlow, monkeypatch: pytest.MonkeyPatch) -> None:
    """D edges, expanded, are the bindings that `facts` gives for each read."""
    monkeypatch.setattr(edges, "EXPANDED", 1_000_000)
    occurrences = flow.table.occurrences
    stated: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for edge in edges.flow_edges("a.py", flow.tree, flow.table, flow):
        if edge.kind == "D":
            stated.setdefault(edge.tail[1:], set()).add(edge.head[1:])
    for number, found in enumerate(occurrences):
        if found.role in READING_ROLES:
            bindings = {(occurrences[b].start, occurrences[b].end) for b in flow.facts(number).bindings}
            assert stated.pop((found.start, found.end), set()) == bindings
    assert not stated
