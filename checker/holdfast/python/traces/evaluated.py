"""What is computed on the way and may raise: whether two blocks compute the same under the same conditions.

A value is recorded with the decisions under which it is looked at. What is computed on both sides of one
decision is computed in any case. Whether the method of a call exists is no question of its own: where the
call happens is what counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from holdfast.python.traces.values import Block, Guards, Origin, Value

Pair = Callable[[Value, Value], bool]
Evaluated = dict[tuple[Guards, Value], Origin]

#: Operators that fail for operands of other types alone, and then at every time.
_CALCULATING = frozenset(
    {"Add", "Sub", "Mult", "Pow", "BitOr", "BitAnd", "BitXor", "LShift", "RShift", "UAdd", "USub", "Invert"}
)


class Evaluation(NamedTuple):
    """Something that is computed under some decisions, and where."""

    guards: Guards
    value: Value
    origin: Origin


class Unpaired(NamedTuple):
    """What only one of two blocks computes."""

    before: list[Evaluation]
    after: list[Evaluation]


def unpaired_evaluations(before: Block, after: Block, pair: Pair) -> Unpaired:
    lost, new = _in_any_case(before.evaluated), _in_any_case(after.evaluated)
    for guards, value in list(lost):
        for key in new:
            if value.tag == key[1].tag and _pair_guards(guards, key[0], pair) and pair(value, key[1]):
                del lost[guards, value], new[key]
                break
    harmless_before = {key for key in lost if key[1] in before.called}
    harmless_after = {key for key in new if key[1] in after.called}
    for old_key in lost:
        for new_key in new:
            if old_key[1].tag == new_key[1].tag and _moves_without_harm(old_key, new_key, after, pair):
                harmless_before.add(old_key)
                harmless_after.add(new_key)
    return Unpaired(
        [Evaluation(*key, origin) for key, origin in lost.items() if key not in harmless_before],
        [Evaluation(*key, origin) for key, origin in new.items() if key not in harmless_after],
    )


def _moves_without_harm(
    before: tuple[Guards, Value], after: tuple[Guards, Value], block: Block, pair: Pair
) -> bool:
    """Is the same computed under more conditions, or before conditions that have nothing to do with it?"""
    (guards, value), (other_guards, other) = before, after
    if len(other_guards) > len(guards):
        # A plain calculation that is only done where it is needed: nobody misses its failure.
        around = _pair_guards(guards, other_guards[: len(guards)], pair)
        return around and _only_calculates(value) and pair(value, other)
    if len(other_guards) < len(guards) and other in block.further:
        # A further attribute of an object that is known to have some.
        around = _pair_guards(guards[: len(other_guards)], other_guards, pair)
        tests = (test for test, _ in guards[len(other_guards) :])
        return around and not any(_is_about(test, value.parts[0]) for test in tests) and pair(value, other)
    return False


def _only_calculates(value: Value) -> bool:
    """Is it an operation on numbers, texts and such? Whether its operands can be had is told by themselves."""
    return (
        value.tag == "op"
        and value.key in _CALCULATING
        and all(part.tag != "op" or _only_calculates(part) for part in value.parts)
    )


def _is_about(test: Value, subject: Value) -> bool:
    return test is subject or any(_is_about(part, subject) for part in test.parts)


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


def _pair_guards(before: Guards, after: Guards, pair: Pair) -> bool:
    return len(before) == len(after) and all(
        outcome == other and pair(test, other_test)
        for (test, outcome), (other_test, other) in zip(before, after, strict=True)
    )
