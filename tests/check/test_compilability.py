"""Only what compiled before must compile after."""

from __future__ import annotations

import pytest
from check.marked import outcome_of, told
from holdfast.findings.values import Verdict
from holdfast.refactorings.request import Kind


@pytest.mark.parametrize(
    "marked",
    [
        "x = «(1)|(1»\n",
        "def f():\n    «return 1|pass»\n«|return 2\n»",
        "def f():\n    «x = 1|nonlocal x»\n",
        "for x in y:\n    pass\n«|break\n»",
        "def f(a, «b|a»):\n    pass\n",
        "def f():\n    «pass|await g()»\n",
    ],
)
def test_what_no_longer_compiles(marked: str) -> None:
    assert [line.split()[0] for line in told({"m.py": marked}, Kind.REFACTORING)] == ["HF401"]


def test_what_did_not_compile_is_seen_in_part() -> None:
    outcome = outcome_of({"m.py": "def f(:\n    «a|b» = 1\n"}, Kind.REFACTORING)
    assert "HF504" in {finding.code for finding in outcome.findings}
    assert "HF401" not in {finding.code for finding in outcome.findings}
    assert outcome.verdict is not Verdict.SAFE


def test_broken_files_that_mention_the_name_are_told() -> None:
    edit = "def «take|grab»(): ...\n"
    assert told({"m.py": edit, "broken.py": "def (:\n"}) == []
    broken = outcome_of({"m.py": edit, "broken.py": "import m\nm.take(\n"})
    assert [finding.code for finding in broken.findings] == ["HF504"]
    assert broken.verdict is Verdict.UNKNOWN
