"""Control flow and data flow of one file, each graph built when it is first asked for.

After an edit, what was built for functions in statements whose text did not change is taken over from
the flow before; the module's own graph is built anew.

Joins graphs, which know nodes, with the name table, which knows variables. A variable is followed
through control flow only inside the graph that owns it, and only if nothing else binds it: a variable
that an inner function binds (`nonlocal`, `global`) or a module variable read in a function is read at
an unknown time, and every binding reaches.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from holdfast.python.flow.build import build_graph
from holdfast.python.flow.graph import LABEL_BITS, EventKind, EventRef, FlowGraph
from holdfast.python.flow.order import EventOrder
from holdfast.python.flow.origins import Origins, Shift
from holdfast.python.flow.places import place
from holdfast.python.flow.reaching import Boundness, Reaching, definitions, reach
from holdfast.python.names.builtin_names import BUILTIN_NAMES
from holdfast.python.names.table import (
    BINDING_ROLES,
    MODULE_SCOPE,
    AnnotationTime,
    NameTable,
    Occurrence,
    Role,
    ScopeKind,
)
from holdfast.python.tree import Tree

_NAME_KINDS: Final = (int(EventKind.READ), int(EventKind.BIND), int(EventKind.DELETE))
_READ: Final = int(EventKind.READ)
_DELETE: Final = int(EventKind.DELETE)
#: Roles that change whether or to what a variable is bound.
_CHANGING: Final = BINDING_ROLES | {Role.DELETE}
#: Roles that need a value to be there.
READING_ROLES: Final = frozenset({Role.READ, Role.AUGMENT, Role.DELETE})


class Variable(NamedTuple):
    """A variable's identity: the scope that owns it and its name."""

    owner: int
    name: str


@dataclass(frozen=True, slots=True)
class ReadFacts:
    """What can reach one read: occurrences that bind the variable, and whether it may have no value."""

    bindings: frozenset[int]
    boundness: Boundness


