"""A campaign: generated programs dealt to shards, every edit judged, disagreements grouped.

Deterministic: seed, number of shards and number of edits fix which programs are tried. A shard is the
work of one process; tallies are plain values that are added up.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from holdfast.engines import Engine, open_engine
from holdfast.findings.values import Severity
from holdfast.fuzz.from_memory import Run
from holdfast.fuzz.grouping import Disagreement, Group, disagreement, group_of
from holdfast.fuzz.loop import KINDS, Behaviour, Trial, trials
from holdfast.fuzz.minimise import minimised
from holdfast.fuzz.running import Runner
from holdfast.gen.generator import Generator
from holdfast.gen.program import GeneratedProgram
from holdfast.refactorings.request import Kind

ENGINES = ("jedi", "rope")

#: Most generators are about names; those for extracting and inlining get more turns.
_TURNS_BESIDES_RENAMES = 3


class Cell(NamedTuple):
    """One cell of the table."""

    kind: str
    engine: str
    verdict: str
    behaviour: Behaviour


@dataclass(slots=True)
class Tally:
    """What a shard has counted, and of each group the shortest example. Grows while the shard runs."""

    seconds: float = 0.0
    #: Time of processors, with that of the engines and the runs: what a busy machine does not change.
    cpu_seconds: float = 0.0
    cells: Counter[Cell] = field(default_factory=Counter)
    whys: Counter[str] = field(default_factory=Counter)
    generators: Counter[str] = field(default_factory=Counter)
    groups: Counter[Group] = field(default_factory=Counter)
    examples: dict[Group, Trial] = field(default_factory=dict)

    @property
    def edits(self) -> int:
        return sum(self.generators.values())

    def count(self, trial: Trial, what: Disagreement | None) -> None:
        self.cells[Cell(trial.kind.value, trial.engine, trial.verdict, trial.behaviour)] += 1
        if trial.runs is not None:
            self.whys[trial.suggestion.why] += 1
            self.generators[trial.program.generator] += 1
        if what is not None:
            group = group_of(trial, what)
            self.groups[group] += 1
            self._keep(group, trial)

    def add(self, other: Tally) -> None:
        """Take in what another shard has counted at the same time."""
        self.seconds = max(self.seconds, other.seconds)
        self.cpu_seconds += other.cpu_seconds
        self.cells += other.cells
        self.whys += other.whys
        self.generators += other.generators
        self.groups += other.groups
        for group, trial in other.examples.items():
            self._keep(group, trial)

    def _keep(self, group: Group, trial: Trial) -> None:
        known = self.examples.get(group)
        if known is None or _length(trial) < _length(known):
            self.examples[group] = trial


def _length(trial: Trial) -> int:
    return sum(map(len, trial.program.files.values()))


def dealt(
    generators: Sequence[Generator], seed: int, shard: int = 0, shards: int = 1
) -> Iterator[GeneratedProgram]:
    """The programs of one shard: each generator in turn, in an order fixed by the seed, none twice."""
    orders = [
        (
            generator,
            iter(random.Random(f"{seed} {generator.name}").sample(range(len(generator)), len(generator))),
            _turns(generator),
        )
        for generator in generators
    ]
    position = 0
    while orders:
        left = []
        for generator, order, turns in orders:
            indices = list(islice(order, turns))
            for index in indices:
                if position % shards == shard:
                    yield generator[index]
                position += 1
            if len(indices) == turns:
                left.append((generator, order, turns))
        orders = left


def _turns(generator: Generator) -> int:
    kinds = {KINDS.get(suggestion.kind) for suggestion in generator[0].suggestions}
    return _TURNS_BESIDES_RENAMES if kinds - {Kind.RENAME, None} else 1


def run_shard(
    generators: Sequence[Generator], edits: int, *, seed: int = 1, shard: int = 0, shards: int = 1
) -> Tally:
    """Judge so many edits, or fewer where the generators have no more programs."""
    tally = Tally()
    start, start_cpu = time.perf_counter(), _cpu_seconds()
    engines = [open_engine(name) for name in ENGINES]
    try:
        with Runner() as runner:
            for program in dealt(generators, seed, shard, shards):
                if tally.edits >= edits:
                    break
                for trial in trials([program], engines, runner):
                    tally.count(trial, disagreement(trial, runner))
    finally:
        for engine in engines:
            engine.close()
    tally.seconds, tally.cpu_seconds = time.perf_counter() - start, _cpu_seconds() - start_cpu
    return tally


def _cpu_seconds() -> float:
    """What this process and its ended children have used."""
    return sum(os.times()[:4])


def minimise_example(group: Group, trial: Trial) -> Trial:
    """A smaller example of a group."""
    engine = open_engine(trial.engine)
    try:
        with Runner() as runner:
            reached = reaches_finding(trial, runner)
            return minimised(
                trial, lambda program: _again(group, trial, program, engine, runner, reached=reached)
            )
    finally:
        engine.close()


def _again(
    group: Group,
    trial: Trial,
    program: GeneratedProgram,
    engine: Engine,
    runner: Runner,
    *,
    reached: bool,
) -> Trial | None:
    for found in trials([program], [engine], runner):
        if trial.runs is not None and (found.runs is None or not _still_tells(trial.runs[0], found.runs[0])):
            return None
        what = disagreement(found, runner)
        if what is not None and group_of(found, what) == group:
            # Code that nobody runs any more is called unsafe for a reason of its own.
            return found if not reached or reaches_finding(found, runner) else None
    return None


def reaches_finding(trial: Trial, runner: Runner) -> bool:
    """Does the program before the edit run a line to which a finding points?"""
    findings = trial.outcome.findings if trial.outcome is not None else ()
    places = [each.place for each in findings if each.severity is not Severity.INFORMATION]
    files = trial.program.files
    lines = {
        (place.file, files[place.file].count("\n", 0, place.start) + 1)
        for place in places
        if place.file in files
    }
    return bool(lines) and not lines.isdisjoint(runner.reached(files, trial.program.entry))


def _still_tells(first: Run, now: Run) -> bool:
    """Does a smaller program end as the whole one did, and still print something to compare?"""
    return now.ended == first.ended and bool(now.output) == bool(first.output)
