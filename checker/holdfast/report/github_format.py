"""Workflow commands of GitHub Actions: one annotation per finding, then the summary as a plain line."""

from __future__ import annotations

from holdfast.findings.codes import BY_CODE
from holdfast.findings.values import Finding, Outcome, Severity
from holdfast.report import PLAIN, Style
from holdfast.report.places import Places
from holdfast.report.summary import summary
from holdfast.text.world import World

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "notice"}


def render_github(outcome: Outcome, before: World, style: Style = PLAIN) -> str:
    places = Places(before)
    lines = [_command(finding, places) for finding in outcome.findings]
    lines.append(summary(outcome, style.elapsed_ms))
    return "\n".join(lines) + "\n"


def _command(finding: Finding, places: Places) -> str:
    region = places.region(finding.place)
    known = BY_CODE.get(finding.code)
    properties = {
        "file": region.path,
        "line": str(region.line),
        "endLine": str(region.end_line),
        "title": f"{finding.code} {known.slug}" if known else finding.code,
    }
    # A column is understood only when the annotation does not leave its line.
    if region.line == region.end_line:
        properties |= {"col": str(region.column), "endColumn": str(max(region.end_column, region.column))}
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[finding.severity]} {listed}::{_data(_story(finding, places))}"


def _story(finding: Finding, places: Places) -> str:
    parts = [finding.message]
    if finding.quoted is not None:
        parts.append(f"inserted: {finding.quoted}")
    for clause in finding.clauses:
        region = places.region(clause.place)
        parts.append(f"{region.path}:{region.line}:{region.column}: {clause.text}")
        if clause.quoted is not None:
            parts.append(f"inserted: {clause.quoted}")
    if finding.fix is not None:
        parts.append(f"fix: {finding.fix.title}")
    return "\n".join(parts)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
