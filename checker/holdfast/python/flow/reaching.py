"""Which bindings of its own variables reach each read of one graph, in factored form.

A read has one value. A value is a BIND event, UNBOUND, or a merge: the point where control flow joins
and the variable may have one of several values. Merges stand only where different values meet (at the
iterated dominance frontier of the bindings), so the result is linear in the events even when every
binding reaches every read; `definitions` expands one read.

What a variable is, and whether it may be followed here at all, the caller decides: it hands over a
variable's number for each event that names one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from holdfast.python.flow.dominators import dominance_frontiers, dominated_in_order, immediate_dominators
from holdfast.python.flow.graph import LABEL_BITS, EventKind, FlowGraph, predecessors

#: The value of a variable that has none. BIND events are values from 0 up, merges from -2 down.
UNBOUND: Final = -1
_FIRST_MERGE: Final = -2
_READ: Final = int(EventKind.READ)
_BIND: Final = int(EventKind.BIND)
_DELETE: Final = int(EventKind.DELETE)


class Boundness(Enum):
    """Whether a variable has a value when it is read."""

    BOUND = "definitely bound"
    POSSIBLY_UNBOUND = "possibly unbound"
    NEVER_BOUND = "never bound"
    #: Read from a function that runs who knows when: any binding may have come before, or none.
    UNKNOWN_TIME = "read at an unknown time"
    #: The read is dead code.
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True, eq=False)
class Reaching:
    """The values of all live reads of the followed variables of a graph."""

    #: READ event to value.
    reads: Mapping[int, int]
    #: What a read looks at when its own variable is unbound (class bodies look in the module next).
    fallbacks: Mapping[int, int]
    #: Operands (values) of merge number m, which is the value -2 - m.
    merges: Sequence[Sequence[int]]
    #: The block at whose beginning the merge stands.
    merge_blocks: Sequence[int]
    #: The number of the variable that is merged.
    merge_variables: Sequence[int]


@dataclass(frozen=True, slots=True)
class Definitions:
    """The expansion of one value."""

    binds: frozenset[int]
    unbound: bool


def merge_number(value: int) -> int:
    """The number of the merge that a value is, or -1."""
    return _FIRST_MERGE - value if value <= _FIRST_MERGE else -1


def definitions(reaching: Reaching, value: int) -> Definitions:
    """Every binding that a value can come from."""
    if value >= 0:
        return Definitions(frozenset((value,)), False)
    if value == UNBOUND:
        return Definitions(frozenset(), True)
    binds: set[int] = set()
    unbound = False
    seen = {value}
    pending = [value]
    while pending:
        for operand in reaching.merges[_FIRST_MERGE - pending.pop()]:
            if operand >= 0:
                binds.add(operand)
            elif operand == UNBOUND:
                unbound = True
            elif operand not in seen:
                seen.add(operand)
                pending.append(operand)
    return Definitions(frozenset(binds), unbound)


def reach(graph: FlowGraph, variables: Mapping[int, int], fallbacks: Mapping[int, int]) -> Reaching:
    """Follow the variables of a graph.

    `variables` maps name events, in ascending order, to variable numbers; an event that is missing is
    not followed.
    `fallbacks` maps a READ event to the variable that is read when its own has no value.
    """
    blocks = _Blocks(graph, variables, fallbacks)
    if not blocks.exposed:
        return Reaching(blocks.reads, blocks.fallback_reads, (), (), ())
    incoming = predecessors(graph)
    dominator = immediate_dominators(graph.live, incoming)
    merged = _merge_points(blocks, dominance_frontiers(graph.live, incoming, dominator))
    return _rename(graph, blocks, merged, dominated_in_order(dominator, graph.live))


class _Blocks:
    """What each block does with variables, seen alone.

    `exposed`: reads that no binding of their own block precedes; `leaving`: values at its end.
    """

    __slots__ = ("exposed", "exposed_variables", "fallback_reads", "leaving", "reads")

    def __init__(self, graph: FlowGraph, variables: Mapping[int, int], fallbacks: Mapping[int, int]) -> None:
        self.reads: dict[int, int] = {}
        self.fallback_reads: dict[int, int] = {}
        #: Block to (event, variable, whether it is a fallback).
        self.exposed: dict[int, list[tuple[int, int, bool]]] = {}
        self.leaving: dict[int, dict[int, int]] = {}
        kinds, first, size, live = graph.kinds, graph.first, graph.size, graph.live
        # Events are numbered in the order of their blocks.
        block, end = -1, 0
        values: dict[int, int] = {}
        exposed: list[tuple[int, int, bool]] = []
        for event, variable in variables.items():
            if event >= end:
                while event >= end:
                    block += 1
                    end = first[block] + size[block]
                values, exposed = {}, []
            if not live[block]:
                continue
            kind = kinds[event]
            if kind == _READ:
                value = values.get(variable)
                if value is not None:
                    self.reads[event] = value
                else:
                    exposed.append((event, variable, False))
                    self.exposed[block] = exposed
                if fallbacks and event in fallbacks:
                    other = fallbacks[event]
                    value = values.get(other)
                    if value is not None:
                        self.fallback_reads[event] = value
                    else:
                        exposed.append((event, other, True))
                        self.exposed[block] = exposed
            else:
                values[variable] = event if kind == _BIND else UNBOUND
                self.leaving[block] = values
        self.exposed_variables = {entry[1] for entries in self.exposed.values() for entry in entries}


def _merge_points(blocks: _Blocks, frontiers: Mapping[int, Sequence[int]]) -> dict[int, list[int]]:
    """For each block the variables that need a merge at its beginning."""
    wanted = blocks.exposed_variables
    bound_in: dict[int, list[int]] = {}
    for block, values in blocks.leaving.items():
        for variable in values:
            if variable in wanted:
                bound_in.setdefault(variable, []).append(block)
    merged: dict[int, list[int]] = {}
    for variable, pending in bound_in.items():
        placed: set[int] = set()
        while pending:
            for join in frontiers.get(pending.pop(), ()):
                if join not in placed:
                    placed.add(join)
                    merged.setdefault(join, []).append(variable)
                    pending.append(join)
    return merged


def _rename(
    graph: FlowGraph, blocks: _Blocks, merged: Mapping[int, Sequence[int]], children: Sequence[Sequence[int]]
) -> Reaching:
    """Walk the tree of dominators with the current value of each variable."""
    merges: list[list[int]] = []
    merge_blocks: list[int] = []
    merge_variables: list[int] = []
    value_of_merge: dict[tuple[int, int], int] = {}
    for block in sorted(merged):
        for variable in merged[block]:
            value_of_merge[block, variable] = _FIRST_MERGE - len(merges)
            merges.append([])
            merge_blocks.append(block)
            merge_variables.append(variable)
    reads, fallback_reads = dict(blocks.reads), dict(blocks.fallback_reads)
    wanted = blocks.exposed_variables
    current: dict[int, int] = {}
    nothing: dict[int, int] = {}
    # Thousands of blocks may lead to one handler: each adds only what changed since the last one.
    changed: list[int] = []
    visited: dict[int, int] = {}
    # An entry is a block to enter, or what to restore when all that it dominates is done.
    pending: list[int | list[tuple[int, int]]] = [0]
    while pending:
        step = pending.pop()
        if isinstance(step, list):
            for variable, value in step:
                current[variable] = value
                changed.append(variable)
            continue
        restore: list[tuple[int, int]] = []
        for variable in merged.get(step, ()):
            restore.append((variable, current.get(variable, UNBOUND)))
            current[variable] = value_of_merge[step, variable]
            changed.append(variable)
        for event, variable, is_fallback in blocks.exposed.get(step, ()):
            (fallback_reads if is_fallback else reads)[event] = current.get(variable, UNBOUND)
        for variable, value in blocks.leaving.get(step, nothing).items():
            if variable in wanted:
                restore.append((variable, current.get(variable, UNBOUND)))
                current[variable] = value
                changed.append(variable)
        for packed in graph.successors[step]:
            join = packed >> LABEL_BITS
            candidates = merged.get(join)
            if candidates is None:
                continue
            since = visited.get(join)
            if since is not None and len(changed) - since < len(candidates):
                candidates = [found for found in set(changed[since:]) if (join, found) in value_of_merge]
            visited[join] = len(changed)
            for variable in candidates:
                operand = current.get(variable, UNBOUND)
                operands = merges[_FIRST_MERGE - value_of_merge[join, variable]]
                if operand not in operands[-4:]:
                    operands.append(operand)
        if restore:
            pending.append(restore[::-1])
        pending.extend(children[step])
    return Reaching(reads, fallback_reads, merges, merge_blocks, merge_variables)
