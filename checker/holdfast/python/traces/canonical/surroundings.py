"""Whose code is traced: what changes when a function is entered, and is as it was when its caller goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.python.names.table import NameTable
from holdfast.python.traces.canonical.tracer import CanonicalTracer
from holdfast.python.traces.frames import Inlined, LoopFrame
from holdfast.python.traces.subject import Subject
from holdfast.python.traces.values import Origin, Value


@dataclass(frozen=True, slots=True)
class Surroundings:
    subject: Subject
    names: NameTable
    activations: dict[int, int]
    place: Origin | None
    first_parameter: Value | None
    class_name: str | None
    level: int
    loops: list[LoopFrame]
    inlined: Sequence[Inlined]


def surroundings(t: CanonicalTracer) -> Surroundings:
    return Surroundings(
        t.subject,
        t.names,
        t.activations,
        t.place,
        t.first_parameter,
        t.class_name,
        t.level,
        t.loops,
        tuple(t.inlined),
    )


def come_to(t: CanonicalTracer, there: Surroundings) -> None:
    """From here on code is traced as it was where `there` was noted."""
    t.subject, t.names, t.activations, t.place = there.subject, there.names, there.activations, there.place
    t.first_parameter, t.class_name, t.level = there.first_parameter, there.class_name, there.level
    t.loops, t.inlined = there.loops, list(there.inlined)
