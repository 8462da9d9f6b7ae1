"""Case files: the example of the format, round trips for any text, and located errors."""

from __future__ import annotations

from dataclasses import replace

import pytest
from holdfast.casefile.proposal import proposed_edits, world_before
from holdfast.casefile.read import read_case
from holdfast.casefile.values import Case, CaseRequest, Expectation, ExpectedFinding, Mark, Side
from holdfast.casefile.write import with_rendered, write_case
from holdfast.errors import InputError
from holdfast.text.interval import Interval
from holdfast.text.positions import LineIndex
from hypothesis import given
from hypothesis import strategies as st

EXAMPLE = """\
Renaming a global to a parameter's name lets the parameter capture the read.

-- request --
rename @decl -> limit
proposal: marked

-- before/app.py --
ceiling = 10
^^^^^^^ @decl edit

def scale(limit):
          ^^^^^ @param
    return limit * ceiling
                   ^^^^^^^ @use edit !captured(@decl => @param)

-- expect --
unsafe
"""
BEFORE = "ceiling = 10\n\ndef scale(limit):\n    return limit * ceiling\n"


def test_the_example() -> None:
    case = read_case(EXAMPLE, "capture.case")
    assert case.before == {"app.py": BEFORE}
    assert case.request == CaseRequest("rename", "decl", "limit", "marked")
    assert {label: BEFORE[i.start : i.end] for label, i in case.labels().items()} == {
        "decl": "ceiling",
        "param": "limit",
        "use": "ceiling",
    }
    assert case.target == Interval("app.py", 0, 7)
    assert case.marks[2].findings == (ExpectedFinding("captured", ("decl", "param")),)
    assert case.expect == Expectation("unsafe")
    edits = proposed_edits(case)
    assert edits is not None
    assert world_before(case).apply(edits).text("app.py") == BEFORE.replace("ceiling", "limit")
    assert write_case(case) == EXAMPLE


def test_after_sections_say_what_differs() -> None:
    case = read_case(
        "-- request --\nedit\n\n-- before/a --\none\n\n-- before/b --\ntwo\n\n-- after/a (deleted) --\n\n"
        "-- after/c (no final newline) --\nthree\n\n-- expect --\nunknown\nnote: today\n"
    )
    assert case.after == {"a": None, "c": "three"}
    assert (case.request.proposal, case.expect.note) == ("after", "today")
    edits = proposed_edits(case)
    assert edits is not None
    after = world_before(case).apply(edits)
    assert {file: after.text(file) for file in after.files()} == {"b": "two\n", "c": "three"}


def test_an_engine_is_not_asked_here() -> None:
    case = read_case(EXAMPLE.replace("proposal: marked", "proposal: rope\nsimilar: yes"))
    assert proposed_edits(case) is None
    assert case.request.options == {"similar": "yes"}


def test_a_mark_over_several_lines_and_an_edit_with_text() -> None:
    case = read_case(
        "-- request --\nextract-function @selection -> f\n\n-- before/a --\na = 1\n^ @selection< edit(f(a, (b)))\n"
        "b = 2\n    ^ @selection>\n\n-- expect --\nrefused HF601\n"
    )
    assert case.target == Interval("a", 0, 11)
    assert case.marks[0].new_text == "f(a, (b))"
    assert case.expect == Expectation("refused", "HF601")
    assert read_case(write_case(case)) == case


def test_a_caret_of_the_language_is_text() -> None:
    text = "x = (a\n    ^ b)\n"
    case = Case(CaseRequest("edit"), {"a": text}, Expectation("safe"))
    assert read_case(write_case(case)).before == {"a": text}
    assert "\\|" not in write_case(case)


def test_rendered_sections_are_replaced_and_nothing_else() -> None:
    odd = EXAMPLE.replace("proposal: marked", "proposal:   marked")
    once = with_rendered(odd, {"text": "error\n", "json": "{}\n"})
    assert once.startswith(odd)
    assert read_case(once).rendered == {"text": "error\n", "json": "{}\n"}
    assert with_rendered(once, {"text": "error\n", "json": "{}\n"}) == once
    assert with_rendered(once, {}) == odd


lines = st.sampled_from(
    [
        "x = 1",
        "",
        "  ^^ @a",
        "^",
        "-- expect --",
        "\\|x",
        "\t^ edit",
        "é🐍 = 2",
        "a\fb",
        "-- x",
        "^^^ z",
        "a\u2028b",
    ]
)
texts = st.builds(
    lambda pieces, newline, final: newline.join(pieces) + (newline if final else ""),
    st.lists(lines, max_size=6),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
) | st.text(alphabet='a^@ \r\n\\|-\x00\ud800é"', max_size=20)


