"""Every case of `fixtures/cases`, through the real checker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from cases.python_checker import ask, before_parses, is_wrong_today, renderings_agree, runs_agree
from check_case import Answer, check_case, check_case_file
from holdfast.casefile.read import read_case
from holdfast.fuzz.running import Runner
from holdfast.refactorings.request import Kind

ROOT = Path(__file__).parents[2] / "fixtures" / "cases"
CASES = sorted(ROOT.rglob("*.case"))


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with Runner() as runner:
        yield runner


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.relative_to(ROOT).with_suffix("").as_posix())
def test_case(path: Path, update_cases: bool, runner: Runner) -> None:
    invariants = (before_parses, renderings_agree, runs_agree(runner))
    check_case_file(path, ask, update=update_cases, invariants=invariants)


WRONGLY_SAFE = """A broken edit.

-- request --
edit

-- before/app.py --
print(1)

-- after/app.py --
print(2)

-- run --
import app

-- expect --
safe
"""


def test_different_behaviour_called_safe_fails(runner: Runner) -> None:
    case = read_case(WRONGLY_SAFE)
    with pytest.raises(AssertionError, match="called safe, but"):
        check_case(case, lambda question: Answer("safe"), invariants=[runs_agree(runner)])


def test_cases_of_every_kind_and_as_many_correct_as_broken() -> None:
    """What an edit is counts here, also where the checker is known to be wrong about it."""
    edits: dict[str, Counter[str]] = {kind.value: Counter() for kind in Kind}
    for path in CASES:
        case = read_case(path.read_text(encoding="utf-8"), path.name)
        # Finds of the fuzzing loop stand together, whatever their kind.
        assert path.parent.name in (case.request.kind, "found"), f"{path} is in the folder of another kind"
        is_correct = (case.expect.verdict == "safe") != is_wrong_today(case)
        edits[case.request.kind]["correct" if is_correct else "broken"] += 1
    for kind, counts in edits.items():
        assert counts["correct"] >= 3, kind
        assert counts["broken"] >= 3, kind
    total = sum(edits.values(), Counter[str]())
    assert total.total() >= 250
    assert total["correct"] >= 0.4 * total.total()