class FileFlow:
    """The graphs of one file. Keeps what it has built; otherwise a pure function of its arguments."""

    __slots__ = (
        "_blocks",
        "_changes",
        "_events",
        "_graphs",
        "_kept",
        "_orders",
        "_places",
        "_reaching",
        "_roots",
        "_shared",
        "_variables",
        "origins",
        "table",
        "tree",
    )

    def __init__(self, tree: Tree, table: NameTable, previous: FileFlow | None = None) -> None:
        """`previous`: the flow of the table that `table` was derived from, if there is one."""
        self.tree = tree
        self.table = table
        self.origins = Origins(table)
        #: What is known about a function by its origin; it outlives edits elsewhere in the file.
        self._kept: dict[ast.AST, _Kept] = {}
        if previous is not None and previous.table.annotations is table.annotations:
            kept = previous._kept
            self._kept = {node: kept[node] for node in self.origins.scope_of if node in kept}
        self._roots = _roots(table)
        self._graphs: dict[int, FlowGraph] = {}
        self._reaching: dict[int, Reaching] = {}
        self._events: dict[int, dict[int, list[int]]] = {}
        self._changes: dict[Variable, list[int]] | None = None
        self._places: dict[int, Sequence[tuple[int, int]]] = {}
        self._blocks: dict[int, Sequence[int]] = {}
        self._orders: dict[int, EventOrder] = {}
        self._variables: dict[int, Sequence[Variable]] = {}
        self._shared: frozenset[Variable] = frozenset()

    def roots(self) -> list[int]:
        """The scopes that have a graph of their own, in reading order."""
        return [scope for scope, root in enumerate(self._roots) if scope == root]

    def root_of(self, scope: int) -> int:
        """The scope in whose graph the code of `scope` runs; -1 for annotations that are never run."""
        return self._roots[scope]

    def graph(self, root: int) -> FlowGraph:
        found = self._graphs.get(root)
        if found is None:
            lazy = self.table.annotations is not AnnotationTime.EAGER
            if root == MODULE_SCOPE:
                found = build_graph(self.origins.module, lazy_annotations=lazy)
            else:
                origin = self.table.scopes[root].origin
                kept = self._kept.get(origin)
                found = kept.graph if kept is not None else build_graph(origin, lazy_annotations=lazy)
            self._graphs[root] = found
        return found

    def reaching(self, root: int) -> Reaching:
        """Reaching definitions of the variables that can be followed in the graph of `root`."""
        found = self._reaching.get(root)
        if found is None:
            found = self._reaching[root] = self._reach(root)
        return found

    def occurrence(self, ref: EventRef) -> int:
        """The occurrence that a name event stands for, or -1."""
        graph = self.graph(ref.root)
        if graph.kinds[ref.event] not in _NAME_KINDS:
            return -1
        node: Any = graph.nodes[ref.event]
        return self.origins.occurrence_of.get(node, -1)

    def place(self, ref: EventRef) -> tuple[int, int]:
        """The interval of an event."""
        number = self.occurrence(ref)
        if number >= 0:
            occurrence = self.table.occurrences[number]
            return occurrence.start, occurrence.end
        graph = self.graph(ref.root)
        return place(self.tree, graph.kinds[ref.event], graph.nodes[ref.event], self.shift(ref))

    def places(self, root: int) -> Sequence[tuple[int, int]]:
        """The interval of every event of a graph."""
        found = self._places.get(root)
        if found is None:
            events = range(len(self.graph(root).kinds))
            found = self._places[root] = [self.place(EventRef(root, event)) for event in events]
        return found

    def shift(self, ref: EventRef) -> Shift:
        """How far the statement of an event has moved since its nodes were read."""
        if ref.root != MODULE_SCOPE:
            return self.origins.shift_of_scope(ref.root)
        return self.origins.shift_of_statement(bisect_right(self.graph(0).statements, ref.event) - 1)

    def blocks(self, root: int) -> Sequence[int]:
        """The block of every event of a graph."""
        found = self._blocks.get(root)
        if found is None:
            found = self._blocks[root] = self.graph(root).block_of()
        return found

    def order(self, root: int) -> EventOrder:
        """The steps between the events of a graph."""
        found = self._orders.get(root)
        if found is None:
            found = self._orders[root] = EventOrder(self.graph(root))
        return found

    def events_of(self, root: int) -> Mapping[int, Sequence[int]]:
        """The events of each occurrence that has any in the graph of `root`."""
        found = self._events.get(root)
        if found is None:
            found = self._events[root] = {}
            graph = self.graph(root)
            for event, kind in enumerate(graph.kinds):
                if kind in _NAME_KINDS:
                    found.setdefault(self.occurrence(EventRef(root, event)), []).append(event)
            found.pop(-1, None)
        return found

    def refs_of(self, occurrence: int) -> tuple[EventRef, ...]:
        """The events that an occurrence stands for; several where its code is copied, or it reads and binds."""
        root = self._roots[self.table.occurrences[occurrence].scope]
        if root < 0:
            return ()
        return tuple(EventRef(root, event) for event in self.events_of(root).get(occurrence, ()))

    def changes(self) -> Mapping[Variable, Sequence[int]]:
        """The occurrences that bind or delete each variable of the file."""
        if self._changes is None:
            self._changes, self._shared = _changes(self.table, self._roots)
        return self._changes

    def shared(self) -> frozenset[Variable]:
        """Variables that code of another graph than their owner's binds or deletes."""
        self.changes()
        return self._shared

    def followed(self, occurrence: int) -> bool:
        """Whether the occurrence's variable is followed through control flow where it stands."""
        found = self.table.occurrences[occurrence]
        if found.owner < 0:
            return False
        root = self._roots[found.scope]
        return (
            root >= 0
            and root == self._roots[found.owner]
            and Variable(found.owner, found.name) not in self.shared()
            and not self.graph(root).unseen
        )

    def facts(self, occurrence: int) -> ReadFacts:
        """What can reach a read (or the reading half of `x += 1` or `del x`)."""
        found = self.table.occurrences[occurrence]
        if found.owner < 0:
            return ReadFacts(frozenset(), Boundness.UNKNOWN_TIME)
        if not self.followed(occurrence):
            return ReadFacts(self.bindings(Variable(found.owner, found.name)), Boundness.UNKNOWN_TIME)
        root = self._roots[found.scope]
        graph, reaching = self.graph(root), self.reaching(root)
        bindings: set[int] = set()
        reached = unbound = False
        for event in self.events_of(root).get(occurrence, ()):
            value = reaching.reads.get(event)
            if value is None:
                continue
            reached = True
            expansion = definitions(reaching, value)
            binds = set(expansion.binds)
            if expansion.unbound and event in reaching.fallbacks:
                expansion = definitions(reaching, reaching.fallbacks[event])
                binds |= expansion.binds
            elif expansion.unbound and self.table.scopes[found.owner].kind is ScopeKind.CLASS:
                # Read in a class body before its own binding: the module's variable, at any time.
                bindings |= self.bindings(Variable(MODULE_SCOPE, found.name))
            unbound = unbound or (expansion.unbound and not self._is_builtin(found))
            nodes: list[Any] = [graph.nodes[bind] for bind in binds]
            bindings.update(self.origins.occurrence_of[node] for node in nodes)
        return ReadFacts(frozenset(bindings), _boundness(reached, bool(bindings), unbound))

    def may_lack_value(self, occurrence: int) -> bool:
        """Whether a followed read may find its own variable without a value, whatever is found behind it."""
        root = self._roots[self.table.occurrences[occurrence].scope]
        reaching = self.reaching(root)
        values = [reaching.reads.get(event) for event in self.events_of(root).get(occurrence, ())]
        return any(value is not None and definitions(reaching, value).unbound for value in values)

    def may_end_without(self, variable: Variable) -> bool:
        """Whether the code of a scope may run to its end and leave a variable of it without a value.

        Only what the scope's own graph binds and deletes counts.
        """
        root = self._roots[variable.owner]
        graph, blocks = self.graph(root), self.blocks(root)
        events = [
            event
            for number in self.changes().get(variable, ())
            for event in self.events_of(root).get(number, ())
        ]
        last = {blocks[event]: graph.kinds[event] for event in sorted(events) if graph.kinds[event] != _READ}
        # Blocks at whose end the variable has no value; the entry stands for what is before the first.
        waiting = [block for block, kind in last.items() if kind == _DELETE and graph.live[block]]
        seen = set(waiting)
        if 0 not in last:
            waiting.append(0)
        while waiting:
            block = waiting.pop()
            if block == graph.leave:
                return True
            for packed in graph.successors[block]:
                after = packed >> LABEL_BITS
                if after not in seen and after not in last:
                    seen.add(after)
                    waiting.append(after)
        return False

    def _is_builtin(self, read: Occurrence) -> bool:
        """Whether the read, in a class body or the module, finds a builtin when the variable is unbound."""
        kind = self.table.scopes[read.owner].kind
        return kind in (ScopeKind.MODULE, ScopeKind.CLASS) and read.name in BUILTIN_NAMES

    def bindings(self, variable: Variable) -> frozenset[int]:
        """Every occurrence that gives the variable a value, wherever it stands."""
        occurrences = self.table.occurrences
        changes = self.changes().get(variable, ())
        return frozenset(number for number in changes if occurrences[number].role is not Role.DELETE)

    def _numbered(self, root: int) -> tuple[dict[int, int], dict[int, int], list[Variable]]:
        """The followed variables of a graph: event to number, READ event to fallback, number to variable."""
        table, roots, graph = self.table, self._roots, self.graph(root)
        occurrences, occurrence_of = table.occurrences, self.origins.occurrence_of
        shared = self.shared()
        numbers: dict[Variable, int] = {}
        numbered: dict[int, int] = {}
        fallbacks: dict[int, int] = {}
        kinds, nodes = graph.kinds, graph.nodes
        scope_of = self.origins.scope_of
        classes = {scope_of[node] for node in graph.hosted if type(node).__name__ == "ClassDef"}
        for event, kind in enumerate(kinds):
            if kind > 2:
                continue
            number = occurrence_of.get(nodes[event], -1)
            if number < 0:
                continue
            _, _, name, _, _, owner = occurrences[number]
            if owner < 0 or roots[owner] != root:
                continue
            variable = Variable(owner, name)
            if shared and variable in shared:
                continue
            numbered[event] = numbers.setdefault(variable, len(numbers))
            if owner in classes and kind == 0 and roots[MODULE_SCOPE] == root:
                outer = Variable(MODULE_SCOPE, name)
                if name in table.module_names and outer not in shared:
                    fallbacks[event] = numbers.setdefault(outer, len(numbers))
        return numbered, fallbacks, list(numbers)

    def followed_variables(self, root: int) -> Sequence[Variable]:
        """The variables of the graph of `root` by their numbers in its `Reaching`."""
        self.reaching(root)
        return self._variables[root]

    def _reach(self, root: int) -> Reaching:
        origin = self.table.scopes[root].origin
        kept = self._kept.get(origin)
        if kept is not None and root != MODULE_SCOPE:
            # Scopes of one statement are numbered in a row: all of them moved by the same number.
            by = root - kept.root
            self._variables[root] = [Variable(owner + by, name) for owner, name in kept.variables]
            return kept.reaching
        numbered, fallbacks, variables = self._numbered(root)
        self._variables[root] = variables
        found = reach(self.graph(root), numbered, fallbacks)
        if root != MODULE_SCOPE:
            self._kept[origin] = _Kept(root, self.graph(root), found, variables)
        return found


