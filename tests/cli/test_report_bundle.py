"""`--report FILE`: a case that can be read back and checked again with the same result."""

from __future__ import annotations

from pathlib import Path

from cli.command import APP, run, write
from holdfast.casefile.proposal import proposed_edits, world_before
from holdfast.casefile.read import read_case
from holdfast.check import check
from holdfast.refactorings.request import Kind, Request


def test_the_bundle_of_a_rename(tmp_path: Path) -> None:
    project = write(tmp_path / "project", {"app.py": APP, "other.py": "secret = 1\n", "pyproject.toml": ""})
    ran = run(project, "rename", "app.py:1:1", "limit", "--report", "../bug.case", "--no-colour")
    assert ran.code == 1
    assert "check-refactoring: wrote ../bug.case\n" in ran.err
    case = read_case((tmp_path / "bug.case").read_text("utf-8"))
    assert dict(case.before) == {"app.py": APP}
    assert dict(case.after) == {"app.py": APP.replace("ceiling", "limit")}
    assert case.expect.verdict == "unsafe"
    assert "jedi: " in case.prose
    assert "HF101" in case.rendered["text"]
    before, edits = world_before(case), proposed_edits(case)
    assert edits is not None
    request = Request(Kind(case.request.kind), case.target, case.request.new_name)
    assert request.target == ("app.py", 0, 7)
    again = check(before, before.apply(edits), request, edits=edits)
    assert "HF101" in {finding.code for finding in again.findings}


def test_made_moved_and_odd_files(tmp_path: Path) -> None:
    odd = "x = 1\r\ny = 'a\x0bb'\n^^^ no marker\n-- before/x --"
    write(tmp_path, {"a/gone.py": odd, "a/odd.py": odd, "b/odd.py": odd + "\n", "b/new.py": "z = 1\n"})
    run(tmp_path, "trees", "a", "b", "--report", "bug.case")
    case = read_case((tmp_path / "bug.case").read_bytes().decode())
    assert dict(case.before) == {"gone.py": odd, "odd.py": odd}
    assert dict(case.after) == {"gone.py": None, "odd.py": odd + "\n", "new.py": "z = 1\n"}


def test_a_report_that_cannot_be_written(tmp_path: Path) -> None:
    write(tmp_path, {"a/app.py": APP, "b/app.py": APP})
    ran = run(tmp_path, "trees", "a", "b", "--report", "nowhere/bug.case")
    assert ran.code == 2
    assert "the report nowhere/bug.case cannot be written: there is no folder" in ran.err
    assert "cannot be written" in refused_after_report(tmp_path)


def refused_after_report(folder: Path) -> str:
    ran = run(folder, "trees", "a", "b", "--write-baseline", "nowhere/accepted.json")
    assert ran.code == 2
    return ran.err
