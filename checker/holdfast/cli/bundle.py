"""`--report FILE`: one case file that shows a check again, to attach to a bug report.

It holds the files that the edit changes and those that a finding points into, on both sides, the request,
the verdict and the rendered report, and the versions of everything that took part. Read it before you
send it: it contains your source.
"""

from __future__ import annotations

from holdfast.casefile.values import Case, CaseRequest, Expectation, Mark
from holdfast.casefile.write import write_case
from holdfast.cli.crash import versions
from holdfast.errors import InputError
from holdfast.findings.values import Outcome
from holdfast.records import replace
from holdfast.refactorings.request import Request
from holdfast.report import render
from holdfast.text.world import World, changed_files

_LABEL = "target"


def write_bundle(path: str, outcome: Outcome, before: World, after: World, request: Request) -> None:
    text = bundle(outcome, before, after, request)
    try:
        with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise InputError(f"the report {path} cannot be written ({error.strerror})") from None


def bundle(outcome: Outcome, before: World, after: World, request: Request) -> str:
    """The text of the case file."""
    case = Case(
        request=CaseRequest(request.kind.value, None, request.new_name, "after"),
        before=_texts(outcome, before, after, request),
        expect=Expectation(outcome.verdict.value, note="what Holdfast said; correct it if it is wrong"),
        prose=f"Describe here what you expected.\n\n{versions()}",
        after={file: after.text(file) for file in sorted(changed_files(before, after))},
        rendered={"text": render(outcome, before, "text")},
    )
    target = request.target
    if target is not None and target.start < target.end:
        marked = replace(
            case,
            request=replace(case.request, target=_LABEL),
            marks=(Mark(target, label=_LABEL),),
        )
        try:
            return write_case(marked)
        except InputError:
            # A text that cannot be told line by line carries no marks; the case is of use without.
            pass
    return write_case(case)


def _texts(outcome: Outcome, before: World, after: World, request: Request) -> dict[str, str]:
    files = set(changed_files(before, after))
    if request.target is not None:
        files.add(request.target.file)
    for finding in (*outcome.findings, *(each.finding for each in outcome.accepted)):
        files.add(finding.place.file)
        files.update(clause.place.file for clause in finding.clauses)
    texts = {file: before.text(file) for file in sorted(files)}
    return {file: text for file, text in texts.items() if text is not None}
