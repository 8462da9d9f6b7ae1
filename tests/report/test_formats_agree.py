"""The four renderings of one outcome name the same findings, at the same places, equally bad."""

from __future__ import annotations

import json
import re
from typing import NamedTuple
from urllib.parse import unquote

from holdfast.findings.values import Outcome
from holdfast.report import FORMATS, Style, render
from report.outcomes import OUTCOME, WORLD


class Seen(NamedTuple):
    code: str
    severity: str
    path: str
    line: int
    column: int


EXPECTED = [
    Seen("HF101", "error", "app.py", 4, 17),
    Seen("HF503", "information", "app.py", 4, 26),
    Seen("HF104", "warning", "pkg/größe, 1:2.py", 1, 11),
]


def test_json() -> None:
    data = json.loads(render(OUTCOME, WORLD, "json"))
    seen = [Seen(f["code"], f["severity"], f["path"], f["line"], f["column"]) for f in data["findings"]]
    assert seen == EXPECTED
    assert data["verdict"] == "unsafe"


def test_sarif() -> None:
    run = json.loads(render(OUTCOME, WORLD, "sarif"))["runs"][0]
    names = {"error": "error", "warning": "warning", "note": "information"}
    seen = []
    for result in run["results"]:
        if "suppressions" in result:
            continue
        physical = result["locations"][0]["physicalLocation"]
        region = physical["region"]
        path = unquote(physical["artifactLocation"]["uri"])
        seen.append(
            Seen(result["ruleId"], names[result["level"]], path, region["startLine"], region["startColumn"])
        )
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert seen == EXPECTED
    assert run["properties"]["verdict"] == "unsafe"


def test_github() -> None:
    names = {"error": "error", "warning": "warning", "notice": "information"}
    seen = []
    for line in render(OUTCOME, WORLD, "github").splitlines():
        match = re.fullmatch(r"::(\w+) (.*?)::(.*)", line)
        if match is None:
            assert line.startswith("unsafe: ")
            continue
        properties = dict(each.split("=", 1) for each in match[2].split(","))
        path = properties["file"].replace("%2C", ",").replace("%3A", ":").replace("%25", "%")
        code = properties["title"].split()[0]
        seen.append(Seen(code, names[match[1]], path, int(properties["line"]), int(properties["col"])))
    assert seen == EXPECTED


def test_text() -> None:
    seen = []
    for line in render(OUTCOME, WORLD, "text").splitlines():
        match = re.match(r"(.+):(\d+):(\d+): (error|warning|information) (HF\d+): ", line)
        if match:
            seen.append(Seen(match[5], match[4], match[1], int(match[2]), int(match[3])))
    assert seen == EXPECTED


def test_an_empty_outcome_is_safe_everywhere() -> None:
    for form in FORMATS:
        text = render(Outcome(), WORLD, form, Style(elapsed_ms=3))
        assert "safe" in text
        assert "unsafe" not in text
        assert text.endswith("\n")


def test_the_same_outcome_gives_the_same_text() -> None:
    for form in FORMATS:
        assert render(OUTCOME, WORLD, form) == render(OUTCOME, WORLD, form)
