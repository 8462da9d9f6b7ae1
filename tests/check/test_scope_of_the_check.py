"""Edits cut on words, words exchanged throughout, and the files in scope."""

from __future__ import annotations

import pytest
from check.marked import edited, pair_of
from holdfast.check.affected import find_affected
from holdfast.check.correspondence.cut import edits_on_words
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.world import World


def test_given_edits_on_words_are_used() -> None:
    before, after, edits = edited({"m.py": "«aa|bb» = 1\nprint(«aa|bb»)\n"})
    assert edits_on_words(before, after, edits) == edits


@pytest.mark.parametrize(
    "pieces",
    [
        [Replacement(5, 6, "f")],  # inside of a word
        [Replacement(0, 15, "full_size = 1\nx")],  # as a whole
        [Replacement(0, 9, "full_size"), Replacement(14, 15, "y")],  # another edit than the one made
    ],
)
def test_other_edits_are_cut_anew(pieces: list[Replacement]) -> None:
    before = World.of({"m.py": "full_type = 1\nx"})
    after = World.of({"m.py": "full_size = 1\nx"})
    cut = edits_on_words(before, after, EditSet.of({"m.py": pieces}))
    assert cut.replacements["m.py"] == (Replacement(0, 9, "full_size"),)


def test_a_comment_behind_a_word_is_a_thing_of_its_own() -> None:
    before, after = World.of({"m.py": "x = aa\n"}), World.of({"m.py": "x = bb  # new\n"})
    cut = edits_on_words(before, after, EditSet.of({"m.py": [Replacement(4, 6, "bb  # new")]}))
    assert cut.replacements["m.py"] == (Replacement(4, 6, "bb"), Replacement(6, 6, "  # new"))


@pytest.mark.parametrize(
    ("marked", "throughout"),
    [
        ("«a|b» = 1\nprint(«a|b»)\n", True),
        ("«a|b» = 1\nprint(a)\n", False),
        ("«a|b» = 1\nc = 2\nprint(«a|b», «c|d»)\n", False),
        ("«a|print» = 1\n", False),
        ("«a|__b» = 1\n", False),
        ("b = 1\n«a|b» = 1\n", False),
        ("«a|b» = 1  # b\n", False),
        ("«a|b» = 'a'\n", False),
    ],
)
def test_exchanged_throughout(marked: str, throughout: bool) -> None:
    assert ("m.py" in pair_of(*edited({"m.py": marked})).exchanged) is throughout


def test_files_in_scope() -> None:
    files = {
        "a.py": "def «f|g»(): ...\n",
        "uses_old.py": "import a\na.f()\n",
        "uses_new.py": "g = 1\n",
        "neither.py": "import a\n",
    }
    pair = pair_of(*edited(files))
    assert find_affected(pair).files == ("a.py", "uses_new.py", "uses_old.py")
    assert find_affected(pair, full=True).files == ("a.py", "neither.py", "uses_new.py", "uses_old.py")


def test_a_local_reaches_no_other_file() -> None:
    pair = pair_of(*edited({"a.py": "def f():\n    «x|y» = 1\n    return «x|y»\n", "b.py": "x = y = 1\n"}))
    affected = find_affected(pair)
    assert affected.files == ("a.py",)
    assert affected.names == frozenset()
    assert affected.renamed == {("x", "y")}


def test_a_parameter_reaches_callers() -> None:
    pair = pair_of(*edited({"a.py": "def f(«x|y»):\n    return «x|y»\n", "b.py": "import a\na.f(x=1)\n"}))
    assert find_affected(pair).files == ("a.py", "b.py")


def test_importers_of_a_removed_file() -> None:
    pair = pair_of(World.of({"a.py": "x = 1\n", "b.py": "import a\n"}), World.of({"b.py": "import a\n"}))
    assert "b.py" in find_affected(pair).files
