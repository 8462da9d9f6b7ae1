"""The state of tracing in canonical form: what has been decided on the way here, and how much was traced."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Sequence

from holdfast.python.traces.canonical.comparisons import opposite, truth
from holdfast.python.traces.known import is_boolean
from holdfast.python.traces.memory import MemoryKey
from holdfast.python.traces.subject import Subject
from holdfast.python.traces.tracer import Language, Tracer
from holdfast.python.traces.truth import truth_by_now
from holdfast.python.traces.values import Block, Origin, Step, Value

#: Code is repeated on the ways that lead to it; a function with more than this is compared as it stands.
_MOST_STATEMENTS = 1500


class TooManyWaysError(Exception):
    """The canonical form would be far larger than the code."""


class CanonicalTracer(Tracer):
    def __init__(
        self, subject: Subject, language: Language, activations: dict[int, int], counter: list[int]
    ) -> None:
        super().__init__(subject, language, activations, counter)
        #: What is known of tests on the way to this place.
        self.decided: dict[Value, bool] = {}
        self.traced = 0
        #: At which depth each container was made that is still only ours.
        self.made_at: dict[Value, int] = {}
        #: Generators that are gone through at once, as lists.
        self.listed: dict[ast.GeneratorExp, ast.ListComp] = {}
        self.scope_of_list: dict[ast.AST, int] = {}
        #: For context managers that are being entered: tells whether a statement is the place of the body.
        self.managers: list[Callable[[ast.stmt], bool]] = []
        #: Attributes that a pattern gave a name.
        self.captured: set[Value] = set()

    def count(self) -> None:
        self.traced += 1
        if self.traced > _MOST_STATEMENTS:
            raise TooManyWaysError

    def body_of(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Sequence[ast.stmt]:
        """A function that comes to its end returns None there: that may stand in each of its last branches."""
        last = function.body[-1]
        end = ast.Return(value=None)
        end.lineno = end.end_lineno = last.end_lineno or last.lineno
        end.col_offset = end.end_col_offset = last.end_col_offset or 0
        return [*function.body, end]

    def read_symbol(self, owner: int, name: str, origin: Origin) -> Value:
        value = super().read_symbol(owner, name, origin)
        if value in self.captured:
            self.evaluate(self.value("attribute", value.key, value.parts, origin), origin)
        return value

    def memory_of_attribute(self, base: Value, name: str) -> list[MemoryKey]:
        """An attribute that initialisers alone assign stays, whoever is called with the object."""
        if self.subject.identities.stays(name):
            return [("attribute", self.spelled(name)), ("attribute",)]
        return super().memory_of_attribute(base, name)

    def choice(self, test: Value, then: Value, otherwise: Value, origin: Origin) -> Value:
        test, positive = truth(self, test)
        if not positive:
            then, otherwise = otherwise, then
        if then is otherwise:
            return then
        known = self.outcome(test)
        if known is not None:
            return then if known else otherwise
        if test.tag == "choice":
            inner, yes, no = test.parts
            return self.choice(
                inner,
                self.choice(yes, then, otherwise, origin),
                self.choice(no, then, otherwise, origin),
                origin,
            )
        if is_boolean(test):
            then = self.constant(True, origin) if then is test else then
            otherwise = self.constant(False, origin) if otherwise is test else otherwise
        if _is_constant(then, True) and _is_constant(otherwise, False):
            return as_boolean(self, test)
        if _is_constant(then, False) and _is_constant(otherwise, True):
            return opposite(self, as_boolean(self, test))
        return super().choice(test, then, otherwise, origin)

    def fresh(
        self,
        kind: Hashable,
        parts: tuple[Value, ...],
        origin: Origin,
        *,
        looks_into: tuple[Value, ...] = (),
        since: Step | None = None,
    ) -> Value:
        is_display = isinstance(kind, tuple) and not looks_into and _can_be_made(str(kind[0]), parts)
        was_quiet, self.quiet = self.quiet, self.quiet or is_display  # nothing can go wrong
        value = super().fresh(kind, parts, origin, looks_into=looks_into, since=since)
        self.quiet = was_quiet
        self.made_at[value] = self.depth
        return value

    def outcome(self, test: Value) -> bool | None:
        """What the test gives, where that is known by now."""
        if test.tag == "const" and isinstance(test.key, tuple):
            kind, text = test.key
            if kind in ("bool", "NoneType", "int", "str"):
                return text not in ("False", "None", "0", "''")
        return self.decided.get(test)

    def by_ways(self, test: Value) -> Value:
        """The test, with what it comes to on each way that led here where that is told apart."""
        return test

    def ask(self, test: Value) -> None:
        """A test whose outcome is not known is about to be asked."""

    def finish(self, node: ast.stmt, value: Value) -> None:
        """The function at hand returns the value."""
        from holdfast.python.traces.canonical.statements import finish

        finish(self, node, value)

    def branch(
        self,
        kind: str,
        test: Value,
        origin: Origin,
        then: Callable[[], Value | None],
        otherwise: Callable[[], Value | None],
    ) -> Value | None:
        counts: list[dict[Hashable, int]] = []
        before = dict(self.freshness)

        def on(outcome: bool, action: Callable[[], Value | None]) -> Callable[[], Value | None]:
            def decided() -> Value | None:
                # On two ways of which one is taken, objects are counted from the same number.
                self.freshness = dict(before)
                known = self.decided
                self.decided = {**known, test: outcome}
                try:
                    return action()
                finally:
                    self.decided = known
                    counts.append(self.freshness)

            return decided

        value = super().branch(kind, test, origin, on(True, then), on(False, otherwise))
        self.freshness = {
            key: max(count.get(key, 0) for count in counts)
            for key in {key for count in counts for key in count}
        }
        self._join_returns(test, origin)
        return value

    def _join_returns(self, test: Value, origin: Origin) -> None:
        """`return True` and `return False` behind a test are one `return` of the test."""
        step = self.block.steps[-1] if self.block.steps else None
        if step is None or step.kind != "if" or step.args != (test,) or len(step.blocks) != 2:
            return
        returned = [_returned(block) for block in step.blocks]
        if returned[0] is None or returned[1] is None:
            return
        if _is_constant(returned[0], True) and _is_constant(returned[1], False):
            value = as_boolean(self, test)
        elif _is_constant(returned[0], False) and _is_constant(returned[1], True):
            value = opposite(self, as_boolean(self, test))
        else:
            return
        joined = Step("return", None, (value,), origin)
        self.block.steps[-1] = joined
        self.latest = joined


def _can_be_made(display: str, parts: tuple[Value, ...]) -> bool:
    """Is this a list, or a dictionary or set whose keys can surely be hashed?"""
    keys = parts[::2] if display == "Dict" else parts
    return display == "List" or (display in ("Dict", "Set") and all(key.immutable for key in keys))


_LEAVING = frozenset({"return", "raise", "break", "continue"})


def in_tree_form(block: Block) -> None:
    """What follows a branch that leaves stands on the other way, also where an entered function had the branch."""
    for position, step in enumerate(block.steps):
        if step.kind == "if" and len(step.blocks) == 2:
            first, second = step.blocks
            rest = block.steps[position + 1 :]
            if rest and _leaves(first) != _leaves(second):
                (second if _leaves(first) else first).steps.extend(rest)
                del block.steps[position + 1 :]
                break
    for step in block.steps:
        for inner in step.blocks:
            in_tree_form(inner)


def _leaves(block: Block) -> bool:
    last = block.steps[-1] if block.steps else None
    if last is not None and last.kind == "if":
        return all(map(_leaves, last.blocks))
    return last is not None and last.kind in _LEAVING


def lift_evaluated(block: Block) -> None:
    """What is evaluated behind a test stands with the test, in the block around: a variable may have held it."""
    for step in block.steps:
        for inner in step.blocks:
            lift_evaluated(inner)
        if step.kind == "if" and len(step.args) == 1:
            for outcome, inner in zip((True, False), step.blocks, strict=False):
                for (guards, value), place in inner.evaluated.items():
                    block.evaluated.setdefault((((step.args[0], outcome), *guards), value), place)
                block.called |= inner.called
                inner.evaluated.clear()


def _returned(block: Block) -> Value | None:
    """What a block returns that does nothing else."""
    if len(block.steps) != 1 or block.evaluated or block.steps[0].kind != "return":
        return None
    return block.steps[0].args[0]


def as_boolean(t: Tracer, value: Value) -> Value:
    return value if is_boolean(value) else truth_by_now(t, value)


def _is_constant(value: Value, constant: bool) -> bool:
    return value.tag == "const" and value.key == ("bool", repr(constant))
