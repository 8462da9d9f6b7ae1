"""Offsets, affected intervals and normal forms against the definitions, computed the slow way."""

from __future__ import annotations

import pytest
from holdfast.model.edge import Edge
from holdfast.model.model import Model
from holdfast.preserve.analysis import Change, violations
from holdfast.preserve.normalise import classify, normalised_derivative, normalised_initial
from holdfast.preserve.rules import Allowance, EdgeClass, Rule
from holdfast.text.correspondence import collapsed
from holdfast.text.edits import CreateFile, DeleteFile, EditSet, RenameFile, Replacement, disjoint
from holdfast.text.interval import STAR, Interval, whole_file
from holdfast.text.offsets import Offsets, inverted, inverted_edit_set
from holdfast.text.world import World
from hypothesis import given
from hypothesis import strategies as st

LENGTH = 40
TEXT = "".join(chr(ord("a") + i % 26) for i in range(LENGTH))


@st.composite
def replacement_sets(draw: st.DrawFn) -> tuple[Replacement, ...]:
    bounds = sorted(draw(st.lists(st.integers(0, LENGTH), max_size=12)))
    pairs = list(zip(bounds[::2], bounds[1::2], strict=False))
    return disjoint(Replacement(a, b, draw(st.text(alphabet="XYZ", max_size=5))) for a, b in pairs)


intervals = st.tuples(st.integers(-1, LENGTH), st.integers(-1, LENGTH)).map(
    lambda pair: (min(pair), max(pair))
)


def adjust(replacement: Replacement, n: int) -> int:
    start, end, text = replacement
    return 0 if n < end else len(text) - (end - start)


def new_offset(replacements: tuple[Replacement, ...], n: int) -> int:
    return n + sum(adjust(each, n) for each in replacements)


def affected_derivative(replacements: tuple[Replacement, ...], which: int) -> tuple[int, int]:
    others = (*replacements[:which], *replacements[which + 1 :])
    start = new_offset(others, replacements[which].start)
    return start, start + len(replacements[which].text)


def contains(outer: tuple[int, int], inner: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] <= inner[1] <= outer[1]


def predict(replacements: tuple[Replacement, ...], interval: tuple[int, int]) -> tuple[int, int] | None:
    if any(contains((each.start, each.end), interval) for each in replacements):
        return None
    start, end = interval
    moving_end = tuple(each for each in replacements if not each.start == each.end == end)
    return new_offset(replacements, start), new_offset(moving_end, end)


def collapse(replacements: tuple[Replacement, ...], interval: tuple[int, int]) -> tuple[int, int] | None:
    inside = any(
        contains(affected_derivative(replacements, index), interval) for index in range(len(replacements))
    )
    return None if inside else interval


@given(replacement_sets(), st.integers(-3, LENGTH + 3))
def test_new_offset_is_definition_5(replacements: tuple[Replacement, ...], n: int) -> None:
    assert Offsets(replacements).new_offset(n) == new_offset(replacements, n)


@given(replacement_sets())
def test_affected_intervals_are_definitions_7_and_8(replacements: tuple[Replacement, ...]) -> None:
    offsets = Offsets(replacements)
    assert offsets.affected_initial() == [(each.start, each.end) for each in replacements]
    slow = [affected_derivative(replacements, index) for index in range(len(replacements))]
    assert offsets.affected_derivative() == slow
    after = World.of({"a": TEXT}).apply(EditSet.of({"a": replacements})).text("a") or ""
    assert [after[start:end] for start, end in slow] == [each.text for each in replacements]


@given(replacement_sets(), intervals)
def test_predict_and_collapse_are_definitions_10_and_9(
    replacements: tuple[Replacement, ...], interval: tuple[int, int]
) -> None:
    offsets = Offsets(replacements)
    assert offsets.predict(*interval) == predict(replacements, interval)
    assert offsets.collapses(*interval) == (collapse(replacements, interval) is None)


@given(replacement_sets(), intervals)
def test_text_outside_every_replacement_is_found_where_it_is_predicted(
    replacements: tuple[Replacement, ...], interval: tuple[int, int]
) -> None:
    start, end = max(interval[0], 0), max(interval[1], 0)
    if start == end or any(each.start < end and start < each.end for each in replacements):
        return
    if any(start < each.start < end for each in replacements):
        return
    after = World.of({"a": TEXT}).apply(EditSet.of({"a": replacements})).text("a") or ""
    place = Offsets(replacements).predict(start, end)
    assert place is not None
    assert after[slice(*place)] == TEXT[start:end]


@given(replacement_sets(), intervals)
def test_what_survives_of_an_interval_lies_inside_the_new_text(
    replacements: tuple[Replacement, ...], interval: tuple[int, int]
) -> None:
    start, end = max(interval[0], 0), max(interval[1], 0)
    offsets = Offsets(replacements)
    place = offsets.survivor(start, end)
    cut = any(each.start < bound < each.end for each in replacements for bound in (start, end))
    if not cut:
        predicted = predict(replacements, (start, end))
        emptied = predicted is not None and start < end and predicted[0] >= predicted[1]
        assert place == (None if emptied else predicted)
    if place is not None and start < end:
        after = World.of({"a": TEXT}).apply(EditSet.of({"a": replacements})).text("a") or ""
        assert 0 <= place[0] < place[1] <= len(after)


