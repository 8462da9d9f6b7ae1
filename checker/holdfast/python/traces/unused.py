"""Containers that are made and that nothing ever looks at.

`unused = []` or `LEGACY = {"a": 1}` makes an object and cannot fail: whether it is made at all is only seen
by what looks at it. What does would be a step, or a value that some step or evaluation is made of.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.python.traces.values import Block, FunctionTrace, Step, Value


def is_idle(value: Value, trace: FunctionTrace) -> bool:
    """Is the value a container that the trace makes, without anything that could fail, and never looks at?"""
    return _cannot_fail(value) and id(value) not in _used_values(trace)


def _used_values(trace: FunctionTrace) -> set[int]:
    """The identities of all values that a step, a decision or an inner function looks at."""
    found: set[int] = set()
    waiting = [*trace.kept, *_looked_at(trace.block)]
    while waiting:
        value = waiting.pop()
        if id(value) not in found:
            found.add(id(value))
            waiting.extend(value.parts)
            if value.since is not None:
                # What a loop carries is what came in, and what each round leaves.
                rounds = (value.since.initial, value.since.update)
                waiting.extend(carried[value] for carried in rounds if value in carried)
    return found


def _cannot_fail(value: Value) -> bool:
    """Is it a container written out, with keys and elements that surely have a hash where they need one?"""
    if value.tag != "fresh" or not isinstance(value.key, tuple):
        return False
    kind = value.key[0]
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
        yield from (test for test, _ in guards)
        if not _cannot_fail(value):
            yield value
    for step in block.steps:
        yield from _of_step(step)


def _of_step(step: Step) -> Iterator[Value]:
    yield from step.args
    for block in step.blocks:
        yield from _looked_at(block)
