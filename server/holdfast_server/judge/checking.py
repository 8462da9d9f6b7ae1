"""One check: a workspace edit and the refactoring that it claims to be in, a verdict out.

An edit over several folders is checked in each of them, since each is a program of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from holdfast.check import Options, check
from holdfast.errors import InputError
from holdfast.findings.accept import Acceptance, accept
from holdfast.findings.values import Outcome
from holdfast.python.project.program import Program
from holdfast.python.questions import MemberAnswers
from holdfast.refactorings.request import Kind, Request
from holdfast.report.summary import summary
from holdfast.text.interval import Interval
from holdfast.text.positions import LineIndex, Unit
from holdfast.text.world import World, changed_files
from holdfast.wire.workspace_edit import ExpectedRename, ReadEdit, read_workspace_edit
from holdfast.wire.write_edit import write_workspace_edit

from holdfast_server.convert.findings import Converter
from holdfast_server.judge.folders import FolderView, with_files_on_disk
from holdfast_server.judgement import Judged, Wish

#: Findings that say that uses were left behind.
_INCOMPLETE: Final = frozenset({"HF103", "HF104", "HF107", "HF403"})


def check_edit(
    view: FolderView,
    raw: Mapping[str, Any],
    wish: Wish,
    *,
    unit: Unit,
    document_changes: bool,
    answers: Callable[[World, World], MemberAnswers | None],
    progress: Callable[[int, int], None],
) -> Judged:
    """Check the part of an edit that lies in one folder. Raises `InputError` for one that cannot be used."""
    before = with_files_on_disk(view, edited_uris(raw))
    request = request_of(wish, before, view, unit)
    read = read_workspace_edit(
        raw, world=before, names=view.names, unit=unit, expected=_expected(before, request)
    )
    after = before.apply(read.edit_set)
    options = Options(python_version=view.program.version)
    outcome = check(
        before,
        after,
        request,
        options=options,
        answers=answers(before, after),
        program=_program(view, before),
        progress=progress,
    )
    outcome = accept(outcome, before, after, read.edit_set, Acceptance(view.project.ignored))
    return _judged(outcome, view, before, after, request, read, unit, document_changes)


def _program(view: FolderView, before: World) -> Program:
    if before is view.world:
        return view.program
    return view.program.after(before, {file: before.text(file) for file in changed_files(view.world, before)})


def request_of(wish: Wish, world: World, view: FolderView, unit: Unit) -> Request:
    kind = Kind(wish.kind)
    if wish.uri is None or wish.range is None:
        return Request(kind, None, wish.new_name)
    try:
        file = view.names.file(wish.uri)
    except InputError:
        return Request(kind, None, wish.new_name)
    text = world.text(file)
    if text is None:
        return Request(kind, None, wish.new_name)
    start, end = selection(text, wish.range, unit)
    if kind in (Kind.RENAME, Kind.INLINE):
        start, end = name_around(text, start)
        if start == end:
            return Request(kind, None, wish.new_name)
    return Request(kind, Interval(file, start, end), wish.new_name)


def selection(text: str, span: Mapping[str, Any], unit: Unit) -> tuple[int, int]:
    """The offsets of a range, in order."""
    lines = LineIndex(text)
    ends = []
    for side in ("start", "end"):
        place = span.get(side) or {}
        ends.append(lines.offset((int(place.get("line", 0)), int(place.get("character", 0))), unit))
    return min(ends), max(ends)


def name_around(text: str, offset: int) -> tuple[int, int]:
    """The identifier that an offset stands in, before or behind; an empty interval where there is none."""
    start = end = offset
    while start > 0 and f"a{text[start - 1]}".isidentifier():
        start -= 1
    while end < len(text) and f"a{text[end]}".isidentifier():
        end += 1
    return (start, end) if text[start:end].isidentifier() else (offset, offset)


def edited_uris(raw: Mapping[str, Any]) -> Iterable[str]:
    """Every URI that an edit names, in order; what has no shape is left to the reader to refuse."""
    steps = raw.get("documentChanges")
    if not isinstance(steps, list):
        changes = raw.get("changes")
        yield from changes if isinstance(changes, Mapping) else ()
        return
    for step in steps:
        if not isinstance(step, Mapping):
            continue
        document = step.get("textDocument")
        named = [step.get("uri"), step.get("oldUri"), step.get("newUri")]
        if isinstance(document, Mapping):
            named.append(document.get("uri"))
        yield from (each for each in named if isinstance(each, str))


def with_moves(raw: Mapping[str, Any], wish: Wish) -> Mapping[str, Any]:
    """The edit with the moves of files that the editor makes after it."""
    if not wish.moves:
        return raw
    steps = raw.get("documentChanges")
    if steps is None:
        changes = raw.get("changes") or {}
        steps = [{"textDocument": {"uri": uri, "version": None}, "edits": e} for uri, e in changes.items()]
    moves = [{"kind": "rename", "oldUri": old, "newUri": new} for old, new in wish.moves]
    return {"documentChanges": [*steps, *moves]}


def _expected(world: World, request: Request) -> ExpectedRename | None:
    if request.kind is not Kind.RENAME or request.target is None or request.new_name is None:
        return None
    text = world.text(request.target.file) or ""
    return ExpectedRename(text[request.target.start : request.target.end], request.new_name)


def _judged(
    outcome: Outcome,
    view: FolderView,
    before: World,
    after: World,
    request: Request,
    read: ReadEdit,
    unit: Unit,
    document_changes: bool,
) -> Judged:
    names = replace(view.names, spelt={**read.uris, **view.names.spelt})
    converter = Converter(before, after, read.edit_set, names, unit, document_changes=document_changes)
    codes = {finding.code for finding in outcome.findings}
    corrected = None
    if read.unit != unit:
        corrected = write_workspace_edit(
            read.edit_set, world=before, names=names, unit=unit, document_changes=document_changes
        )
    return Judged(
        verdict=outcome.verdict.value,
        summary=summary(outcome),
        findings=tuple(converter.shown(finding) for finding in outcome.findings),
        variants=converter.variants(outcome.findings),
        states=converter.states(outcome.findings),
        notes=read.notes,
        corrected=corrected,
        incomplete=request.kind is Kind.RENAME and bool(codes & _INCOMPLETE),
        files=outcome.checked.files,
    )
