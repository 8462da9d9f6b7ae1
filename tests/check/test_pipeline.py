"""The pipeline: its limits, its scope, its progress, and what it reuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from check.marked import edited, outcome_of
from holdfast.casefile.proposal import proposed_edits, world_before
from holdfast.casefile.read import read_case
from holdfast.check import Options, check
from holdfast.errors import InputError
from holdfast.findings.values import Finding, Severity, Verdict
from holdfast.python.project.program import Program
from holdfast.refactorings.request import Kind, Request
from holdfast.text.interval import Interval

CASES = sorted((Path(__file__).parents[2] / "fixtures" / "cases").rglob("*.case"))

FILES = {
    "a.py": "class A:\n    def «m|n»(self): ...\n",
    "b.py": "import a\nclass B(a.A):\n    def m(self): ...\n",
    "c.py": "import b\nb.B().m()\n",
    "d.py": "x = 1\n",
}


def test_a_budget_that_ran_out_is_said() -> None:
    outcome = outcome_of(FILES, options=Options(budget_seconds=-1.0))
    (finding,) = outcome.findings
    assert finding.code == "HF505"
    assert "names" in finding.message
    assert "overrides" in finding.message
    assert outcome.verdict is Verdict.UNKNOWN


def test_a_budget_that_lasts_changes_nothing() -> None:
    assert outcome_of(FILES, options=Options(budget_seconds=600.0)).findings == outcome_of(FILES).findings


def test_progress_ends_with_every_file() -> None:
    before, after, edits = edited(FILES)
    calls: list[tuple[int, int]] = []
    outcome = check(
        before, after, Request(Kind.RENAME), edits=edits, progress=lambda *done: calls.append(done)
    )
    assert calls[-1] == (outcome.checked.files, outcome.checked.files)
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)


def test_a_warm_program_gives_the_same_answer() -> None:
    before, after, edits = edited(FILES)
    program = Program(before)
    outcomes = [
        check(before, after, Request(Kind.RENAME), edits=edits, program=used).findings
        for used in (None, program, program)
    ]
    assert outcomes[0]
    assert outcomes[0] == outcomes[1] == outcomes[2]


@pytest.mark.parametrize(("new", "refused"), [("class", True), ("1x", True), ("fine", False)])
def test_a_name_that_is_none_is_refused(new: str, refused: bool) -> None:
    before, after, edits = edited({"m.py": "«a|b» = 1\n"})
    request = Request(Kind.RENAME, Interval("m.py", 0, 1), new)
    if refused:
        with pytest.raises(InputError):
            check(before, after, request, edits=edits)
    else:
        assert check(before, after, request, edits=edits).verdict is Verdict.SAFE


@pytest.mark.slow
def test_exact_findings_do_not_depend_on_the_scope() -> None:
    """Every case again with every file in scope: what is proven is the same."""
    compared = 0
    for path in CASES:
        case = read_case(path.read_bytes().decode("utf-8"), path.name)
        before = world_before(case)
        try:
            edits = proposed_edits(case)
            if edits is None:
                continue
            after = before.apply(edits)
            request = Request(Kind(case.request.kind), case.target, case.request.new_name)
            outcomes = [
                check(before, after, request, edits=edits, options=Options(full=full)).findings
                for full in (False, True)
            ]
        except InputError:
            continue
        assert _proven(outcomes[0]) == _proven(outcomes[1]), path.name
        compared += 1
    assert compared > 100


def _proven(findings: tuple[Finding, ...]) -> list[tuple[str, Interval]]:
    return [(f.code, f.place) for f in findings if f.severity is Severity.ERROR]
