"""SARIF: valid, and every rule, place, suppression and fix where the standard wants it."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from holdfast.findings.values import Outcome
from holdfast.report import Style, render
from report.outcomes import OUTCOME, WORLD
from report.sarif_schema import SCHEMA


def sarif(outcome: Outcome = OUTCOME) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(render(outcome, WORLD, "sarif", Style(why=True, elapsed_ms=1)))
    return data


def test_it_is_valid() -> None:
    jsonschema.validate(sarif(), SCHEMA)
    jsonschema.validate(sarif(Outcome()), SCHEMA)


def test_the_schema_refuses_what_is_wrong() -> None:
    good = sarif()
    for path, value in (
        (("version",), "2.0.0"),
        (("runs", 0, "results", 0, "level"), "information"),
        (("runs", 0, "results", 0, "locations", 0, "physicalLocation", "region", "startColumn"), 0),
        (("runs", 0, "results", 0, "locations", 0, "physicalLocation", "artifactLocation", "uri"), "größe 1"),
        (("runs", 0, "results", 0, "typo"), 1),
    ):
        bad = copy.deepcopy(good)
        node: Any = bad
        for step in path[:-1]:
            node = node[step]
        node[path[-1]] = value
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, SCHEMA)


def test_accepted_findings_are_suppressed_results() -> None:
    suppressed = [each for each in sarif()["runs"][0]["results"] if "suppressions" in each]
    assert [(each["ruleId"], each["suppressions"]) for each in suppressed] == [
        ("HF501", [{"kind": "inSource"}])
    ]


def test_related_places_keep_the_order_of_the_story() -> None:
    related = sarif()["runs"][0]["results"][0]["relatedLocations"]
    assert [each["id"] for each in related] == [0, 1, 2]
    assert related[0]["message"]["text"] == "this read of `ceiling`"


def test_a_fix_replaces_regions() -> None:
    (fix,) = sarif()["runs"][0]["results"][0]["fixes"]
    (change,) = fix["artifactChanges"]
    assert [each["insertedContent"]["text"] for each in change["replacements"]] == ["limit_", "limit_"]


def test_fingerprints_are_all_different() -> None:
    names = [each["partialFingerprints"]["holdfast/v1"] for each in sarif()["runs"][0]["results"]]
    assert len(set(names)) == len(names)
