"""The report for people: marks stand under what they mean, and nothing in a source can harm a terminal."""

from __future__ import annotations

import pytest
from holdfast.findings.values import Clause, Finding, Outcome, Severity
from holdfast.report import Style, render
from holdfast.report.excerpt import excerpt
from holdfast.text.interval import Interval
from holdfast.text.world import World
from report.outcomes import OUTCOME, WORLD


def test_a_story_is_told_in_order() -> None:
    text = render(OUTCOME, WORLD, "text", Style(elapsed_ms=120))
    assert text == (
        "app.py:4:17: error HF101: `ceiling` would mean the parameter `limit`\n"
        "4 |     return limit * ceiling  # 100 %, a:b\n"
        "  |                    ^^^^^^^ this read of `ceiling`\n"
        "1 | ceiling = 10\n"
        "  | ------- bound to this variable\n"
        "3 | def scale(limit):\n"
        "  |           ----- would bind to this parameter instead\n"
        "  = fix: rename to `limit_`\n"
        "\n"
        "app.py:4:26: information HF503: a mention\n"
        "4 |     return limit * ceiling  # 100 %, a:b\n"
        "  |                             ^^^^^^^^^^^^\n"
        "\n"
        "pkg/größe, 1:2.py:1:11: warning HF104: 100 % of\n"
        "the uses, or: fewer\n"
        "1 | 数 = '宽宽'; ceiling\n"
        "  |              ^^^^^^^\n"
        "+ |     inserted = 1\n"
        " -> app.py:1:1\n"
        "1 | ceiling = 10\n"
        "  | ------- of this variable\n"
        "+ | limit = 10\n"
        "\n"
        "unsafe: 1 error, 1 warning, 1 information, 1 accepted; "
        "2 files and 7 edges checked, 1 place not seen in 0.12 s\n"
    )


def test_colour_adds_nothing_but_colour() -> None:
    import re

    plain = render(OUTCOME, WORLD, "text")
    coloured = render(OUTCOME, WORLD, "text", Style(colour=True))
    assert "\x1b[" in coloured
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain


def test_why_shows_evidence_accepted_and_unseen() -> None:
    text = render(OUTCOME, WORLD, "text", Style(why=True))
    assert "  - 2 occurrences of `ceiling` were resolved again\n" in text
    assert "  - accepted by comment: app.py:3:5: HF501\n" in text
    assert "  - config.ini was not read\n" in text


@pytest.mark.parametrize(
    ("line", "needle", "indent", "width"),
    [
        ("abc def", "def", 4, 3),
        ("\tx = 1", "x", 4, 1),
        ("a\tx = 1", "x", 4, 1),
        ("ab\t\tx", "x", 8, 1),
        ("数数 x", "x", 5, 1),
        ("x = 数数", "数数", 4, 4),
        ("e\u0301e\u0301 = x", "x", 5, 1),
        ("𝒳 = y", "y", 4, 1),
        ("ｆｕｌｌ = y", "y", 11, 1),
    ],
)
def test_marks_stand_under_what_they_mean(line: str, needle: str, indent: int, width: int) -> None:
    start = line.index(needle)
    part = excerpt(line, start, start + len(needle))
    assert (part.indent, part.width) == (indent, width)


def test_the_end_of_a_line_can_be_marked() -> None:
    assert excerpt("ab", 2, 2) == ("ab", 2, 1)
    assert excerpt("", 0, 0) == ("", 0, 1)


def test_a_long_line_is_cut_around_its_mark() -> None:
    line = "a = 1; " * 2000 + "needle = 2; " + "b = 3; " * 2000
    start = line.index("needle")
    part = excerpt(line, start, start + 6)
    assert len(part.shown) < 200
    assert part.shown[part.indent : part.indent + part.width] == "needle"
    assert part.shown.startswith("…")
    assert part.shown.endswith("…")


def test_control_characters_never_reach_the_terminal() -> None:
    evil = "x = '\x1b[2J\x9b\x07\u202e'\r\n"
    world = World.of({"a\x1b.py": evil})
    finding = Finding(
        "HF101",
        Severity.ERROR,
        Interval("a\x1b.py", 0, 1),
        "m\x1b[31m",
        (Clause(Interval("a\x1b.py", 0, 1), "c\x1b"),),
    )
    text = render(Outcome((finding,), evidence=("e\x1b",)), world, "text", Style(why=True))
    assert not {"\x1b", "\x9b", "\x07", "\u202e", "\r"} & set(text)


def test_a_range_over_lines_is_marked_on_its_first_line() -> None:
    world = World.of({"a.py": "f(\n    1,\n)\n"})
    finding = Finding("HF203", Severity.ERROR, Interval("a.py", 0, 11), "moved")
    assert "1 | f(\n  | ^^\n" in render(Outcome((finding,)), world, "text")


def test_a_place_that_is_not_there_is_the_nearest_one() -> None:
    finding = Finding("HF504", Severity.INFORMATION, Interval("gone.py", 5, 9), "cannot be read")
    assert render(Outcome((finding,)), World.of({}), "text").startswith("gone.py:1:1: information HF504")
    finding = Finding("HF504", Severity.INFORMATION, Interval("a.py", 50, 90), "past the end")
    assert render(Outcome((finding,)), World.of({"a.py": "x\n"}), "text").startswith("a.py:2:1:")
