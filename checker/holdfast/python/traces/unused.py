"""What is computed and never looked at.

`unused = []` makes an object and cannot fail; `length = len(text)` fails only for values of the wrong type. Whether
such a thing is computed at all is only seen by what looks at it: a step, or a value that some step or evaluation
is made of. Where a handler stands ready, somebody may count on the failure. An element or a key that was asked for right
before is there: `row[0] if row else None` cannot fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.python.traces.values import Block, FunctionTrace, Guards, Step, Value

#: Operations that no value of a fitting type refuses.
_FITTING = frozenset(
    {
        *("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "In", "NotIn", "Is", "IsNot", "Not", "And", "Or"),
        *("Add", "Sub", "Mult", "UAdd", "USub", "Invert", "BitAnd", "BitOr", "BitXor"),
        *("len()", "str()", "repr()", "bool()", "abs()", "isinstance()", "callable()", "type()", "id()"),
    }
)
_CONTAINERS = frozenset({"list()", "tuple()", "dict()", "set()", "frozenset()"})


def is_idle(
    value: Value, trace: FunctionTrace, block: Block, *, guards: Guards = (), is_new: bool = False
) -> bool:
    """Is the value one that the block computes, without anything that could fail, and that nobody looks at?

    What fails for the wrong type may be left out, but is no new thing to do.
    """
    if not (_cannot_fail(value) or _is_known_there(guards, value, block)) and (
        is_new or not _fails_by_type(value) or is_sheltered(trace.block, block, False)
    ):
        return False
    used = _used_values(trace)
    if value.tag == "attribute":
        # That the attribute is there is one question, and what it holds by then another.
        return not any(
            other.tag == "attribute" and other.key == value.key and other.parts == value.parts
            for other in used.values()
        )
    return id(value) not in used


def _is_known_there(guards: Guards, value: Value, block: Block) -> bool:
    """Is it an element of what is not empty, or under a key that is there, and did nothing happen since that was told?"""
    if value.tag != "item":
        return False
    base, index = value.parts
    is_end = index.tag == "const" and index.key in (("int", "0"), ("int", "-1"))
    for test, outcome in guards:
        if not outcome or not (
            _tells_of_key(test, index, base) or (is_end and _tells_of_element(test, base))
        ):
            continue
        # A branch in which steps happen is a step itself; what it does, and what comes behind, may change things.
        told = next((n for n, step in enumerate(block.steps) if step.args[:1] == (test,)), len(block.steps))
        return not any(value.since is step for step in _with_those_inside(block.steps[told:]))
    return False


def _with_those_inside(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        for inner in step.blocks:
            yield from _with_those_inside(inner.steps)


def _tells_of_element(test: Value, base: Value) -> bool:
    return test is base or (test.tag == "op" and test.key == "truth" and test.parts[0] is base)


def _tells_of_key(test: Value, key: Value, base: Value) -> bool:
    return test.tag == "op" and test.key == "In" and test.parts == (key, base)


def _fails_by_type(value: Value) -> bool:
    """Does only a value of the wrong type make it fail?"""
    if value.tag == "attribute":
        return True
    return value.tag == "op" and (
        value.key in _FITTING or (isinstance(value.key, tuple) and value.key[0] == "JoinedStr")
    )


def is_sheltered(around: Block, block: Block, sheltered: bool) -> bool:
    """Does the block stand in a `try` or a `with`, which may take up what fails in it?"""
    sheltered = sheltered or around.name in ("try", "with")
    if around is block:
        return sheltered
    return any(is_sheltered(inner, block, sheltered) for step in around.steps for inner in step.blocks)


def _used_values(trace: FunctionTrace) -> dict[int, Value]:
    """All values that a step, a decision or an inner function looks at, by identity."""
    found: dict[int, Value] = {}
    waiting = [*trace.kept, *_looked_at(trace.block)]
    while waiting:
        value = waiting.pop()
        if id(value) not in found:
            found[id(value)] = value
            waiting.extend(value.parts)
            if value.since is not None:
                # What a loop carries is what came in, and what each round leaves.
                rounds = (value.since.initial, value.since.update)
                waiting.extend(carried[value] for carried in rounds if value in carried)
    return found


def _cannot_fail(value: Value) -> bool:
    """Is it a container written out, with keys and elements that surely have a hash where they need one?"""
    if value.tag == "op" and value.key in _CONTAINERS:
        return all(part.tag == "const" or _cannot_fail(part) for part in value.parts)
    if value.tag != "fresh" or not isinstance(value.key, tuple):
        return False
    kind = value.key[0]
    if kind in _CONTAINERS:
        return all(part.tag == "const" or _cannot_fail(part) for part in value.parts)
    if not isinstance(kind, tuple) or len(kind) != 2 or "*" in str(kind[1]):
        return False
    match kind[0]:
        case "List":
            return True
        case "Set":
            return all(part.tag == "const" for part in value.parts)
        case "Dict":
            return all(part.tag == "const" for part in value.parts[::2])
        case _:
            return False


def _looked_at(block: Block) -> Iterator[Value]:
    for guards, value in block.evaluated:
        if _cannot_fail(value) or _fails_by_type(value) or _is_known_there(guards, value, block):
            continue  # nor does anybody look at the decisions that lead there
        yield from (test for test, _ in guards)
        yield value
    for step in block.steps:
        yield from _of_step(step)


def _of_step(step: Step) -> Iterator[Value]:
    yield from step.args
    for block in step.blocks:
        yield from _looked_at(block)
