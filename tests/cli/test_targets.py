"""Places as people write them."""

from __future__ import annotations

import pytest
from holdfast.cli.targets import Place, legal_name, name_at, parse_place, selected
from holdfast.errors import InputError


@pytest.mark.parametrize(
    ("word", "path", "start"),
    [
        ("app.py:1:2", "app.py", (1, 2)),
        ("a/b/app.py:10:20", "a/b/app.py", (10, 20)),
        (r"C:\work\app.py:3:4", r"C:\work\app.py", (3, 4)),
        ("C:/work/app.py:3:4", "C:/work/app.py", (3, 4)),
        ("odd:1:name.py:3:4", "odd:1:name.py", (3, 4)),
        ("a-1:2.py:3:4", "a-1:2.py", (3, 4)),
        ("ordner/größe 1.py:3:4", "ordner/größe 1.py", (3, 4)),
    ],
)
def test_positions(word: str, path: str, start: tuple[int, int]) -> None:
    assert parse_place(word, selection=False) == Place(path, start, None)


def test_selections() -> None:
    assert parse_place("app.py:1:2-3:4", selection=True) == Place("app.py", (1, 2), (3, 4))
    assert parse_place(r"D:\a-1.py:1:2-3:4", selection=True) == Place(r"D:\a-1.py", (1, 2), (3, 4))


@pytest.mark.parametrize("word", ["app.py", "app.py:3", "app.py:x:1", "app.py:1:2:", ":1:2", "", r"C:\a.py"])
def test_what_is_no_place(word: str) -> None:
    with pytest.raises(InputError, match="PATH:LINE:COL"):
        parse_place(word, selection=False)


def test_the_wrong_kind_of_place() -> None:
    with pytest.raises(InputError, match="is a single position; select code"):
        parse_place("app.py:1:2", selection=True)
    with pytest.raises(InputError, match="is a selection"):
        parse_place("app.py:1:2-1:3", selection=False)
    with pytest.raises(InputError, match="count from 1"):
        parse_place("app.py:0:1", selection=False)


TEXT = "längε = 1\r\nif längε: x.y(10)\n\t𝒳 = if_\n"


@pytest.mark.parametrize(
    ("start", "name"),
    [
        ((1, 1), "längε"),
        ((1, 3), "längε"),
        ((1, 6), "längε"),
        ((2, 4), "längε"),
        ((2, 11), "x"),
        ((2, 12), "x"),
        ((2, 13), "y"),
        ((3, 2), "𝒳"),
        ((3, 6), "if_"),
    ],
)
def test_names(start: tuple[int, int], name: str) -> None:
    place = name_at("a.py", TEXT, start)
    assert TEXT[place.start : place.end] == name


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ((1, 8), "a.py:1:8: there is no name here"),
        ((1, 9), "no name here"),
        ((2, 1), "the keyword `if` stands here"),
        ((2, 16), "no name here"),
        ((9, 1), "the file has only 3 lines"),
        ((1, 30), "line 1 has only 9 characters"),
    ],
)
def test_no_name(start: tuple[int, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        name_at("a.py", TEXT, start)


def test_a_selection_loses_its_blanks() -> None:
    text = "x =  1 + 2 \n"
    place = selected("a.py", text, (1, 4), (1, 12))
    assert text[place.start : place.end] == "1 + 2"
    with pytest.raises(InputError, match="selection is empty"):
        selected("a.py", text, (1, 4), (1, 6))
    with pytest.raises(InputError, match="ends before it begins"):
        selected("a.py", text, (1, 6), (1, 4))


def test_legal_names() -> None:
    for word in ("x", "match", "größe", "_", "__x"):
        legal_name(word)
    for word in ("class", "None", "1x", "a b", "a-b", "", "x.y"):
        with pytest.raises(InputError):
            legal_name(word)
