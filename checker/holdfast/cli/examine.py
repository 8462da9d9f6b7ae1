"""Asking the checker: worlds and a request in, an outcome out, with a progress bar and a time budget."""

from __future__ import annotations

from holdfast.check import check
from holdfast.check.options import Options
from holdfast.cli.progress import Progress
from holdfast.cli.session import Session
from holdfast.findings.values import Outcome
from holdfast.refactorings.request import Request
from holdfast.text.edits import EditSet
from holdfast.text.world import World


def examine(session: Session, before: World, after: World, request: Request, edits: EditSet) -> Outcome:
    options = Options(
        python_version=session.python_version,
        source_roots=session.settings.source_roots,
        full=session.full,
        budget_seconds=session.budget,
    )
    with Progress("checking") as progress:
        return check(before, after, request, edits=edits, options=options, progress=progress)
