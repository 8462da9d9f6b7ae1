"""Holes take plugs at their own indentation; marks come out as offsets."""

from __future__ import annotations

import pytest
from holdfast.gen.holes import TemplateError, block, fill, holes, mark, plugged, render, unmarked
from holdfast.gen.space import literal
from hypothesis import given
from hypothesis import strategies as st


def test_a_hole_alone_on_its_line_takes_a_block() -> None:
    template = "def f():\n    ‹body›\n    return ‹value›\n"
    assert holes(template) == ("body", "value")
    assert fill(template, body="if x:\n    y = 1", value="y") == (
        "def f():\n    if x:\n        y = 1\n    return y\n"
    )
    assert fill(template, body="", value="0") == "def f():\n    return 0\n"


def test_holes_stay_open_until_they_are_plugged() -> None:
    half = fill("‹a› + ‹b›\n    ‹c›\n", a="1")
    assert half == "1 + ‹b›\n    ‹c›\n"
    assert fill(half, b="2", c="x\ny") == "1 + 2\n    x\n    y\n"
    with pytest.raises(TemplateError, match="open"):
        render(half)


def test_a_plug_without_a_hole_is_a_mistake() -> None:
    with pytest.raises(TemplateError, match="no hole"):
        fill("‹a›", a="1", b="2")


def test_marks_travel_through_plugs_and_indentation() -> None:
    body = block(f"{mark('target', 'x')} = 1", f"print({mark('references', 'x')})")
    text, spans = render(fill("def f():\n    ‹body›\n", body=body))
    assert text == "def f():\n    x = 1\n    print(x)\n"
    assert {label: [text[a:b] for a, b in found] for label, found in spans.items()} == {
        "target": ["x"],
        "references": ["x"],
    }
    assert spans["references"] == ((29, 30),)


def test_marks_nest() -> None:
    text, spans = render("«selection|a + «references|b»» + «references|b»")
    assert text == "a + b + b"
    assert spans == {"selection": ((0, 5),), "references": ((4, 5), (8, 9))}


@pytest.mark.parametrize("markup", ["«a|b", "b»", "‹hole›"])
def test_unbalanced_markup_is_refused(markup: str) -> None:
    with pytest.raises(TemplateError):
        render(markup)


def test_spaces_of_plugs() -> None:
    space = plugged(literal("‹a›+‹b›", "‹b›-‹a›"), a=literal("1", "2"), b="x")
    assert list(space) == ["1+x", "2+x", "x-1", "x-2"]


@given(st.lists(st.tuples(st.text("ab\n ", max_size=5), st.booleans()), max_size=8))
def test_rendering_keeps_every_other_character(pieces: list[tuple[str, bool]]) -> None:
    markup = "".join(mark("x", text) if marked else text for text, marked in pieces)
    text, spans = render(markup)
    assert text == unmarked(markup) == "".join(piece for piece, _ in pieces)
    assert [text[a:b] for a, b in spans.get("x", ())] == [piece for piece, marked in pieces if marked]
