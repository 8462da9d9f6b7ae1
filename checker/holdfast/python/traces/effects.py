"""What a function does for its effect, and on which ways: whatever form it is written in, that has to stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from holdfast.python.traces.values import Block, FunctionTrace, Step, Value

Signature = Callable[[Step], object]

_STORES = frozenset(
    {
        "store-attribute",
        "store-item",
        "augment-in",
        "delete-attribute",
        "delete-item",
        "store-global",
        "yield",
    }
)
_LOOPS = frozenset({"For", "AsyncFor", "while", "comprehension"})

#: Methods that are called for what they give: those of texts and those that read containers.
READING = frozenset(
    {
        *("get", "items", "keys", "values", "copy", "index", "count", "group", "groups", "groupdict"),
        *(
            "lower",
            "upper",
            "strip",
            "lstrip",
            "rstrip",
            "title",
            "capitalize",
            "casefold",
            "split",
            "rsplit",
        ),
        *("splitlines", "partition", "rpartition", "join", "format", "replace", "startswith", "endswith"),
        *(
            "ljust",
            "rjust",
            "center",
            "zfill",
            "isdigit",
            "isalpha",
            "isalnum",
            "isspace",
            "isupper",
            "islower",
        ),
        *("isnumeric", "isidentifier", "find", "rfind", "encode", "decode", "removeprefix", "removesuffix"),
        *(
            "match",
            "search",
            "fullmatch",
            "findall",
            "finditer",
            "sub",
            "union",
            "intersection",
            "difference",
        ),
        *("issubset", "issuperset", "isdisjoint", "isoformat", "strftime", "total_seconds", "date"),
    }
)


@dataclass(slots=True)
class Effects:
    """What happens in a trace, by the kind of thing that it is."""

    #: Every call that is not just for reading, and every store.
    all: set[object] = field(default_factory=set)
    #: Those that are for their effect alone: stores, and calls whose result nobody looks at.
    pure: set[object] = field(default_factory=set)
    #: Those that happen on every way through.
    always: set[object] = field(default_factory=set)
    in_loop: set[object] = field(default_factory=set)
    out_of_loop: set[object] = field(default_factory=set)
    in_final: set[object] = field(default_factory=set)
    #: Pairs of which both may happen in one run.
    together: set[frozenset[object]] = field(default_factory=set)


def effects_of(trace: FunctionTrace, signature: Signature) -> Effects:
    found = Effects()
    used = used_results(trace)
    _collect(trace.block, signature, used, found, in_loop=False, in_final=False)
    found.always = _always(trace.block, signature, found.all)
    _together(trace.block, signature, found)
    return found


def used_results(trace: FunctionTrace) -> set[Step]:
    """The steps whose result is looked at."""
    used: set[Step] = set()
    seen: set[int] = set()
    waiting: list[Value] = [value for step in steps_in(trace.block) for value in step.args]
    for step in steps_in(trace.block):
        waiting.extend((*step.initial.values(), *step.update.values()))
    waiting.extend(value for values in trace.bindings.values() for value in values)
    while waiting:
        value = waiting.pop()
        if id(value) not in seen:
            seen.add(id(value))
            waiting.extend(value.parts)
            if value.tag == "result" and value.since is not None:
                used.add(value.since)
    return used


def steps_in(block: Block) -> Iterator[Step]:
    for step in block.steps:
        yield step
        for inner in step.blocks:
            yield from steps_in(inner)


def is_effect(step: Step) -> bool:
    """Could somebody see that this happened, apart from what it gives?"""
    if step.kind in _STORES:
        return not (step.kind in ("store-item", "delete-item") and _is_own(step.args[0]))
    if not step.kind.startswith("call"):
        return False
    if step.kind == "call-method":
        name = step.key[0] if isinstance(step.key, tuple) else ""
        return name not in READING and not _is_own(step.args[0])
    return not (
        step.args and step.args[0].tag == "builtin" and step.args[0].key not in ("print", "open", "setattr")
    )


def _is_own(value: Value) -> bool:
    """A container that the function made itself."""
    return value.tag == "fresh"


def _collect(
    block: Block, signature: Signature, used: set[Step], found: Effects, *, in_loop: bool, in_final: bool
) -> None:
    for step in block.steps:
        if is_effect(step):
            name = signature(step)
            found.all.add(name)
            if step.kind in _STORES or step not in used:
                found.pure.add(name)
            (found.in_loop if in_loop else found.out_of_loop).add(name)
            if in_final:
                found.in_final.add(name)
        for inner in step.blocks:
            _collect(
                inner,
                signature,
                used,
                found,
                in_loop=in_loop or step.kind in _LOOPS,
                in_final=in_final or inner.name == "finally",
            )


def _always(block: Block, signature: Signature, all_of_them: set[object]) -> set[object]:
    found: set[object] = set()
    for step in block.steps:
        if is_effect(step):
            found.add(signature(step))
        elif step.kind in ("if", "case") and len(step.blocks) == 2:
            first, second = (_always(inner, signature, all_of_them) for inner in step.blocks)
            found |= first & second
        elif step.kind.startswith(("Try", "With", "AsyncWith")) and step.blocks:
            found |= _always(step.blocks[0], signature, all_of_them)
            found |= _finally(step.blocks, signature, all_of_them)
    return found


def _finally(blocks: Sequence[Block], signature: Signature, all_of_them: set[object]) -> set[object]:
    return {
        name for inner in blocks if inner.name == "finally" for name in _always(inner, signature, all_of_them)
    }


def _together(block: Block, signature: Signature, found: Effects) -> set[object]:
    so_far: set[object] = set()
    for step in block.steps:
        own = {signature(step)} if is_effect(step) else set()
        for inner in step.blocks:
            inside = _together(inner, signature, found)
            if step.kind not in ("if", "case"):
                found.together |= {frozenset((one, other)) for one in own for other in inside}
            own |= inside
        found.together |= {frozenset((one, other)) for one in so_far for other in own if one != other}
        so_far |= own
    return so_far
