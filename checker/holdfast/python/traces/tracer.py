"""The state of tracing one activation of code: where we are, what variables hold, what memory may hold.

This is the one mutable thing of the package and lives only while a trace is built. `variables`, `ways`,
`expressions`, `calls` and `statements` are functions over it; those that the canonical form does in its own
way are methods.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from holdfast.python.traces.contents import keys_of_contents
from holdfast.python.traces.frames import Inlined, LoopFrame
from holdfast.python.traces.interruptions import Watcher
from holdfast.python.traces.memory import ANY_CALL, Memory, MemoryKey
from holdfast.python.traces.subject import Subject
from holdfast.python.traces.values import Block, FunctionTrace, Guards, Origin, Step, Value, Variable
from holdfast.python.traces.variables import held_by
from holdfast.python.traces.ways import branch

#: Expressions that make a container which augmented assignments change in place.
_CONTAINERS = frozenset(
    {"List", "Set", "Dict", "ListComp", "SetComp", "DictComp", "list()", "set()", "dict()", "sorted()"}
)


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
        self.trace = FunctionTrace(self.block, subject=subject)
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
        #: Expressions that were traced beforehand, to their values.
        self.given: Mapping[ast.AST, Value] = {}
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
        return self.spelled_in(self.class_name, attribute)

    def spelled_in(self, class_name: str | None, attribute: str) -> str:
        attribute = self.subject.fields_behind.get(attribute, attribute)
        if class_name is None or not attribute.startswith("__") or attribute.endswith("__"):
            return attribute
        owner = class_name.lstrip("_")
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
        for part in parts:
            self.let_go(part)  # whoever has the new object has what it is made of
        made.container = (kind[0] if isinstance(kind, tuple) else kind) in _CONTAINERS
        return self.evaluate(made, origin)

    def since_contents(self, values: tuple[Value, ...]) -> Step | None:
        """The last step that may have changed what these values contain."""
        keys = [key for value in values for key in keys_of_contents(self, value, deep=True)]
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

    read_symbol = held_by

    # Control

    branch = branch

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
