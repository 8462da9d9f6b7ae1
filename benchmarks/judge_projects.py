"""Judge the checker by real projects: `make judge-projects`.

jedi and rope refactor projects from the package index at sites picked by chance; the project's own tests
run on the edited tree, and how they end is set beside the checker's verdict, which is made as
`check-refactoring` makes it. Prints refactoring × verdict × behaviour, the share of breaking edits that are
called unsafe, the shares of passing edits that are called unsafe and unknown, and every disagreement.

Tests that pass prove little: code that no test reaches can be broken. So an alarm on a passing edit is to be
read; those that were read and found right stand in `projects/read.toml` and count as breaking edits.

What engines and tests say is kept in the cache; a second run judges the same edits with the checker of
today. Each edit of a disagreement is saved as a difference beside the records.

    python benchmarks/judge_projects.py [--projects A,B] [--sites N] [--seed N] [--processes N] [--cache FOLDER]
"""

from __future__ import annotations

import argparse
import difflib
import multiprocessing
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from projects.sources import PROJECTS, fetched, interpreter, project_named
from projects.trials import FailsAsItComesError, Trial, trials

CACHE = Path.home() / ".cache" / "holdfast" / "projects"
READ = Path(__file__).parent / "projects" / "read.toml"
RECALL, FALSE_ALARMS, UNKNOWN = 0.95, 0.03, 0.10
VERDICTS = ("safe", "unknown", "unsafe", "refused")


class Task(NamedTuple):
    project: str
    seed: int
    sites: int
    cache: Path


def main() -> int:
    parser = argparse.ArgumentParser(description="Judge the checker by real projects.")
    parser.add_argument("--projects", default=",".join(each.name for each in PROJECTS))
    parser.add_argument("--sites", type=int, default=20, help="sites in each project")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--cache", type=Path, default=CACHE)
    options = parser.parse_args()
    names = options.projects.split(",")
    for name in names:
        fetched(options.cache, project_named(name))
    interpreter(options.cache)
    tasks = [Task(name, options.seed, options.sites, options.cache) for name in names]
    found: list[Trial] = []
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        for judged in pool.imap_unordered(_judge, tasks, chunksize=1):
            found += judged
    found.sort(key=lambda trial: (trial.project, trial.edit.number, trial.edit.engine))
    return report(found, options.cache, options.seed)


def _judge(task: Task) -> list[Trial]:
    try:
        return trials(project_named(task.project), task.cache, task.seed, task.sites)
    except FailsAsItComesError as error:
        print(f"left out: {error}", file=sys.stderr)
        return []


def report(found: list[Trial], cache: Path, seed: int) -> int:
    edits = [trial for trial in found if trial.edit.answer == "edited"]
    read = tomllib.loads(READ.read_text(encoding="utf-8"))["breaks"]
    cells: Counter[tuple[str, str, str]] = Counter()
    for trial in edits:
        cells[_row(trial), _behaviour(trial, read, seed), trial.verdict] += 1
    _print_table(cells)
    print(f"\n{len(found) - len(edits)} requests were refused by the engine, or it failed.\n")
    for trial in edits:
        if _disagrees(trial, read, seed):
            _show(trial, cache, seed)
    return _conclude(cells)


def _row(trial: Trial) -> str:
    site = trial.edit.site
    if site.kind.value != "rename":
        return site.kind.value
    return f"rename {site.what}" + (" onto a taken name" if site.taken else "")


def _name(trial: Trial, seed: int) -> str:
    return f"{trial.project}-{seed}-{trial.edit.number}-{trial.edit.engine}"


def _behaviour(trial: Trial, read: dict[str, str], seed: int) -> str:
    if not trial.edit.passed:
        return "tests fail"
    return "breaks, as read" if _name(trial, seed) in read else "tests pass"


def _disagrees(trial: Trial, read: dict[str, str], seed: int) -> bool:
    breaks = _behaviour(trial, read, seed) != "tests pass"
    return (trial.verdict != "unsafe") if breaks else (trial.verdict != "safe")


def _print_table(cells: Counter[tuple[str, str, str]]) -> None:
    print(f"{'refactoring':<38} {'behaviour':<16}" + "".join(f"{each:>9}" for each in VERDICTS))
    for row, behaviour in sorted({(row, behaviour) for row, behaviour, _ in cells}):
        counts = [cells[row, behaviour, verdict] for verdict in VERDICTS]
        print(f"{row:<38} {behaviour:<16}" + "".join(f"{each or '':>9}" for each in counts))


def _show(trial: Trial, cache: Path, seed: int) -> None:
    site = trial.edit.site
    state = "tests pass" if trial.edit.passed else "TESTS FAIL"
    saved = cache / "disagreements" / f"{_name(trial, seed)}.diff"
    saved.parent.mkdir(exist_ok=True)
    tree = fetched(cache, project_named(trial.project))
    before = (tree / site.file).read_text(encoding="utf-8")
    old = before[site.start : site.end]
    line = before[: site.start].count("\n") + 1
    texts = [
        difflib.unified_diff(
            (tree / file).read_text(encoding="utf-8").splitlines(),
            text.splitlines(),
            file,
            file,
            lineterm="",
        )
        for file, text in sorted(trial.edit.after.items())
    ]
    lines = [line for text in texts for line in text]
    saved.write_text("\n".join([*lines, "", *trial.findings, "", trial.edit.said]), encoding="utf-8")
    print(f"{state}, {trial.verdict}: {_name(trial, seed)}: {_row(trial)} {old[:40]!r} -> {site.new_name}")
    print(f"    {site.file}:{line}, saved as {saved.name}")
    for finding in trial.findings[:4]:
        print(f"    {finding}")


def _conclude(cells: Counter[tuple[str, str, str]]) -> int:
    breaking = sum(n for (_, behaviour, _), n in cells.items() if behaviour != "tests pass")
    caught = sum(
        n for (_, behaviour, told), n in cells.items() if behaviour != "tests pass" and told == "unsafe"
    )
    passing = sum(n for (_, behaviour, _), n in cells.items() if behaviour == "tests pass")
    alarms = sum(
        n for (_, behaviour, told), n in cells.items() if behaviour == "tests pass" and told == "unsafe"
    )
    unknown = sum(
        n for (_, behaviour, told), n in cells.items() if behaviour == "tests pass" and told == "unknown"
    )
    print(
        f"\nbreaking edits called unsafe: {caught} of {breaking}, {_percent(caught, breaking)} (at least 95 %)"
    )
    print(f"passing edits called unsafe:  {alarms} of {passing}, {_percent(alarms, passing)} (at most 3 %)")
    print(
        f"passing edits called unknown: {unknown} of {passing}, {_percent(unknown, passing)} (at most 10 %)"
    )
    holds = caught >= RECALL * breaking and alarms <= FALSE_ALARMS * passing and unknown <= UNKNOWN * passing
    print("Everything holds." if holds else "FAILED")
    return 0 if holds else 1


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


if __name__ == "__main__":
    sys.exit(main())
