"""Reading case files. Every malformed case is an `InputError` that names its line."""

from __future__ import annotations

import re
from collections.abc import Iterable

from holdfast.casefile.marks import read_marked
from holdfast.casefile.sections import Line, Section, refuse, sections
from holdfast.casefile.values import Case, CaseRequest, Expectation, Mark

_REQUEST = re.compile(r"(?P<kind>[a-z][a-z-]*)(?:\s+@(?P<target>[\w.-]+))?(?:\s+->\s+(?P<name>\S.*?))?\s*")
_OPTION = re.compile(r"(?P<key>[a-z][a-z-]*):\s*(?P<value>.*?)\s*")
_VERDICT = re.compile(r"(?P<verdict>safe|unsafe|unknown)|(?P<refused>refused)\s+(?P<code>HF\d{3})")


def read_case(text: str, name: str = "case") -> Case:
    """The case that a text describes; `name` is what error messages call it."""
    prose, found = sections(text, name)
    by_name = {section.name: section for section in found}
    before: dict[str, str] = {}
    after: dict[str, str | None] = {}
    marks: list[Mark] = []
    for section in found:
        if section.folder not in ("before", "after"):
            continue
        if "deleted" in section.flags:
            if any(line.text for line in section.lines):
                raise refuse(name, section.number, "a deleted file has no text")
            after[section.path] = None
            continue
        marked = read_marked(section, name)
        marks.extend(marked.marks)
        if section.folder == "before":
            before[section.path] = marked.text
        else:
            after[section.path] = marked.text
    if not before:
        raise refuse(name, 1, "there is no `-- before/PATH --` section")
    for section in found:
        if "deleted" in section.flags and section.path not in before:
            raise refuse(name, section.number, f"{section.path} is deleted, but was not there before")
    run = by_name.get("run")
    case = Case(
        request=_request(_needed(by_name, "request", name), name, has_after=bool(after)),
        before=before,
        expect=_expectation(_needed(by_name, "expect", name), name),
        prose=prose,
        name=name,
        after=after,
        marks=tuple(marks),
        run=None if run is None else run.text,
        rendered={section.path or "text": section.text for section in found if section.folder == "rendered"},
    )
    _check_labels(case, by_name["request"].number)
    _check_proposal(case, by_name["request"].number)
    return case


def _needed(by_name: dict[str, Section], wanted: str, case: str) -> Section:
    section = by_name.get(wanted)
    if section is None:
        raise refuse(case, 1, f"there is no `-- {wanted} --` section")
    return section


def _filled(lines: Iterable[Line]) -> list[Line]:
    return [line for line in lines if line.text.strip()]


def _request(section: Section, case: str, *, has_after: bool) -> CaseRequest:
    lines = _filled(section.lines)
    match = _REQUEST.fullmatch(lines[0].text.strip()) if lines else None
    if match is None:
        number = lines[0].number if lines else section.number
        raise refuse(case, number, "a request is `KIND [@label] [-> name]`, e.g. `rename @decl -> limit`")
    options = _options(lines[1:], case)
    proposal = options.pop("proposal", "after" if has_after else "marked")
    return CaseRequest(match["kind"], match["target"], match["name"], proposal, options)


def _options(lines: list[Line], case: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for line in lines:
        match = _OPTION.fullmatch(line.text.strip())
        if match is None:
            raise refuse(case, line.number, f"expected `key: value`, found {line.text.strip()!r}")
        if match["key"] in options:
            raise refuse(case, line.number, f"{match['key']} is given twice")
        options[match["key"]] = match["value"]
    return options


def _expectation(section: Section, case: str) -> Expectation:
    lines = _filled(section.lines)
    match = _VERDICT.fullmatch(lines[0].text.strip()) if lines else None
    if match is None:
        number = lines[0].number if lines else section.number
        raise refuse(case, number, "expected safe, unsafe, unknown or `refused HFnnn`")
    options = _options(lines[1:], case)
    note = options.pop("note", None)
    if options:
        raise refuse(
            case, lines[1].number, f"only `note:` may follow the verdict, not {sorted(options)[0]!r}"
        )
    return Expectation(match["verdict"] or "refused", match["code"], note)


def _check_labels(case: Case, request_line: int) -> None:
    seen: set[str] = set()
    for mark in case.marks:
        if mark.label is not None:
            if mark.label in seen:
                raise refuse(case.name, request_line, f"label @{mark.label} marks two places")
            seen.add(mark.label)
    wanted = [label for mark in case.marks for finding in mark.findings for label in finding.labels]
    for label in wanted:
        if label not in seen:
            raise refuse(case.name, request_line, f"a finding mentions @{label}, which marks no place")
    if case.request.target is not None and case.request.target not in case.labels():
        raise refuse(
            case.name,
            request_line,
            f"the request acts on @{case.request.target}, which marks no place in the text before",
        )


def _check_proposal(case: Case, request_line: int) -> None:
    proposal = case.request.proposal
    if proposal == "after" and not case.after:
        raise refuse(case.name, request_line, "the proposal is `after`, but there is no after/ section")
    if proposal != "after" and case.after:
        raise refuse(case.name, request_line, f"there are after/ sections, but the proposal is {proposal!r}")
    if proposal == "marked":
        takes_name = any(mark.edited and mark.new_text is None for mark in case.marks)
        if takes_name and case.request.new_name is None:
            raise refuse(
                case.name, request_line, "`edit` marks take the new name, but the request has no `-> name`"
            )
