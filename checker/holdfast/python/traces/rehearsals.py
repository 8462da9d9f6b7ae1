"""Rehearsals: code is traced to see what it binds and changes, and then everything is as it was."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from holdfast.python.traces.frames import LoopFrame
from holdfast.python.traces.interruptions import Watcher
from holdfast.python.traces.memory import Memory
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Guards, Origin, Step, Value, Variable


@dataclass(frozen=True, slots=True)
class Saved:
    """What a rehearsal must leave as it was."""

    environment: dict[Variable, Value]
    memory: Memory
    freshness: dict[Hashable, int]
    activations: dict[int, int]
    bindings: dict[Variable, list[Value]]
    unseen: list[tuple[str, Origin]]
    watchers: list[Watcher]
    loops: list[LoopFrame]
    guards: Guards
    left: bool
    latest: Step | None


def save(t: Tracer) -> Saved:
    return Saved(
        dict(t.environment),
        dict(t.memory),
        dict(t.freshness),
        t.activations,
        {variable: list(values) for variable, values in t.trace.bindings.items()},
        list(t.trace.unseen),
        t.watchers,
        t.loops,
        t.guards,
        t.left,
        t.latest,
    )


def restore(t: Tracer, saved: Saved) -> None:
    t.environment, t.memory, t.freshness = saved.environment, saved.memory, saved.freshness
    t.activations, t.trace.bindings, t.trace.unseen = (
        saved.activations,
        saved.bindings,
        saved.unseen,
    )
    t.watchers, t.loops, t.guards, t.left, t.latest = (
        saved.watchers,
        saved.loops,
        saved.guards,
        saved.left,
        saved.latest,
    )
