"""Safe variants: carried out, they are safe."""

from __future__ import annotations

from check.marked import edited, outcome_of
from holdfast.check import check
from holdfast.findings.values import Verdict
from holdfast.refactorings.request import Kind, Request


def test_a_free_name_is_offered_and_free() -> None:
    marked = "«top|limit» = 10\nlimit_ = 0\ndef scale(limit):\n    return limit * «top|limit»\n"
    (finding,) = outcome_of({"m.py": marked}).findings
    assert finding.fix is not None
    assert finding.fix.new_name is not None
    again = marked.replace("|limit»", f"|{finding.fix.new_name}»")
    assert outcome_of({"m.py": again}).verdict is Verdict.SAFE


def test_what_was_left_behind_is_taken_along() -> None:
    files = {"a.py": "def «f|g»(): ...\nf()\n", "b.py": "from a import «f|g»\nprint(f)\n"}
    outcome = outcome_of(files)
    assert len(outcome.findings) == 2
    for finding in outcome.findings:
        assert finding.fix is not None
        assert finding.fix.edits is not None
        before = edited(files).before
        after = before.apply(finding.fix.edits)
        assert after.text("b.py") == "from a import g\nprint(g)\n"
        assert check(before, after, Request(Kind.RENAME), edits=finding.fix.edits).verdict is Verdict.SAFE


def test_an_import_that_was_left_behind_takes_its_reads_along() -> None:
    files = {"a.py": "def «f|g»(): ...\n", "b.py": "from a import f\nprint(f)\n\ndef h(f):\n    return f\n"}
    (finding,) = outcome_of(files).findings
    assert finding.fix is not None
    assert finding.fix.edits is not None
    before = edited(files).before
    after = before.apply(finding.fix.edits)
    assert after.text("b.py") == "from a import g\nprint(g)\n\ndef h(f):\n    return f\n"
    assert check(before, after, Request(Kind.RENAME), edits=finding.fix.edits).verdict is Verdict.SAFE


def test_two_renames_at_once_get_no_fix() -> None:
    outcome = outcome_of({"m.py": "«a|b» = 1\n«c|d» = 2\nprint(a)\n"})
    assert [finding.fix for finding in outcome.findings] == [None]
