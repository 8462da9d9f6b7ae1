"""The loop that keeps the checker honest: program, request, engine, edit, two runs, one verdict.

Behaviour is the judge in one direction: an edit that changed what the program does and was called safe is
a bug of the checker. The other way round is looked at: equal output of an edit called unsafe may be a
capture that this run did not reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from holdfast.check import check
from holdfast.engines import Crash, Engine, EngineRequest, Proposal, Refusal
from holdfast.errors import InputError
from holdfast.findings.values import Outcome
from holdfast.fuzz.from_memory import Run
from holdfast.fuzz.running import Runner
from holdfast.gen.program import GeneratedProgram, Suggestion
from holdfast.refactorings.request import Kind, Request
from holdfast.text.world import World


class Behaviour(Enum):
    """What became of a program."""

    SAME = "same behaviour"
    DIFFERENT = "different behaviour"
    BROKEN = "does not compile"
    REFUSED = "engine refused"
    CRASHED = "engine crashed"
    UNCHANGED = "nothing changed"


#: What a generator calls a refactoring, to what is asked of an engine.
KINDS: dict[str, Kind] = {
    "rename": Kind.RENAME,
    "extract_variable": Kind.EXTRACT_VARIABLE,
    "extract_function": Kind.EXTRACT_FUNCTION,
    "extract_method": Kind.EXTRACT_FUNCTION,
    "inline": Kind.INLINE,
    "inline_variable": Kind.INLINE,
    "inline_function": Kind.INLINE,
    "inline_method": Kind.INLINE,
}


class Trial(NamedTuple):
    """One program, one request, one engine, and all that came of it."""

    program: GeneratedProgram
    suggestion: Suggestion
    engine: str
    behaviour: Behaviour
    outcome: Outcome | None
    after: dict[str, str]
    runs: tuple[Run, Run] | None
    note: str = ""

    @property
    def kind(self) -> Kind:
        return KINDS[self.suggestion.kind]

    @property
    def verdict(self) -> str:
        return self.outcome.verdict.value if self.outcome is not None else "-"

    @property
    def failed(self) -> bool:
        """The checker itself failed; its traceback's last line is the note."""
        return self.outcome is None and self.runs is not None

    @property
    def outside(self) -> bool:
        """The engine wanted to edit files outside the tree; nothing was written."""
        return self.behaviour is Behaviour.REFUSED and "outside the workspace" in self.note

    @property
    def escaped(self) -> bool:
        """The edit breaks the program and was called safe."""
        return self.verdict == "safe" and self.behaviour in (Behaviour.DIFFERENT, Behaviour.BROKEN)

    @property
    def alarmed(self) -> bool:
        """The edit was called unsafe and the program does what it did."""
        return self.verdict == "unsafe" and self.behaviour is Behaviour.SAME


def trials(
    programs: Iterable[GeneratedProgram], engines: Iterable[Engine], runner: Runner
) -> Iterator[Trial]:
    """Every suggestion of every program by every engine."""
    asked = tuple(engines)
    for program in programs:
        world = World.of(program.files)
        before: Run | None = None
        for suggestion in program.suggestions:
            kind = KINDS.get(suggestion.kind)
            if kind is None:
                continue
            if before is None:
                before = runner.run(program.files, program.entry)
            for engine in asked:
                yield _trial(program, world, before, suggestion, kind, engine, runner)


def _trial(
    program: GeneratedProgram,
    world: World,
    before: Run,
    suggestion: Suggestion,
    kind: Kind,
    engine: Engine,
    runner: Runner,
) -> Trial:
    at = suggestion.at
    name = suggestion.name or None
    answer = engine.propose(EngineRequest(kind, at.file, at.start, at.end, name), world)

    def ended(behaviour: Behaviour, note: str = "") -> Trial:
        return Trial(program, suggestion, engine.engine, behaviour, None, {}, None, note)

    match answer:
        case Refusal(message):
            return ended(Behaviour.REFUSED, message)
        case Crash(message):
            return ended(Behaviour.CRASHED, message)
        case Proposal(edit_set):
            if edit_set.is_empty:
                return ended(Behaviour.UNCHANGED)
            changed = world.apply(edit_set)
            files = {file: changed.text(file) or "" for file in changed.files()}
            outcome: Outcome | None = None
            note = ""
            try:
                outcome = check(world, changed, Request(kind, at, name))
            except InputError as error:
                return ended(Behaviour.REFUSED, str(error))
            except Exception as error:
                # A campaign outlives a bug of the checker, and reports it.
                note = f"{type(error).__name__}: {error}"
            entry = edit_set.name_after(program.entry) or program.entry
            after = runner.run(files, entry)
            behaviour = _behaviour(before, after)
            return Trial(program, suggestion, engine.engine, behaviour, outcome, files, (before, after), note)


def _behaviour(before: Run, after: Run) -> Behaviour:
    if not after.compiled:
        return Behaviour.BROKEN
    return Behaviour.SAME if before == after else Behaviour.DIFFERENT
