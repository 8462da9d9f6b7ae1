"""The state of tracing in unfolded form: the way that led here, and what was returned on it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from holdfast.python.traces.canonical.inner_statements import InnerStatement
from holdfast.python.traces.canonical.tracer import CanonicalTracer, TooManyWaysError
from holdfast.python.traces.frames import Inlined
from holdfast.python.traces.memory import MemoryKey
from holdfast.python.traces.subject import FunctionNode, Subject
from holdfast.python.traces.tracer import Language
from holdfast.python.traces.unfolded.places import AskedAgainError, Enclosure, Path, Place, ended, place_of
from holdfast.python.traces.unfolded.tests import by_ways, is_known, parts_after, with_part
from holdfast.python.traces.values import Block, Origin, Step, Value, Variable


class Shelter(NamedTuple):
    """What is around a place in its function, and in the round of its loop."""

    #: A trial or a manager: control does not leave the function, or the round, from here.
    encloses: bool = False
    #: One of them is a trial.
    tries: bool = False
    #: A handler.
    handles: bool = False
    #: Where something is returned, the loop is broken off, and control returns behind it.
    breaks_off: bool = False


GoOn = Callable[[Value], None]

#: Blocks out of which no code can be moved, and into which none can be taken.
_ENCLOSING = frozenset(
    {"body", "rehearsal", "each", "test", "try", "with", "finally", "class body", "comprehension"}
)
_LOOKING_AT_EXCEPTIONS = ("exc_info", "print_exc", "format_exc")
_ROUNDS = frozenset({"body", "rehearsal"})


class UnfoldedTracer(CanonicalTracer):
    def __init__(
        self,
        subject: Subject,
        language: Language,
        activations: dict[int, int],
        counter: list[int],
        pushed: frozenset[Place],
    ) -> None:
        super().__init__(subject, language, activations, counter)
        #: Places behind which code is traced on each way through them.
        self.pushed = pushed
        self.path: Path = ()
        #: The path on which each test was asked that became a step, and each loop and trial was traced.
        self.asked: dict[Value, Path] = {}
        self.made_by: dict[Step, Path] = {}
        #: Control has left the list of statements, to go on behind what encloses it.
        self.returned = False
        self.shelter = Shelter()
        #: Code behind a trial is traced in one of its handlers.
        self.is_handled = False
        #: What the caller does with what the function returns that is about to be entered.
        self.waiting: GoOn | None = None

    # Functions

    def body_of(self, function: FunctionNode) -> Sequence[ast.stmt]:
        body = super().body_of(function)
        if not self.inlined:
            return body
        frame = self.inlined[-1]
        frame.go_on, self.waiting = self.waiting, None
        return [InnerStatement(lambda: self._run(function, body, frame))]

    def _run(self, function: FunctionNode, body: Sequence[ast.stmt], frame: Inlined) -> None:
        with self.at(place_of(self.subject, function)), self.under(Shelter()):
            self.run_statements(self, body)
        self.come_out()
        if frame.go_on is None and not frame.tail and not self.left:
            frame.value, frame.returned = self.environment.get(self.slot("return")), True

    def slot(self, kind: str) -> Variable:
        """What says that control is on a way out of the function at hand or its loop, and with which result."""
        scope = self.names.scope_of_node[self.inlined[-1].node] if self.inlined else self.level
        return (self.activations[scope], scope, kind)

    def is_own(self) -> bool:
        """Does what is returned here return from the function that is traced?"""
        return not self.inlined or self.inlined[-1].tail

    def finish(self, node: ast.stmt, value: Value) -> None:
        from holdfast.python.traces.unfolded.exits import finish

        finish(self, node, value)

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
        if self.is_handled and looks_at_exception(kind, key, args):
            raise TooManyWaysError
        return super().step(kind, key, args, origin, changes=changes, blocks=blocks)

    # Ways

    def come_out(self) -> None:
        """At the end of what encloses it, control that left a list of statements goes on."""
        if self.returned:
            self.left = self.returned = False

    def wait(self) -> None:
        """Control leaves the list of statements, and goes on behind what encloses it."""
        self.left = self.returned = True

    @contextmanager
    def at(self, place: Place | Enclosure) -> Iterator[None]:
        path, self.path = self.path, (*self.path, place)
        try:
            yield
        finally:
            self.path = path

    @contextmanager
    def under(self, shelter: Shelter) -> Iterator[None]:
        outer, self.shelter = self.shelter, shelter
        try:
            yield
        finally:
            self.shelter = outer

    @contextmanager
    def enclosed(self, *, tries: bool = False) -> Iterator[None]:
        around = self.shelter
        with self.under(around._replace(encloses=True, tries=around.tries or tries)), self.at(Enclosure()):
            yield
        self.come_out()

    def within(self, block: Block, action: Callable[[], None]) -> None:
        if block.name not in _ENCLOSING:
            super().within(block, action)
            return
        around = self.shelter
        if block.name in _ROUNDS:
            around = around._replace(encloses=False, tries=False)

        def inside() -> None:
            with self.at(Enclosure()), self.under(around):
                action()
            self.come_out()

        super().within(block, inside)

    def read_symbol(self, owner: int, name: str, origin: Origin) -> Value:
        value = super().read_symbol(owner, name, origin)
        while value.tag == "choice" and value.parts[0] in self.decided:
            value = value.parts[1 if self.decided[value.parts[0]] else 2]
        return value

    # Tests

    def by_ways(self, test: Value) -> Value:
        return by_ways(self, test)

    def ask(self, test: Value) -> None:
        asked = [self.asked[test]] if test in self.asked else []
        if test.key == "broken off" and test.since in self.made_by:
            asked.append(self.made_by[test.since])
        for value in parts_after(test):
            path = self.made_by.get(value.since) if value.since is not None else None
            if path is not None and all(map(is_known, _ways(self, test, value))):
                asked.append(path)
        for path in asked:
            places = ended(path, self.path)
            if places and not places <= self.pushed:
                raise AskedAgainError(places)

    def branch(
        self,
        kind: str,
        test: Value,
        origin: Origin,
        then: Callable[[], Value | None],
        otherwise: Callable[[], Value | None],
    ) -> Value | None:
        before, found, is_handled = self.asked, [self.asked], self.is_handled

        def on(action: Callable[[], Value | None]) -> Callable[[], Value | None]:
            def way() -> Value | None:
                self.asked, self.is_handled = dict(before), is_handled
                value = action()
                found.append(self.asked)
                return value

            return way

        value = super().branch(kind, test, origin, on(then), on(otherwise))
        self.is_handled = is_handled
        self.asked = {asked: path for each in found for asked, path in each.items()}
        step = self.block.steps[-1] if self.block.steps else None
        if step is not None and step.kind == kind and step.blocks and step.args[0] is test:
            self.asked[test] = self.path
        return value


def looks_at_exception(kind: str, key: Hashable, args: tuple[Value, ...]) -> bool:
    """Is it told by where it stands which exception a step is about?"""
    if kind == "raise":
        return not args
    if not kind.startswith("call"):
        return False
    names = [str(part) for part in key] if isinstance(key, tuple) else [str(key)]
    return "exception" in names or any(word in name for name in names for word in _LOOKING_AT_EXCEPTIONS)


def _ways(t: UnfoldedTracer, test: Value, value: Value) -> Iterator[Value]:
    """The test for each of the values that variables hold after a loop or a trial."""
    for part in value.parts:
        yield by_ways(t, part if test is value else with_part(t, test, value, part))
