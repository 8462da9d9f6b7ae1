"""Which partings of two functions are definite, where one may be the other in another form.

A refactoring may write a function anew. Where its steps still correspond, a difference can be named: a lost
argument, another condition, a call that changed places. Where steps of one form face those of another,
nothing is proven, and what is told is that the function could not be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from holdfast.python.traces.alignment import EXITS, signature
from holdfast.python.traces.compare import pair
from holdfast.python.traces.divergence import differ_definitely
from holdfast.python.traces.effects import Effects, effects_of, is_effect, steps_in, used_results
from holdfast.python.traces.partings import Comparison, Difference, Parting
from holdfast.python.traces.truth import asked_of
from holdfast.python.traces.values import Block, FunctionTrace, Step, Value

_STEPS = (Difference.LOST_STEP, Difference.NEW_STEP, Difference.OTHER_EXIT)


def weigh(
    before: FunctionTrace, after: FunctionTrace, partings: list[Parting], c: Comparison
) -> list[Parting]:
    """The partings, with those that are not definite marked."""
    partings = [item for item in partings if not _cannot_fail(item)]
    first = effects_of(before, lambda step: signature(step, c, is_before=True))
    second = effects_of(after, lambda step: signature(step, c, is_before=False))
    lost = [step for item in partings if item.what in _STEPS for step in _tree(item.steps[0])]
    new = [step for item in partings if item.what in _STEPS for step in _tree(item.steps[1])]
    suspects = _changed_effects(first, second, lost, new, c) | _never_run(after, new, c)
    suspects |= _other_arguments(lost, new, c)
    weighed = [
        replace(item, is_definite=_is_definite(item, partings, c, lost, new, suspects, (first, second)))
        for item in partings
    ]
    if suspects and not any(item.is_definite for item in weighed):
        inside = partings[0].inside if partings else None
        weighed = [*weighed, *(replace(item, inside=inside) for item in _told(before, suspects, c))]
    return weighed


def _tree(step: Step | None) -> Iterator[Step]:
    if step is not None:
        yield step
        for block in step.blocks:
            yield from steps_in(block)


def _is_definite(
    item: Parting,
    partings: list[Parting],
    c: Comparison,
    lost: list[Step],
    new: list[Step],
    suspects: set[object],
    effects: tuple[Effects, Effects],
) -> bool:
    if item.what is Difference.UNSEEN:
        return True
    is_sure = item.block is None or item.block not in c.unsure
    match item.what:
        case Difference.OTHER_VALUE:
            return is_sure and _is_another_value(item, c) and _stands_alone(item, partings)
        case Difference.MOVED_STEP:
            return is_sure and _is_moved(item, c)
        case Difference.OTHER_CONDITION:
            return _only_evaluated_anew(partings)
        case Difference.LOST_STEP | Difference.NEW_STEP | Difference.OTHER_EXIT:
            step, is_before = (item.steps[0], True) if item.steps[0] is not None else (item.steps[1], False)
            if step is None:
                return False
            if any(signature(inner, c, is_before=is_before) in suspects for inner in _tree(step)):
                return True
            if item.what is Difference.OTHER_EXIT and is_before and _became_conditional(item, partings, c):
                return is_sure
            # Something happens more, or less, and nothing else is different.
            facing = new if is_before else lost
            own = effects[0] if is_before else effects[1]
            return (
                is_sure
                and not facing
                and any(_matters(inner, c, own, is_before=is_before) for inner in _tree(step))
            )
        case _:
            return True


def _cannot_fail(item: Parting) -> bool:
    """Is it only that a container, or a type, is written down elsewhere?"""
    value = item.expected or item.found
    if item.what is not Difference.OTHER_CONDITION or value is None:
        return False
    if value.tag != "fresh":
        return value.tag in ("item", "op") and _is_type(value)
    kind = value.key[0] if isinstance(value.key, tuple) else None
    return isinstance(kind, tuple) and kind[0] in ("List", "Dict", "Set") and "*" not in str(kind[1])


def _is_type(value: Value) -> bool:
    """Is the value made of nothing but builtins and what libraries have, as types are?"""
    if value.parts:
        return value.tag in ("item", "op", "tuple", "fresh", "attribute") and all(map(_is_type, value.parts))
    if value.tag == "global":
        return isinstance(value.key, tuple) and str(value.key[0]).startswith("external")
    return value.tag in ("builtin", "const")


def _matters(step: Step, c: Comparison, effects: Effects, *, is_before: bool) -> bool:
    """Is the step more than a part of a value that is looked at elsewhere?"""
    if step.kind == "store-attribute" and not is_before and not c.known_before(str(step.key)):
        return False
    if is_effect(step):
        return signature(step, c, is_before=is_before) in effects.pure
    return (step.kind in EXITS and step.kind != "return-from-within") or step.kind == "await"


def _is_another_value(item: Parting, c: Comparison) -> bool:
    if item.expected is None or item.found is None:
        first = item.steps[0]
        return first is not None and first.kind == "catch"
    if item.detail == "catch":
        different = _caught(item.expected, c) ^ _caught(item.found, c)
        return bool(different) and None not in different
    return differ_definitely(item.expected, item.found, c)


def _stands_alone(item: Parting, partings: list[Parting]) -> bool:
    """A part of a condition that is gone may be told by other code, where there is other code."""
    tags = {value.tag for value in (item.expected, item.found) if value is not None}
    if item.detail != "if" or "choice" not in tags or tags == {"choice"}:
        return True
    return not any(
        other.is_unpaired or other.what is Difference.OTHER_VALUE for other in partings if other is not item
    )


def _caught(value: Value, c: Comparison) -> set[object]:
    """The exceptions that are caught, with None for one that may be the new name of another."""
    parts = value.parts if value.tag == "tuple" else (value,)
    return {
        (part.tag, part.key)
        if part.tag == "builtin" or (part.tag == "global" and _is_old(part.key, c))
        else None
        for part in parts
    }


def _is_old(identity: object, c: Comparison) -> bool:
    return isinstance(identity, tuple) and (identity[0] == "external" or c.was_there(identity))


def _is_moved(item: Parting, c: Comparison) -> bool:
    first, second = item.steps
    if first is None or second is None or not is_effect(first):
        return first is None
    return len(first.args) == len(second.args) and all(
        pair(one, other, c) for one, other in zip(first.args, second.args, strict=True)
    )


def _became_conditional(item: Parting, partings: list[Parting], c: Comparison) -> bool:
    """What was returned in any case is returned on some ways, and something else on the others."""
    step = item.steps[0]
    if step is None or step.kind != "return":
        return False
    for other in partings:
        found = other.steps[1]
        if other.block is item.block and other.steps[0] is None and found is not None and found.kind == "if":
            leaves = [inner for inner in _tree(found) if inner.kind != "if"]
            if leaves and all(leaf.kind == "return" for leaf in leaves):
                return any(pair(step.args[0], leaf.args[0], c) for leaf in leaves)
    return False


def _only_evaluated_anew(partings: list[Parting]) -> bool:
    """Is all that is different that something is evaluated where it was not?"""
    return all(item.what is Difference.OTHER_CONDITION and item.before is None for item in partings)


def _changed_effects(
    first: Effects, second: Effects, lost: list[Step], new: list[Step], c: Comparison
) -> set[object]:
    """What is there in both, but happens on other ways, whatever form it has."""
    shared = first.all & second.all
    pure = shared & (first.pure | second.pure)
    found = {name for name in pure if (name in first.always) != (name in second.always)}
    found |= {name for name in pure & first.in_final if name not in second.in_final}
    found |= {
        name
        for name in pure
        if (name in first.out_of_loop) != (name in second.out_of_loop)
        and (name in first.in_loop) != (name in second.in_loop)
    }
    for one in shared & second.always:
        for other in shared & second.always:
            if one != other and frozenset((one, other)) not in first.together:
                found |= {one, other}
    # An effect that is nowhere any more, while nothing new could have it.
    if not any(is_effect(step) and signature(step, c, is_before=False) not in first.all for step in new):
        gone = {signature(step, c, is_before=True) for step in lost if is_effect(step)}
        found |= (gone & first.pure) - second.all
    return found


def _other_arguments(lost: list[Step], new: list[Step], c: Comparison) -> set[object]:
    """Calls of the same thing with more or fewer arguments than it got."""
    found: set[object] = set()
    for step in lost:
        for other in new:
            if step.kind != other.kind or not step.kind.startswith("call") or not is_effect(step):
                continue
            first, second = _key(step, c, is_before=True), _key(other, c, is_before=False)
            if first[:1] != second[:1] or _is_of_value(first) or _count(step) == _count(other):
                continue
            if step.kind == "call" or pair(step.args[0], other.args[0], c):
                found |= {(step.kind, first), (other.kind, second)}
    return found


def _key(step: Step, c: Comparison, *, is_before: bool) -> tuple[object, ...]:
    _, key = signature(step, c, is_before=is_before)
    return key if isinstance(key, tuple) else (key,)


#: Labels of calls of something that is not known by name.
_CALLED_VALUES = ("item", "result", "attribute", "parameter")


def _is_of_value(key: tuple[object, ...]) -> bool:
    """Is it a call of something that is not known by name? What has no label at all is not known either."""
    return not key or key[0] in _CALLED_VALUES


def _count(step: Step) -> int:
    """The arguments of a call, without constants, which may be what the parameter has by default."""
    return sum(value.tag != "const" for value in step.args)


def _never_run(after: FunctionTrace, new: list[Step], c: Comparison) -> set[object]:
    """Coroutines and generators that are made by a call and dropped, or only asked whether they are true."""
    made = {step for step in new if step.kind == "call-suspended"}
    if not made:
        return set()
    used = used_results(after)
    tested = {
        value.since
        for step in steps_in(after.block)
        if step.kind in ("if", "while", "assert")
        for value in map(asked_of, step.args)
        if value.tag == "result"
    }
    return {signature(step, c, is_before=False) for step in made if step not in used or step in tested}


def _told(trace: FunctionTrace, suspects: set[object], c: Comparison) -> Iterator[Parting]:
    """Partings for effects that are paired in both, but stand on other ways."""
    told: set[object] = set()
    for block, step in _placed(trace.block):
        name = signature(step, c, is_before=True)
        if name in suspects and name not in told:
            told.add(name)
            yield Parting(Difference.OTHER_CONDITION, step.kind, step.origin, None, block=block)


def _placed(block: Block) -> Iterator[tuple[Block, Step]]:
    for step in block.steps:
        yield block, step
        for inner in step.blocks:
            yield from _placed(inner)
