"""Workflow commands survive the characters that the runner gives a meaning."""

from __future__ import annotations

from holdfast.report import render
from report.outcomes import OUTCOME, WORLD


def test_messages_and_properties_are_escaped() -> None:
    lines = render(OUTCOME, WORLD, "github").splitlines()
    assert len(lines) == 4
    assert lines[2] == (
        "::warning file=pkg/größe%2C 1%3A2.py,line=1,endLine=1,title=HF104 missed,col=11,endColumn=18"
        "::100 %25 of%0Athe uses, or: fewer%0Ainserted:     inserted = 1"
        "%0Aapp.py:1:1: of this variable%0Ainserted: limit = 10"
    )


def test_the_story_is_in_the_message() -> None:
    first = render(OUTCOME, WORLD, "github").splitlines()[0]
    assert first.startswith("::error file=app.py,line=4,endLine=4,title=HF101 captured,col=17,endColumn=24::")
    assert "%0Aapp.py:1:1: bound to this variable%0A" in first
    assert first.endswith("%0Afix: rename to `limit_`")