class _Kept(NamedTuple):
    """What is known about a function: none of it depends on the rest of the file."""

    root: int
    graph: FlowGraph
    reaching: Reaching
    variables: Sequence[Variable]


def _boundness(reached: bool, bound: bool, unbound: bool) -> Boundness:
    if not reached:
        return Boundness.UNREACHABLE
    if not unbound:
        return Boundness.BOUND
    return Boundness.POSSIBLY_UNBOUND if bound else Boundness.NEVER_BOUND


def _roots(table: NameTable) -> list[int]:
    """For each scope the scope in whose graph it runs. Parents come before their children."""
    roots: list[int] = []
    for scope in table.scopes:
        if scope.kind is ScopeKind.ANNOTATION:
            roots.append(-1)
        elif _runs_at_once(scope.kind, scope.origin):
            roots.append(roots[scope.parent])
        else:
            roots.append(scope.index)
    return roots


def _runs_at_once(kind: ScopeKind, node: ast.AST) -> bool:
    if kind is ScopeKind.COMPREHENSION:
        return type(node).__name__ != "GeneratorExp"
    return kind is ScopeKind.CLASS or kind is ScopeKind.TYPE_PARAMETERS


def _changes(table: NameTable, roots: Sequence[int]) -> tuple[dict[Variable, list[int]], frozenset[Variable]]:
    changes: dict[Variable, list[int]] = {}
    shared: set[Variable] = set()
    for number, (_, _, name, role, scope, owner) in enumerate(table.occurrences):
        if role and role in _CHANGING and owner >= 0:
            variable = Variable(owner, name)
            changes.setdefault(variable, []).append(number)
            if roots[scope] != roots[owner]:
                shared.add(variable)
    return changes, frozenset(shared)
