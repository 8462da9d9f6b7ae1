"""Judge the flow model by running programs.

Random and hand-written programs are compiled from the very tree that was analysed and run while each
instruction is recorded. Every pair of a binding and a read of a followed variable that happens must be a
D edge; every read that finds no value must be called possibly unbound; and in every frame each recorded
event must be able to follow the one before it directly, with no other recordable event between: the
order of evaluation is judged exactly, not just up to reachability. Run as a module: prints one line,
exits 1 when anything is missed.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field

from holdfast.python.flow.file_flow import FileFlow, Variable
from holdfast.python.flow.graph import EventKind, EventRef
from holdfast.python.flow.reaching import Boundness
from holdfast.python.names import analyse
from holdfast.python.names.table import MODULE_SCOPE, Role, ScopeKind
from holdfast.python.tree import parse
from judges.instruction_events import NOTHING, EventIndex, Meaning
from judges.opcode_trace import FILE, Executed, run_traced, runs_inside
from judges.random_programs import random_program
from judges.written_programs import PROGRAMS

RUNS = 4
WRITTEN_RUNS = 40


@dataclass(slots=True)
class Judgement:
    """What was seen in all runs of one program, and what the model missed."""

    pairs: set[tuple[int, int]] = field(default_factory=set)
    steps: set[tuple[EventRef, EventRef]] = field(default_factory=set)
    reads: set[int] = field(default_factory=set)
    #: Pairs and steps that the model allows for the reads and events that were seen.
    known_pairs: int = 0
    known_steps: int = 0
    #: Pairs that a model without control flow would allow.
    unordered_pairs: int = 0
    misses: list[str] = field(default_factory=list)


class Judge:
    """Compares the runs of one program with its model."""

    def __init__(self, text: str) -> None:
        self.text = text
        tree = parse(text, sys.version_info[:2])
        if tree.error is not None:
            raise ValueError(f"a judged program must be whole: {tree.error.message}")
        self.flow = FileFlow(tree, analyse(tree))
        self.index = EventIndex(self.flow)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.code = compile(tree.module, FILE, "exec", dont_inherit=True)
        self.found = Judgement()
        self._meanings: dict[object, dict[int, Meaning]] = {}
        self._next: dict[EventRef, frozenset[EventRef]] = {}
        self._ends: set[EventRef] = set()

    def run(self, seed: int) -> None:
        for log in run_traced(self.code, seed):
            self._frame(log)

    def finish(self) -> Judgement:
        found, flow = self.found, self.flow
        found.known_pairs = sum(len(flow.facts(read).bindings) for read in found.reads)
        found.known_steps = sum(len(self._following(ref)) for ref in {first for first, _ in found.steps})
        occurrences = flow.table.occurrences
        variables = [Variable(occurrences[read].owner, occurrences[read].name) for read in found.reads]
        found.unordered_pairs = sum(len(flow.bindings(variable)) for variable in variables)
        return found

    def _frame(self, log: list[Executed]) -> None:
        meanings = [self._meaning(step) for step in log]
        roots = [meaning.events[0].root for meaning in meanings if meaning.events]
        if not roots:
            return
        values = self._parameters(roots[0])
        possible: frozenset[EventRef] = self._entries(roots[0])
        previous = "the beginning"
        before: frozenset[EventRef] = frozenset()
        for step, meaning in zip(log, meanings, strict=True):
            if step.offset < 0:
                self._clear(values, step)
                continue
            if meaning.variable == "return":
                if not runs_inside(step.code) and before and not any(self._may_end(ref) for ref in before):
                    self._miss(f"the end cannot follow {previous}")
                continue
            if meaning.unmapped:
                self._miss(f"no event for {meaning.unmapped}")
            if meaning.variable:
                self._variable(values, meaning, step)
            if meaning.events and meaning.events[0] in self.index.keyed:
                matched = possible.intersection(meaning.events)
                if not matched:
                    self._miss(f"{self._show(meaning.events[0])} cannot follow {previous}")
                    matched = frozenset(meaning.events)
                if len(before) == len(matched) == 1:
                    self.found.steps.add((*before, *matched))  # type: ignore[arg-type]
                before = matched
                previous = self._show(meaning.events[0])
                possible = frozenset().union(*(self._following(ref) for ref in matched))

    def _meaning(self, step: Executed) -> Meaning:
        known = self._meanings.get(step.code)
        if known is None:
            known = self._meanings[step.code] = self.index.meanings(step.code)
        return known.get(step.offset, NOTHING)

    def _parameters(self, root: int) -> dict[Variable, int]:
        occurrences = self.flow.table.occurrences
        return {
            Variable(root, found.name): number
            for number, found in enumerate(occurrences)
            if found.role is Role.PARAMETER and found.owner == root
        }

    def _clear(self, values: dict[Variable, int], step: Executed) -> None:
        """A class body begins anew: what it bound the last time is another class's."""
        scopes = self.flow.table.scopes
        for variable in list(values):
            scope = scopes[variable.owner]
            if scope.kind is ScopeKind.CLASS and scope.name == step.code.co_name:
                del values[variable]

    def _variable(self, values: dict[Variable, int], meaning: Meaning, step: Executed) -> None:
        if meaning.occurrence < 0:
            # The end of a handler unbinds its name in the scope that the handler stands in.
            if meaning.variable == "delete":
                scopes = self.flow.table.scopes
                in_class = runs_inside(step.code)
                for variable in [found for found in values if found.name == meaning.name]:
                    scope = scopes[variable.owner]
                    if (scope.kind is ScopeKind.CLASS and scope.name == step.code.co_name) == in_class:
                        del values[variable]
            return
        occurrence = self.flow.table.occurrences[meaning.occurrence]
        variable = Variable(occurrence.owner, occurrence.name)
        if meaning.variable == "bind":
            # Alternatives of a pattern bind the same name on one line; any of them may have.
            values[variable] = meaning.occurrence if len(self._places(meaning)) == 1 else -1
            return
        if self.flow.followed(meaning.occurrence):
            self._read(values, variable, meaning.occurrence)
        if meaning.variable == "delete":
            values.pop(variable, None)

    def _places(self, meaning: Meaning) -> set[int]:
        return {self.flow.occurrence(ref) for ref in meaning.events}

    def _read(self, values: dict[Variable, int], variable: Variable, read: int) -> None:
        facts = self.flow.facts(read)
        self.found.reads.add(read)
        value = values.get(variable)
        if value is None and self.flow.table.scopes[variable.owner].kind is ScopeKind.CLASS:
            value = values.get(Variable(MODULE_SCOPE, variable.name))
            if value is None and facts.bindings:
                return
        if value is None:
            if facts.boundness not in (Boundness.POSSIBLY_UNBOUND, Boundness.NEVER_BOUND):
                self._miss(f"{self._token(read)} found no value but is called {facts.boundness.value}")
        elif value >= 0:
            self.found.pairs.add((value, read))
            if value not in facts.bindings:
                self._miss(f"{self._token(value)} reached {self._token(read)}")

    def _entries(self, root: int) -> frozenset[EventRef]:
        found: set[EventRef] = set()
        for event in self.flow.order(root).entries:
            ref = EventRef(root, event)
            found |= {ref} if ref in self.index.keyed else self._following(ref)
        return frozenset(found)

    def _may_end(self, ref: EventRef) -> bool:
        """Whether the root can end normally after an event, with no recordable event between."""
        self._following(ref)
        return ref in self._ends

    def _following(self, ref: EventRef) -> frozenset[EventRef]:
        """The recordable events that can come next, past events that leave no record."""
        known = self._next.get(ref)
        if known is not None:
            return known
        order = self.flow.order(ref.root)
        found: set[EventRef] = set()
        seen = {ref.event}
        pending = [ref.event]
        while pending:
            for event, _ in order.after[pending.pop()]:
                step = EventRef(ref.root, event)
                if event == order.end:
                    self._ends.add(ref)
                elif step in self.index.keyed:
                    found.add(step)
                elif event not in seen:
                    seen.add(event)
                    pending.append(event)
        self._next[ref] = frozenset(found)
        return self._next[ref]

    def _miss(self, message: str) -> None:
        if message not in self.found.misses:
            self.found.misses.append(message)

    def _show(self, ref: EventRef) -> str:
        start, end = self.flow.place(ref)
        kind = EventKind(self.flow.graph(ref.root).kinds[ref.event]).name
        line = self.text.count("\n", 0, start) + 1
        return f"{kind} `{self.text[start:end].splitlines()[0]}` in line {line}"

    def _token(self, number: int) -> str:
        found = self.flow.table.occurrences[number]
        return f"`{found.name}` in line {self.text.count(chr(10), 0, found.start) + 1}"


