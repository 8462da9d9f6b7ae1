"""Spaces are counted and addressed by arithmetic and walked lazily."""

from __future__ import annotations

from itertools import islice, pairwise
from timeit import timeit

import pytest
from holdfast.gen.space import chain, combine, literal, numbers, tabulate
from hypothesis import given
from hypothesis import strategies as st

spaces = st.recursive(
    st.lists(st.integers(), max_size=4).map(lambda values: literal(*values)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: combine(*parts)),
        st.lists(inner, max_size=3).map(lambda parts: chain(*parts)),
        inner.map(lambda space: space.map(repr)),
        inner.map(lambda space: space[::2]),
        inner.map(lambda space: space.filter(lambda value: len(repr(value)) % 2).tabulated()),
    ),
    max_leaves=6,
)


@given(spaces)
def test_walking_counting_and_addressing_agree(space) -> None:  # type: ignore[no-untyped-def]
    walked = list(islice(space, 3000))
    assert space.size == len(space)
    assert walked == [space[index] for index in range(min(space.size, 3000))]
    if space.size:
        assert space[-1] == space[space.size - 1]
    with pytest.raises(IndexError):
        space[space.size]


def test_the_last_part_varies_fastest() -> None:
    assert list(combine(literal("a", "b"), "-", numbers(2))) == [
        ("a", "-", 0),
        ("a", "-", 1),
        ("b", "-", 0),
        ("b", "-", 1),
    ]


def test_chain_of_spaces_and_values() -> None:
    inner = literal("a", "b", "c")
    assert list(chain("d", inner, literal("e"))) == ["d", "a", "b", "c", "e"]
    assert list(literal(1) + literal(2, 3)) == [1, 2, 3]


def test_a_huge_space_is_addressed_in_microseconds() -> None:
    huge = combine(numbers(10**6), numbers(10**6), literal("x", "y")).map(lambda found: found[:2])
    assert len(huge) == 2 * 10**12
    assert huge[2 * (10**9) + 1] == (1000, 0)
    assert next(iter(huge)) == (0, 0)
    seconds = timeit(lambda: huge[1_234_567_890_123], number=1000) / 1000
    assert seconds < 100e-6


def test_shards_are_disjoint_and_complete() -> None:
    space = numbers(103)
    parts = [list(space.shard(index, 4)) for index in range(4)]
    assert {len(part) for part in parts} == {25, 26}
    assert sorted(value for part in parts for value in part) == list(space)
    with pytest.raises(IndexError):
        space.shard(4, 4)


def test_samples_are_distinct_seeded_and_lazy() -> None:
    space = combine(numbers(10**6), numbers(10**6))
    sample = list(space.sample(50, seed=3))
    assert len(set(sample)) == 50
    assert sample == list(space.sample(50, seed=3))
    assert list(numbers(5).sample(9, seed=1)) == [0, 1, 2, 3, 4]


def test_a_sparse_pass_jumps() -> None:
    indices = list(numbers(10_000).sparse(seed=5))
    jumps = {after - before for before, after in pairwise(indices)}
    assert jumps == set(range(1, 21))
    assert 850 < len(indices) < 1050  # the expected jump is 10.5


def test_filters_walk_and_become_spaces() -> None:
    even = numbers(10).filter(lambda value: value % 2 == 0)
    assert list(even) == [0, 2, 4, 6, 8]
    assert even.tabulated()[3] == 6
    assert list(tabulate(value for value in "ab")) == ["a", "b"]
