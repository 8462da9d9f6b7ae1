"""The D and C edges of one file.

D runs from a binding to each read that it can reach, C from an event to each event that may come next.
Where more bindings meet than `EXPANDED`, D goes through an interval that stands for the merge, from the
variable's first binding to the join (two variables never share one), so that ten thousand bindings and
ten thousand reads make twenty thousand edges, not a hundred million.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from holdfast.model.edge import Edge
from holdfast.python.flow.file_flow import READING_ROLES, FileFlow, Variable
from holdfast.python.flow.graph import EventRef, FlowGraph
from holdfast.python.flow.order import event_successors
from holdfast.python.flow.reaching import UNBOUND, Reaching, merge_number
from holdfast.python.names.table import MODULE_SCOPE, NameTable, ScopeKind
from holdfast.python.tree import Tree
from holdfast.text.interval import Interval

#: A read that more merges or bindings than this can reach gets factored edges.
EXPANDED: Final = 64

_Place = tuple[int, int]


def flow_edges(file: str, tree: Tree, table: NameTable, flow: FileFlow | None = None) -> Iterable[Edge]:
    """The flow edges of one file, without duplicates. `flow`: what was computed for it before."""
    if flow is None:
        flow = FileFlow(tree, table)
    intervals: dict[_Place, Interval] = {}
    for kind, pairs in (("D", data_edges(flow)), ("C", control_edges(flow))):
        for head, tail in dict.fromkeys(pairs):
            yield Edge(_interval(intervals, file, head), kind, _interval(intervals, file, tail))


def _interval(known: dict[_Place, Interval], file: str, found: _Place) -> Interval:
    interval = known.get(found)
    if interval is None:
        interval = known[found] = Interval(file, *found)
    return interval


def control_edges(flow: FileFlow) -> Iterator[tuple[_Place, _Place]]:
    """Pairs of places of events that may follow each other, in live code."""
    for root in flow.roots():
        graph = flow.graph(root)
        places: dict[int, _Place] = {}
        end = len(graph.kinds)
        for event, following in event_successors(graph):
            head = _event_place(flow, root, event, places)
            for after, _ in following:
                if after == end:
                    continue
                tail = _event_place(flow, root, after, places)
                if head != tail:
                    yield head, tail


def _event_place(flow: FileFlow, root: int, event: int, known: dict[int, _Place]) -> _Place:
    found = known.get(event)
    if found is None:
        found = known[event] = flow.place(EventRef(root, event))
    return found


def data_edges(flow: FileFlow) -> Iterator[tuple[_Place, _Place]]:
    """Pairs of places of bindings and reads, or of the merges between them."""
    for root in flow.roots():
        yield from _followed_edges(flow, root)
    yield from _unordered_edges(flow)


def _followed_edges(flow: FileFlow, root: int) -> Iterator[tuple[_Place, _Place]]:
    reaching = flow.reaching(root)
    places: dict[int, _Place] = {}
    expansions: dict[int, tuple[int, ...] | None] = {}
    factored: set[int] = set()
    pending: list[int] = []

    def into(value: int, tail: _Place) -> Iterator[tuple[_Place, _Place]]:
        heads = _expanded(reaching, value, expansions)
        if heads is None:
            if value not in factored:
                factored.add(value)
                pending.append(value)
            yield _merge_place(flow, root, merge_number(value)), tail
            return
        for head in heads:
            if head >= 0:
                yield _event_place(flow, root, head, places), tail

    for event, value in reaching.reads.items():
        tail = _event_place(flow, root, event, places)
        yield from into(value, tail)
        if may_be_unbound(reaching, value, expansions):
            if event in reaching.fallbacks:
                yield from into(reaching.fallbacks[event], tail)
            else:
                yield from _fallback_edges(flow, root, event, tail)
    # Merges lead to merges: `into` adds to the list while it is walked.
    for value in pending:
        number = merge_number(value)
        tail = _merge_place(flow, root, number)
        for operand in reaching.merges[number]:
            yield from into(operand, tail)


def _expanded(
    reaching: Reaching, value: int, known: dict[int, tuple[int, ...] | None]
) -> tuple[int, ...] | None:
    """The bindings, and UNBOUND, behind a value; None if they are too many to be listed."""
    if value >= UNBOUND:
        return (value,)
    if value in known:
        return known[value]
    found: set[int] = set()
    seen = {value}
    pending = [value]
    while pending:
        for operand in reaching.merges[merge_number(pending.pop())]:
            if operand >= UNBOUND:
                found.add(operand)
            elif operand not in seen:
                seen.add(operand)
                pending.append(operand)
        if len(found) > EXPANDED or len(seen) > EXPANDED:
            known[value] = None
            return None
    known[value] = tuple(sorted(found))
    return known[value]


def may_be_unbound(reaching: Reaching, value: int, known: dict[int, tuple[int, ...] | None]) -> bool:
    """Whether no binding may reach; a value with too many bindings to list counts as one that may."""
    heads = _expanded(reaching, value, known)
    return heads is None or UNBOUND in heads


def _fallback_edges(flow: FileFlow, root: int, event: int, tail: _Place) -> Iterator[tuple[_Place, _Place]]:
    """A class body inside a function reads the module's variable while its own has no value."""
    occurrence = flow.table.occurrences[flow.occurrence(EventRef(root, event))]
    if occurrence.owner != MODULE_SCOPE and flow.table.scopes[occurrence.owner].kind is ScopeKind.CLASS:
        for binding in flow.bindings(Variable(MODULE_SCOPE, occurrence.name)):
            yield _token(flow.table, binding), tail


def _merge_place(flow: FileFlow, root: int, number: int) -> _Place:
    reaching = flow.reaching(root)
    variable = flow.followed_variables(root)[reaching.merge_variables[number]]
    first = flow.table.occurrences[flow.changes()[variable][0]].start
    join = _block_start(flow, root, reaching.merge_blocks[number])
    return min(first, join), max(first, join)


def _block_start(flow: FileFlow, root: int, block: int) -> int:
    graph: FlowGraph = flow.graph(root)
    for number in range(block, len(graph.first)):
        if graph.size[number]:
            return flow.place(EventRef(root, graph.first[number]))[0]
    return flow.table.scopes[root].end


def _unordered_edges(flow: FileFlow) -> Iterator[tuple[_Place, _Place]]:
    """Reads at unknown times: every binding of the variable reaches."""
    table = flow.table
    heads_of: dict[Variable, Sequence[_Place]] = {}
    for number, occurrence in enumerate(table.occurrences):
        if occurrence.role not in READING_ROLES or occurrence.owner < 0 or flow.followed(number):
            continue
        variable = Variable(occurrence.owner, occurrence.name)
        heads = heads_of.get(variable)
        if heads is None:
            heads = [_token(table, binding) for binding in sorted(flow.bindings(variable))]
            if len(heads) > EXPANDED:
                merge = (heads[0][0], heads[-1][1])
                for head in heads:
                    yield head, merge
                heads = [merge]
            heads_of[variable] = heads
        for head in heads:
            yield head, (occurrence.start, occurrence.end)


def _token(table: NameTable, number: int) -> _Place:
    occurrence = table.occurrences[number]
    return occurrence.start, occurrence.end
