"""The cases of the calculator language, through the same `check_case` as those of Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from calculator.check import check, perform
from calculator.model import FILE
from check_case import Answer, Checker, Found, Question, check_case, check_case_file
from holdfast.casefile.read import read_case
from holdfast.text.interval import Interval

CASES = sorted((Path(__file__).parent / "cases").glob("*.case"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, update_cases: bool) -> None:
    check_case_file(path, check, update=update_cases, engine=perform)


CAPTURE = Path(__file__).parent / "cases" / "extract-variable-captures-global.case"


def test_rendered_sections_are_compared_and_updated(tmp_path: Path) -> None:
    path = tmp_path / "capture.case"
    original = CAPTURE.read_text(encoding="utf-8")
    path.write_text(original + "\n-- rendered --\nwrong\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="rendered text differs"):
        check_case_file(path, check, engine=perform)
    check_case_file(path, check, update=True, engine=perform)
    check_case_file(path, check, engine=perform)
    assert path.read_text(encoding="utf-8") == (
        original + "\n-- rendered --\nD-lost program.bc:[7, 8)\nN-lost program.bc:[22, 23)\n"
    )


def answering(answer: Answer) -> Checker:
    return lambda question: Answer("safe") if question.before is question.after else answer


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (Answer("safe"), "the verdict is safe, expected unsafe"),
        (Answer("unsafe"), r"expected !D-lost\(@t\) at program.bc:1:8 `m`"),
        (
            Answer("unsafe", (Found("N-lost", Interval(FILE, 0, 6)),)),
            "unexpected !N-lost at program.bc:1:1 `define`",
        ),
        (Answer("refused", code="HF601"), "the verdict is refused HF601"),
    ],
)
def test_a_wrong_answer_fails_the_case(answer: Answer, problem: str) -> None:
    case = read_case(CAPTURE.read_text(encoding="utf-8"))
    with pytest.raises(AssertionError, match=problem):
        check_case(case, answering(answer), engine=perform)


def test_the_free_invariants_are_run() -> None:
    case = read_case(CAPTURE.read_text(encoding="utf-8"))
    right = check_case(case, check, engine=perform)
    with pytest.raises(AssertionError, match="the empty edit is unsafe"):
        check_case(case, lambda question: right, engine=perform)
    with pytest.raises(AssertionError, match="as whole files the verdict is safe"):
        check_case(case, _forgetful(right), engine=perform)


def _forgetful(right: Answer) -> Checker:
    """Answers rightly once, and then says safe."""
    answers = [right]
    return lambda question: answers.pop() if answers else Answer("safe")


def test_a_front_end_adds_its_invariants() -> None:
    seen: list[str] = []

    def sees(question: Question, answer: Answer, checker: Checker) -> None:
        seen.append(answer.verdict)

    check_case(read_case(CAPTURE.read_text(encoding="utf-8")), check, engine=perform, invariants=[sees])
    assert seen == ["unsafe"]


def test_there_are_cases_of_both_kinds() -> None:
    assert len(CASES) >= 10
