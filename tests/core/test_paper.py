"""The examples of the paper, as printed: Figures 1 and 2, 7.2.1, Safe Delete (5.5)."""

from __future__ import annotations

import re

import pytest
from holdfast.model.edge import Edge
from holdfast.model.model import Model
from holdfast.preserve.analysis import Change, is_preserved, violations
from holdfast.preserve.normalise import NormalEdge, normalised_derivative, normalised_initial
from holdfast.preserve.rules import EdgeClass, Rule
from holdfast.text.correspondence import collapsed
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.interval import STAR, Interval
from holdfast.text.offsets import Offsets
from holdfast.text.world import World

FIGURE_1 = """\
class Class {
  int field = 0;
  void foo() {
    int i = 0;
    i++;
    field++;
    System.out.println(i);
  }
}"""
FILE = "Class.java"
RENAME = EditSet.of(
    {FILE: [Replacement(14, 31, "  int i = 0;\n"), Replacement(70, 83, "    i++;\n")]},
)

INITIAL = """
[74, 78] N [14, 30]    [65, 65] N [46, 60]    [106, 106] N [46, 60]
[31, 113] C [46, 60]   [46, 60] C [61, 69]    [61, 69] C [70, 82]
[70, 82] C [83, 109]   [83, 109] C [-1, -1]   [46, 60] D [61, 69]   [61, 69] D [106, 106]
"""
NORMALISED_INITIAL = """
* N *                  [61, 61] N [42, 56]    [98, 98] N [42, 56]
[27, 105] C [42, 56]   [42, 56] C [57, 65]    [57, 65] C *
* C [75, 101]          [75, 101] C [-1, -1]   [42, 56] D [57, 65]   [57, 65] D [98, 98]
"""
DERIVATIVE = """
[61, 61] N [42, 56]    [70, 70] N [42, 56]    [98, 98] N [42, 56]
[27, 105] C [42, 56]   [42, 56] C [57, 65]    [57, 65] C [66, 74]
[66, 74] C [75, 101]   [75, 101] C [-1, -1]   [42, 56] D [57, 65]
[57, 65] D [66, 74]    [66, 74] D [98, 98]
"""
NORMALISED_DERIVATIVE = """
[61, 61] N [42, 56]    * N [42, 56]           [98, 98] N [42, 56]
[27, 105] C [42, 56]   [42, 56] C [57, 65]    [57, 65] C *
* C [75, 101]          [75, 101] C [-1, -1]   [42, 56] D [57, 65]
[57, 65] D *           * D [98, 98]
"""


def place(text: str) -> Interval:
    """An interval as the figures print it: inclusive."""
    if text == "*":
        return STAR
    first, last = map(int, text.strip("[]").split(","))
    return Interval(FILE, first, last + 1)


def edges(figure: str) -> set[Edge]:
    found = re.findall(r"(\*|\[[-\d, ]+\]) ([A-Z]) (\*|\[[-\d, ]+\])", figure)
    return {Edge(place(head), kind, place(tail)) for head, kind, tail in found}


def printed(edge: NormalEdge) -> str:
    ends = ["*" if end == STAR else f"[{end.start}, {end.end - 1}]" for end in (edge[0], edge[2])]
    return f"{ends[0]} ▷{edge[1]} {ends[1]}"


def test_the_text_fits_the_printed_offsets() -> None:
    assert len(FIGURE_1) == 115
    assert FIGURE_1[20:25] == FIGURE_1[74:79] == "field"
    assert FIGURE_1[14:31] == "  int field = 0;\n"
    assert FIGURE_1[70:83] == "    field++;\n"
    after = World.of({FILE: FIGURE_1}).apply(RENAME).text(FILE)
    assert after == FIGURE_1.replace("field", "i")


def test_figure_2() -> None:
    correspondence = collapsed(RENAME)
    assert normalised_initial(edges(INITIAL), correspondence) == edges(NORMALISED_INITIAL)
    assert normalised_derivative(edges(DERIVATIVE), correspondence) == edges(NORMALISED_DERIVATIVE)
    found = violations(
        Model.of(edges(INITIAL)), Model.of(edges(DERIVATIVE)), correspondence, Rule.parse("N C D")
    )
    assert {printed(each.normal) for each in found if each.change is Change.VANISHED} == {
        "* ▷N *",
        "[57, 65] ▷D [98, 98]",
    }
    assert {printed(each.normal) for each in found if each.change is Change.APPEARED} == {
        "* ▷N [42, 56]",
        "[57, 65] ▷D *",
        "* ▷D [98, 98]",
    }


