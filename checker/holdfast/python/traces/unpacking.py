"""The elements of a tuple that a variable may hold: of whichever tuple it was on the way here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from holdfast.python.traces.values import Value

if TYPE_CHECKING:
    from holdfast.python.traces.tracer import Tracer


def elements_of(t: Tracer, value: Value, count: int) -> Sequence[Value] | None:
    """The elements, where every tuple that the value may be is written down and has so many."""
    match value.tag:
        case "tuple":
            return value.parts if len(value.parts) == count else None
        case "unbound":
            return (value,) * count
        case "choice":
            test, *arms = value.parts
            pairs = [elements_of(t, arm, count) for arm in arms]
            if pairs[0] is None or pairs[1] is None:
                return None
            return [
                t.choice(test, then, otherwise, value.origin)
                for then, otherwise in zip(pairs[0], pairs[1], strict=True)
            ]
        case "left" | "resumed":
            return _of_each_way(t, value, count)
    return None


def _of_each_way(t: Tracer, value: Value, count: int) -> Sequence[Value] | None:
    """The same for what variables hold after a loop or a trial."""
    found: list[Sequence[Value]] = []
    for part in value.parts:
        elements = elements_of(t, part, count)
        if elements is None:
            return None
        found.append(elements)
    return [_joined(t, value, parts) for parts in zip(*found, strict=True)]


def _joined(t: Tracer, value: Value, parts: tuple[Value, ...]) -> Value:
    if all(part is parts[0] for part in parts):
        return parts[0]
    return t.value(value.tag, None, parts, value.origin, since=value.since)