@given(st.dictionaries(st.sampled_from(["a", "pkg/b.py", "c d"]), texts, min_size=1), texts, texts)
def test_any_text_comes_back(before: dict[str, str], after: str, run: str) -> None:
    script = run.replace("\r", "").removesuffix("\n") + "\n"
    case = Case(
        CaseRequest("edit", proposal="after"),
        before,
        Expectation("safe"),
        prose="About this.",
        after={"a": after},
        run=script,
    )
    assert read_case(write_case(case)) == case


@given(texts, st.data())
def test_marks_come_back(text: str, data: st.DataObject) -> None:
    index = LineIndex(text)
    marks = []
    for number in range(data.draw(st.integers(0, 4))):
        line = data.draw(st.integers(0, len(index) - 1))
        start, end = index.line_start(line), index.line_end(line)
        if start < end:
            first = data.draw(st.integers(start, end - 1))
            last = data.draw(st.integers(first + 1, end))
            findings = (ExpectedFinding("lost", (f"m{number}",)),) if data.draw(st.booleans()) else ()
            new_text = data.draw(st.none() | st.text(alphabet='ab() "\\\n)', max_size=6))
            edited = new_text is not None or data.draw(st.booleans())
            place = Interval("a", first, last)
            marks.append(Mark(place, Side.BEFORE, f"m{number}", edited, new_text, findings))
    case = Case(CaseRequest("rename", None, "n"), {"a": text}, Expectation("safe"), marks=tuple(marks))
    if marks and "(escaped)" in write_case(replace(case, marks=())):
        with pytest.raises(InputError, match="such line terminators"):
            write_case(case)
        return
    written = write_case(case)
    again = read_case(written)
    assert again.before == case.before
    assert sorted(again.marks, key=repr) == sorted(case.marks, key=repr)


@pytest.mark.parametrize(
    ("change", "place", "problem"),
    [
        (("-- request --", "-- demand --"), 3, "section 'demand' is unknown"),
        (("-- request --\n", ""), 1, "no `-- request --`"),
        (("rename @decl -> limit", "Rename!"), 4, "a request is"),
        (("proposal: marked", "whatever"), 5, "expected `key: value`"),
        (("proposal: marked", "proposal: after"), 3, "no after/ section"),
        (("rename @decl", "rename @dcl"), 3, "@dcl, which marks no place"),
        (("-> limit\n", "\n"), 3, "no `-> name`"),
        (("@use edit", "use edit"), 14, "cannot read the mark 'use edit"),
        (("@use edit", "@param edit"), 3, "@param marks two places"),
        (("=> @param)", "=> @parm)"), 3, "mentions @parm"),
        (("=> @param)", "=> param)"), 14, "cannot read the mark"),
        (("          ^^^^^ @param", "^^^^^^^^^^^^^^^^^^^^^ @param"), 12, "the line above has 17 characters"),
        (("ceiling = 10\n^", "^"), 8, "here is none above"),
        (("          ^^^^^ @param", "          ^^^^^"), 12, "mark nothing"),
        (("          ^^^^^ @param", "          ^^^^^ @param<"), 7, "never closed"),
        (("          ^^^^^ @param", "          ^^^^^ @param>"), 12, "closes nothing"),
        (("-- expect --\nunsafe", "-- expect --\nbad"), 17, "expected safe, unsafe"),
        (("unsafe\n", "unsafe\nwhy: so\n"), 18, "only `note:`"),
        (("-- expect --", "-- before/app.py --\n\n-- expect --"), 16, "is there twice (first in line 7)"),
        (("before/app.py", "before/app.py (gone)"), 7, "cannot be (gone)"),
        (("-- expect --", "-- after/x (deleted) --\n\n-- expect --"), 16, "was not there before"),
    ],
)
def test_malformed_cases_are_refused_with_their_line(
    change: tuple[str, str], place: int, problem: str
) -> None:
    broken = EXAMPLE.replace(*change)
    assert broken != EXAMPLE
    with pytest.raises(InputError) as caught:
        read_case(broken, "capture.case")
    assert str(caught.value).startswith(f"capture.case:{place}: ")
    assert problem in str(caught.value)


def test_an_escaped_section_that_is_no_json_is_refused() -> None:
    with pytest.raises(InputError, match=r"case:5: not the inside of a JSON string"):
        read_case("-- request --\nedit\n\n-- before/a (escaped) --\n\\x\n\n-- expect --\nsafe\n")
