"""Exit codes follow from the outcome and the level, whatever the checker found."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.command import APP, run, write
from holdfast.cli.conclude import fails
from holdfast.findings.values import Finding, Outcome, Severity
from holdfast.text.interval import Interval

PLACE = Interval("app.py", 0, 7)
ERROR = Finding("HF101", Severity.ERROR, PLACE, "proven")
WARNING = Finding("HF104", Severity.WARNING, PLACE, "inferred")
HIDDEN = Finding("HF502", Severity.INFORMATION, PLACE, "unseen")
MENTION = Finding("HF503", Severity.INFORMATION, PLACE, "mentioned", may_hide_break=False)
BUG = Finding("HF506", Severity.INFORMATION, PLACE, "members were not compared: KeyError")


@pytest.mark.parametrize(
    ("findings", "failing"),
    [
        ((), set()),
        ((MENTION,), set()),
        ((HIDDEN,), {"unknown"}),
        ((WARNING, MENTION), {"unknown", "warning"}),
        ((ERROR,), {"unknown", "warning", "error"}),
    ],
)
def test_levels(findings: tuple[Finding, ...], failing: set[str]) -> None:
    levels = ("error", "warning", "unknown")
    assert {level for level in levels if fails(Outcome(findings), level)} == failing


@pytest.mark.parametrize(
    ("findings", "level", "code"),
    [
        ((WARNING,), "warning", 1),
        ((WARNING,), "error", 0),
        ((HIDDEN,), "warning", 0),
        ((HIDDEN,), "unknown", 1),
        ((BUG,), "warning", 70),
        ((BUG, ERROR), "warning", 1),
    ],
)
def test_exit_codes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, findings: tuple[Finding, ...], level: str, code: int
) -> None:
    write(tmp_path, {"a/app.py": APP, "b/app.py": APP + "\n"})
    (tmp_path / "reports").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "reports"))
    monkeypatch.setattr("holdfast.cli.examine.check", lambda *_, **__: Outcome(findings))
    ran = run(tmp_path, "trees", "a", "b", "--fail-on", level)
    assert ran.code == code
    assert all(finding.message in ran.out for finding in findings)
    reports = list((tmp_path / "reports").iterdir())
    assert len(reports) == (code == 70)
    for report in reports:
        assert str(report) in ran.err
        assert "members were not compared: KeyError" in report.read_text()
