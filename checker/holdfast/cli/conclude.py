"""The end of every check: accept, report, write what was asked for, and choose the exit code."""

from __future__ import annotations

import time

from holdfast.cli.output import say, show
from holdfast.cli.session import Session
from holdfast.findings.accept import accept
from holdfast.findings.values import Outcome, Severity, Verdict
from holdfast.refactorings.request import Request
from holdfast.report import Style, render
from holdfast.text.edits import EditSet
from holdfast.text.world import World

_INTERNAL = "HF506"


def conclude(
    session: Session,
    outcome: Outcome,
    before: World,
    after: World,
    *,
    edits: EditSet,
    request: Request,
    excluded_seconds: float = 0.0,
) -> int:
    """Shows the outcome and returns the exit code. `excluded_seconds` were spent by others (an engine)."""
    outcome = accept(outcome, before, after, edits, session.acceptance)
    elapsed = time.perf_counter() - session.started - excluded_seconds
    style = Style(session.colour, session.why, round(elapsed * 1000))
    show(render(outcome, before, session.form, style))
    if session.report is not None:
        from holdfast.cli.bundle import write_bundle

        write_bundle(session.report, outcome, before, after, request)
        say(f"wrote {session.report}")
    if session.write_baseline is not None:
        from holdfast.cli.baseline import write_baseline

        number = write_baseline(session.write_baseline, outcome, before)
        say(
            f"{number} {'finding is' if number == 1 else 'findings are'} now accepted in {session.write_baseline}"
        )
        return 0
    if fails(outcome, session.fail_on):
        return 1
    return _own_bug(outcome)


def fails(outcome: Outcome, level: str) -> bool:
    """Whether the outcome reaches the level that `--fail-on` names."""
    if level == "unknown":
        return outcome.verdict is not Verdict.SAFE
    if level == "warning":
        return outcome.verdict is Verdict.UNSAFE
    return any(finding.severity is Severity.ERROR for finding in outcome.findings)


def _own_bug(outcome: Outcome) -> int:
    """70 when a part of the check failed by our own fault: an outcome without that part is not clean."""
    bugs = [finding for finding in outcome.findings if finding.code == _INTERNAL]
    if not bugs:
        return 0
    from holdfast.cli.crash import report_internal

    say(report_internal([finding.message for finding in bugs], outcome.evidence))
    return 70
