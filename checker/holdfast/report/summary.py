"""The closing sentence of a report: the verdict, what was found, what was looked at."""

from __future__ import annotations

from holdfast.findings.values import Outcome, Severity, Verdict

_NAMES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "information"}


def count(number: int, noun: str, plural: str | None = None) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def summary(outcome: Outcome, elapsed_ms: int | None = None) -> str:
    """One line, e.g. `unsafe: 2 errors, 1 information; 3 files and 812 edges checked in 0.21 s`."""
    parts = [
        count(number, _NAMES[severity])
        for severity in Severity
        if (number := sum(finding.severity is severity for finding in outcome.findings))
    ]
    if outcome.accepted:
        parts.append(f"{len(outcome.accepted)} accepted")
    if not parts:
        parts.append("nothing found" if outcome.verdict is Verdict.SAFE else "no findings")
    looked = f"{count(outcome.checked.files, 'file')} and {count(outcome.checked.edges, 'edge')} checked"
    if outcome.checked.unseen:
        looked += f", {count(len(outcome.checked.unseen), 'place')} not seen"
    if elapsed_ms is not None:
        looked += f" in {elapsed_ms / 1000:.2f} s"
    return f"{outcome.verdict.value}: {', '.join(parts)}; {looked}"
