"""Evaluations that only one of two blocks has, or has under other conditions, and that nobody misses.

What cannot fail may be there or not. What fails for values of another type alone may leave a condition behind that
does not tell that type, and may stay away where no handler waits for the failure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.python.traces.certainty import Certainty, ask_for_type
from holdfast.python.traces.evaluated import Evaluation, Pair, Unpaired
from holdfast.python.traces.unused import is_sheltered
from holdfast.python.traces.values import Block, FunctionTrace, Guards, Step, Value


def without_harmless(
    unpaired: Unpaired, before: Block, after: Block, traces: tuple[FunctionTrace, FunctionTrace], pair: Pair
) -> Unpaired:
    if not unpaired.before and not unpaired.after:
        return unpaired
    first, second = traces
    new = [item for item in unpaired.after if not _may_come(item, second, after, first, pair)]
    # What is missed is told where it was, not where it came to be.
    missed = [item for item in unpaired.before if any(_is_same(item, other, pair) for other in new)]
    lost = [
        item for item in unpaired.before if item in missed or not _may_go(item, first, before, second, pair)
    ]
    return Unpaired(lost, new)


def _is_same(before: Evaluation, after: Evaluation, pair: Pair) -> bool:
    return before.value.tag == after.value.tag and pair(before.value, after.value)


def _certainty(item: Evaluation, trace: FunctionTrace) -> Certainty | None:
    if trace.subject is None:
        return None
    value = item.value.parts[0] if item.value.tag == "moment" else item.value
    return trace.subject.identities.certainty(value, item.origin)


def _may_go(item: Evaluation, trace: FunctionTrace, block: Block, after: FunctionTrace, pair: Pair) -> bool:
    certain = _certainty(item, trace)
    if certain is Certainty.SURE:
        return True
    if is_sheltered(trace.block, block, False):
        return False
    return certain is not None or _happens_anyway(_in_full(item, trace, block), after, pair)


def _happens_anyway(item: Evaluation, after: FunctionTrace, pair: Pair) -> bool:
    """Is the same evaluated after under some of the decisions, so that it fails there, too?"""
    return any(
        all(
            any(holds == held and pair(own, test) for own, held in item.guards)
            for test, holds in other.guards
        )
        for other in _evaluations(after.block, ())
        if item.value.tag != "moment" and _is_same(item, other, pair)
    )


def _in_full(item: Evaluation, trace: FunctionTrace, block: Block) -> Evaluation:
    """The evaluation with all decisions on the way to it."""
    way = _way_to(trace.block, block) or []
    return Evaluation((*(test for _, tests in way for test in tests), *item.guards), item.value, item.origin)


def _may_come(
    item: Evaluation, trace: FunctionTrace, block: Block, before: FunctionTrace, pair: Pair
) -> bool:
    """Cannot it fail, or did it happen before under conditions that tell nothing about its operands?"""
    if _certainty(item, trace) is Certainty.SURE:
        return True
    here = _in_full(item, trace, block)
    known = list(_evaluations(before.block, ()))
    return any(_may_leave(other, here, before, known, pair) for other in known if _is_same(other, item, pair))


def _may_leave(
    item: Evaluation, there: Evaluation, trace: FunctionTrace, known: Sequence[Evaluation], pair: Pair
) -> bool:
    """May an evaluation of before leave the conditions behind under which it does not stand after?

    What its operands are is told by the code of before: that of after has them out of their conditions.
    """
    left = _left(item, there, pair)
    kept = {decision for decision in item.guards if decision not in left}
    asked = [
        other.value
        for other in known
        if other.value.tag == "attribute" and other.value is not item.value and kept.issuperset(other.guards)
    ]
    certain = _certainty(item, trace)
    if certain is None and item.value.tag == "attribute":
        certain = _by_others(item.value, trace, asked)
    if certain is None:
        return False
    if certain is Certainty.ASKED and item.value.tag != "attribute":
        bases = [value.parts[0] for value in asked]
        if any(part.tag not in ("const", "global") and part not in bases for part in item.value.parts):
            return False
    return not ask_for_type(left, _of_unknown_type(item.value, trace))


def _by_others(value: Value, trace: FunctionTrace, asked: Sequence[Value]) -> Certainty | None:
    """Do objects with the attributes that are read of this one have that one, too?"""
    names = {str(other.key) for other in asked if other.parts == value.parts and other.key != value.key}
    if not names or trace.subject is None:
        return None
    return Certainty.ASKED if trace.subject.identities.have_all(names, str(value.key)) else None


def _of_unknown_type(value: Value, trace: FunctionTrace) -> list[Value]:
    """The operands of which no declaration says what they are."""
    subject = trace.subject
    return [part for part in value.parts if subject is None or not subject.identities.is_of_known_type(part)]


def _left(before: Evaluation, after: Evaluation, pair: Pair) -> Guards:
    """The decisions of before under which it no longer stands."""
    return tuple(
        (test, outcome)
        for test, outcome in before.guards
        if not any(outcome == kept and pair(test, other) for other, kept in after.guards)
    )


def _evaluations(block: Block, guards: Guards) -> Iterator[Evaluation]:
    """Everything that is evaluated in the block and below, but for what a handler may wait for."""
    for (known, value), origin in block.evaluated.items():
        yield Evaluation((*guards, *known), value, origin)
    for step in block.steps:
        for inner in step.blocks:
            if inner.name not in ("try", "with"):
                yield from _evaluations(inner, (*guards, *_decided(step, inner)))


def _way_to(root: Block, block: Block) -> list[tuple[Block, Guards]] | None:
    """The blocks from the outermost to this one, each with what is decided on the way into it."""
    if root is block:
        return [(root, ())]
    for step in root.steps:
        for inner in step.blocks:
            found = _way_to(inner, block)
            if found is not None:
                (first, _), *rest = found
                return [(root, ()), (first, _decided(step, inner)), *rest]
    return None


def _decided(step: Step, block: Block) -> Guards:
    if step.kind in ("if", "case", "assert") and len(step.args) == 1:
        return ((step.args[0], block is step.blocks[0]),)
    return tuple((value, True) for value in step.args)
