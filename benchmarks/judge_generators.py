"""Judge the program generators: `make judge-generators`.

Prints the counts of Figure 13 with the explored paths beside the paper's, what merging leaves, the share of
programs that parse, compile, run and print (over whole spaces, or samples of larger ones), how many of
them are rightly labelled, and the speeds. Ends with status 1 when something falls short.

    python benchmarks/judge_generators.py [--short] [--processes N]
"""

from __future__ import annotations

import argparse
import ast
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import blake2b
from multiprocessing import Pool as Processes
from typing import Any, NamedTuple

from holdfast.fuzz.from_memory import run_here
from holdfast.gen import structures
from holdfast.gen.explore import exhaustive, prefixes
from holdfast.gen.library import GENERATORS, named
from holdfast.gen.merge import at_level, levels
from holdfast.gen.relabel import renamed
from holdfast.gen.space import combine, numbers

SAMPLE = 20_000
SHORT_SAMPLE = 300
BATCH = 500
EAGER_LIMIT = 200_000
SHORT_PATHS = 100_000
MERGED = {
    "triple_class_method_child": (1152, 192, 48),
    "dual_class_method_child": (576, 96, 24),
    "dual_class_method_parent": (960, 192, 48),
}


class Tally(NamedTuple):
    """What became of a batch of programs."""

    programs: int
    ran: int
    printed: int
    labelled: int
    renames: int
    fingerprints: frozenset[bytes]


def main() -> int:
    parser = argparse.ArgumentParser(description="Judge the program generators.")
    parser.add_argument("--short", action="store_true", help="small structures and samples only")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    failures: list[str] = []
    with Processes(options.processes) as processes:
        failures += judge_figure_13(processes, short=options.short)
        failures += judge_eager()
        failures += judge_merging()
        failures += judge_programs(processes, SHORT_SAMPLE if options.short else SAMPLE)
    failures += judge_speed()
    print("\n" + ("\n".join(f"FAILED: {each}" for each in failures) or "Everything holds."))
    return 1 if failures else 0


def judge_figure_13(processes: Any, *, short: bool) -> Iterator[str]:
    print("Figure 13: structures and explored paths\n")
    print(f"{'structure':<24} {'n':>2} {'found':>9} {'paper':>9} {'explored':>9} {'paper':>9} {'seconds':>8}")
    for (make, n), counts in structures.COUNTS.items():
        if short and counts.delayed_paths > SHORT_PATHS:
            continue
        start = time.perf_counter()
        parts = prefixes(make(n), 3) if counts.delayed_paths > SHORT_PATHS else [()]
        tasks = [(make.__name__, n, prefix) for prefix in parts]
        results = processes.imap_unordered(_explore, tasks) if len(tasks) > 1 else map(_explore, tasks)
        found = explored = 0
        for part_found, part_explored in results:
            found += part_found
            explored += part_explored
        seconds = time.perf_counter() - start
        print(
            f"{make.__name__:<24} {n:>2} {found:>9} {counts.structures:>9} {explored:>9} {counts.delayed_paths:>9}"
            f" {seconds:>8.2f}",
            flush=True,
        )
        if found != counts.structures or explored > counts.delayed_paths:
            yield f"Figure 13: {make.__name__} {n}"


def _explore(task: tuple[str, int, tuple[int, ...]]) -> tuple[int, int]:
    name, n, prefix = task
    exploration = exhaustive(getattr(structures, name)(n), prefix=prefix)
    found = sum(1 for _ in exploration)
    return found, exploration.explored


def judge_eager() -> Iterator[str]:
    print("\nEager and delayed choice find the same structures\n")
    for (make, n), counts in structures.COUNTS.items():
        if counts.eager_paths is None or counts.eager_paths > EAGER_LIMIT:
            continue
        eager = exhaustive(make(n), eager=True)
        delayed = exhaustive(make(n))
        equal = {structures.told(each.value) for each in eager} == {
            structures.told(each.value) for each in delayed
        }
        print(
            f"{make.__name__:<24} {n:>2}  eager {eager.explored:>7} paths, delayed {delayed.explored:>7}: {'equal' if equal else 'DIFFERENT'}"
        )
        if not equal:
            yield f"eager and delayed differ: {make.__name__} {n}"


