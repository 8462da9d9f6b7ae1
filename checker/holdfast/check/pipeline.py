"""The pipeline: a request, two worlds, a verdict.

The steps are those of the paper: the edit is validated, both worlds are modelled over the scope of the
check, compilability is checked, and what each model says is compared under the refactoring's rule. Steps
yield findings in any order; the outcome puts them into reading order.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from holdfast.check.affected import Affected, find_affected
from holdfast.check.compilability import check_compilability
from holdfast.check.correspondence.cut import edits_on_words
from holdfast.check.correspondence.moved import find_moved
from holdfast.check.correspondence.renames import renames_of_declarations
from holdfast.check.correspondence.throughout import exchanged_throughout
from holdfast.check.correspondence.told_apart import told_apart
from holdfast.check.fixes import with_fixes
from holdfast.check.options import Options
from holdfast.check.pair import Pair
from holdfast.check.steps import steps_of
from holdfast.findings.values import Checked, Finding, Outcome, Severity, in_reading_order
from holdfast.python.project.layout import ProjectSettings
from holdfast.python.project.program import Program
from holdfast.python.questions import MemberAnswers
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.registry import BY_KIND
from holdfast.refactorings.request import Kind, Request
from holdfast.text.edits import EditSet
from holdfast.text.interval import Interval
from holdfast.text.world import World, changed_files

#: Refactorings that move members about in a hierarchy, where each class must keep what it has.
_ALONG_HIERARCHIES = (Kind.PULL_UP, Kind.PUSH_DOWN, Kind.SAFE_DELETE, Kind.REFACTORING)


def check(
    before: World,
    after: World,
    request: Request,
    *,
    edits: EditSet | None = None,
    options: Options | None = None,
    answers: MemberAnswers | None = None,
    program: Program | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Outcome:
    """Compare two worlds and say every unexpected change.

    `edits` is the edit set that somebody has; it is used where it is cut on words, and texts are compared
    anew where it is not. `program` is a program of `before` from an earlier check, whose facts and index
    are then reused. `progress` is called with the files done and the files in scope.
    """
    options = options or Options()
    refactoring = BY_KIND[request.kind]
    refactoring.validate(before, request)
    pair = _pair(before, after, edits, options, program, refactoring)
    affected = find_affected(pair, full=options.full)
    if refactoring.kind in _ALONG_HIERARCHIES and pair.edited_python_files():
        pair = _with_kept_members(pair, affected)
    findings = in_reading_order(
        _findings(pair, affected, refactoring, answers, progress or _no_progress, _expiry(options))
    )
    if refactoring.kind is Kind.RENAME:
        findings = tuple(with_fixes(pair, affected, findings))
    checked = Checked(files=len(affected.files), edges=_edges(pair, affected))
    return Outcome(findings, checked, _evidence(pair, affected, refactoring))


def _no_progress(done: int, total: int) -> None:
    del done, total


def _expiry(options: Options) -> Callable[[], bool]:
    """Whether the time for the check has run out."""
    seconds = options.budget_seconds
    if seconds is None:
        return lambda: False
    deadline = time.monotonic() + seconds
    return lambda: time.monotonic() > deadline


def _pair(
    before: World,
    after: World,
    edits: EditSet | None,
    options: Options,
    program: Program | None,
    refactoring: Refactoring,
) -> Pair:
    settings = ProjectSettings(roots=options.source_roots) if options.source_roots else None
    first = program or Program(before, settings=settings, version=options.python_version)
    changed = {file: after.text(file) for file in changed_files(before, after)}
    second = first.after(after, changed)
    between = edits_on_words(before, after, edits)
    if refactoring.kind is not Kind.RENAME:
        between = told_apart(first, second, between)
    # What an ordinary edit calls otherwise is new to the code that it left alone.
    exchanged = {} if refactoring.code is Code.UNTOUCHED else exchanged_throughout(first, second, between)
    pair = Pair(first, second, between, exchanged=exchanged)
    return Pair(first, second, between, find_moved(pair), exchanged)


def _with_kept_members(pair: Pair, affected: Affected) -> Pair:
    from holdfast.check.classes.kept_members import find_kept  # with all that traces need

    kept = find_kept(pair, renames_of_declarations(pair, affected))
    if not any(kept):
        return pair
    return Pair(pair.before, pair.after, pair.edits, pair.moved, pair.exchanged, kept)


def _findings(
    pair: Pair,
    affected: Affected,
    refactoring: Refactoring,
    answers: MemberAnswers | None,
    progress: Callable[[int, int], None],
    expired: Callable[[], bool],
) -> Iterator[Finding]:
    """The findings of every step. A step that fails, or that there is no time for, is said, not hidden."""
    if not pair.edits.touched_files():
        return
    broken = list(check_compilability(pair))
    yield from broken
    if any(finding.code == "HF401" for finding in broken):
        return
    steps = steps_of(pair, affected, refactoring, answers, progress)
    for position, (what, step) in enumerate(steps):
        if expired():
            missing = ", ".join(name for name, _ in steps[position:])
            yield _not_looked_at(pair, "HF505", f"the time ran out; not looked at: {missing}")
            return
        try:
            yield from step()
        except RecursionError:
            yield _not_looked_at(
                pair, "HF506", f"code is nested too deeply to be followed; not looked at: {what}"
            )


def _not_looked_at(pair: Pair, code: str, message: str) -> Finding:
    file = next(iter(pair.edited_python_files()), next(iter(sorted(pair.edits.touched_files())), ""))
    return Finding(code, Severity.INFORMATION, Interval(file, 0, 0), message)


def _edges(pair: Pair, affected: Affected) -> int:
    """How many name tokens were compared."""
    total = 0
    for file in affected.files:
        facts = pair.before.facts(file)
        if facts is not None:
            names = facts.names
            total += len(names.occurrences) if file in pair.edits.replacements else 0
            total += len(names.imports)
    return total


def _evidence(pair: Pair, affected: Affected, refactoring: Refactoring) -> tuple[str, ...]:
    lines = [f"checked as: {refactoring.title}, rule {refactoring.rule}"]
    files, edited = len(affected.files), len(pair.edited_python_files())
    lines.append(f"{files} {'file' if files == 1 else 'files'} in scope, {edited} of them edited")
    if affected.renamed:
        pairs = ", ".join(f"`{old}` to `{new}`" for old, new in sorted(affected.renamed)[:8])
        lines.append(f"names exchanged: {pairs}, {len(affected.tokens)} occurrences")
    return tuple(lines)
