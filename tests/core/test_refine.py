"""The refined correspondence: renamed, moved and re-indented code is found again; the rest is `*`."""

from __future__ import annotations

import time

from holdfast.text.difference import edit_set_between
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.interval import STAR, Interval
from holdfast.text.moved import moved_blocks
from holdfast.text.refine import Refined, coarse_edit_set, refined
from holdfast.text.tokens import is_word, tokens
from holdfast.text.world import World
from hypothesis import given
from hypothesis import strategies as st


def between(before: dict[str, str], after: dict[str, str]) -> tuple[World, World, Refined]:
    old, new = World.of(before), World.of(after)
    return old, new, refined(old, new, edit_set_between(old, new))


def words(world: World) -> list[Interval]:
    found = []
    for file in sorted(world.files()):
        offset = 0
        for token in tokens(world.text(file) or ""):
            if not token.isspace():
                found.append(Interval(file, offset, offset + len(token)))
            offset += len(token)
    return found


def text_at(world: World, place: Interval) -> str:
    return "*" if place == STAR else (world.text(place.file) or "")[place.start : place.end]


def became(before: str, after: str, piece: str, occurrence: int = 0) -> str:
    """What a piece of the text became, with the text right before it."""
    _, new, correspondence = between({"a": before}, {"a": after})
    start = -1
    for _ in range(occurrence + 1):
        start = before.index(piece, start + 1)
    place = correspondence.of_before(Interval("a", start, start + len(piece)))
    if place == STAR:
        return "*"
    assert correspondence.of_after(place) == place
    return after[: place.start].split("\n")[-1].lstrip() + "‹" + text_at(new, place) + "›"


def test_every_occurrence_of_a_renamed_word_corresponds() -> None:
    before = "total = 1\nprint(total, limit)\n"
    after = "limit = 1\nprint(limit, limit)\n"
    assert became(before, after, "total") == "‹limit›"
    assert became(before, after, "total", 1) == "print(‹limit›"
    assert became(before, after, "limit") == "print(limit, ‹limit›"
    assert became(before, after, "print(total, limit)") == "‹print(limit, limit)›"


EXTRACT_VARIABLE = ("if ready:\n    print(a + b * c)\n", "if ready:\n    t = a + b * c\n    print(t)\n")


def test_an_extracted_expression_moved_to_its_variable() -> None:
    assert became(*EXTRACT_VARIABLE, "a + b * c") == "t = ‹a + b * c›"
    assert became(*EXTRACT_VARIABLE, "b") == "t = a + ‹b›"
    assert became(*EXTRACT_VARIABLE, "print(a + b * c)") == "‹print(t)›"
    assert became(*EXTRACT_VARIABLE, "ready") == "if ‹ready›"


def test_what_was_put_in_between_is_affected() -> None:
    before, after = EXTRACT_VARIABLE
    _, _, correspondence = between({"a": before}, {"a": after})
    for place in (after.index("t ="), after.index("t)")):
        assert correspondence.of_after(Interval("a", place, place + 1)) == STAR


def test_an_extracted_function_with_other_indentation() -> None:
    before = "def f(x):\n    if x:\n        y = x + 1\n        z = y * x\n        print(z)\n    return x\n"
    after = (
        "def f(x):\n    if x:\n        z = g(x)\n        print(z)\n    return x\n\n"
        "def g(x):\n    y = x + 1\n    z = y * x\n    return z\n"
    )
    assert became(before, after, "y = x + 1\n        z = y * x") == "‹y = x + 1\n    z = y * x›"
    assert became(before, after, "print(z)") == "‹print(z)›"
    old, new, _ = between({"a": before}, {"a": after})
    edits = coarse_edit_set(old, new, edit_set_between(old, new))
    sources = [text_at(old, block.source) for block in moved_blocks(old, new, edits)]
    assert sources == ["y = x + 1\n        z = y * x"]


def test_a_function_moved_to_another_file_with_a_name_changed_inside() -> None:
    function = "def area(width, height):\n    check(width)\n    return width * height\n"
    moved = function.replace("check(", "validate(")
    before = {"a.py": "import m\n\n" + function + "\nx = 1\n", "b.py": "y = 2\n"}
    after = {"a.py": "import m\n\nx = 1\n", "b.py": "y = 2\n\n" + moved}
    old, new, correspondence = between(before, after)
    start = before["a.py"].index("check")
    place = correspondence.of_before(Interval("a.py", start, start + 5))
    assert (place.file, text_at(new, place)) == ("b.py", "validate")
    whole = Interval("a.py", 10, 10 + len(function) - 1)
    assert text_at(new, correspondence.of_before(whole)) == moved.rstrip("\n")
    assert text_at(old, correspondence.origin(correspondence.of_before(whole)) or STAR) == function.rstrip(
        "\n"
    )


def test_code_moved_into_a_new_file_and_out_of_a_deleted_one() -> None:
    code = "def one(a):\n    return a + 1\n"
    _, new, correspondence = between({"old.py": code + "x = one(2)\n" * 9}, {"new.py": "z = 5\n" * 9 + code})
    place = correspondence.of_before(Interval("old.py", 4, 7))
    assert (place.file, text_at(new, place)) == ("new.py", "one")
    assert correspondence.of_after(Interval("new.py", 0, 1)) == STAR
    assert correspondence.origin(Interval("new.py", 0, 1)) is None


