"""Judge the checker by running programs: `make judge-loop`.

Generated programs are renamed, extracted from and inlined in by jedi and rope, both sides are run, and what
they do is set beside the checker's verdict. A pair is a program and an edit that an engine made; what
engines refuse is counted apart. Prints verdict × behaviour for each refactoring and engine, the escapes
(breaking edits called safe), the alarms (preserving edits called unsafe; those that break with other inputs,
or for a proven change that the run does not reach, apart), one line for each group of disagreements, and
the speed. Ends with status 1 when something falls short.

    python benchmarks/judge_loop.py [--pairs N] [--seed N] [--processes N] [--only NAME] [--save FOLDER]
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path

from holdfast.fuzz.campaign import Cell, Tally, minimise_example, run_shard
from holdfast.fuzz.grouping import Disagreement
from holdfast.fuzz.loop import Behaviour
from holdfast.fuzz.saving import case_text
from holdfast.gen.library import GENERATORS, named

PAIRS = 20_000
PAIRS_PER_SECOND = 20
ESCAPED_SHARE = 0.005
ALARMED_SHARE = 0.02
BREAKING = (Behaviour.DIFFERENT, Behaviour.BROKEN)
VERDICTS = ("safe", "unknown", "unsafe", "-")
#: Kinds of disagreement that a person should look at; the others are explained.
OPEN = (
    Disagreement.ESCAPE,
    Disagreement.FAILURE,
    Disagreement.ALARM,
    Disagreement.CRASH,
    Disagreement.OUTSIDE,
)


def main() -> int:
    parser = argparse.ArgumentParser(description="Judge the checker by running programs.")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", action="append", help="the name of a generator; may be given again")
    parser.add_argument("--save", type=Path, help="a folder for one minimised case of each group")
    options = parser.parse_args()
    names = options.only or [generator.name for generator in GENERATORS]
    tally = campaign(names, options.pairs, options.seed, options.processes)
    print_tables(tally)
    print_groups(tally)
    failures = list(judge(tally, options.pairs))
    print("\n" + ("\n".join(f"FAILED: {each}" for each in failures) or "Everything holds."), flush=True)
    if options.save is not None:
        save(tally, options.save)
    return 1 if failures else 0


def campaign(names: list[str], pairs: int, seed: int, processes: int) -> Tally:
    """The tallies of all shards, each in a process of its own."""
    tasks = [(names, -(-pairs // processes), seed, shard, processes) for shard in range(processes)]
    whole = Tally()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for tally in pool.imap_unordered(_shard, tasks):
            whole.add(tally)
    return whole


def _shard(task: tuple[list[str], int, int, int, int]) -> Tally:
    names, edits, seed, shard, shards = task
    return run_shard([named(name) for name in names], edits, seed=seed, shard=shard, shards=shards)


def print_tables(tally: Tally) -> None:
    print(f"{'refactoring':<17} {'engine':<6} {'behaviour':<20}" + "".join(f"{each:>9}" for each in VERDICTS))
    rows = sorted(
        {(cell.kind, cell.engine, cell.behaviour) for cell in tally.cells},
        key=lambda row: (row[0], row[1], list(Behaviour).index(row[2])),
    )
    for kind, engine, behaviour in rows:
        counts = [tally.cells[Cell(kind, engine, verdict, behaviour)] for verdict in VERDICTS]
        print(
            f"{kind:<17} {engine:<6} {behaviour.value:<20}" + "".join(f"{each or '':>9}" for each in counts)
        )
    print("\nedits by target:   " + ", ".join(f"{why} {n:,}" for why, n in tally.whys.most_common()))
    print("edits by generator: " + ", ".join(f"{name} {n:,}" for name, n in tally.generators.most_common()))


def print_groups(tally: Tally) -> None:
    by_kind = dict.fromkeys(Disagreement, 0)
    for group, count in tally.groups.items():
        by_kind[group.disagreement] += count
    print("\n" + "\n".join(f"{count:>6,}  {what.value}" for what, count in by_kind.items()))
    print("\nTo be looked at, one line for each group:")
    for group, count in tally.groups.most_common():
        if group.disagreement in OPEN:
            print(f"{count:>6}  {group.disagreement.name.lower():<8} {group.kind:<17} {group.message}")


def save(tally: Tally, folder: Path) -> None:
    """One minimised example of each group that is not explained."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [group for group, _ in tally.groups.most_common() if group.disagreement in OPEN]
    for number, group in enumerate(wanted):
        trial = minimise_example(group, tally.examples[group])
        name = f"{group.disagreement.name.lower()}-{group.kind}-{number:03}.case"
        (folder / name).write_text(case_text(trial, group), encoding="utf-8")
    print(f"\n{len(wanted)} cases saved.")


def judge(tally: Tally, wanted: int) -> Iterator[str]:
    """What falls short of the bars."""
    breaking = sum(n for cell, n in tally.cells.items() if cell.behaviour in BREAKING)
    same = sum(n for cell, n in tally.cells.items() if cell.behaviour is Behaviour.SAME)
    unknown = sum(
        n for cell, n in tally.cells.items() if cell.behaviour is Behaviour.SAME and cell.verdict == "unknown"
    )
    found = {
        what: sum(n for group, n in tally.groups.items() if group.disagreement is what)
        for what in Disagreement
    }
    escaped, alarmed = found[Disagreement.ESCAPE], found[Disagreement.ALARM]
    rightly = found[Disagreement.OTHER_INPUTS] + found[Disagreement.UNREACHED]
    preserving = same - rightly
    rate = tally.edits / tally.seconds if tally.seconds else 0.0
    print(
        f"\npairs    {tally.edits:,} (wanted: {wanted:,}), {rate:.1f} a second (wanted: {PAIRS_PER_SECOND}), "
        f"{tally.edits / (tally.cpu_seconds or 1):.1f} for each second of a processor"
    )
    print(f"escaped  {escaped} of {breaking:,} breaking edits, {_percent(escaped, breaking)} (at most 0.5 %)")
    print(
        f"alarms   {alarmed} of {preserving:,} preserving edits, {_percent(alarmed, preserving)} (at most 2 %)"
    )
    print(
        f"         {rightly:,} more ran alike and are rightly unsafe: {found[Disagreement.OTHER_INPUTS]:,} break "
        f"with other inputs, {found[Disagreement.UNREACHED]:,} for a proven change"
    )
    print(f"unknown  {unknown:,} of {preserving:,} preserving edits, {_percent(unknown, preserving)}")
    if tally.edits < wanted:
        yield "the generators have too few programs"
    if rate < PAIRS_PER_SECOND:
        yield "speed"
    if escaped > ESCAPED_SHARE * breaking:
        yield "escapes"
    if alarmed > ALARMED_SHARE * preserving:
        yield "alarms"
    if found[Disagreement.FAILURE]:
        yield "the checker failed on some edits"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else "–"


if __name__ == "__main__":
    sys.exit(main())
