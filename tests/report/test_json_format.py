"""The JSON object, field by field."""

from __future__ import annotations

import json

from holdfast.findings.values import Finding, Outcome, Severity
from holdfast.report import Style, render
from holdfast.text.interval import Interval
from holdfast.text.world import World
from report.outcomes import OUTCOME, WORLD


def test_every_promised_field_is_there() -> None:
    data = json.loads(render(OUTCOME, WORLD, "json", Style(elapsed_ms=12)))
    assert set(data) == {"verdict", "findings", "checked", "elapsed_ms", "accepted"}
    assert data["elapsed_ms"] == 12
    assert data["checked"] == {"files": 2, "edges": 7, "unseen": ["config.ini was not read"]}
    first = data["findings"][0]
    assert {"code", "severity", "path", "line", "column", "message", "related", "fix"} <= set(first)
    assert (first["end_line"], first["end_column"]) == (4, 24)
    assert [(each["line"], each["column"], each["message"]) for each in first["related"]] == [
        (4, 17, "this read of `ceiling`"),
        (1, 1, "bound to this variable"),
        (3, 11, "would bind to this parameter instead"),
    ]


def test_a_fix_carries_its_edits() -> None:
    fix = json.loads(render(OUTCOME, WORLD, "json"))["findings"][0]["fix"]
    assert fix["title"] == "rename to `limit_`"
    assert fix["new_name"] == "limit_"
    assert [(each["line"], each["column"], each["end_column"], each["text"]) for each in fix["edits"]] == [
        (1, 1, 8, "limit_"),
        (4, 17, 24, "limit_"),
    ]


def test_the_verdict_follows_from_the_findings() -> None:
    hidden = Finding("HF502", Severity.INFORMATION, Interval("app.py", 0, 1), "?")
    mention = Finding("HF503", Severity.INFORMATION, Interval("app.py", 0, 1), "?", may_hide_break=False)
    for findings, verdict in (((), "safe"), ((mention,), "safe"), ((hidden,), "unknown")):
        assert json.loads(render(Outcome(findings), WORLD, "json"))["verdict"] == verdict


def test_columns_count_characters_and_crlf_is_one_line_end() -> None:
    world = World.of({"a.py": "𝒳 = 1\r\n𝒳𝒳 = x\r\n"})
    finding = Finding("HF101", Severity.ERROR, Interval("a.py", 12, 13), "x")
    assert world.text("a.py")[12] == "x"  # type: ignore[index]
    only = json.loads(render(Outcome((finding,)), world, "json"))["findings"][0]
    assert (only["line"], only["column"]) == (2, 6)


def test_evidence_only_with_why() -> None:
    assert "evidence" not in json.loads(render(OUTCOME, WORLD, "json"))
    assert json.loads(render(OUTCOME, WORLD, "json", Style(why=True)))["evidence"] == list(OUTCOME.evidence)
