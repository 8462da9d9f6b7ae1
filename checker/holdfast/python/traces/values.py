"""Values, steps and blocks: what a trace is made of.

A value is known by how it comes about: its tag, a key, the values it is made of, and, for values that
are read from memory, the last step that could have changed that memory (`since`). Values of one trace
are interned, so within a trace equal values are the same object; across traces `compare` pairs them.
"""

from __future__ import annotations

from collections.abc import Hashable, MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holdfast.python.traces.subject import Subject

#: Offsets (start, end) of the code that a value or step comes from, in its own file's text.
Origin = tuple[int, int]

#: A variable of one activation: (activation, owner scope, name).
Variable = tuple[int, int, str]


@dataclass(slots=True, eq=False)
class Value:
    """One value of a trace.

    Tags: const, builtin, global, nobody, unbound, parameter, result (of a step), attribute, item, op,
    fresh (a new object each time), tuple, choice (test, then, else), carried (by a loop), left (after a
    loop), interrupted (in a handler), held (by a variable until interrupted), resumed (after a try),
    iteration, entered (with), bound (match), outer (a variable of an enclosing function), function, class,
    opaque.
    """

    tag: str
    key: Hashable
    parts: tuple[Value, ...]
    since: Step | None
    origin: Origin
    #: A value that cannot change between two evaluations: numbers, strings, results of arithmetic.
    immutable: bool = False
    #: A list, set or dictionary: an augmented assignment changes it in place.
    container: bool = False
    #: The type that an annotation promises, where it is one of numbers, texts and truth values.
    type: str = ""

    def __repr__(self) -> str:
        inner = ", ".join(map(repr, self.parts))
        return f"{self.tag}{'' if self.key is None else ':' + str(self.key)}({inner})"


@dataclass(slots=True, eq=False)
class Step:
    """Something that happens: it has effects, or it decides what happens."""

    kind: str
    key: Hashable
    args: tuple[Value, ...]
    origin: Origin
    blocks: tuple[Block, ...] = ()
    #: For loops: what each variable that the loop carries has before the first and after each round.
    initial: dict[Value, Value] = field(default_factory=dict)
    update: dict[Value, Value] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.key} {self.args}{' …' if self.blocks else ''}>"


#: The decisions under which a value is looked at within a block: (test, outcome) pairs.
Guards = tuple[tuple[Value, bool], ...]


@dataclass(slots=True, eq=False)
class Block:
    """Steps that happen one after another, and what is evaluated on the way and may raise."""

    name: str
    steps: list[Step] = field(default_factory=list)
    evaluated: dict[tuple[Guards, Value], Origin] = field(default_factory=dict)
    #: Methods that were looked up to be called.
    called: set[Value] = field(default_factory=set)
    #: Objects of which an attribute was read here in any case, so that they have attributes.
    asked: set[Value] = field(default_factory=set)
    #: Attributes of objects that had been asked for another one before.
    further: set[Value] = field(default_factory=set)
    #: How much had been evaluated when a variable was first bound, here or in a block inside; None before.
    bound_after: int | None = None


@dataclass(slots=True, eq=False)
class FunctionTrace:
    """The trace of one function, lambda, class body or module."""

    block: Block
    #: Every value that each variable of this activation is ever bound to, in order.
    bindings: dict[Variable, list[Value]] = field(default_factory=dict)
    #: Kind, name and value of each parameter, in order.
    parameters: list[tuple[str, str, Value]] = field(default_factory=list)
    #: Names that were read dynamically (locals(), eval, exec): the trace cannot vouch for itself.
    unseen: list[tuple[str, Origin]] = field(default_factory=list)
    #: What variables that inner functions see are bound to.
    kept: list[Value] = field(default_factory=list)
    #: What the variables of the functions around this one are bound to, the innermost first.
    around: list[MutableMapping[Variable, list[Value]]] = field(default_factory=list)
    #: The file that the code stands in.
    subject: Subject | None = None
