"""Tests of what came about on several ways: what they come to on each of them."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.python.traces.decided import known_outcome
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.truth import TRUTH
from holdfast.python.traces.values import Value

_ASKING = frozenset({TRUTH, "Is", "IsNot", "Eq", "NotEq", "In", "NotIn"})


def by_ways(t: Tracer, test: Value) -> Value:
    """The test as a choice, where it is about a choice and comes to something known on one of its ways."""
    if test.tag != "op" or test.key not in _ASKING:
        return test
    for part in test.parts:
        if part.tag == "choice" and all(other is part or other.tag == "const" for other in test.parts):
            decides, *arms = part.parts
            ways = [_come_to(t, by_ways(t, with_part(t, test, part, arm))) for arm in arms]
            if any(way.tag in ("const", "choice") for way in ways):
                return t.choice(decides, ways[0], ways[1], test.origin)
    return test


def is_known(test: Value) -> bool:
    """Is it known what the test comes to on each of its ways?"""
    if test.tag == "choice":
        return is_known(test.parts[1]) and is_known(test.parts[2])
    return known_outcome(test) is not None


def _come_to(t: Tracer, test: Value) -> Value:
    outcome = known_outcome(test)
    return test if outcome is None else t.constant(outcome, test.origin)


def with_part(t: Tracer, test: Value, part: Value, other: Value) -> Value:
    """The test with another value in place of one of its parts."""
    parts = tuple(other if item is part else item for item in test.parts)
    return t.value("op", test.key, parts, test.origin, since=test.since, immutable=test.immutable)


def parts_after(test: Value) -> Iterator[Value]:
    """What the test asks about that variables hold after a loop or a trial."""
    for value in (test, *(test.parts if test.tag == "op" else ())):
        if value.tag in ("left", "resumed"):
            yield value
