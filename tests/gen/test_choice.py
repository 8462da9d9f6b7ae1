"""Choice programs: what is chosen when, and that delaying changes no result."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from holdfast.gen.choice import ChoiceError, assume, choose, flag, is_null, one_of, same, value
from holdfast.gen.explore import exhaustive, prefixes, random_paths, replay, sparse, sparse_then_all
from hypothesis import given, settings
from hypothesis import strategies as st


def values(program: Callable[[], Any], **how: Any) -> list[Any]:
    return [found.value for found in exhaustive(program, **how)]


def pair() -> Any:
    low, high = choose(1, 4), choose(1, 4)
    assume(low < high)
    return low, high


def ordered() -> Any:
    bits = [choose(0, 1) for _ in range(6)]
    for left, right in pairwise(bits):
        assume(left <= right)
    return bits


def test_every_result_is_found_once_in_depth_first_order() -> None:
    assert values(pair) == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]


def test_results_are_plain_values() -> None:
    assert {type(item) for found in values(pair) for item in found} == {int}


def test_delayed_choice_cuts_before_later_choices() -> None:
    delayed, eager = exhaustive(ordered), exhaustive(ordered, eager=True)
    assert [f.value for f in delayed] == [f.value for f in eager]
    assert eager.explored == 64
    # The program of Figure 9: 7 ordered tuples, and one failure after each ordered prefix that ends in 1.
    assert delayed.explored == 7 + 15


def test_copying_does_not_look() -> None:
    def program() -> Any:
        x = choose(1, 100)
        box = {"copy": x}
        again = [box["copy"], x]
        assume(flag())
        return same(again[0], again[1])

    exploration = exhaustive(program)
    assert [f.value for f in exploration] == [True]
    assert exploration.explored == 2


def test_a_choice_is_made_once() -> None:
    def program() -> Any:
        x = choose(0, 3)
        return x + x, x * 2, abs(-x), int(x), f"{x}", [10, 11, 12, 13][x], divmod(7, x + 1)

    for index, (added, doubled, absolute, plain, text, item, parts) in enumerate(values(program)):
        assert (added, doubled, absolute, plain) == (2 * index, 2 * index, index, index)
        assert (text, item, parts) == (str(index), 10 + index, divmod(7, index + 1))


def test_operators_reach_both_operands() -> None:
    def program() -> Any:
        x, y = choose(1, 3), choose(1, 3)
        return (x - y, 5 - x, y + 1, x // y, 2**x, x % 2, x == y, x >= y, {x: 1} == {y: 1}, x in [1, 2])

    def plain(x: int, y: int) -> Any:
        return (x - y, 5 - x, y + 1, x // y, 2**x, x % 2, x == y, x >= y, {x: 1} == {y: 1}, x in [1, 2])

    assert values(program) == [plain(x, y) for x in (1, 2, 3) for y in (1, 2, 3)]


def test_isinstance_looks_and_objects_are_forwarded() -> None:
    def program() -> Any:
        item = one_of("ab", [1, 2, 3], None)
        if isinstance(item, str):
            return item.upper()
        if is_null(item):
            return "null"
        item.append(4)
        item[0] = 9
        return len(item), list(item), 4 in item, value(item)

    assert values(program) == ["AB", (4, [9, 2, 3, 4], True, [9, 2, 3, 4]), "null"]


def test_copies_are_the_same_choice() -> None:
    def program() -> Any:
        x = choose(0, 2)
        return copy.copy(x) == x, copy.deepcopy([x])[0] == x, pickle.loads(pickle.dumps(x)) == x

    assert values(program) == [(True, True, True)] * 3


def test_objects_are_changed_in_place_and_copied_apart() -> None:
    def program() -> Any:
        first: list[int] = []
        second = [5]
        item = one_of(first, second)
        apart = copy.copy(item)
        item += [7]
        apart.append(8)
        return first, second, list(reversed(item))

    assert values(program) == [([7], [5], [7]), ([], [5, 7], [7, 5])]
    assert values(program) == values(program, eager=True)


def test_classes_can_be_chosen() -> None:
    def program() -> Any:
        kind = one_of(int, str)
        return isinstance(3, kind), issubclass(bool, kind), kind("3")

    assert values(program) == [(True, True, 3), (False, False, "3")]


def test_nothing_to_choose_from_ends_the_path() -> None:
    def program() -> Any:
        bound = choose(0, 2)
        return choose(bound, 1)

    assert values(program) == [0, 1, 1]
    assert values(program, eager=True) == [0, 1, 1]
    assert values(lambda: one_of()) == []


def test_assumption_is_not_swallowed_by_a_handler() -> None:
    def program() -> Any:
        try:
            assume(flag())
        except Exception:
            return "swallowed"
        return "passed"

    assert values(program) == ["passed"]


def test_shared_and_cyclic_results_are_settled() -> None:
    def program() -> Any:
        x = choose(0, 1)
        shared = (x, "tail")
        ring: list[Any] = [shared, shared]
        ring.append(ring)
        return ring, {x: x}, {x}

    for number, (ring, mapping, members) in enumerate(values(program)):
        assert ring[0] is ring[1]
        assert ring[0] == (number, "tail")
        assert ring[2] is ring
        assert type(next(iter(mapping))) is int
        assert mapping == {number: number}
        assert members == {number}


def test_choices_need_a_run() -> None:
    with pytest.raises(ChoiceError, match="outside a run"):
        flag()

    kept: list[Any] = []

    def leaking() -> Any:
        kept.append(choose(0, 1))

    assert values(leaking) == [None]
    with pytest.raises(ChoiceError, match="outside a run"):
        int(kept[0])


def test_a_program_that_is_not_repeatable_is_refused() -> None:
    calls: list[int] = []

    def program() -> Any:
        calls.append(1)
        return choose(0, 1), choose(0, len(calls))

    with pytest.raises(ChoiceError, match="not repeatable"):
        values(program)


def test_replay_repeats_and_completes_a_sequence() -> None:
    for found in exhaustive(pair):
        assert replay(pair, found.choices) == found
    assert replay(pair, ()) is None  # the first ways are (1, 1), which is no pair
    shortest = replay(ordered, (0, 0))
    assert shortest is not None
    assert shortest.value == [0] * 6
    with pytest.raises(ChoiceError, match="only 4 ways"):
        replay(pair, (7,))


def test_random_paths_are_seeded_and_replayable() -> None:
    first = list(random_paths(pair, 7, tries=50))
    assert first == list(random_paths(pair, 7, tries=50))
    assert first != list(random_paths(pair, 8, tries=50))
    assert {f.value for f in random_paths(pair, 1, tries=400)} == set(values(pair))
    assert all(replay(pair, f.choices) == f for f in first)


def wide() -> Any:
    return choose(0, 9), choose(0, 9), choose(0, 9)


def test_sparse_visits_about_a_tenth_and_then_the_rest() -> None:
    jumped = list(sparse(wide, 3))
    assert [f.value for f in jumped] == sorted({f.value for f in jumped})
    assert 50 <= len(jumped) <= 200
    both = [f.value for f in sparse_then_all(wide, 3)]
    assert both[: len(jumped)] == [f.value for f in jumped]
    assert sorted(both) == values(wide)


def test_prefixes_split_the_paths() -> None:
    parts = [values(pair, prefix=prefix) for prefix in prefixes(pair, 1)]
    assert len(parts) == 4
    assert [item for part in parts for item in part] == values(pair)


@settings(max_examples=60, deadline=None)
@given(
    bounds=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=1, max_size=4),
    tests=st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from(["<", "!=", "<="])), max_size=3
    ),
)
def test_eager_and_delayed_agree_on_random_programs(
    bounds: list[tuple[int, int]], tests: list[tuple[int, int, str]]
) -> None:
    def program() -> Any:
        chosen = [choose(low, high) for low, high in bounds]
        for left, right, comparison in tests:
            a, b = chosen[left % len(chosen)], chosen[right % len(chosen)]
            assume({"<": operator.lt, "!=": operator.ne, "<=": operator.le}[comparison](a, b))
        return tuple(chosen)

    delayed = values(program)
    assert len(delayed) == len(set(delayed))
    assert sorted(delayed) == sorted(values(program, eager=True))