@given(replacement_sets())
def test_inverted_replacements_restore_the_text(replacements: tuple[Replacement, ...]) -> None:
    before = World.of({"a": TEXT})
    after = before.apply(EditSet.of({"a": replacements}))
    restored = after.apply(EditSet.of({"a": inverted(replacements, TEXT)}))
    assert restored.text("a") == TEXT


def test_an_inverted_edit_set_restores_the_world() -> None:
    before = World.of({"a": "one two", "b": "B", "c": "C"})
    edits = EditSet.of(
        {"a": [Replacement(4, 7, "three")]},
        [RenameFile("a", "z"), DeleteFile("b"), CreateFile("n", "new")],
    )
    restored = before.apply(edits).apply(inverted_edit_set(edits, before))
    assert {file: restored.text(file) for file in restored.files()} == {"a": "one two", "b": "B", "c": "C"}


kinds = st.sampled_from("NCD")
files = st.sampled_from(["a", "b"])
places = st.builds(lambda file, pair: Interval(file, *pair), files, intervals)
models = st.frozensets(st.builds(Edge, places, kinds, places), max_size=12)


def slow_place(by_file: dict[str, tuple[Replacement, ...]], interval: Interval, *, after: bool) -> Interval:
    replacements = by_file.get(interval.file, ())
    function = collapse if after else predict
    found = function(replacements, (interval.start, interval.end))
    return STAR if found is None else Interval(interval.file, *found)


@given(models, replacement_sets(), replacement_sets())
def test_normalised_models_are_definitions_9_and_10(
    edges: frozenset[Edge], in_a: tuple[Replacement, ...], in_b: tuple[Replacement, ...]
) -> None:
    by_file = {"a": in_a, "b": in_b}
    correspondence = collapsed(EditSet.of(by_file))
    assert normalised_initial(edges, correspondence) == {
        (slow_place(by_file, head, after=False), kind, slow_place(by_file, tail, after=False))
        for head, kind, tail in edges
    }
    assert normalised_derivative(edges, correspondence) == {
        (slow_place(by_file, head, after=True), kind, slow_place(by_file, tail, after=True))
        for head, kind, tail in edges
    }


cells = st.dictionaries(st.sampled_from(EdgeClass), st.sampled_from(Allowance))
rules = st.dictionaries(st.sampled_from(["N", "C", "D", "O", "Other2"]), cells).map(
    lambda kinds: Rule(
        {
            kind: {each: allowed for each, allowed in found.items() if allowed is not Allowance.EXACT}
            for kind, found in kinds.items()
        }
    )
)


@given(models, models, replacement_sets(), rules)
def test_violations_are_those_of_section_6(
    old: frozenset[Edge], new: frozenset[Edge], in_a: tuple[Replacement, ...], rule: Rule
) -> None:
    correspondence = collapsed(EditSet.of({"a": in_a}))
    initial = normalised_initial(old, correspondence)
    derivative = normalised_derivative(new, correspondence)
    expected = set()
    for edge in initial:
        cell = rule.allowance(edge[1], classify(edge))
        if cell in (Allowance.GROW, Allowance.EXACT) and edge not in derivative:
            expected.add((Change.VANISHED, edge))
    for edge in derivative:
        cell = rule.allowance(edge[1], classify(edge))
        if cell in (Allowance.SHRINK, Allowance.EXACT) and edge not in initial:
            expected.add((Change.APPEARED, edge))
    found = violations(Model.of(old), Model.of(new), correspondence, rule)
    assert {(each.change, tuple(each.normal)) for each in found} == expected
    assert len(found) == len(expected)
    for each in found:
        assert each.edges
        assert set(each.edges) <= (old if each.change is Change.VANISHED else new)
    assert list(found) == sorted(found, key=lambda each: (each.normal, each.change.value))


def test_files_that_come_go_and_move() -> None:
    edits = EditSet.of(
        {"a": [Replacement(0, 0, "##")]}, [RenameFile("a", "z"), DeleteFile("b"), CreateFile("n", "new")]
    )
    correspondence = collapsed(edits)
    assert correspondence.of_before(Interval("a", 3, 5)) == Interval("z", 5, 7)
    assert correspondence.of_before(whole_file("a")) == whole_file("z")
    assert correspondence.of_after(Interval("z", 5, 7)) == Interval("z", 5, 7)
    assert correspondence.of_after(Interval("z", 0, 2)) is STAR
    assert correspondence.of_before(Interval("b", 0, 1)) is STAR
    assert correspondence.of_after(Interval("n", 0, 3)) is STAR
    assert correspondence.of_before(Interval("other", 0, 1)) == Interval("other", 0, 1)


def test_a_file_replaced_by_another_of_its_name() -> None:
    correspondence = collapsed(EditSet.of({}, [DeleteFile("a"), RenameFile("b", "a")]))
    assert correspondence.of_before(Interval("a", 0, 1)) is STAR
    assert correspondence.of_before(Interval("b", 0, 1)) == Interval("a", 0, 1)
    assert correspondence.of_after(Interval("a", 0, 1)) == Interval("a", 0, 1)


def test_inferred_edges_make_unproven_violations() -> None:
    sure = Edge(Interval("a", 0, 1), "N", Interval("a", 5, 6))
    unsure = Edge(Interval("a", 2, 3), "N", Interval("a", 5, 6))
    before = Model.of([sure], [unsure])
    found = violations(before, Model.of([]), collapsed(EditSet()), Rule.parse("N"))
    assert [(each.normal, each.exact) for each in found] == [(sure, True), (unsure, False)]
    with pytest.raises(ValueError, match="must be an edge of the model"):
        Model(frozenset(), frozenset({sure}))
