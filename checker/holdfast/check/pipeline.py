"""The pipeline: a request, two worlds, a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from holdfast.check.behaviour_findings import check_behaviour
from holdfast.check.compilability import check_compilability
from holdfast.check.lexical import check_names
from holdfast.check.options import Options
from holdfast.check.pair import Pair
from holdfast.check.plumbing import changed_functions
from holdfast.findings.values import Checked, Finding, Outcome, in_reading_order
from holdfast.python.project.facts import FactsCache
from holdfast.python.project.layout import ProjectSettings
from holdfast.python.project.program import Program
from holdfast.python.questions import MemberAnswers
from holdfast.refactorings.request import Kind, Request
from holdfast.text.difference import edit_set_between
from holdfast.text.edits import EditSet
from holdfast.text.world import World, changed_files


def check(
    before: World,
    after: World,
    request: Request,
    *,
    edits: EditSet | None = None,
    options: Options | None = None,
    answers: MemberAnswers | None = None,
    cache: FactsCache | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Outcome:
    """Compare two worlds and say every unexpected change."""
    options = options or Options()
    del edits  # the engine's own cut of the edit is not trusted: texts are compared on token boundaries
    between = edit_set_between(before, after)
    settings = ProjectSettings(roots=options.source_roots) if options.source_roots else None
    first = Program(before, settings=settings, cache=cache, version=options.python_version)
    changed = {file: after.text(file) for file in changed_files(before, after)}
    pair = Pair(first, first.after(after, changed), between)
    findings = in_reading_order(_findings(pair, request))
    return Outcome(findings, Checked(files=len(pair.edited_python_files())))


def _findings(pair: Pair, request: Request) -> Iterator[Finding]:
    broken = list(check_compilability(pair))
    yield from broken
    if any(finding.code == "HF401" for finding in broken):
        return
    strict = request.kind not in (Kind.RENAME, Kind.EDIT)
    for file in pair.edited_python_files():
        facts = pair.facts(file)
        rewritten = changed_functions(*facts, {}) if strict and facts else ()
        yield from check_names(pair, file, except_within=rewritten)
        if strict:
            yield from check_behaviour(pair, file, renamed={})
