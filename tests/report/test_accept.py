"""Accepting findings: comments, baselines and settings; what is accepted takes no part in the verdict."""

from __future__ import annotations

import pytest
from holdfast.findings.accept import Acceptance, accept, accepted_lines
from holdfast.findings.fingerprint import fingerprints
from holdfast.findings.values import AcceptedBy, Finding, Outcome, Severity, Verdict, in_reading_order
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.interval import Interval
from holdfast.text.world import World

NOTHING = EditSet()


def finding(text: str, needle: str, code: str = "HF101", file: str = "a.py") -> Finding:
    start = text.index(needle)
    return Finding(code, Severity.ERROR, Interval(file, start, start + len(needle)), f"about {needle}")


def accepted_by(text: str, needle: str, code: str = "HF101") -> AcceptedBy | None:
    world = World.of({"a.py": text})
    outcome = accept(Outcome((finding(text, needle, code),)), world, world, NOTHING)
    assert bool(outcome.accepted) != bool(outcome.findings)
    return outcome.accepted[0].by if outcome.accepted else None


@pytest.mark.parametrize(
    "comment",
    [
        "# holdfast: ignore[HF101]",
        "#holdfast:ignore[hf101]",
        "# holdfast: ignore[captured]",
        "# holdfast: ignore[HF204, HF101]",
        "# noqa # holdfast: ignore[HF101] because",
        "# Holdfast: Ignore[HF101]",
    ],
)
def test_a_comment_accepts_its_line(comment: str) -> None:
    assert accepted_by(f"x = 1\ny = x  {comment}\n", "y") is AcceptedBy.COMMENT


@pytest.mark.parametrize(
    "comment",
    [
        "# holdfast: ignore",
        "# holdfast: ignore[HF102]",
        "# holdfast: ignore[]",
        "# ignore[HF101]",
        "; '# holdfast: ignore[HF101]'",
    ],
)
def test_other_comments_and_strings_accept_nothing(comment: str) -> None:
    assert accepted_by(f"x = 1\ny = x  {comment}\n", "y") is None


def test_a_comment_speaks_for_one_line_only() -> None:
    text = "x = 1  # holdfast: ignore[HF101]\ny = x\n"
    assert accepted_by(text, "x") is AcceptedBy.COMMENT
    assert accepted_by(text, "y") is None


def test_a_comment_on_its_own_line_speaks_for_the_next() -> None:
    text = "    \nif x:\n    # holdfast: ignore[HF101]\n    y = x\n    z = x\n"
    assert accepted_by(text, "y") is AcceptedBy.COMMENT
    assert accepted_by(text, "z") is None


def test_line_ends_of_every_kind_are_counted_as_python_does() -> None:
    text = "a = '\x0c\u2028'\r\nb = 1\rc = b  # holdfast: ignore[HF101]\r\n"
    assert accepted_by(text, "c") is AcceptedBy.COMMENT
    assert accepted_by(text, "b") is None


def test_comments_before_a_tokenising_error_count() -> None:
    text = "y = 1  # holdfast: ignore[HF101]\n'''open\n"
    assert accepted_by(text, "y") is AcceptedBy.COMMENT
    assert accepted_lines("(") == {}


def test_the_comment_may_stand_in_the_edited_text() -> None:
    before = World.of({"a.py": "import os\nx = 1\nprint(x)\n"})
    edits = EditSet(
        {
            "a.py": (
                Replacement(0, 9, "import os\nimport re"),
                Replacement(24, 24, "  # holdfast: ignore[HF101]"),
            )
        },
        renamed={"a.py": "b.py"},
    )
    after = before.apply(edits)
    assert after.text("b.py") == "import os\nimport re\nx = 1\nprint(x)  # holdfast: ignore[HF101]\n"
    at_print = finding("import os\nx = 1\nprint(x)\n", "print")
    at_x = finding("import os\nx = 1\nprint(x)\n", "x")
    outcome = accept(Outcome((at_x, at_print)), before, after, edits)
    assert outcome.findings == (at_x,)
    assert [each.finding for each in outcome.accepted] == [at_print]


def test_settings_and_baselines() -> None:
    text = "x = 1\ny = x\n"
    world = World.of({"a.py": text})
    one, two = finding(text, "x"), finding(text, "y", "HF204")
    outcome = Outcome((one, two))
    by_code = accept(outcome, world, world, NOTHING, Acceptance(codes=frozenset({"HF204"})))
    assert by_code.findings == (one,)
    names = fingerprints(outcome.findings, world)
    both = accept(outcome, world, world, NOTHING, Acceptance(baseline=frozenset(names)))
    assert both.findings == ()
    assert both.verdict is Verdict.SAFE
    assert {each.by for each in both.accepted} == {AcceptedBy.BASELINE}


def test_a_fingerprint_survives_moved_lines_but_not_changed_ones() -> None:
    old = "x = 1\nprint(x)\n"
    moved = "# new\n\nif 1:\n    x = 1\n    print(x)\n"
    changed = "x = 1\nprint(x, x)\n"
    names = [
        fingerprints((finding(text, "print"),), World.of({"a.py": text}))[0] for text in (old, moved, changed)
    ]
    assert names[0] == names[1]
    assert names[0] != names[2]


def test_equal_findings_on_equal_lines_are_counted() -> None:
    text = "f(x)\nf(x)\n"
    places = (Interval("a.py", 0, 1), Interval("a.py", 5, 6))
    findings = [Finding("HF101", Severity.ERROR, place, "same") for place in places]
    one, two = fingerprints(findings, World.of({"a.py": text}))
    assert one != two


def test_findings_with_fixes_can_be_sorted_and_are_kept_once() -> None:
    from holdfast.findings.values import Fix

    edits = EditSet({"a.py": (Replacement(0, 1, "y"),)})
    with_fix = Finding("HF101", Severity.ERROR, Interval("a.py", 0, 1), "m", fix=Fix("t", edits))
    other = Finding("HF101", Severity.ERROR, Interval("a.py", 0, 1), "m", fix=Fix("t", EditSet()))
    assert in_reading_order([with_fix, other, with_fix]) == (with_fix, other)