def judge_merging() -> Iterator[str]:
    print("\nMerging\n")
    for generator in GENERATORS:
        counts = tuple(len(at_level(generator, level)) for level in range(levels(generator) + 1))
        if len(counts) > 1:
            print(f"{generator.name:<28} " + " → ".join(f"{count:,}" for count in counts))
        if generator.name in MERGED and counts != MERGED[generator.name]:
            yield f"merging: {generator.name} {counts}"


def judge_programs(processes: Any, sample: int) -> Iterator[str]:
    print("\nPrograms\n")
    print(
        f"{'generator':<28} {'programs':>9} {'judged':>7} {'run':>7} {'print':>7} {'labels':>7} {'equal':>6} {'seconds':>8}"
    )
    for generator in GENERATORS:
        start = time.perf_counter()
        count = min(sample, len(generator))
        tasks = [
            (generator.name, sample, first, min(first + BATCH, count)) for first in range(0, count, BATCH)
        ]
        tallies = list(processes.imap_unordered(_judge_batch, tasks))
        programs, ran, printed, labelled, renames = (
            sum(column) for column in list(zip(*tallies, strict=True))[:5]
        )
        equal = programs - len(frozenset().union(*[tally.fingerprints for tally in tallies]))
        print(
            f"{generator.name:<28} {len(generator):>9,} {programs:>7,} {_share(ran, programs)} {_share(printed, programs)}"
            f" {_share(labelled, renames) if renames else '      –'} {equal:>6} {time.perf_counter() - start:>8.1f}",
            flush=True,
        )
        if (ran, printed, labelled, equal) != (programs, programs, renames, 0):
            yield f"programs: {generator.name}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:>6.2f}%" if part != whole else "   100%"


def _judge_batch(task: tuple[str, int, int, int]) -> Tally:
    name, sample, first, last = task
    ran = printed = labelled = renames = 0
    fingerprints = set()
    for program in named(name).space.sample(sample, seed=1)[first:last]:
        told = repr(sorted(program.files.items())).encode()
        fingerprints.add(blake2b(told, digest_size=12).digest())
        try:
            for text in program.files.values():
                ast.parse(text)
            outcome = run_here(program.files, program.entry)
        except SyntaxError:
            continue
        ran += outcome.finished
        printed += bool(outcome.output.strip())
        for wish in program.suggestions:
            if (wish.kind, wish.why) == ("rename", "fresh"):
                renames += 1
                labelled += run_here(renamed(program, wish.name), program.entry) == outcome
    return Tally(last - first, ran, printed, labelled, renames, frozenset(fingerprints))


def judge_speed() -> Iterator[str]:
    print("\nSpeed (CPU time, so that a busy machine does not matter)\n")
    generator = named("dual_class_field_reference")
    start = time.process_time()
    count = sum(1 for _ in generator.space[:20_000])
    rate = count / (time.process_time() - start)
    print(f"dual-class field reference: {rate:,.0f} programs a second, source and labels (wanted: 5,000)")
    if rate < 5000:
        yield "speed of the dual-class field reference generator"

    huge = combine(numbers(10**4), numbers(10**4), numbers(10**4)).map(sum)
    start = time.process_time()
    for _ in range(1000):
        huge[10**9]
    addressing = (time.process_time() - start) / 1000
    print(f"space[10**9] of {len(huge):,}: {addressing * 1e6:.1f} µs (wanted: microseconds)")
    if addressing > 100e-6:
        yield "addressing a large space"

    by_hand = min(_seconds(lambda: _queens_by_hand(8)) for _ in range(5))
    explored = min(_seconds(lambda: list(exhaustive(structures.n_queens(8)))) for _ in range(5))
    print(
        f"NQueens 8: {explored * 1000:.0f} ms, by hand {by_hand * 1000:.1f} ms: {explored / by_hand:.1f} times (wanted: at most 40)"
    )
    if explored > 40 * by_hand:
        yield "NQueens 8 against a solver by hand"


def _seconds(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def _queens_by_hand(n: int) -> list[list[int]]:
    """Backtracking as one would write it, each queen checked against the earlier ones."""
    found: list[list[int]] = []
    rows: list[int] = []

    def place(column: int) -> None:
        if column == n:
            found.append(list(rows))
            return
        for row in range(n):
            for earlier in range(column):
                if row == rows[earlier] or abs(row - rows[earlier]) == column - earlier:
                    break
            else:
                rows.append(row)
                place(column + 1)
                rows.pop()

    place(0)
    return found


if __name__ == "__main__":
    sys.exit(main())
