"""Facts about a selected piece of text: what goes in, what comes out, how it is left.

The questions of extracting and inlining, answered from the graph: which variables are read before the
selection binds them, which of its bindings are read after it or in the next round of a loop around it,
which jumps leave it, and which effects it has. Nothing here knows a refactoring.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Final, NamedTuple

from holdfast.python.flow.file_flow import READING_ROLES, FileFlow, Variable
from holdfast.python.flow.graph import EFFECT_KINDS, ContextKind, EventKind, EventRef, Label
from holdfast.python.flow.order import EventOrder
from holdfast.python.flow.places import place
from holdfast.python.names.table import BINDING_ROLES, Role

_READ: Final = int(EventKind.READ)
_BIND: Final = int(EventKind.BIND)
_EXCEPTION: Final = int(Label.EXCEPTION)
_JUMPS: Final = frozenset({EventKind.BREAK, EventKind.CONTINUE})
_LEAVING: Final = frozenset({EventKind.RETURN, EventKind.YIELD, EventKind.AWAIT, EventKind.RAISE})
_NO_FALL: Final = frozenset({EventKind.RETURN, EventKind.RAISE}) | _JUMPS


class Input(NamedTuple):
    """A variable of the surrounding code whose value the selection needs."""

    variable: Variable
    #: Occurrences inside that read the value from outside.
    reads: tuple[int, ...]
    #: The variable may have no value when the selection begins.
    possibly_unbound: bool
    #: A function or generator made inside reads it, at an unknown time.
    captured: bool


class Output(NamedTuple):
    """A variable that the selection binds and that is read outside afterwards."""

    variable: Variable
    #: Occurrences inside whose value is read.
    bindings: tuple[int, ...]
    #: Occurrences outside that may read it.
    reads: tuple[int, ...]
    #: However the selection is passed, it has bound the variable.
    definite: bool
    #: A function or generator made outside reads it, at an unknown time.
    captured: bool


class Exit(NamedTuple):
    """An event by which control leaves the selection other than at its end."""

    kind: EventKind
    event: int


@dataclass(frozen=True, slots=True)
class SelectionFacts:
    """What is known about a selection. Event numbers are those of the graph of `root`."""

    root: int
    events: tuple[int, ...]
    #: Graphs of the functions, lambdas and generators that are made inside.
    made: tuple[int, ...]
    inputs: tuple[Input, ...]
    outputs: tuple[Output, ...]
    #: Variables that one round of a surrounding loop binds inside and a later round reads inside.
    carried: tuple[Variable, ...]
    #: Variables of other scopes (module, enclosing functions, builtins apart) that are read, and bound.
    outer_reads: tuple[Variable, ...]
    outer_bindings: tuple[Variable, ...]
    exits: tuple[Exit, ...]
    #: Control can reach the end of the selection and go on behind it.
    falls_through: bool
    #: Events inside that may run code that is not in view, in the order of the graph.
    effects: tuple[int, ...]


def selection_facts(flow: FileFlow, start: int, end: int) -> SelectionFacts:
    """The facts about the text [start, end)."""
    root = _root(flow, start, end)
    graph = flow.graph(root)
    places = flow.places(root)
    events = tuple(n for n, (left, right) in enumerate(places) if start <= left and right <= end)
    region = _Region(flow, root, frozenset(events))
    made = _made_inside(flow, root, region.events)
    inside, outside = _uses(flow, root, start, end)
    inputs = _inputs(region, inside)
    kinds = [graph.kinds[event] for event in events]
    return SelectionFacts(
        root=root,
        events=events,
        made=made,
        inputs=inputs,
        outputs=_outputs(region, inside, outside),
        carried=_carried(region, inputs),
        outer_reads=_outer(flow, root, inside, READING_ROLES),
        outer_bindings=_outer(flow, root, inside, BINDING_ROLES | {Role.DELETE}),
        exits=tuple(_exits(flow, root, events, start, end)),
        falls_through=_falls_through(region),
        effects=tuple(event for event, kind in zip(events, kinds, strict=True) if kind in EFFECT_KINDS),
    )


def _root(flow: FileFlow, start: int, end: int) -> int:
    """The outermost graph with an event inside; without any, the innermost scope around."""
    around = 0
    for root in flow.roots():
        scope = flow.table.scopes[root]
        if scope.end <= start or end <= scope.start:
            continue
        if any(start <= left and right <= end for left, right in flow.places(root)):
            return root
        if scope.start <= start and end <= scope.end:
            around = root
    return around


class _Region:
    """The events of a selection and how control enters and leaves them."""

    __slots__ = ("entries", "events", "exits", "flow", "order", "root")

    def __init__(self, flow: FileFlow, root: int, events: frozenset[int]) -> None:
        self.flow = flow
        self.root = root
        self.events = events
        self.order: EventOrder = flow.order(root)
        before, after = self.order.before, self.order.after
        starts = set(self.order.entries)
        self.entries = [
            e for e in events if e in starts or any(source not in events for source, _ in before[e])
        ]
        #: Events from which control leaves, exceptions apart.
        self.exits = {
            e for e in events if any(to not in events and label != _EXCEPTION for to, label in after[e])
        }

    def changes(self, variable: Variable) -> frozenset[int]:
        """The events of the whole graph that bind or delete the variable."""
        events = self.flow.events_of(self.root)
        kinds = self.flow.graph(self.root).kinds
        numbers = self.flow.changes().get(variable, ())
        return frozenset(e for n in numbers for e in events.get(n, ()) if kinds[e] != _READ)

    def untouched(self, changes: Set[int]) -> set[int]:
        """Events inside that can be reached from the beginning without passing one of `changes`."""
        seen = set(self.entries)
        pending = list(self.entries)
        while pending:
            event = pending.pop()
            if event in changes:
                continue
            for following, _ in self.order.after[event]:
                if following in self.events and following not in seen:
                    seen.add(following)
                    pending.append(following)
        return seen

    def arriving(self, changes: Set[int]) -> tuple[set[int], bool]:
        """Changes of a variable that reach the beginning from outside, and whether none may."""
        before, starts = self.order.before, set(self.order.entries)
        found: set[int] = set()
        none = not starts.isdisjoint(self.entries)
        # The first step leads out of the selection; further back, a round of a loop may pass it again.
        pending = [
            source for entry in self.entries for source, _ in before[entry] if source not in self.events
        ]
        seen = set(pending)
        while pending:
            event = pending.pop()
            if event in changes:
                found.add(event)
                continue
            none = none or event in starts
            for source, _ in before[event]:
                if source not in seen:
                    seen.add(source)
                    pending.append(source)
        return found, none


def _uses(flow: FileFlow, root: int, start: int, end: int) -> tuple[list[int], list[int]]:
    """The occurrences inside the selection, and those outside that belong to the same variables."""
    occurrences = flow.table.occurrences
    inside = [n for n, found in enumerate(occurrences) if start <= found.start and found.end <= end]
    variables = {(occurrences[n].owner, occurrences[n].name) for n in inside}
    chosen = set(inside)
    outside = [
        n for n, found in enumerate(occurrences) if n not in chosen and (found.owner, found.name) in variables
    ]
    return inside, outside


def _own_variables(flow: FileFlow, root: int, numbers: Iterable[int]) -> dict[Variable, list[int]]:
    """Occurrences by variable, of the variables that the graph itself owns."""
    found: dict[Variable, list[int]] = {}
    for number in numbers:
        occurrence = flow.table.occurrences[number]
        if occurrence.owner >= 0 and flow.root_of(occurrence.owner) == root:
            found.setdefault(Variable(occurrence.owner, occurrence.name), []).append(number)
    return found


def _inputs(region: _Region, inside: list[int]) -> tuple[Input, ...]:
    flow, root = region.flow, region.root
    occurrences, events_of = flow.table.occurrences, flow.events_of(root)
    kinds = flow.graph(root).kinds
    found: list[Input] = []
    for variable, numbers in _own_variables(flow, root, inside).items():
        changes = region.changes(variable)
        foreign = [n for n in flow.changes().get(variable, ()) if n not in set(numbers)]
        exposed = region.untouched(changes & region.events)
        reads: list[int] = []
        captured = False
        for number in numbers:
            if occurrences[number].role not in READING_ROLES:
                continue
            if flow.root_of(occurrences[number].scope) != root:
                if foreign:
                    captured = True
                    reads.append(number)
            elif any(e in exposed and kinds[e] == _READ for e in events_of.get(number, ())):
                reads.append(number)
        if reads:
            arriving, none = region.arriving(changes)
            unbound = none or any(kinds[event] != _BIND for event in arriving)
            found.append(Input(variable, tuple(reads), unbound, captured))
    return tuple(found)


def _outputs(region: _Region, inside: list[int], outside: list[int]) -> tuple[Output, ...]:
    flow, root = region.flow, region.root
    occurrences = flow.table.occurrences
    own_outside = _own_variables(flow, root, outside)
    found: list[Output] = []
    for variable, numbers in _own_variables(flow, root, inside).items():
        bound = [n for n in numbers if occurrences[n].role in BINDING_ROLES]
        if not bound:
            continue
        bindings: set[int] = set()
        reads: list[int] = []
        captured = False
        for number in own_outside.get(variable, ()):
            if occurrences[number].role in READING_ROLES:
                reaching = flow.facts(number).bindings.intersection(bound)
                if reaching:
                    bindings |= reaching
                    reads.append(number)
                    captured = captured or flow.root_of(occurrences[number].scope) != root
        if reads:
            missed = region.untouched(region.changes(variable) & region.events) - region.changes(variable)
            definite = not missed & region.exits
            found.append(Output(variable, tuple(sorted(bindings)), tuple(reads), definite, captured))
    return tuple(found)


def _carried(region: _Region, inputs: tuple[Input, ...]) -> tuple[Variable, ...]:
    return tuple(
        needed.variable
        for needed in inputs
        if region.arriving(region.changes(needed.variable))[0] & region.events
    )


def _outer(flow: FileFlow, root: int, inside: list[int], roles: frozenset[Role]) -> tuple[Variable, ...]:
    found: dict[Variable, None] = {}
    own = set(_made_scopes(flow, root, inside))
    for number in inside:
        occurrence = flow.table.occurrences[number]
        if occurrence.owner < 0 or occurrence.role not in roles:
            continue
        owner = flow.root_of(occurrence.owner)
        if owner != root and owner not in own:
            found[Variable(occurrence.owner, occurrence.name)] = None
    return tuple(found)


def _made_scopes(flow: FileFlow, root: int, inside: list[int]) -> set[int]:
    """Graphs below `root` to which the occurrences belong."""
    return {flow.root_of(flow.table.occurrences[number].scope) for number in inside} - {root}


def _made_inside(flow: FileFlow, root: int, events: Set[int]) -> tuple[int, ...]:
    scopes = flow.origins.scope_of
    made = flow.graph(root).made
    return tuple(scopes[node] for node, event in made.items() if event in events and node in scopes)


def _exits(flow: FileFlow, root: int, events: tuple[int, ...], start: int, end: int) -> Iterable[Exit]:
    kinds = flow.graph(root).kinds
    for event in events:
        kind = EventKind(kinds[event])
        if kind in _LEAVING or (kind in _JUMPS and not _loop_inside(flow, root, event, start, end)):
            yield Exit(kind, event)


def _loop_inside(flow: FileFlow, root: int, event: int, start: int, end: int) -> bool:
    """Whether the loop that a `break` or `continue` belongs to is selected too."""
    graph = flow.graph(root)
    number = graph.context[flow.blocks(root)[event]]
    while number >= 0:
        context = graph.contexts[number]
        if context.kind is ContextKind.LOOP and context.arm:
            shift = flow.shift(EventRef(root, event))
            left, right = place(flow.tree, EventKind.CALL, context.node, shift)
            return start <= left and right <= end
        number = context.parent
    return False


def _falls_through(region: _Region) -> bool:
    """Whether some event other than a jump leads out, or there is nothing inside at all."""
    kinds = region.flow.graph(region.root).kinds
    return not region.events or any(kinds[event] not in _NO_FALL for event in region.exits)
