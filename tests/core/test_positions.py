"""Offsets to lines and columns and back, in every unit, with every line terminator."""

from __future__ import annotations

import pytest
from holdfast.text.positions import LineIndex, Position, Unit
from hypothesis import given
from hypothesis import strategies as st

UNITS: tuple[Unit, ...] = ("utf-8", "utf-16", "utf-32")
texts = st.text(alphabet="ab\r\n\f\t\u00e9\u4e2d\U0001f40d\ud800\u2028", max_size=30)


def reference_position(text: str, offset: int, unit: Unit) -> Position:
    """Counted character by character, straight from the protocol's words."""
    line = column = 0
    for index in range(offset):
        character = text[index]
        if character == "\n" or (character == "\r" and text[index + 1 : index + 2] != "\n"):
            line, column = line + 1, 0
        elif character != "\r":
            if unit == "utf-8":
                column += len(character.encode("utf-8", "surrogatepass"))
            elif unit == "utf-16":
                column += len(character.encode("utf-16-le", "surrogatepass")) // 2
            else:
                column += 1
    return Position(line, column)


@given(texts, st.sampled_from(UNITS), st.data())
def test_positions_agree_with_counting_and_round_trip(text: str, unit: Unit, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    index = LineIndex(text)
    position = index.position(offset, unit)
    assert position == reference_position(text, offset, unit)
    inside_terminator = text[max(offset - 1, 0) : offset + 1] == "\r\n"
    assert index.offset(position, unit) == (offset - 1 if inside_terminator else offset)
    assert index.exact_offset(position, unit) == index.offset(position, unit)


@given(texts, st.sampled_from(UNITS), st.integers(-2, 12), st.integers(-2, 40))
def test_any_position_is_clamped_to_the_nearest_place_before_it(
    text: str, unit: Unit, line: int, column: int
) -> None:
    index = LineIndex(text)
    offset = index.offset((line, column), unit)
    assert 0 <= offset <= len(text)
    if 0 <= line < len(index):
        found = index.position(offset, unit)
        assert found.line == line
        assert found.column <= max(column, 0)
        if offset < index.line_end(line):
            assert index.position(offset + 1, unit).column > column


def test_clamping_as_the_protocol_asks() -> None:
    index = LineIndex("ab\r\n\U0001f40dc\n")
    assert index.offset((0, 99), "utf-16") == 2
    assert index.offset((1, 1), "utf-16") == 4
    assert index.offset((1, 2), "utf-16") == 5
    assert index.offset((1, 3), "utf-8") == 4
    assert index.offset((2, 0)) == index.offset((7, 3)) == 7
    assert index.exact_offset((1, 1), "utf-16") is None
    assert index.exact_offset((0, 99)) is None
    assert (len(index), index.line_text(1), index.line_of(3)) == (3, "\U0001f40dc", 0)


def test_an_offset_outside_the_text_is_our_bug() -> None:
    with pytest.raises(ValueError, match="outside a text of 2 characters"):
        LineIndex("ab").position(3)
