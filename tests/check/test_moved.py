"""Definitions that stand elsewhere after the edit."""

from __future__ import annotations

from check.marked import pair_of, told_between
from holdfast.refactorings.request import Kind
from holdfast.text.world import World

TAX = "def tax(price):\n    return price * 2\n"


def moves(before: dict[str, str], after: dict[str, str]) -> list[tuple[str, str]]:
    pair = pair_of(World.of(before), World.of(after))
    return [(old.file, new.file) for old, new in pair.moved.items()]


def test_to_another_file() -> None:
    assert moves({"a.py": TAX, "b.py": "x = 1\n"}, {"a.py": "", "b.py": "x = 1\n\n" + TAX}) == [
        ("a.py", "b.py")
    ]


def test_to_a_new_file_and_from_a_removed_one() -> None:
    assert moves({"a.py": TAX + "y = 1\n"}, {"a.py": "y = 1\n", "b.py": TAX}) == [("a.py", "b.py")]


def test_of_the_same_name_but_another_thing() -> None:
    other = "def tax(order, rate, lookup):\n    raise NotImplementedError(order, lookup)\n"
    assert moves({"a.py": TAX, "b.py": ""}, {"a.py": "", "b.py": other}) == []


def test_what_stays_has_not_moved() -> None:
    assert moves({"a.py": TAX}, {"a.py": "import os\n\n" + TAX}) == []


def test_importers_must_follow() -> None:
    before = {"a.py": TAX + "y = 1\n", "b.py": "x = 1\n", "c.py": "from a import tax\ntax(1)\n"}
    after = {"a.py": "y = 1\n", "b.py": "x = 1\n" + TAX, "c.py": "from b import tax\ntax(1)\n"}
    assert told_between(before, after, Kind.MOVE) == []
    left_behind = {**after, "c.py": before["c.py"]}
    assert told_between(before, left_behind, Kind.MOVE) == ["HF403 c.py:1 tax"]


def test_free_names_must_be_there() -> None:
    before = {"a.py": "RATE = 2\ndef tax(price):\n    return price * RATE\n", "b.py": "x = 1\n"}
    lost = {"a.py": "RATE = 2\n", "b.py": "x = 1\ndef tax(price):\n    return price * RATE\n"}
    assert any(line.startswith("HF") for line in told_between(before, lost, Kind.MOVE))
    kept = {**lost, "b.py": "from a import RATE\n" + lost["b.py"]}
    assert told_between(before, kept, Kind.MOVE) == []
