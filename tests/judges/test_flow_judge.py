"""The short form of the judgement of the flow model, and that the judge can tell a wrong model."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from holdfast.python.flow import definitions, file_flow
from holdfast.python.flow.build import build_graph
from holdfast.python.flow.graph import LABEL_MASK, FlowGraph, Label
from judges.flow_against_runs import WRITTEN_RUNS, Judge, judge_program, random_programs
from judges.written_programs import PROGRAMS

pytestmark = pytest.mark.skipif(
    sys.version_info >= (3, 13), reason="3.13 joins loads into one instruction without places of their own"
)


@pytest.mark.parametrize("name", PROGRAMS)
def test_written_program(name: str) -> None:
    found = judge_program(PROGRAMS[name], WRITTEN_RUNS)
    assert found.misses == []
    assert found.steps


@pytest.mark.slow
def test_two_hundred_random_programs() -> None:
    for seed, text in random_programs(200, first=100_000):
        assert judge_program(text).misses == [], f"seed {seed}"


def _without(label: Label) -> Callable[[FlowGraph], FlowGraph]:
    def weaken(graph: FlowGraph) -> FlowGraph:
        kept: list[Sequence[int]] = [
            [edge for edge in edges if edge & LABEL_MASK != label] for edges in graph.successors
        ]
        return replace(graph, successors=kept)

    return weaken


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("UNBINDING", Label.EXCEPTION),
        ("GENERATORS", Label.BACK),
        ("RETURN_THROUGH_WITH", Label.SWALLOW),
        ("FINALLY_IN_FINALLY", Label.RESUME),
        ("SHORT_CIRCUITS", Label.FALSE),
    ],
)
def test_a_missing_kind_of_edge_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str, label: Label) -> None:
    weaken = _without(label)

    def build(*args: object, **options: object) -> FlowGraph:
        return weaken(build_graph(*args, **options))  # type: ignore[arg-type]

    monkeypatch.setattr(file_flow, "build_graph", build)
    judge = Judge(PROGRAMS[name])
    for seed in range(WRITTEN_RUNS):
        judge.run(seed)
    assert judge.finish().misses


def test_a_wrong_order_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Annotations in reading order: what everybody would expect, and what CPython does not do."""
    monkeypatch.setattr(definitions, "annotated_order", lambda args: [*args.posonlyargs, *args.args])
    assert judge_program(PROGRAMS["ORDER_OF_EVALUATION"], WRITTEN_RUNS).misses