def judge_program(text: str, runs: int = RUNS) -> Judgement:
    """Run a program a few times and compare."""
    judge = Judge(text)
    for seed in range(runs):
        judge.run(seed)
    return judge.finish()


def random_programs(count: int, first: int = 0) -> Iterable[tuple[int, str]]:
    """Programs of ascending seeds."""
    seed = first
    while count:
        text = random_program(seed)
        if text is not None:
            yield seed, text
            count -= 1
        seed += 1


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    totals = [0] * 7
    subjects = [*PROGRAMS.items()]
    subjects += [(f"seed {seed}", text) for seed, text in random_programs(count)]
    for name, text in subjects:
        found = judge_program(text, WRITTEN_RUNS if name in PROGRAMS else RUNS)
        counts = [len(found.pairs), found.known_pairs, found.unordered_pairs, len(found.steps)]
        counts += [found.known_steps, len(found.misses), 1]
        totals = [total + one for total, one in zip(totals, counts, strict=True)]
        for miss in found.misses[:3]:
            print(f"{name}: {miss}")
    pairs, known, unordered, steps, known_steps, misses, programs = totals
    print(
        f"flow against runs: {programs} programs, {misses} missed; "
        f"{pairs} def-use pairs seen of {known} in the model ({pairs / max(1, known):.0%}; "
        f"{unordered} without control flow), {steps} steps seen of {known_steps} "
        f"({steps / max(1, known_steps):.0%})"
    )
    return 1 if misses else 0


if __name__ == "__main__":
    raise SystemExit(main())