def test_figure_2_violations_name_both_ends_in_their_own_text() -> None:
    found = violations(
        Model.of(edges(INITIAL)), Model.of(edges(DERIVATIVE)), collapsed(RENAME), Rule.parse("N C D")
    )
    by_normal = {printed(each.normal): each for each in found}
    lost, gained = by_normal["* ▷N *"], by_normal["* ▷N [42, 56]"]
    assert (lost.edge_class, gained.edge_class) == (EdgeClass.INTERNAL, EdgeClass.OUTGOING)
    assert [printed(edge) for edge in lost.edges] == ["[74, 78] ▷N [14, 30]"]
    assert [printed(edge) for edge in gained.edges] == ["[70, 70] ▷N [42, 56]"]


def test_the_token_sized_rename_of_figure_1_predicts_the_same_offsets() -> None:
    offsets = Offsets([Replacement(20, 25, "i"), Replacement(74, 79, "i")])
    for n in range(-1, 20):
        assert offsets.new_offset(n) == n
    for n in range(25, 74):
        assert offsets.new_offset(n) == n - 4
    for n in range(79, 116):
        assert offsets.new_offset(n) == n - 8


def test_println() -> None:
    before = 'System.out.println("Hi");'
    replacements = (Replacement(0, 11, ""), Replacement(18, 18, " "), Replacement(19, 23, "MESSAGE"))
    after = World.of({"a": before}).apply(EditSet.of({"a": replacements})).text("a")
    assert after == "println (MESSAGE);"
    assert Offsets(replacements).new_offset(24) == 17 == after.index(";")


def test_the_end_of_an_interval_whose_last_token_is_replaced() -> None:
    # `x = field` with `field` renamed to `i`: the statement ends where the new name ends.
    offsets = Offsets([Replacement(4, 9, "i")])
    assert offsets.predict(0, 9) == (0, 5)


def test_a_statement_inserted_behind_another_enlarges_only_what_encloses_both() -> None:
    offsets = Offsets([Replacement(21, 21, " inserted;")])
    assert offsets.predict(10, 21) == (10, 21)
    assert offsets.predict(9, 22) == (9, 32)


SAFE_DELETE = Rule.parse("N⊆→∘ C⊆∘ D⊆∘")


def test_the_table_of_safe_delete() -> None:
    assert SAFE_DELETE.table() == "  N C D\n← = = =\n→ ⊆ = =\n∘ ⊆ ⊆ ⊆\n× = = ="


def at(start: int, end: int) -> Interval:
    return Interval("f", start, end)


# A program of 100 characters whose subprogram [40, 60) is deleted.
DELETION = collapsed(EditSet.of({"f": [Replacement(40, 60, "")]}))
REST_BEFORE = {
    Edge(at(10, 12), "N", at(0, 2)),
    Edge(at(70, 72), "N", at(0, 2)),
    Edge(at(10, 12), "C", at(70, 72)),
}
REST_AFTER = {
    Edge(at(10, 12), "N", at(0, 2)),
    Edge(at(50, 52), "N", at(0, 2)),
    Edge(at(10, 12), "C", at(50, 52)),
}
INSIDE = {
    Edge(at(45, 46), "N", at(40, 42)),  # the recursive reference
    Edge(at(50, 51), "N", at(0, 2)),  # a name defined elsewhere
    Edge(at(45, 46), "C", at(50, 51)),
    Edge(at(45, 46), "D", at(50, 51)),
}


def test_safe_delete_accepts_an_unreferenced_subprogram() -> None:
    assert is_preserved(Model.of(REST_BEFORE | INSIDE), Model.of(REST_AFTER), DELETION, SAFE_DELETE)


@pytest.mark.parametrize(
    ("extra_before", "extra_after", "expected"),
    [
        # A reference from outside vanishes with its declaration.
        (Edge(at(80, 82), "N", at(40, 42)), None, "f:[60, 62) ▷N * vanished"),
        # The reference is captured by another declaration.
        (Edge(at(80, 82), "N", at(40, 42)), Edge(at(60, 62), "N", at(0, 2)), "f:[60, 62) ▷N * vanished"),
        # Control used to run through the deleted text.
        (Edge(at(12, 13), "C", at(45, 46)), None, "f:[12, 13) ▷C * vanished"),
        # A value used to come out of it.
        (Edge(at(45, 46), "D", at(70, 72)), None, "* ▷D f:[50, 52) vanished"),
        # Something outside binds to another thing than before.
        (None, Edge(at(60, 62), "N", at(0, 2)), "f:[60, 62) ▷N f:[0, 2) appeared"),
    ],
)
def test_safe_delete_refuses(extra_before: Edge | None, extra_after: Edge | None, expected: str) -> None:
    before = REST_BEFORE | INSIDE | ({extra_before} if extra_before else set())
    after = REST_AFTER | ({extra_after} if extra_after else set())
    found = violations(Model.of(before), Model.of(after), DELETION, SAFE_DELETE)
    assert expected in [str(each) for each in found]
