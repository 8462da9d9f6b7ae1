"""The value that describes the control flow of one body of code that runs on its own.

A graph is made for each root: the module, every function and lambda, every generator expression. A
class body and a list, set or dict comprehension run at once, exactly where they stand, so their
events are part of the graph around them (`hosted` names them): reads in them happen at a known time.

Events are numbered in the order in which they were built and lie in blocks. A block is a half-open
range of event numbers that run one after another; blocks are numbered so that every edge except a
BACK edge leads to a higher number. Invariants:
- an EXCEPTION edge of a block can be taken at each of its events that can raise, and such a block
  holds no BIND and no DELETE: whatever was bound when the block began is what its handler sees;
- a block without EXCEPTION edge may still leave the graph by an exception, unprotected;
- `finally` bodies, `__exit__` calls and the unbinding of `except … as` names are copied once for each
  way of leaving (falling through, exception, return, break, continue), so one node can have several
  events. Inside two nested `finally` bodies the copies are merged and the exits fan out instead.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final, NamedTuple, TypeAlias


class EventKind(IntEnum):
    """What happens at one event."""

    READ = 0
    BIND = 1
    #: The variable loses its value. `del x` is a READ (it needs a value) and then a DELETE.
    DELETE = 2
    CALL = 3
    AWAIT = 4
    YIELD = 5
    ATTRIBUTE = 6
    STORE_ATTRIBUTE = 7
    DELETE_ATTRIBUTE = 8
    SUBSCRIPT = 9
    STORE_SUBSCRIPT = 10
    DELETE_SUBSCRIPT = 11
    RAISE = 12
    #: The statement begins to leave; enclosing `finally` bodies and exits run after this event.
    RETURN = 13
    IMPORT = 14
    #: A function, lambda, generator or class object is made. A class has a CALL (of its metaclass) before.
    DEFINE = 15
    #: A truth test, or a pattern or exception match, that decides where to go.
    BRANCH = 16
    #: The next item is asked for.
    ITERATE = 17
    ENTER = 18
    EXIT = 19
    #: Anything else that may call code: operators, comparisons, iter(), unpacking, formatting, hashing.
    OPERATOR = 20
    BREAK = 21
    CONTINUE = 22


class Label(IntEnum):
    """Why control goes along an edge."""

    PLAIN = 0
    TRUE = 1
    FALSE = 2
    EXCEPTION = 3
    #: Back to the head of a loop.
    BACK = 4
    #: Out of a `finally` body, an `__exit__` or a handler, on the way that was being taken before it.
    RESUME = 5
    #: A context manager swallowed the exception.
    SWALLOW = 6


#: Kinds that cannot raise and call no code.
SILENT_KINDS: Final = frozenset(
    {
        EventKind.BIND,
        EventKind.DELETE,
        EventKind.RETURN,
        EventKind.DEFINE,
        EventKind.BREAK,
        EventKind.CONTINUE,
    }
)
#: `RAISES[kind]`: the event may leave by an exception.
RAISES: Final = tuple(kind not in SILENT_KINDS for kind in EventKind)

#: Kinds that may run code that is not in view, or leave the frame: what moving code must keep in order.
EFFECT_KINDS: Final = frozenset(
    kind for kind in EventKind if kind not in SILENT_KINDS and kind not in (EventKind.READ, EventKind.BRANCH)
)

LABEL_BITS: Final = 3
LABEL_MASK: Final = 7

#: What an event points at: a node, or a first and a last node whose hull is the interval.
Anchor: TypeAlias = ast.AST | tuple[ast.AST, ast.AST]


class ContextKind(Enum):
    """What code can stand under."""

    #: An arm of an `if` statement; `arm` says which.
    IF = "if"
    #: What follows an `if` or `assert` of which only one outcome goes on; `arm` is that outcome.
    AFTER = "after"
    #: The body, or the repeated head, of a loop; `arm` False: its `else`.
    LOOP = "loop"
    #: An operand of `and`/`or`, or a later comparison of a chain, that is evaluated only sometimes.
    SHORT_CIRCUIT = "short circuit"
    #: An arm of a conditional expression.
    CONDITIONAL = "conditional expression"
    #: Inside a comprehension or generator expression, but for its first iterable.
    COMPREHENSION = "comprehension"
    #: After a condition of a comprehension.
    COMPREHENSION_IF = "comprehension condition"
    TRY = "try"
    HANDLER = "handler"
    TRY_ELSE = "try else"
    FINALLY = "finally"
    WITH = "with"
    CASE = "case"
    CLASS = "class"
    #: Inside a function or lambda, or a value that is evaluated lazily: run at unknown times.
    FUNCTION = "function"
    LAMBDA = "lambda"
    LAZY = "lazy"


class Context(NamedTuple):
    """One link of a chain of circumstances; `parent` is the index of the next outer one, or -1."""

    parent: int
    kind: ContextKind
    node: ast.AST
    arm: bool


class EventRef(NamedTuple):
    """An event of one graph; `root` is the scope index of the graph's root."""

    root: int
    event: int


@dataclass(frozen=True, slots=True, eq=False)
class FlowGraph:
    """Control flow of one root. See the module's docstring for the invariants."""

    root: ast.AST
    kinds: Sequence[int]
    nodes: Sequence[Anchor]
    #: Events of block b: range(first[b], first[b] + size[b]).
    first: Sequence[int]
    size: Sequence[int]
    #: Packed edges of each block: target << LABEL_BITS | label.
    successors: Sequence[Sequence[int]]
    #: Whether the block can be reached from the entry, block 0.
    live: Sequence[bool]
    contexts: Sequence[Context]
    #: Index into `contexts` for each block, or -1.
    context: Sequence[int]
    #: Nodes of the scopes that run inside this graph: class bodies, eager comprehensions.
    hosted: Sequence[ast.AST]
    #: Functions, lambdas and generator expressions made here, each with its DEFINE event.
    made: Mapping[ast.AST, int]
    #: The block in which the root ends normally. It has no events.
    leave: int
    #: Of a module: the first event of each of its statements. Of anything else: nothing.
    statements: Sequence[int] = ()
    #: The code was nested too deeply to be followed; nothing is known about it.
    unseen: bool = False

    def block_of(self) -> Sequence[int]:
        """The block of each event."""
        blocks = [0] * len(self.kinds)
        for block, start in enumerate(self.first):
            for event in range(start, start + self.size[block]):
                blocks[event] = block
        return blocks

    def edges(self, block: int) -> list[tuple[int, Label]]:
        return [(packed >> LABEL_BITS, Label(packed & LABEL_MASK)) for packed in self.successors[block]]


def predecessors(graph: FlowGraph) -> list[list[int]]:
    """Packed edges into each block, from live blocks only: source << LABEL_BITS | label."""
    sources: list[list[int]] = [[] for _ in graph.first]
    live = graph.live
    for block, packed_edges in enumerate(graph.successors):
        if live[block]:
            for packed in packed_edges:
                sources[packed >> LABEL_BITS].append(block << LABEL_BITS | packed & LABEL_MASK)
    return sources
