"""The baseline file: findings that a project has decided to live with, by their fingerprints.

JSON, sorted, one finding per line, so that it reads and merges well. Everything but the fingerprint is
there for people.
"""

from __future__ import annotations

import os

from holdfast.errors import InputError
from holdfast.findings.fingerprint import fingerprints
from holdfast.findings.values import Outcome
from holdfast.text.world import World

_VERSION = 1


def read_baseline(path: str) -> frozenset[str]:
    import json

    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except OSError as error:
        raise InputError(f"the baseline {path} cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise InputError(f"the baseline {path} is not valid JSON: {error}") from None
    try:
        if data["version"] != _VERSION:
            raise InputError(
                f"the baseline {path} has version {data['version']}, not {_VERSION}; write it again"
            )
        return frozenset(str(each["fingerprint"]) for each in data["findings"])
    except (TypeError, KeyError):
        raise InputError(f"{path} is not a baseline; make one with --write-baseline") from None


def write_baseline(path: str, outcome: Outcome, before: World) -> int:
    """Lists every finding of the outcome, those accepted by the old baseline included; returns how many."""
    import json

    from holdfast.findings.values import AcceptedBy, in_reading_order

    kept = [each.finding for each in outcome.accepted if each.by is AcceptedBy.BASELINE]
    findings = in_reading_order((*outcome.findings, *kept))
    rows = sorted(
        json.dumps(
            {
                "path": finding.place.file,
                "code": finding.code,
                "message": finding.message,
                "fingerprint": name,
            }
        )
        for finding, name in zip(findings, fingerprints(findings, before), strict=True)
    )
    body = ",\n".join("    " + row for row in rows)
    text = f'{{\n  "version": {_VERSION},\n  "findings": [{chr(10) if rows else ""}{body}{chr(10) + "  " if rows else ""}]\n}}\n'
    temporary = f"{path}.new"
    try:
        with open(temporary, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError as error:
        raise InputError(f"the baseline {path} cannot be written ({error.strerror})") from None
    return len(rows)
