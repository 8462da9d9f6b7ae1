"""What is computed on the way and may raise: whether two blocks compute the same under the same conditions.

A value is recorded with the decisions under which it is looked at. What is computed on both sides of one
decision is computed in any case. Whether the method of a call exists is no question of its own: where the
call happens is what counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from holdfast.python.traces.values import Block, Guards, Origin, Value

Evaluated = dict[tuple[Guards, Value], Origin]


class Unpaired(NamedTuple):
    """What only one of two blocks computes, with its place."""

    before: list[tuple[Value, Origin]]
    after: list[tuple[Value, Origin]]


def unpaired_evaluations(before: Block, after: Block, pair: Callable[[Value, Value], bool]) -> Unpaired:
    remaining = list(_in_any_case(after.evaluated).items())
    lost: list[tuple[Value, Origin]] = []
    for (guards, value), origin in _in_any_case(before.evaluated).items():
        for position, ((other_guards, other), _) in enumerate(remaining):
            if value.tag == other.tag and _pair_guards(guards, other_guards, pair) and pair(value, other):
                del remaining[position]
                break
        else:
            if value in before.called:
                continue
            narrower = _under_more_conditions(guards, value, remaining, pair)
            if narrower is None:
                lost.append((value, origin))
            else:
                del remaining[narrower]
    return Unpaired(lost, [(value, origin) for (_, value), origin in remaining if value not in after.called])


#: Operators that fail for operands of other types alone, and then at every time.
_CALCULATING = frozenset(
    {"Add", "Sub", "Mult", "Pow", "BitOr", "BitAnd", "BitXor", "LShift", "RShift", "UAdd", "USub", "Invert"}
)


def _under_more_conditions(
    guards: Guards,
    value: Value,
    remaining: list[tuple[tuple[Guards, Value], Origin]],
    pair: Callable[[Value, Value], bool],
) -> int | None:
    """Where a plain calculation went that is now only done where it is needed: nobody misses its failure."""
    if not _only_calculates(value):
        return None
    for position, ((other_guards, other), _) in enumerate(remaining):
        if len(other_guards) > len(guards) and value.tag == other.tag:
            if _pair_guards(guards, other_guards[: len(guards)], pair) and pair(value, other):
                return position
    return None


def _only_calculates(value: Value) -> bool:
    if value.tag == "op":
        return value.key in _CALCULATING and all(map(_only_calculates, value.parts))
    return value.tag not in ("item", "attribute") or value.since is None


def _in_any_case(evaluated: Evaluated) -> Evaluated:
    """The same, with what is computed on both sides of a decision taken together."""
    found = dict(evaluated)
    waiting = sorted(found, key=lambda item: len(item[0]), reverse=True)
    for guards, value in waiting:
        if not guards or (guards, value) not in found:
            continue
        *around, (test, outcome) = guards
        other = ((*around, (test, not outcome)), value)
        if other in found:
            origin = found.pop((guards, value))
            del found[other]
            together = (tuple(around), value)
            found.setdefault(together, origin)
            waiting.append(together)
    return found


def _pair_guards(before: Guards, after: Guards, pair: Callable[[Value, Value], bool]) -> bool:
    return len(before) == len(after) and all(
        outcome == other and pair(test, other_test)
        for (test, outcome), (other_test, other) in zip(before, after, strict=True)
    )
