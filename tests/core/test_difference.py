"""The difference of two texts: right for any texts, cut between words, near-linear."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from holdfast.text.align import align
from holdfast.text.difference import difference
from holdfast.text.edits import EditSet, Replacement, disjoint, replaced
from holdfast.text.tokens import joined, tokens
from hypothesis import example, given
from hypothesis import strategies as st

ALPHABET = "ab_1 \t\f\r\n.()é中🐍\u0301\u2028\ud800"
texts = st.text(alphabet=ALPHABET, max_size=60) | st.text(max_size=30)
words = st.sampled_from(["x", "y", "limit", "(", ")", ",", " ", "\n", "    ", "\r\n", "=", "x y", "é"])
programs = st.lists(words, max_size=40).map("".join)


@st.composite
def edited_programs(draw: st.DrawFn) -> tuple[str, str]:
    pieces = draw(st.lists(words, min_size=1, max_size=60))
    changed = list(pieces)
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(changed)))
        changed[place : place + draw(st.integers(0, 3))] = draw(st.lists(words, max_size=3))
    return "".join(pieces), "".join(changed)


@given(st.tuples(texts, texts) | st.tuples(programs, programs) | edited_programs())
@example(("", ""))
@example(("", "a"))
@example(("a\r", "a\r\n"))
@example(("\r\n", "\n"))
@example(("no newline", "no newline\n"))
@example(("🐍a", "🐍b"))
def test_applying_the_difference_gives_the_second_text(pair: tuple[str, str]) -> None:
    before, after = pair
    found = difference(before, after)
    assert replaced(before, found) == after
    assert disjoint(found) == found
    assert (found == ()) == (before == after)
    shift = 0
    for each in found:
        assert not joined(before, each.start)
        assert not joined(before, each.end)
        assert not joined(after, each.start + shift)
        assert not joined(after, each.start + shift + len(each.text))
        assert before[each.start : each.end] != each.text
        shift += each.growth


@given(st.text(alphabet=ALPHABET, max_size=40))
def test_tokens_cover_the_text_and_are_cut_where_joined_says(text: str) -> None:
    pieces = tokens(text)
    assert "".join(pieces) == text
    cuts, place = set(), 0
    for piece in pieces:
        cuts.add(place)
        place += len(piece)
    assert {offset for offset in range(1, len(text)) if not joined(text, offset)} == cuts - {0}


def longest_common(a: str, b: str) -> int:
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


@given(st.text(alphabet="abc", max_size=25), st.text(alphabet="abc", max_size=25), st.booleans())
def test_alignment_matches_equal_items_in_order_and_is_longest_when_exact(
    a: str, b: str, first: bool
) -> None:
    blocks = align(a, b, anchors_first=first)
    a_done = b_done = 0
    for block in blocks:
        assert block.a >= a_done
        assert block.b >= b_done
        assert a[block.a : block.a + block.length] == b[block.b : block.b + block.length]
        a_done, b_done = block.a + block.length, block.b + block.length
    if not first:
        assert sum(block.length for block in blocks) == longest_common(a, b)


def test_a_rename_is_one_replacement_per_occurrence_even_into_a_name_that_is_taken() -> None:
    before = "ceiling = 10\ndef f(limit):\n    return ceiling, limit, ceiling\n"
    after = before.replace("ceiling", "limit")
    assert [(before[r.start : r.end], r.text) for r in difference(before, after)] == [
        ("ceiling", "limit")
    ] * 3


def test_a_rename_beside_new_lines_stays_one_replacement_per_occurrence() -> None:
    before = "import os\n\ndef f(a):\n    b = a\n    return b\n\ndef g(a):\n    return a\n"
    after = "import os\nimport sys\n\ndef f(a):\n    a1 = a\n    print(a)\n    return a1\n\ndef g(a):\n    return a\n"
    found = [(before[r.start : r.end], r.text) for r in difference(before, after)]
    assert found == [("", "import sys\n"), ("b", "a1"), ("", "    print(a)\n"), ("b", "a1")]


def test_a_prefix_keeps_the_identity_of_the_word_behind_it() -> None:
    assert difference("f(x, y)", "f(self.x, y)") == (Replacement(2, 2, "self."),)


def test_half_an_identifier_is_never_replaced() -> None:
    assert difference("old_name = 1", "new_name = 1") == (Replacement(0, 8, "new_name"),)
    assert difference("a = नि", "a = नु") == (Replacement(4, 6, "नु"),)


def test_differences_make_an_edit_set() -> None:
    edits = EditSet.of({"a": difference("a b c", "x b y")})
    assert edits.replacements["a"] == (Replacement(0, 1, "x"), Replacement(4, 5, "y"))


LINES = 20_000
numbered = [f"    value_{i} = compute({i}, other_{i % 97})\n" for i in range(LINES)]
HARD: dict[str, Callable[[], tuple[str, str]]] = {
    "a changed line at each end": lambda: (
        "".join(numbered),
        "".join(["first()\n", *numbered[1:-1], "last(1)\n"]),
    ),
    "all lines equal, one more, ends changed": lambda: (
        "x = 1\n" * LINES,
        "y = 1;\n" + "x = 1\n" * LINES + "z = (1)\n",
    ),
    "all lines equal, half of them gone": lambda: ("x = 1\n" * LINES, "x = 1\n" * (LINES // 2)),
    "everything different": lambda: (
        "".join(numbered),
        "".join(f"def g{i}():\n    return [{i}]\n" for i in range(LINES // 2)),
    ),
    "two alternating lines against their exchange": lambda: (
        "a(1)\nb[2]\n" * (LINES // 2),
        "b[2]\na(1)\nc\n" * (LINES // 2),
    ),
    "every other line rewritten": lambda: (
        "".join(numbered),
        "".join(f"if {i}: pass\n" if i % 2 else line for i, line in enumerate(numbered)),
    ),
    "one long line": lambda: ("x = [" + "1, 2, " * 30_000 + "]", "x = (" + "1, 3, " * 30_001 + ")"),
    "lines sorted the other way": lambda: ("".join(numbered), "".join(reversed(numbered))),
    "one word of 200,000 characters": lambda: ("a" * 200_000 + " b", "a" * 200_001 + " b"),
}


@pytest.mark.parametrize("name", HARD)
def test_large_texts_take_no_quadratic_time(name: str) -> None:
    before, after = HARD[name]()
    began = time.process_time()
    found = difference(before, after)
    spent = time.process_time() - began
    assert replaced(before, found) == after
    # Quadratic work on 20,000 lines is minutes; near-linear work is well under a second.
    assert spent < 10, f"{spent:.2f} s"


def test_an_inserted_line_is_not_taken_for_a_renamed_one() -> None:
    """Also when the text differs further down, and the first common part ends within a line."""
    before = "use(\n    first,\n    second,\n    third,\n)\nx = f(2)\n"
    after = "use(\n    first,\n    between,\n    second,\n    third,\n)\nx = f(3, 4)\n"
    assert difference(before, after) == (
        Replacement(before.index("    second"), before.index("    second"), "    between,\n"),
        Replacement(before.index("2"), before.index("2") + 1, "3, 4"),
    )
