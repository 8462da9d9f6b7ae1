"""SARIF 2.1.0, for code scanning services and viewers.

Paths are relative URIs below `%SRCROOT%`. Columns count characters (`unicodeCodePoints`). Accepted
findings are results with a suppression, as the standard intends.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from holdfast import __version__
from holdfast.findings.codes import BY_CODE
from holdfast.findings.fingerprint import fingerprints
from holdfast.findings.values import AcceptedBy, Finding, Fix, Outcome, Severity
from holdfast.report import PLAIN, Style
from holdfast.report.places import Places
from holdfast.text.interval import Interval
from holdfast.text.world import World

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "note"}


def render_sarif(outcome: Outcome, before: World, style: Style = PLAIN) -> str:
    return json.dumps(as_sarif(outcome, before, style), indent=2, ensure_ascii=True) + "\n"


def as_sarif(outcome: Outcome, before: World, style: Style = PLAIN) -> dict[str, Any]:
    writer = _Writer(Places(before), _rules_of(outcome))
    open_names = fingerprints(outcome.findings, before)
    accepted = tuple(each.finding for each in outcome.accepted)
    accepted_names = fingerprints(accepted, before)
    results = [
        writer.result(finding, name) for finding, name in zip(outcome.findings, open_names, strict=True)
    ]
    for each, name in zip(outcome.accepted, accepted_names, strict=True):
        kind = "inSource" if each.by is AcceptedBy.COMMENT else "external"
        results.append(writer.result(each.finding, name) | {"suppressions": [{"kind": kind}]})
    run = {
        "tool": {"driver": _driver(writer.rules)},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the project."}}},
        "invocations": [{"executionSuccessful": True}],
        "results": results,
        "properties": _properties(outcome, style),
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rules_of(outcome: Outcome) -> tuple[str, ...]:
    findings = (*outcome.findings, *(each.finding for each in outcome.accepted))
    return tuple(sorted({finding.code for finding in findings}))


def _driver(rules: Iterable[str]) -> dict[str, Any]:
    return {
        "name": "Holdfast",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in rules],
    }


def _rule(code: str) -> dict[str, Any]:
    known = BY_CODE.get(code)
    if known is None:
        return {"id": code}
    return {
        "id": code,
        "name": known.slug,
        "shortDescription": {"text": known.title},
        "help": {"text": f"check-refactoring explain {code}"},
    }


def _properties(outcome: Outcome, style: Style) -> dict[str, Any]:
    result: dict[str, Any] = {
        "verdict": outcome.verdict.value,
        "files": outcome.checked.files,
        "edges": outcome.checked.edges,
        "unseen": list(outcome.checked.unseen),
    }
    if style.elapsed_ms is not None:
        result["elapsedMs"] = style.elapsed_ms
    if style.why:
        result["evidence"] = list(outcome.evidence)
    return result


class _Writer:
    """Holds what every result needs: where places are, and the numbers of the rules."""

    def __init__(self, places: Places, rules: tuple[str, ...]) -> None:
        self._places = places
        self.rules = rules

    def result(self, finding: Finding, fingerprint: str) -> dict[str, Any]:
        result: dict[str, Any] = {
            "ruleId": finding.code,
            "ruleIndex": self.rules.index(finding.code),
            "level": _LEVELS[finding.severity],
            "message": {"text": finding.message},
            "locations": [{"physicalLocation": self._physical(finding.place)}],
            "partialFingerprints": {"holdfast/v1": fingerprint},
        }
        if finding.clauses:
            result["relatedLocations"] = [
                {
                    "id": number,
                    "physicalLocation": self._physical(clause.place),
                    "message": {"text": clause.text},
                }
                for number, clause in enumerate(finding.clauses)
            ]
        if finding.quoted is not None:
            result["properties"] = {"inserted": finding.quoted}
        if finding.fix is not None and (fix := self._fix(finding.fix)) is not None:
            result["fixes"] = [fix]
        return result

    def _physical(self, place: Interval) -> dict[str, Any]:
        return {"artifactLocation": _artifact(place.file), "region": self._region(place)}

    def _region(self, place: Interval) -> dict[str, Any]:
        region = self._places.region(place)
        return {
            "startLine": region.line,
            "startColumn": region.column,
            "endLine": region.end_line,
            "endColumn": region.end_column,
        }

    def _fix(self, fix: Fix) -> dict[str, Any] | None:
        """A fix that only rewrites text; SARIF has no words for files that are made or moved."""
        if fix.edits is None or fix.edits.operations or not fix.edits.replacements:
            return None
        changes = [
            {
                "artifactLocation": _artifact(file),
                "replacements": [
                    {
                        "deletedRegion": self._region(Interval(file, each.start, each.end)),
                        "insertedContent": {"text": each.text},
                    }
                    for each in replacements
                ],
            }
            for file, replacements in fix.edits.replacements.items()
        ]
        return {"description": {"text": fix.title}, "artifactChanges": changes}


def _artifact(file: str) -> dict[str, Any]:
    return {"uri": quote(file.encode("utf-8", "surrogateescape"), safe="/~"), "uriBaseId": "%SRCROOT%"}
