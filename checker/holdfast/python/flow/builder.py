"""The growing graph: events, blocks, edges, contexts, and the frames that jumps have to pass.

Knows nothing about syntax: the modules that do drive it, and it carries the two tables by which a node
finds the function that serves it. Mutable, with one
owner: the construction of one graph. Blocks get provisional numbers when they are named and their
final ones, in the order in which they begin, when the graph is finished; every block begins after
all blocks that lead to it except for loop heads, which makes that order topological.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, Final

from holdfast.python.flow.graph import (
    LABEL_BITS,
    LABEL_MASK,
    RAISES,
    Anchor,
    Context,
    ContextKind,
    EventKind,
    FlowGraph,
    Label,
)

PLAIN: Final = int(Label.PLAIN)
EXCEPTION: Final = int(Label.EXCEPTION)
BACK: Final = int(Label.BACK)
RESUME: Final = int(Label.RESUME)


class Way(Enum):
    """A way of leaving a protected body."""

    FALL = "fall"
    EXCEPTION = "exception"
    RETURN = "return"
    BREAK = "break"
    CONTINUE = "continue"


class Loop:
    """A loop around the code under construction: where `break` and `continue` go."""

    __slots__ = ("after", "head")

    def __init__(self, head: int, after: int) -> None:
        self.head = head
        self.after = after


class Cleanup:
    """Code that runs however the body is left; `pending` holds the first block of each copy of it.

    `entry` is the empty block before the body.
    """

    __slots__ = ("entry", "outer_handler", "pending")

    def __init__(self, entry: int, exceptional: int, outer_handler: int) -> None:
        self.entry = entry
        self.pending: dict[Way, int] = {Way.EXCEPTION: exceptional}
        self.outer_handler = outer_handler


class Builder:
    """See the module's docstring. `handler` is the block that an exception goes to now, or -1."""

    __slots__ = (
        "block_context",
        "context",
        "contexts",
        "current",
        "ends",
        "expressions",
        "finally_depth",
        "firsts",
        "frames",
        "handler",
        "hosted",
        "in_function",
        "kinds",
        "lazy_annotations",
        "leave",
        "live",
        "made",
        "nodes",
        "order",
        "statements",
        "successors",
    )

    def __init__(
        self,
        statements: Mapping[type, Callable[[Builder, Any], None]],
        expressions: Mapping[type, Callable[[Builder, Any], None]],
        *,
        in_function: bool,
        lazy_annotations: bool,
    ) -> None:
        self.statements = statements
        self.expressions = expressions
        self.kinds: list[int] = []
        self.nodes: list[Anchor] = []
        self.firsts: list[int] = []
        self.ends: list[int] = []
        self.successors: list[list[int]] = []
        self.live: list[bool] = []
        self.block_context: list[int] = []
        self.order: list[int] = []
        self.contexts: list[Context] = []
        self.context = -1
        self.frames: list[Loop | Cleanup] = []
        self.handler = -1
        self.finally_depth = 0
        self.hosted: list[ast.AST] = []
        self.made: dict[ast.AST, int] = {}
        self.in_function = in_function
        self.lazy_annotations = lazy_annotations
        self.leave = self.block()
        self.current = self.block()
        self.live[self.current] = True
        self._open(self.current)

    # Events

    def emit(self, kind: int, node: Anchor) -> None:
        self.kinds.append(kind)
        self.nodes.append(node)

    def bind(self, node: Anchor, kind: int = int(EventKind.BIND)) -> None:
        """A BIND or DELETE, in a block of its own where exceptions are caught (see the invariants)."""
        if self.handler < 0:
            self.kinds.append(kind)
            self.nodes.append(node)
            return
        if len(self.kinds) > self.firsts[self.current]:
            self.step()
        self.kinds.append(kind)
        self.nodes.append(node)
        self.step()

    def make(self, node: ast.AST) -> None:
        """The DEFINE event of something whose body is a graph of its own."""
        self.made.setdefault(node, len(self.kinds))
        self.emit(EventKind.DEFINE, node)

    # Blocks and edges

    def block(self) -> int:
        """Name a block that begins later."""
        number = len(self.firsts)
        self.firsts.append(-1)
        self.ends.append(-1)
        self.successors.append([])
        self.live.append(False)
        self.block_context.append(-1)
        return number

    def edge(self, source: int, target: int, label: int) -> None:
        self.successors[source].append(target << LABEL_BITS | label)
        if self.live[source]:
            self.live[target] = True

    def go(self, target: int, label: int = PLAIN) -> None:
        """An edge from the current block. The block stays current: a caller begins the next one."""
        self.edge(self.current, target, label)

    def begin(self, block: int) -> None:
        self._close()
        self._open(block)

    def step(self) -> None:
        """End the current block and go on in a new one."""
        following = self.block()
        self.go(following)
        self.begin(following)

    def join(self, block: int) -> None:
        """Fall from the current block into `block`."""
        self.go(block)
        self.begin(block)

    def _open(self, block: int) -> None:
        self.current = block
        self.firsts[block] = len(self.kinds)
        self.block_context[block] = self.context
        self.order.append(block)

    def _close(self) -> None:
        current = self.current
        self.ends[current] = len(self.kinds)
        if self.handler >= 0:
            for kind in self.kinds[self.firsts[current] :]:
                if RAISES[kind]:
                    self.edge(current, self.handler, EXCEPTION)
                    return

    # Contexts

    def under(self, kind: ContextKind, node: ast.AST, arm: bool = True) -> int:
        """Enter a context; the blocks begun from now on stand under it. Returns the context to restore."""
        outer = self.context
        self.context = len(self.contexts)
        self.contexts.append(Context(outer, kind, node, arm))
        return outer

    def suite(self, statements: Sequence[ast.stmt]) -> None:
        """Statements one after another; contexts that one of them leaves behind end with the suite."""
        outer = self.context
        table = self.statements
        for statement in statements:
            table[type(statement)](self, statement)
        self.context = outer

    # Jumps and protected bodies

    def jump(self, way: Way) -> None:
        """Leave the current block by `return`, `break` or `continue`; what follows it is dead."""
        self.resume(way, PLAIN)
        self.begin(self.block())

    def resume(self, way: Way, label: int) -> None:
        """An edge towards where `way` leads: the nearest cleanup, or the target itself."""
        for frame in reversed(self.frames):
            if isinstance(frame, Cleanup):
                target = frame.pending.get(way)
                if target is None:
                    target = frame.pending[way] = self.block()
                self.go(target, label)
                return
            if way is Way.BREAK:
                self.go(frame.after, label)
                return
            if way is Way.CONTINUE:
                self.go(frame.head, int(Label.BACK))
                return
        self.go(self.leave, label)

    def protect(self) -> Cleanup:
        """Begin a body that has a cleanup."""
        self.step()
        cleanup = Cleanup(self.current, self.block(), self.handler)
        self.step()
        self.handler = cleanup.pending[Way.EXCEPTION]
        self.frames.append(cleanup)
        return cleanup

    def release(self, cleanup: Cleanup, copy: Callable[[Way, int], None], *, merged: bool = False) -> None:
        """End a protected body: build its cleanup for each way it is left. Falling through goes on.

        `copy(way, after)` emits one copy. An exception that is on its way out goes on to the outer
        handler after it; a `with` that may swallow adds its own edge to the block `after`.
        """
        self.interruptible(cleanup.entry, cleanup.pending[Way.EXCEPTION])
        fall = self.block()
        self.join(fall)
        self.handler = cleanup.outer_handler
        self.frames.pop()
        after = self.block()
        ways = [way for way, block in cleanup.pending.items() if self.live[block]]
        if merged:
            once = self.block()
            self.go(once)
            for block in cleanup.pending.values():
                self.begin(block)
                self.go(once)
            self.begin(once)
            copy(Way.FALL, after)
            for way in (Way.FALL, *ways):
                self._continue(way, after)
        else:
            copy(Way.FALL, after)
            self.go(after)
            for way, block in cleanup.pending.items():
                self.begin(block)
                if way in ways:
                    copy(way, after)
                    self._continue(way, after)
        self.begin(after)

    def interruptible(self, entry: int, handler: int) -> None:
        """Let a body in which nothing can raise be interrupted all the same, before it or after it.

        `entry` is the empty block before the body. Without this, the handler of an endless loop
        that only a signal can end would count as dead code.
        """
        if not self.live[handler]:
            self.edge(entry, handler, EXCEPTION)
            self.step()
            self.go(handler, EXCEPTION)
            self.step()

    def _continue(self, way: Way, after: int) -> None:
        if way is Way.FALL:
            self.go(after)
        elif way is Way.EXCEPTION:
            self.throw()
        else:
            self.resume(way, RESUME)

    def throw(self) -> None:
        """An exception that is already on its way goes on to the handler, if there is one."""
        if self.handler >= 0:
            self.go(self.handler, RESUME)

    def finish(self, root: ast.AST) -> FlowGraph:
        """Fall off the end, drop blocks that hold nothing and number the others in order of beginning."""
        self.join(self.leave)
        self._close()
        passed = self._passed()
        order = [block for block in self.order if block not in passed]
        number = {block: position for position, block in enumerate(order)}
        return FlowGraph(
            root=root,
            kinds=self.kinds,
            nodes=self.nodes,
            first=[self.firsts[block] for block in order],
            size=[self.ends[block] - self.firsts[block] for block in order],
            successors=[self._edges(block, passed, number) for block in order],
            live=[self.live[block] for block in order],
            contexts=self.contexts,
            context=[self.block_context[block] for block in order],
            hosted=self.hosted,
            made=self.made,
            leave=number[self.leave],
        )

    def _passed(self) -> dict[int, int]:
        """Blocks without events and with one way out, each with the packed edge that replaces it.

        Two labels do not fit on one edge: a block whose way out has a label stays where one of its
        ways in has one too. Heads of loops stay: a loop of nothing else must not vanish.
        """
        heads = {
            edge >> LABEL_BITS for edges in self.successors for edge in edges if edge & LABEL_MASK == BACK
        }
        labelled = {edge >> LABEL_BITS for edges in self.successors for edge in edges if edge & LABEL_MASK}
        passed: dict[int, int] = {}
        # The first block is the entry and stays too.
        for block in reversed(self.order[1:]):
            edges = self.successors[block]
            if self.ends[block] == self.firsts[block] and len(edges) == 1 and block not in heads:
                packed = edges[0]
                beyond = passed.get(packed >> LABEL_BITS)
                if beyond is not None:
                    packed = beyond | packed & LABEL_MASK
                if not packed & LABEL_MASK or block not in labelled:
                    passed[block] = packed
        return passed

    def _edges(self, block: int, passed: dict[int, int], number: dict[int, int]) -> list[int]:
        edges: list[int] = []
        for packed in self.successors[block]:
            beyond = passed.get(packed >> LABEL_BITS)
            if beyond is not None:
                packed = beyond | packed & LABEL_MASK
            edges.append(number[packed >> LABEL_BITS] << LABEL_BITS | packed & LABEL_MASK)
        return edges
