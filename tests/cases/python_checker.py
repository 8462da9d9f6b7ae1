"""The Python checker as `check_case` asks it, and the invariants that hold for every case of Python.

`before` parses; the renderings name the same findings; and running both sides agrees with the verdict. A
`run` section is a script that imports the case's files. It must finish on the side before. Different
behaviour of an edit called safe is always a failure; equal behaviour of one that is called unsafe needs a
`note:` that says what this run does not reach. Where the checker is known to be wrong, the case asserts
today's answer and its note begins with `wrong today`; then the runs must show that it is wrong.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from check_case import Answer, Checker, Found, Question
from holdfast.casefile.values import Case
from holdfast.check import Options, check
from holdfast.findings.codes import BY_CODE
from holdfast.findings.values import Outcome
from holdfast.fuzz.from_memory import Run
from holdfast.fuzz.running import Runner
from holdfast.python.tree import parse
from holdfast.refactorings.request import Kind, Request
from holdfast.report import render
from holdfast.text.interval import Interval
from holdfast.text.world import World

_ENTRY = "__run__.py"
_TEXT = re.compile(r"(.+):(\d+):(\d+): (?:error|warning|information) (HF\d+): ")
_GITHUB = re.compile(r"::\w+ (?P<properties>.*?)::")


def outcome_of(question: Question) -> Outcome:
    request = question.case.request
    return check(
        question.before,
        question.after,
        Request(Kind(request.kind), question.case.target, request.new_name),
        edits=question.edits,
        options=Options(python_version=wanted_python(question.case)),
    )


def wanted_python(case: Case) -> tuple[int, int] | None:
    """The version of Python that gives the case its meaning: `python: 3.12` in its request."""
    wanted = case.request.options.get("python")
    if wanted is None:
        return None
    major, minor = wanted.split(".")
    return int(major), int(minor)


def is_wrong_today(case: Case) -> bool:
    return (case.expect.note or "").startswith("wrong today")


def ask(question: Question) -> Answer:
    """The checker of cases."""
    outcome = outcome_of(question)
    findings = tuple(
        Found(
            BY_CODE[finding.code].slug,
            _visible(question.before, finding.place),
            tuple(clause.place for clause in finding.clauses),
        )
        for finding in outcome.findings
    )
    rendered = {"text": render(outcome, question.before, "text")}
    return Answer(outcome.verdict.value, findings, rendered=rendered)


def _visible(world: World, place: Interval) -> Interval:
    """A place that carets can mark: an empty one, where something comes in, is told by one character.

    That is the character behind it, or the last one before it where the line ends there.
    """
    text = world.text(place.file)
    if place.start < place.end or not text:
        return place
    start = place.start
    if start >= len(text) or text[start] == "\n":
        start = len(text[:start].rstrip("\n")) - 1
        start = start if start >= 0 else len(text) - len(text.lstrip("\n"))
    return Interval(place.file, start, start + 1)


def before_parses(question: Question, answer: Answer, checker: Checker) -> None:
    for file in sorted(question.before.files()):
        if file.endswith(".py"):
            error = parse(question.before.text(file) or "", wanted_python(question.case)).error
            assert error is None, f"{question.case.name}: {file} does not parse before the edit: {error}"


class _Seen(NamedTuple):
    code: str
    line: int
    column: int


def renderings_agree(question: Question, answer: Answer, checker: Checker) -> None:
    outcome = outcome_of(question)
    seen = {
        "text": list(_in_text(render(outcome, question.before, "text"))),
        "json": list(_in_json(render(outcome, question.before, "json"))),
        "sarif": list(_in_sarif(render(outcome, question.before, "sarif"))),
        "github": list(_in_github(render(outcome, question.before, "github"))),
    }
    assert len(seen["json"]) == len(outcome.findings)
    # GitHub takes no column for a finding of several lines.
    seen["github"] = [
        each if each.column else each._replace(column=other.column)
        for each, other in zip(seen["github"], seen["json"], strict=True)
    ]
    for form, found in seen.items():
        assert found == seen["json"], f"{question.case.name}: {form} and json name other findings"


def _in_text(text: str) -> Iterator[_Seen]:
    for line in text.splitlines():
        if match := _TEXT.match(line):
            yield _Seen(match[4], int(match[2]), int(match[3]))


def _in_json(text: str) -> Iterator[_Seen]:
    for finding in json.loads(text)["findings"]:
        yield _Seen(finding["code"], finding["line"], finding["column"])


def _in_sarif(text: str) -> Iterator[_Seen]:
    for result in json.loads(text)["runs"][0]["results"]:
        region = result["locations"][0]["physicalLocation"]["region"]
        yield _Seen(result["ruleId"], region["startLine"], region["startColumn"])


def _in_github(text: str) -> Iterator[_Seen]:
    for line in text.splitlines():
        if match := _GITHUB.match(line):
            properties = dict(each.split("=", 1) for each in match["properties"].split(","))
            yield _Seen(
                properties["title"].split()[0], int(properties["line"]), int(properties.get("col", 0))
            )


def runs_agree(runner: Runner) -> Callable[[Question, Answer, Checker], None]:
    """The invariant that executes both sides of a case with a `run` section."""

    def agree(question: Question, answer: Answer, checker: Checker) -> None:
        case = question.case
        wanted = wanted_python(case)
        if case.run is None or (wanted is not None and sys.version_info < wanted):
            return
        before, after = (_run(runner, world, case.run) for world in (question.before, question.after))
        assert before.ended == "finished", f"{case.name}: before the edit the run {before.ended}"
        assert before.output, f"{case.name}: the run prints nothing, so that nothing can differ"
        if is_wrong_today(case):
            assert (answer.verdict == "safe") == (before != after), f"{case.name}: is right by now"
        elif answer.verdict == "safe":
            assert before == after, f"{case.name}: called safe, but {before} becomes {after}"
        elif answer.verdict == "unsafe" and before == after:
            assert case.expect.note, f"{case.name}: unsafe and yet it runs alike; a note must say why"

    return agree


def _run(runner: Runner, world: World, script: str) -> Run:
    files = {file: world.text(file) or "" for file in world.files()}
    return runner.run({**files, _ENTRY: script}, _ENTRY)
