"""The state of tracing one activation of code: where we are, what variables hold, what memory may hold.

This is the one mutable thing of the package and lives only while a trace is built. `expressions`,
`calls` and `statements` are functions over it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from holdfast.python.names.table import BINDING_ROLES, BUILTIN, NOBODY, Role
from holdfast.python.traces.decided import known_outcome
from holdfast.python.traces.interruptions import Watcher, is_quiet, noted, take_back
from holdfast.python.traces.subject import Subject, Symbol
from holdfast.python.traces.values import Block, FunctionTrace, Guards, Origin, Step, Value, Variable

#: What memory a step may change or a value reads: ("attribute", name), ("item",), ("call",), …
MemoryKey = tuple[Hashable, ...]
#: For each kind of memory the latest step that may have changed it, with its number in time.
Memory = dict[MemoryKey, tuple[int, Step]]

ANY_CALL: MemoryKey = ("call",)

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

#: Expressions that make a container which augmented assignments change in place.
_CONTAINERS = frozenset(
    {"List", "Set", "Dict", "ListComp", "SetComp", "DictComp", "list()", "set()", "dict()", "sorted()"}
)


@dataclass(slots=True, eq=False)
class Definition:
    """A function, lambda or class that was made: traced only when somebody needs to look inside."""

    node: ast.AST
    subject: Subject
    #: The activation of each enclosing scope at the place of definition.
    activations: dict[int, int]
    defaults: tuple[Value, ...] = ()
    owner: FunctionTrace | None = None


@dataclass(slots=True)
class LoopFrame:
    #: Calls behind which a round has nothing more to do.
    last_calls: frozenset[ast.AST] = frozenset()
    breaks: list[dict[Variable, Value]] = field(default_factory=list)
    continues: list[dict[Variable, Value]] = field(default_factory=list)


@dataclass(slots=True)
class Inlined:
    """One transparent function that is being entered."""

    node: ast.AST
    tail: bool
    value: Value | None = None
    #: It came to a return statement; a function that is left without one has raised.
    returned: bool = False
    #: Returns from which a handler or a final block may still lead on.
    within_try: frozenset[ast.AST] = frozenset()
    #: The loop whose round the call ends: a return goes on with the next round.
    round_of: LoopFrame | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """What a rehearsal must leave as it was."""

    environment: dict[Variable, Value]
    memory: Memory
    freshness: dict[Hashable, int]
    activations: dict[int, int]
    bindings: dict[Variable, list[Value]]
    unseen: list[tuple[str, Origin]]
    watchers: list[Watcher]
    loops: list[LoopFrame]
    guards: Guards
    left: bool
    latest: Step | None


@dataclass(frozen=True, slots=True)
class Language:
    """How each kind of expression and a list of statements are traced; `build` puts it together."""

    expressions: Mapping[str, Callable[[Tracer, Any], Value]]
    statements: Callable[[Tracer, Sequence[ast.stmt]], None]


class Tracer:
    """Builds one FunctionTrace."""

    def __init__(
        self, subject: Subject, language: Language, activations: dict[int, int], counter: list[int]
    ) -> None:
        self.subject = subject
        self.expressions = language.expressions
        self.run_statements = language.statements
        self.names = subject.names
        self.activations = activations
        self.counter = counter
        self.block = Block("body")
        self.trace = FunctionTrace(self.block)
        self.guards: Guards = ()
        self.enclosing: list[tuple[Block, Guards]] = []
        self.environment: dict[Variable, Value] = {}
        self.memory: Memory = {}
        self.time = 0
        self.latest: Step | None = None
        self.left = False
        #: Plumbing is being evaluated: whether it may raise is not looked at.
        self.quiet = False
        self.inlined: list[Inlined] = []
        self.loops: list[LoopFrame] = []
        #: How many loops are around this place, those around the calls of entered functions included.
        self.depth = 0
        self.watchers: list[Watcher] = []
        self.interned: dict[Hashable, Value] = {}
        self.freshness: dict[Hashable, int] = {}
        self.escaped: set[Value] = set()
        #: The activations whose variables are ours to follow; others belong to enclosing functions.
        self.own: set[int] = set()
        #: The scope whose code is traced: the module, a class body or a function.
        self.level = 0
        #: The class whose body or method this is: zero-argument super() depends on it.
        self.class_name: str | None = None
        self.first_parameter: Value | None = None
        #: What the variables of the functions around this one are bound to.
        self.around: Mapping[Variable, list[Value]] | None = None
        #: The expression of the return statement being traced.
        self.tail_call: ast.expr | None = None
        #: The call that is awaited or delegated to right here; None once its function has been entered.
        self.driven: ast.expr | None = None
        #: While code of another file is traced: where in our own file that was called or read.
        self.place: Origin | None = None

    def body_of(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Sequence[ast.stmt]:
        return function.body

    # Places

    def origin(self, node: ast.AST) -> Origin:
        if self.place is not None:
            return self.place
        tree = self.subject.tree
        start = tree.offset(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        end = tree.offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
        return (start, end)

    def spelled(self, attribute: str) -> str:
        """The attribute's name as the class around this code mangles it; a field behind a property is itself."""
        attribute = self.subject.fields_behind.get(attribute, attribute)
        if self.class_name is None or not attribute.startswith("__") or attribute.endswith("__"):
            return attribute
        owner = self.class_name.lstrip("_")
        return f"_{owner}{attribute}" if owner else attribute

    # Values

    def value(
        self,
        tag: str,
        key: Hashable,
        parts: tuple[Value, ...],
        origin: Origin,
        *,
        since: Step | None = None,
        immutable: bool = False,
    ) -> Value:
        identity = (tag, key, tuple(map(id, parts)), id(since))
        known = self.interned.get(identity)
        if known is None:
            known = Value(tag, key, parts, since, origin, immutable)
            self.interned[identity] = known
        return known

    def constant(self, constant: object, origin: Origin) -> Value:
        return self.value("const", (type(constant).__name__, repr(constant)), (), origin, immutable=True)

    def evaluate(self, value: Value, origin: Origin) -> Value:
        """Record that `value` is computed here and may raise, unless that is known to have gone well."""
        if self.quiet:
            return value
        block, guards = self.block, self.guards
        for outer, outer_guards in [*self.enclosing, (block, guards)]:
            for length in range(len(outer_guards) + 1):
                if (outer_guards[:length], value) in outer.evaluated:
                    return value
        block.evaluated[(guards, value)] = origin
        if value.tag == "attribute":
            base = value.parts[0]
            if base in block.asked or any(base in outer.asked for outer, _ in self.enclosing):
                block.further.add(value)
            if not guards:
                block.asked.add(base)
        return value

    def fresh(
        self,
        kind: Hashable,
        parts: tuple[Value, ...],
        origin: Origin,
        *,
        looks_into: tuple[Value, ...] = (),
        since: Step | None = None,
    ) -> Value:
        """A new object each time: the how-manieth of its kind is part of what it is.

        `looks_into` are the parts whose contents it is made of, as they are now.
        """
        since = self.since_contents(looks_into) if looks_into else since
        identity = (kind, tuple(map(id, parts)), id(since))
        number = self.freshness.get(identity, 0)
        self.freshness[identity] = number + 1
        made = self.value("fresh", (kind, number), parts, origin, since=since)
        made.container = (kind[0] if isinstance(kind, tuple) else kind) in _CONTAINERS
        return self.evaluate(made, origin)

    def since_contents(self, values: tuple[Value, ...]) -> Step | None:
        """The last step that may have changed what these values contain."""
        keys: list[MemoryKey] = [("item",), *(("touch", value) for value in values)]
        shared = self.subject.changed_globals
        if any(value.tag == "global" and value.key in shared for value in values):
            keys.append(ANY_CALL)
        return self.since(*keys)

    def choice(self, test: Value, then: Value, otherwise: Value, origin: Origin) -> Value:
        if then is otherwise:
            return then
        immutable = then.immutable and otherwise.immutable
        return self.value("choice", None, (test, then, otherwise), origin, immutable=immutable)

    # Steps and memory

    def step(
        self,
        kind: str,
        key: Hashable,
        args: tuple[Value, ...],
        origin: Origin,
        *,
        changes: Iterable[MemoryKey] = (),
        blocks: tuple[Block, ...] = (),
    ) -> Value:
        """Something happens; the result of the step is a value."""
        step = Step(kind, key, args, origin, blocks)
        self.block.steps.append(step)
        for argument in args:
            self.let_go(argument)
        self.touch(step, changes)
        return self.value("result", None, (), origin, since=step)

    def let_go(self, value: Value) -> None:
        """From here on somebody else may hold the object that the value is, or is a part of."""
        if value not in self.escaped:
            self.escaped.add(value)
            for part in value.parts:
                self.let_go(part)

    def is_private(self, value: Value) -> bool:
        """An object that this code made itself and has not handed to anybody yet."""
        return value.tag == "fresh" and value not in self.escaped

    def touch(self, step: Step, changes: Iterable[MemoryKey]) -> None:
        self.time += 1
        self.latest = step
        for key in changes:
            self.memory[key] = (self.time, step)

    def since(self, *keys: MemoryKey) -> Step | None:
        """The last step that may have changed any of these."""
        latest = (0, None)
        for key in keys:
            found = self.memory.get(key)
            if found is not None and found[0] > latest[0]:
                latest = found  # type: ignore[assignment]
        return latest[1]

    def memory_of_attribute(self, base: Value, name: str) -> list[MemoryKey]:
        """What may have changed an attribute since it was read."""
        spelled = self.spelled(name)
        keys: list[MemoryKey] = [("attribute", spelled), ("attribute",), ("touch", base)]
        return [*keys, ANY_CALL] if name in self.subject.unstable_attributes else keys

    # Variables

    def variable(self, owner: int, name: str) -> Variable:
        return (self.activations.get(owner, 0), owner, name)

    def read(self, node: ast.AST) -> Value:
        origin = self.origin(node)
        index = self.names.occurrence_of_node.get(node)
        if index is None:
            return self.value("opaque", ast.dump(node), (), origin)
        occurrence = self.names.occurrences[index]
        return self.read_symbol(occurrence.owner, occurrence.name, origin)

    def read_symbol(self, owner: int, name: str, origin: Origin) -> Value:
        if owner == BUILTIN:
            return self.value("builtin", name, (), origin)
        if owner == NOBODY:
            identity = self.subject.identities.of_name(name)
            if isinstance(identity, tuple) and identity[0] != "name":
                return self.value("global", identity, (), origin)  # it comes with a star import
            return self.evaluate(self.value("nobody", name, (), origin), origin)
        variable = self.variable(owner, name)
        if variable in self.environment and self._follows_value(owner, name):
            held = self.environment[variable]
            if held.tag == "unbound":
                self.evaluate(held, origin)
            return held
        if owner == 0:
            if self.level == 0 and not self.loops and self._is_bound_below(name, origin):
                return self.evaluate(self.value("unbound", name, (), origin), origin)
            return self.read_global(name, origin)
        if variable[0] not in self.own:
            known = self.around.get(variable, []) if self.around is not None else []
            if len(known) == 1 and self.subject.binding_counts[owner, name] == 1:
                if known[0].tag == "const":
                    return self.value("const", known[0].key, (), origin, immutable=True)
                if known[0].tag == "parameter":
                    return known[0]  # whichever variable carries it here, it is what came in
            return self.value("outer", variable, (), origin)
        if self._follows_value(owner, name):
            if (
                isinstance(self.names.scopes[owner].node, ast.ClassDef)
                and self.subject.binding_counts[0, name]
            ):
                return self.read_symbol(0, name, origin)  # a class body looks further, in the module
            return self.evaluate(self.value("unbound", name, (), origin), origin)
        return self.value("cell", variable, (), origin, since=self.since(ANY_CALL, ("cell", variable)))

    def read_global(self, name: str, origin: Origin) -> Value:
        identity = self.subject.identities.of_name(name)
        if self.subject.is_constant_global(name):
            return self.identified(identity, origin)
        since = self.since(ANY_CALL, ("global", identity))
        return self.evaluate(self.value("global", identity, (), origin, since=since), origin)

    def identified(self, identity: Hashable, origin: Origin) -> Value:
        """The value of a global that stays what it is; a constant that is plumbing is read through."""
        known = self.subject.identities.transparent(identity)
        if known is None or not isinstance(known.node, ast.expr):
            return self.value("global", identity, (), origin)
        with self.elsewhere(known.subject, origin):
            return self.expressions[type(known.node).__name__](self, known.node)

    @contextmanager
    def elsewhere(self, subject: Subject, origin: Origin) -> Iterator[None]:
        """Trace code of another file (or the same one) whose module level names are not ours to follow."""
        saved = (self.subject, self.names, self.activations, self.place)
        if subject is not self.subject:
            self.place = origin
            self.counter[0] += 1
            self.subject, self.names, self.activations = subject, subject.names, {0: self.counter[0]}
        try:
            yield
        finally:
            self.subject, self.names, self.activations, self.place = saved

    def _follows_value(self, owner: int, name: str) -> bool:
        """Can the variable be followed as a value, or may code elsewhere rebind it meanwhile?"""
        if owner == 0:
            return name not in self.subject.rebound_globals
        symbol: Symbol = (owner, name)
        if symbol not in self.subject.captured:
            return True
        return not self._rebound_inside(symbol)

    def _is_bound_below(self, name: str, origin: Origin) -> bool:
        """Is a name that the module's own code reads here bound only further down in the file?"""
        if self.activations.get(0) not in self.own or self.inlined or name in self.subject.rebound_globals:
            return False
        places = [
            item.start
            for item in self.names.occurrences
            if item.owner == 0 and item.name == name and item.role in BINDING_ROLES
        ]
        return bool(places) and min(places) > origin[1]

    def _rebound_inside(self, symbol: Symbol) -> bool:
        """Does an inner function rebind the variable through `nonlocal`?"""
        owner, name = symbol
        return any(
            o.owner == owner and o.name == name and o.scope != owner and o.role is Role.DECLARE_NONLOCAL
            for o in self.names.occurrences
        )

    def bind(self, owner: int, name: str, value: Value, origin: Origin) -> None:
        variable = self.variable(owner, name)
        symbol: Symbol = (owner, name)
        if owner == 0:
            identity = self.subject.identities.of_name(name)
            if variable[0] in self.own:
                stays = value.tag in ("function", "global") or (
                    value.tag == "result" and value.since is not None
                )
                lasting = (
                    stays and self.subject.is_constant_global(name) and symbol not in self.subject.plumbing
                )
                self._remember(variable, self.value("global", identity, (), origin) if lasting else value)
            # An import, or a definition that moved, only makes a name stand for what it is.
            is_itself = value.tag == "global" and value.key == identity
            if symbol not in self.subject.plumbing and not is_itself:
                self.step("store-global", name, (value,), origin, changes=[("global", identity)])
            return
        if variable[0] not in self.own:
            self.step("store-outer", variable, (value,), origin, changes=[("cell", variable)])
            return
        self._remember(variable, value)
        if symbol in self.subject.captured:
            self.trace.kept.append(value)
            self.let_go(value)
        if self.level == owner and self.in_class_body():
            if symbol not in self.subject.plumbing:
                self.step("member", name, (value,), origin)
        elif symbol in self.subject.captured and self.subject.binding_counts[symbol] > 1:
            self.step("store-cell", variable, (value,), origin, changes=[("cell", variable)])

    def in_class_body(self) -> bool:
        return isinstance(self.names.scopes[self.level].node, ast.ClassDef)

    def _remember(self, variable: Variable, value: Value) -> None:
        self.environment[variable] = value
        self.trace.bindings.setdefault(variable, []).append(self._as_captured(variable, value))
        self._watch(variable, value)

    def _as_captured(self, variable: Variable, value: Value) -> Value:
        """What inner functions see of a binding: a variable of a loop is one variable with many values."""
        symbol = (variable[1], variable[2])
        if symbol not in self.subject.captured:
            return value
        if not self.loops and not isinstance(self.names.scopes[symbol[0]].node, _COMPREHENSIONS):
            return value
        if not self.subject.is_kept_by_functions(symbol):
            return value
        return self.value("each round", None, (value,), value.origin)

    def _watch(self, variable: Variable, value: Value) -> None:
        if not self.watchers:
            return
        for block in (self.block, *(outer for outer, _ in self.enclosing)):
            if block.bound_after is None:
                block.bound_after = len(block.evaluated)
        # A handler sees the value only if control came past the step in front of it.
        held = self.value("held", None, (value,), value.origin, since=self.latest)
        for watcher in self.watchers:
            watcher.setdefault(variable, []).append(held)

    def unbind(self, owner: int, name: str, origin: Origin) -> None:
        variable = self.variable(owner, name)
        if owner == 0:
            identity = self.subject.identities.of_name(name)
            self.step("delete-global", name, (), origin, changes=[("global", identity)])
        self._remember(variable, self.value("unbound", name, (), origin))

    # Rehearsals

    def save(self) -> Saved:
        return Saved(
            dict(self.environment),
            dict(self.memory),
            dict(self.freshness),
            self.activations,
            {variable: list(values) for variable, values in self.trace.bindings.items()},
            list(self.trace.unseen),
            self.watchers,
            self.loops,
            self.guards,
            self.left,
            self.latest,
        )

    def restore(self, saved: Saved) -> None:
        self.environment, self.memory, self.freshness = saved.environment, saved.memory, saved.freshness
        self.activations, self.trace.bindings, self.trace.unseen = (
            saved.activations,
            saved.bindings,
            saved.unseen,
        )
        self.watchers, self.loops, self.guards, self.left, self.latest = (
            saved.watchers,
            saved.loops,
            saved.guards,
            saved.left,
            saved.latest,
        )

    # Control

    def within(self, block: Block, action: Callable[[], None]) -> None:
        """Run `action` so that what it does lands in `block`."""
        outer, guards = self.block, self.guards
        self.enclosing.append((outer, guards))
        self.block, self.guards = block, ()
        try:
            action()
        finally:
            self.enclosing.pop()
            self.block, self.guards = outer, guards

    def branch(
        self,
        kind: str,
        test: Value,
        origin: Origin,
        then: Callable[[], Value | None],
        otherwise: Callable[[], Value | None],
    ) -> Value | None:
        """Two ways to go on. They become a step only where something happens on one of them."""
        outcome = known_outcome(test)
        if outcome is not None:
            return then() if outcome else otherwise()
        environment, memory, was_left = dict(self.environment), dict(self.memory), self.left
        watched = noted(self.watchers)
        results: list[tuple[Block, Value | None, dict[Variable, Value], Memory, bool]] = []
        for name, action in (("then", then), ("else", otherwise)):
            self.environment, self.memory, self.left = dict(environment), dict(memory), was_left
            block = Block(name)
            given: list[Value | None] = []
            self.within(block, lambda action=action, given=given: given.append(action()))  # type: ignore[misc]
            results.append((block, given[0], self.environment, self.memory, self.left))
        (then_block, a, then_env, then_mem, then_left), (else_block, b, else_env, else_mem, else_left) = (
            results
        )
        self.memory = dict(memory)
        step: Step | None = None
        if then_block.steps or else_block.steps:
            step = Step(kind, None, (test,), origin, (then_block, else_block))
            self.block.steps.append(step)
            changed = [
                key
                for mem in (then_mem, else_mem)
                for key, (time, _) in mem.items()
                if memory.get(key, (0, None))[0] != time
            ]
            self.touch(step, changed)
        else:
            for block, outcome_of in ((then_block, True), (else_block, False)):
                for (guards, value), place in block.evaluated.items():
                    path = (*self.guards, (test, outcome_of), *guards)
                    self.block.evaluated.setdefault((path, value), place)
                self.block.called |= block.called
                self.block.further |= block.further
        self.left = then_left and else_left
        if then_left != else_left:
            self.environment = else_env if then_left else then_env
            self.guards = (*self.guards, (test, else_left))
            return b if then_left else a
        self.environment = self.merge(test, then_env, else_env, origin)
        if is_quiet(then_block) and is_quiet(else_block) and not self.left:
            for variable in take_back(self.watchers, watched):
                self._watch(variable, self.environment[variable])
        if a is not None and b is not None:
            return self.choice(test, a, b, origin)
        return a if b is None else b

    def merge(
        self, test: Value, then: dict[Variable, Value], otherwise: dict[Variable, Value], origin: Origin
    ) -> dict[Variable, Value]:
        merged = dict(otherwise)
        for variable, value in then.items():
            other = otherwise.get(variable) or self.value("unbound", variable[2], (), origin)
            merged[variable] = self.choice(test, value, other, origin)
        for variable, value in otherwise.items():
            if variable not in then:
                missing = self.value("unbound", variable[2], (), origin)
                merged[variable] = self.choice(test, missing, value, origin)
        return merged
