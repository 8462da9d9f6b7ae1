"""`check_case`: one function that drives every case file through a checker.

The checker is any callable from a question to an answer, so the same cases machinery serves the Python
checker and the calculator language. Besides what the case expects, every case runs the free invariants:
the empty edit is safe, the correspondence round-trips, and the same edit handed over as whole files gets
the same answer. A front end adds its own (`invariants`): that `before` parses, that renderings agree, that
running both sides agrees with the verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from holdfast.casefile.proposal import proposed_edits, world_before
from holdfast.casefile.read import read_case
from holdfast.casefile.values import Case, Side
from holdfast.casefile.write import with_rendered
from holdfast.errors import InputError
from holdfast.text.difference import edit_set_between
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.interval import STAR, Interval
from holdfast.text.positions import LineIndex
from holdfast.text.refine import refined
from holdfast.text.tokens import tokens
from holdfast.text.world import World


@dataclass(frozen=True, slots=True)
class Found:
    """A finding as cases speak of it: its slug, its place before the edit, and the places it mentions."""

    slug: str
    place: Interval
    mentions: tuple[Interval, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    case: Case
    before: World
    after: World
    edits: EditSet


@dataclass(frozen=True, slots=True)
class Answer:
    """`verdict` as in a case file; `code` says why, when it is `refused`."""

    verdict: str
    findings: tuple[Found, ...] = ()
    code: str | None = None
    rendered: Mapping[str, str] = field(default_factory=dict)


Checker: TypeAlias = Callable[[Question], Answer]
Engine: TypeAlias = Callable[[Case, World], EditSet]
Invariant: TypeAlias = Callable[[Question, Answer, Checker], None]


def check_case_file(
    path: Path,
    checker: Checker,
    *,
    update: bool = False,
    engine: Engine | None = None,
    invariants: Sequence[Invariant] = (),
) -> None:
    """Checks the case in a file, and compares or (`update`) rewrites its `rendered` sections."""
    text = path.read_bytes().decode("utf-8")
    case = read_case(text, path.name)
    answer = check_case(case, checker, engine=engine, invariants=invariants)
    if update and case.rendered:
        fresh = {name: answer.rendered[name] for name in case.rendered}
        path.write_bytes(with_rendered(text, fresh).encode("utf-8"))
        return
    for name, expected in case.rendered.items():
        assert answer.rendered.get(name) == expected, (
            f"{path}: rendered {name} differs; see `pytest --update-cases`"
        )


def check_case(
    case: Case, checker: Checker, *, engine: Engine | None = None, invariants: Sequence[Invariant] = ()
) -> Answer:
    """Asserts that the checker says what the case expects, and every free invariant."""
    question, answer = _asked(case, checker, engine)
    problems = [*_unmatched(case, answer), *_wrong_verdict(case, answer)]
    assert not problems, f"{case.name}: " + "; ".join(problems)
    if question is not None:
        for invariant in (*FREE_INVARIANTS, *invariants):
            invariant(question, answer, checker)
    return answer


def _asked(case: Case, checker: Checker, engine: Engine | None) -> tuple[Question | None, Answer]:
    """What the checker was asked and said; no question when the input was refused."""
    before = world_before(case)
    try:
        edits = proposed_edits(case)
        if edits is None:
            assert engine is not None, f"{case.name}: nobody can ask {case.request.proposal}"
            edits = engine(case, before)
        question = Question(case, before, before.apply(edits), edits)
        return question, checker(question)
    except InputError as refusal:
        return None, Answer("refused", code=refusal.code)


def _told(answer: Answer) -> str:
    return f"refused {answer.code}" if answer.verdict == "refused" else answer.verdict


def _expected(case: Case) -> str:
    return f"refused {case.expect.code}" if case.expect.verdict == "refused" else case.expect.verdict


def _wrong_verdict(case: Case, answer: Answer) -> Iterable[str]:
    if _told(answer) != _expected(case):
        yield f"the verdict is {_told(answer)}, expected {_expected(case)}"


def _unmatched(case: Case, answer: Answer) -> Iterable[str]:
    """Findings and `!` marks that have no partner. They match one to one."""
    labels = {**case.labels(Side.AFTER), **case.labels()}
    left = list(answer.findings)
    for mark in case.marks:
        for expected in mark.findings:
            places = [labels[label] for label in expected.labels]
            for found in left:
                if (found.slug, found.place) == (expected.slug, mark.place) and _mentions(found, places):
                    left.remove(found)
                    break
            else:
                yield f"expected {expected} at {_shown(case, mark.place)}"
    for found in left:
        mentioned = ", ".join(_shown(case, place) for place in found.mentions)
        yield f"unexpected !{found.slug} at {_shown(case, found.place)} (mentions {mentioned or 'nothing'})"


def _mentions(found: Found, places: Sequence[Interval]) -> bool:
    """Whether the places are mentioned in this order, with anything in between."""
    rest = iter(found.mentions)
    return all(place in rest for place in places)


def _shown(case: Case, place: Interval) -> str:
    text = case.before.get(place.file)
    if text is None or not 0 <= place.start <= place.end <= len(text):
        return str(place)
    line, column = LineIndex(text).position(place.start)
    return f"{place.file}:{line + 1}:{column + 1} `{text[place.start : place.end]}`"


def empty_edit_is_safe(question: Question, answer: Answer, checker: Checker) -> None:
    nothing = checker(Question(question.case, question.before, question.before, EditSet()))
    assert (nothing.verdict, nothing.findings) == ("safe", ()), (
        f"{question.case.name}: the empty edit is {nothing.verdict} {nothing.findings}"
    )


def correspondence_round_trips(question: Question, answer: Answer, checker: Checker) -> None:
    correspondence = refined(question.before, question.after, question.edits)
    for file in sorted(question.before.files()):
        offset = 0
        for token in tokens(question.before.text(file) or ""):
            place = Interval(file, offset, offset + len(token))
            offset += len(token)
            normal = correspondence.of_before(place)
            if normal != STAR and not token.isspace():
                assert correspondence.of_after(normal) == normal, f"{question.case.name}: {place}"
                assert correspondence.origin(normal) == place, f"{question.case.name}: {place}"


def whole_files_get_the_same_answer(question: Question, answer: Answer, checker: Checker) -> None:
    """The edit as engines hand it over: each file replaced as a whole, and then cut anew."""
    whole = EditSet(
        {
            file: (Replacement(0, len(question.before.text(file) or ""), text),)
            for file in question.edits.replacements
            if (text := question.after.text(question.edits.name_after(file) or file)) is not None
        },
        question.edits.created,
        question.edits.renamed,
        question.edits.deleted,
    )
    after = question.before.apply(whole)
    cut = edit_set_between(question.before, after)
    again = checker(Question(question.case, question.before, after, cut))
    assert (again.verdict, again.findings) == (answer.verdict, answer.findings), (
        f"{question.case.name}: as whole files the verdict is {again.verdict} {again.findings}"
    )


FREE_INVARIANTS: tuple[Invariant, ...] = (
    empty_edit_is_safe,
    correspondence_round_trips,
    whole_files_get_the_same_answer,
)
