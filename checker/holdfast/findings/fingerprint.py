"""Stable names for findings, so that an accepted one is known again after the code around it moved.

A fingerprint is made of what a person would recognise the finding by: its code, its file, the line that
it stands on without its indentation, and its message. Line numbers take no part. Equal findings on equal
lines are told apart by counting them in reading order.
"""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.findings.values import Finding
from holdfast.text.world import World


def fingerprints(findings: Iterable[Finding], before: World) -> tuple[str, ...]:
    """The fingerprints of findings that are in reading order, one each and all different."""
    from hashlib import sha256

    seen: dict[tuple[str, ...], int] = {}
    result = []
    for finding in findings:
        parts = (finding.code, finding.place.file, _line(finding, before), finding.message)
        number = seen.get(parts, 0)
        seen[parts] = number + 1
        text = "\0".join((*parts, str(number)))
        result.append(sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24])
    return tuple(result)


def _line(finding: Finding, before: World) -> str:
    text = before.text(finding.place.file) or ""
    start = max(text.rfind("\n", 0, finding.place.start), text.rfind("\r", 0, finding.place.start)) + 1
    return text[start:].partition("\n")[0].strip()
