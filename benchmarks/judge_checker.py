"""Judge the checker: `make judge-checker`.

Runs every own case and the accepted refactorings in the test-suites of rope and jedi, and prints for each
refactoring how many breaking edits are called unsafe (recall) and how many correct ones are (false
alarms). Every alarm on a peer's pair is shown with its explanation (`peers/explained.toml`).

Ends with status 1 when a case is not answered as it says, when the own cases fall short of the bars, or
when more than 3 % of the peers' pairs raise an alarm that nobody has explained.

    python benchmarks/judge_checker.py [--cache FOLDER] [--own-only]
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

from holdfast.casefile.proposal import proposed_edits, world_before
from holdfast.casefile.read import read_case
from holdfast.casefile.values import Case
from holdfast.check import Options, check
from holdfast.errors import InputError
from holdfast.findings.values import Outcome
from holdfast.refactorings.request import Kind, Request
from holdfast.text.world import World
from peers.pairs import PeerPair, peer_pairs

HERE = Path(__file__).parent
CASES = HERE.parent / "fixtures" / "cases"
CACHE = Path.home() / ".cache" / "holdfast" / "peers"
RECALL, FALSE_ALARMS, UNKNOWN, UNEXPLAINED = 0.95, 0.03, 0.10, 0.03


def main() -> int:
    parser = argparse.ArgumentParser(description="Judge the checker.")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where the peers' distributions are kept")
    parser.add_argument("--own-only", action="store_true", help="leave out the peers' pairs")
    options = parser.parse_args()
    failures = judge_own_cases()
    if not options.own_only:
        failures += judge_peers(options.cache)
    print("\n" + ("\n".join(f"FAILED: {each}" for each in failures) or "Everything holds."))
    return 1 if failures else 0


def judge_own_cases() -> list[str]:
    failures: list[str] = []
    table: dict[str, Counter[str]] = defaultdict(Counter)
    wrong_today: list[str] = []
    start = time.perf_counter()
    for path in sorted(CASES.rglob("*.case")):
        case = read_case(path.read_text(encoding="utf-8"), path.name)
        told, name = _told(case), path.relative_to(CASES).with_suffix("").as_posix()
        if told != case.expect.verdict:
            failures.append(f"{name}: {told}, expected {case.expect.verdict}")
        truth = _truth(case)
        if truth != case.expect.verdict:
            wrong_today.append(f"{name}: {told}, but the edit is {truth}")
        table[case.request.kind][_cell(truth, told)] += 1
    print(f"Own cases ({time.perf_counter() - start:.1f} s)\n")
    total = _print_table(table)
    if wrong_today:
        print("\nKnown to be wrong today\n")
        print("\n".join(f"  {each}" for each in wrong_today))
    broken, correct = total["caught"] + total["missed"], total["quiet"] + total["alarm"] + total["unsure"]
    if total["caught"] < RECALL * broken:
        failures.append(f"own cases: {total['caught']} of {broken} breaking edits are called unsafe")
    if total["alarm"] > FALSE_ALARMS * correct:
        failures.append(f"own cases: {total['alarm']} of {correct} correct edits are called unsafe")
    if total["unsure"] > UNKNOWN * correct:
        failures.append(f"own cases: {total['unsure']} of {correct} correct edits are called unknown")
    return failures


def _truth(case: Case) -> str:
    """What the edit is: as the case expects, unless its note says that the checker is wrong today."""
    if (case.expect.note or "").startswith("wrong today"):
        return "unsafe" if case.expect.verdict == "safe" else "safe"
    return case.expect.verdict


def _told(case: Case) -> str:
    request = case.request
    wanted = request.options.get("python")
    version = None if wanted is None else (int(wanted.split(".")[0]), int(wanted.split(".")[1]))
    try:
        before, edits = world_before(case), proposed_edits(case)
        assert edits is not None
        asked = Request(Kind(request.kind), case.target, request.new_name)
        options = Options(python_version=version)
        return check(before, before.apply(edits), asked, edits=edits, options=options).verdict.value
    except InputError:
        return "refused"


def _cell(truth: str, told: str) -> str:
    if truth == "unsafe":
        return "caught" if told == "unsafe" else "missed"
    if truth == "safe":
        return {"safe": "quiet", "unknown": "unsure"}.get(told, "alarm")
    return "other"


def _print_table(table: dict[str, Counter[str]]) -> Counter[str]:
    """Recall and false alarms of each refactoring; gives back the sums."""
    print(
        f"{'refactoring':<22} {'broken':>7} {'caught':>7} {'recall':>8} {'correct':>8} {'alarms':>7} {'unknown':>8}"
    )
    total: Counter[str] = Counter()
    for kind in [each.value for each in Kind if each.value in table]:
        total += table[kind]
        _print_row(kind, table[kind])
    _print_row("all", total)
    return total


def _print_row(name: str, counts: Counter[str]) -> None:
    broken = counts["caught"] + counts["missed"]
    correct = counts["quiet"] + counts["alarm"] + counts["unsure"]
    recall = f"{counts['caught'] / broken:>8.1%}" if broken else f"{'–':>8}"
    print(
        f"{name:<22} {broken:>7} {counts['caught']:>7} {recall} {correct:>8} {counts['alarm']:>7}"
        f" {counts['unsure']:>8}"
    )


def judge_peers(cache: Path) -> list[str]:
    explained = tomllib.loads((HERE / "peers" / "explained.toml").read_text(encoding="utf-8"))
    table: dict[str, Counter[str]] = defaultdict(Counter)
    alarms: list[str] = []
    unexplained = pairs = right = 0
    for pair in peer_pairs(cache):
        pairs += 1
        outcome = _outcome(pair)
        why = explained["right"].get(pair.test) or explained["wrong"].get(pair.test)
        # An alarm that is right is no false alarm: the peer's own result is broken.
        is_right = pair.test in explained["right"]
        told = outcome.verdict.value
        if told == "unsafe":
            right += is_right
            unexplained += why is None
            kind = "right" if is_right else "FALSE ALARM"
            first = outcome.findings[0]
            alarms.append(
                f"  {pair.test}\n    {first.code} {first.message}\n    {kind}: {why or 'not explained'}"
            )
        table[pair.kind][_cell("unsafe" if told == "unsafe" and is_right else "safe", told)] += 1
    print("\nThe peers' accepted refactorings (broken: those whose alarm is right)\n")
    _print_table(table)
    print(f"\n{len(alarms)} alarms on {pairs} pairs, {right} of them right, {unexplained} not explained\n")
    print("\n".join(alarms))
    failures = []
    if unexplained > UNEXPLAINED * pairs:
        failures.append(f"peers: {unexplained} of {pairs} pairs raise an alarm that nobody has explained")
    if len(alarms) - right > FALSE_ALARMS * pairs:
        failures.append(f"peers: {len(alarms) - right} of {pairs} pairs raise a false alarm")
    return failures


def _outcome(pair: PeerPair) -> Outcome:
    return check(World.of(pair.before), World.of(pair.after), Request(Kind(pair.kind)))


if __name__ == "__main__":
    sys.exit(main())
