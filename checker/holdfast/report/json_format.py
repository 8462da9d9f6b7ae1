"""The report for programs: one JSON object. Lines and columns count from one, in the original text."""

from __future__ import annotations

import json
from typing import Any

from holdfast.findings.codes import BY_CODE
from holdfast.findings.fingerprint import fingerprints
from holdfast.findings.values import Finding, Fix, Outcome
from holdfast.report import PLAIN, Style
from holdfast.report.places import Places
from holdfast.text.interval import Interval
from holdfast.text.world import World


def render_json(outcome: Outcome, before: World, style: Style = PLAIN) -> str:
    return json.dumps(as_json(outcome, before, style), indent=2, ensure_ascii=True) + "\n"


def as_json(outcome: Outcome, before: World, style: Style = PLAIN) -> dict[str, Any]:
    places = Places(before)
    names = fingerprints(outcome.findings, before)
    result: dict[str, Any] = {
        "verdict": outcome.verdict.value,
        "findings": [
            _finding(finding, places, name) for finding, name in zip(outcome.findings, names, strict=True)
        ],
        "checked": {
            "files": outcome.checked.files,
            "edges": outcome.checked.edges,
            "unseen": list(outcome.checked.unseen),
        },
        "elapsed_ms": style.elapsed_ms or 0,
    }
    if outcome.accepted:
        result["accepted"] = [
            {"by": each.by.value, **_place(each.finding.place, places), "code": each.finding.code}
            for each in outcome.accepted
        ]
    if style.why:
        result["evidence"] = list(outcome.evidence)
    return result


def _finding(finding: Finding, places: Places, fingerprint: str) -> dict[str, Any]:
    known = BY_CODE.get(finding.code)
    return {
        "code": finding.code,
        "name": known.slug if known else finding.code,
        "severity": finding.severity.value,
        **_place(finding.place, places),
        "message": finding.message,
        "inserted": finding.quoted,
        "related": [
            {**_place(clause.place, places), "message": clause.text, "inserted": clause.quoted}
            for clause in finding.clauses
        ],
        "fix": None if finding.fix is None else _fix(finding.fix, places),
        "fingerprint": fingerprint,
    }


def _fix(fix: Fix, places: Places) -> dict[str, Any]:
    result: dict[str, Any] = {"title": fix.title, "new_name": fix.new_name, "edits": None}
    if fix.edits is not None:
        result["edits"] = [
            {**_place(Interval(file, each.start, each.end), places), "text": each.text}
            for file, replacements in fix.edits.replacements.items()
            for each in replacements
        ]
        result["files"] = {
            "created": dict(fix.edits.created),
            "renamed": dict(fix.edits.renamed),
            "deleted": sorted(fix.edits.deleted),
        }
    return result


def _place(place: Interval, places: Places) -> dict[str, Any]:
    return places.region(place)._asdict()