def test_a_word_that_moved_is_not_taken_for_a_renamed_one() -> None:
    before = "def f():\n    log()\n    return total\n"
    after = "def f():\n    t = total\n    log()\n    return t\n"
    assert became(before, after, "total") == "t = ‹total›"


def test_sub_token_edits_are_cut_anew() -> None:
    before = World.of({"a": "old_name = 1\n"})
    edits = EditSet.of({"a": [Replacement(0, 3, "new")]})
    correspondence = refined(before, before.apply(edits), edits)
    assert correspondence.of_before(Interval("a", 0, 8)) == Interval("a", 0, 8)
    assert correspondence.of_after(Interval("a", 0, 8)) == Interval("a", 0, 8)


def test_a_known_move_wins_over_what_the_texts_suggest() -> None:
    # Word by word, `x` looks renamed to `t`; whoever extracted it knows that it moved.
    old, new = World.of({"a": "t = 0\nprint x\n"}), World.of({"a": "t = x\nprint t\n"})
    edits = edit_set_between(old, new)
    read, value, use = Interval("a", 12, 13), Interval("a", 4, 5), Interval("a", 12, 13)
    assert refined(old, new, edits).of_before(read) == use
    correspondence = refined(old, new, edits, [(read, value)])
    assert correspondence.of_before(read) == value
    assert correspondence.of_after(value) == value
    assert correspondence.of_after(use) == STAR
    assert correspondence.origin(value) == read


def test_a_known_move_of_text_that_no_edit_touches() -> None:
    # The difference keeps both names where they are, although each is said to be the other.
    old, new = World.of({"a": "f(x, x)\n"}), World.of({"a": "f(x, x) \n"})
    first, second = Interval("a", 2, 3), Interval("a", 5, 6)
    correspondence = refined(old, new, edit_set_between(old, new), [(first, second)])
    assert correspondence.of_before(first) == second
    assert correspondence.of_before(second) == STAR
    assert correspondence.of_after(first) == STAR


def test_a_known_move_with_another_number_of_tokens_is_not_taken() -> None:
    old, new = World.of({"a": "f(x)\n"}), World.of({"a": "f(x + 1)\n"})
    edits = edit_set_between(old, new)
    correspondence = refined(old, new, edits, [(Interval("a", 2, 3), Interval("a", 2, 7))])
    assert correspondence.of_before(Interval("a", 2, 3)) == Interval("a", 2, 3)
    assert correspondence.displaced_before == correspondence.displaced_after == frozenset()


def test_the_place_of_inserted_text_is_where_it_was_inserted() -> None:
    old, _, correspondence = between({"a": "f(x)\n"}, {"a": "f(x, y)\n"})
    assert text_at(old, correspondence.origin(Interval("a", 5, 6)) or STAR) == ""
    assert correspondence.origin(Interval("a", 5, 6)) == Interval("a", 3, 3)
    assert correspondence.origin(Interval("a", 0, 7)) == Interval("a", 0, 4)


pieces = st.sampled_from(["x", "y", "limit", "(", ")", "=", "+", " ", "\n", "    ", "f(a, b)\n", "a + b * c"])
programs = st.lists(pieces, max_size=30).map("".join)


@st.composite
def shuffled_programs(draw: st.DrawFn) -> tuple[str, str]:
    parts = draw(st.lists(programs, min_size=1, max_size=5))
    return "\n".join(parts), "\n".join(draw(st.permutations(parts))) + draw(programs)


@given(st.tuples(programs, programs) | shuffled_programs())
def test_tokens_correspond_one_to_one_and_only_words_change(pair: tuple[str, str]) -> None:
    old, new, correspondence = between({"a": pair[0]}, {"a": pair[1]})
    images = set()
    for token in words(old):
        place = correspondence.of_before(token)
        if place == STAR:
            continue
        assert correspondence.of_after(place) == place
        assert correspondence.origin(place) == token
        assert place not in images
        images.add(place)
        first, second = text_at(old, token), text_at(new, place)
        assert first == second or (is_word(first) and is_word(second))
    for token in words(new):
        if correspondence.of_after(token) != STAR:
            assert token in images


def test_large_moves_take_no_quadratic_time() -> None:
    body = "".join(f"def function_{i}(a, b):\n    return a * {i} + b\n\n" for i in range(3000))
    flat = "x = [" + "1, 1, " * 12_000 + "]\n"
    began = time.process_time()
    old, new, correspondence = between(
        {"a.py": body, "c.py": flat}, {"b.py": "import x\n" + body, "c.py": flat * 2}
    )
    assert correspondence.of_before(Interval("a.py", 4, 14)) == Interval("b.py", 13, 23)
    old, new = World.of({"a": body + flat, "b": ""}), World.of({"a": "", "b": flat + body})
    edits = edit_set_between(old, new)
    moved = refined(old, new, edits).of_before(Interval("a", 4, 14))
    assert text_at(new, moved) == "function_0"
    assert time.process_time() - began < 10
