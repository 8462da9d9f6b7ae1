"""What a trace is taken of: one file's tree and names, and which of its functions are transparent.

The facts that tracing asks again and again (is this variable captured by an inner function, how often is
it bound) are computed here once per file.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from holdfast.python.names.table import BINDING_ROLES, NameTable, Role, ScopeKind
from holdfast.python.traces.identity import Alone, Identities, Passed
from holdfast.python.traces.staying import stays
from holdfast.python.tree import Tree

#: A variable of the file: (owner scope, name).
Symbol = tuple[int, str]

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class HandedOut(NamedTuple):
    """What a getter gives that only one world has, and that makes a copy or a view of a container."""

    field: str
    made: str
    #: Whether it is only looked at, so that it might as well be the container.
    is_looked_at: bool


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """One file to trace.

    `transparent` holds the functions that a refactoring made or is about to dissolve: their calls are
    entered. `plumbing` holds the module and class level symbols whose binding is itself no effect,
    because the other world does not have them.
    """

    tree: Tree
    names: NameTable
    transparent: Collection[ast.AST] = ()
    plumbing: Set[Symbol] = frozenset()
    #: Attribute names that something other than an initialiser assigns: a call may change them.
    unstable_attributes: Set[str] = frozenset()
    #: Attribute names that are properties with code behind them: reading one is an event.
    computed_attributes: Set[str] = frozenset()
    identities: Identities = field(default_factory=Alone)
    #: Properties that only pass a field on, to that field: reading one is reading the other.
    fields_behind: Mapping[str, str] = field(default_factory=dict)
    #: Attributes and calls that get a copy or a view of a container.
    handed_out: Mapping[ast.AST, HandedOut] = field(default_factory=dict)
    #: Definitions that stand elsewhere in the other world: compared by themselves, no effect here.
    moved: Collection[ast.AST] = ()
    #: Definitions that somebody keeps when they are made, by a decorator, although nothing may name them.
    registered: Collection[ast.AST] = ()
    #: Expressions whose value is known beforehand, to that value.
    known: Mapping[ast.AST, Hashable] = field(default_factory=dict)
    #: Statements that say nothing to the code around them.
    left_out: Collection[ast.AST] = ()
    #: For functions that take other parameters in the other world: those that only this one has.
    added_parameters: dict[ast.AST, frozenset[str]] = field(default_factory=dict)
    #: For such parameters what all callers pass, where that is the same for all of them.
    passed: dict[ast.AST, Mapping[str, Passed]] = field(default_factory=dict)
    #: Functions that pass their stars on, to themselves with the parameters that these stand for.
    passing_on: dict[ast.AST, FunctionNode] = field(default_factory=dict)
    #: Keywords and texts that name a parameter of another name in the other world, to its name after.
    keys: dict[ast.AST, str] = field(default_factory=dict)
    #: Displays whose elements are the arguments of a call, to the order of those in the world after.
    rows: dict[ast.AST, tuple[int, ...]] = field(default_factory=dict)
    #: Dictionaries that are spread into calls, to the keys that they leave out and the defaults that stand for them.
    left_to_defaults: dict[ast.AST, dict[str, tuple[ast.expr, Subject | None]]] = field(default_factory=dict)
    #: Calls that spread such displays.
    spread_rows: set[ast.AST] = field(default_factory=set)
    #: Methods whose decorators bind them otherwise in the other world, which is told at their calls.
    bound_otherwise: set[ast.AST] = field(default_factory=set)
    #: The calls of this file whose function was entered. Fills up while traces are made.
    entered: set[ast.AST] = field(default_factory=set)
    captured: Set[Symbol] = field(init=False)
    binding_counts: Counter[Symbol] = field(init=False)
    #: Module level symbols that some function rebinds through `global`.
    rebound_globals: Set[str] = field(init=False)
    #: Identities of module level objects whose contents some code of the file changes.
    changed_globals: Set[Hashable] = field(init=False)

    def __post_init__(self) -> None:
        captured, counts, rebound = _variable_facts(self.names, self._entered())
        object.__setattr__(self, "captured", captured)
        object.__setattr__(self, "binding_counts", counts)
        object.__setattr__(self, "rebound_globals", rebound)
        changed = frozenset(map(self.identities.of_name, _globals_changed_inside(self)))
        object.__setattr__(self, "changed_globals", changed)

    def _entered(self) -> list[ast.AST]:
        """The transparent functions that are only called: one that is kept sees variables as they are later."""
        module = self.tree.module
        return [
            node
            for node in self.transparent
            if not isinstance(node, ast.FunctionDef) or not _is_inner(self.names, node) or stays(module, node)
        ]

    def is_kept_by_functions(self, symbol: Symbol) -> bool:
        """Does a function see the variable that may still be called when the variable holds something else?"""
        owner, name = symbol
        inner = {
            _inner_function(self.names, item.scope, owner)
            for item in self.names.occurrences
            if item.owner == owner and item.name == name and item.scope != owner
        }
        return any(node is not None and not stays(self.tree.module, node) for node in inner)

    def is_constant_global(self, name: str) -> bool:
        """Bound exactly once at module level (a def, a class, an import, a constant): its value stays."""
        return self.binding_counts[(0, name)] <= 1 and name not in self.rebound_globals


def _variable_facts(
    names: NameTable, transparent: Collection[ast.AST]
) -> tuple[frozenset[Symbol], Counter[Symbol], frozenset[str]]:
    captured: set[Symbol] = set()
    counts: Counter[Symbol] = Counter()
    rebound: set[str] = set()
    entered = _nested_in_function(names, transparent)
    for occurrence in names.occurrences:
        owner, scope, name, role = occurrence.owner, occurrence.scope, occurrence.name, occurrence.role
        if role in BINDING_ROLES or role is Role.DELETE:
            counts[(owner, name)] += 1
            if owner == 0 and scope != 0 and not _evaluated_at_once(names, scope, 0):
                rebound.add(name)
        if owner >= 0 and scope != owner and not _evaluated_at_once(names, scope, owner, entered):
            captured.add((owner, name))
    return frozenset(captured), counts, frozenset(rebound)


def _is_inner(names: NameTable, node: ast.AST) -> bool:
    index = names.occurrence_of_node.get(node)
    return index is not None and names.scopes[names.occurrences[index].owner].kind is ScopeKind.FUNCTION


def _inner_function(names: NameTable, scope: int, owner: int) -> ast.AST | None:
    """The outermost function between a scope and the one that owns a variable; None if there is none."""
    found: ast.AST | None = None
    while scope > owner:
        entry = names.scopes[scope]
        if entry.kind in (ScopeKind.FUNCTION, ScopeKind.LAMBDA):
            found = entry.node
        scope = entry.parent
    return found


def _globals_changed_inside(subject: Subject) -> set[str]:
    """Module level names on which a method is called, or whose items are assigned, in some function."""
    found: set[str] = set()
    for node in ast.walk(subject.tree.module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            base = node.func.value
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            base = node.value
        else:
            continue
        index = subject.names.occurrence_of_node.get(base)
        if index is not None and subject.names.occurrences[index].owner == 0:
            found.add(subject.names.occurrences[index].name)
    return found


def constant_plumbing(subject: Subject) -> dict[str, ast.expr]:
    """Module level plumbing that only names a constant: reading it is reading the constant."""
    found: dict[str, ast.expr] = {}
    for statement in subject.tree.module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pass
            case _:
                continue
        if (
            (0, name) in subject.plumbing
            and subject.is_constant_global(name)
            and _is_constant(subject, value)
        ):
            found[name] = value
    return found


def _is_constant(subject: Subject, node: ast.expr) -> bool:
    """Evaluating it elsewhere or more often makes no difference: constants, and globals that stay."""
    allowed = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.operator, ast.unaryop, ast.expr_context)
    if isinstance(node, ast.Name):
        return subject.is_constant_global(node.id)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        # What a library's module has under a name is known by that name, wherever it is read.
        return subject.is_constant_global(node.value.id) and _is_library(subject, node.value.id, node.attr)
    return all(isinstance(inner, allowed) for inner in ast.walk(node))


def _is_library(subject: Subject, name: str, attribute: str) -> bool:
    identity = subject.identities.of_name(name)
    if not isinstance(identity, tuple) or identity[0] != "external":
        return False
    return subject.identities.of_attribute(identity, attribute) is not None


def _nested_in_function(names: NameTable, nodes: Collection[ast.AST]) -> frozenset[int]:
    """The scopes of those functions among the nodes that stand in another function and serve only it.

    They are entered at their calls, so that what they do to variables around them happens there.
    """
    nested = {
        names.scope_of_node[node]: names.occurrences[names.occurrence_of_node[node]]
        for node in nodes
        if node in names.scope_of_node and node in names.occurrence_of_node
    }
    nested = {
        scope: item for scope, item in nested.items() if names.scopes[item.owner].kind is ScopeKind.FUNCTION
    }
    # What another function calls happens at that function's calls, which are not followed.
    elsewhere = {(item.owner, item.name) for item in names.occurrences if item.scope != item.owner}
    return frozenset(scope for scope, item in nested.items() if (item.owner, item.name) not in elsewhere)


def _evaluated_at_once(
    names: NameTable, scope: int, owner: int, entered: Collection[int] = frozenset()
) -> bool:
    """Is code in `scope` evaluated when control passes it in `owner` (comprehensions), not later?"""
    while scope != owner:
        if scope < 0:
            return True
        entry = names.scopes[scope]
        if scope in entered:
            scope = entry.parent
            continue
        if entry.kind in (ScopeKind.FUNCTION, ScopeKind.LAMBDA) or isinstance(entry.node, ast.GeneratorExp):
            return False
        scope = entry.parent
    return True


def attribute_names_assigned_late(tree: ast.AST) -> frozenset[str]:
    """Attributes that some function other than an initialiser assigns or deletes."""
    late: set[str] = set()
    initialisers = {"__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__"}
    stack: list[tuple[ast.AST, bool]] = [(tree, False)]
    while stack:
        node, initialising = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            initialising = node.name in initialisers
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and not initialising:
            late.add(node.attr)
        stack.extend((child, initialising) for child in ast.iter_child_nodes(node))
    return frozenset(late)
