"""Figure 13: how many structures there are and how few paths find them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from _pytest.mark import ParameterSet
from holdfast.gen.explore import exhaustive
from holdfast.gen.structures import COUNTS, Program, told

# What a few seconds allow; `make judge-generators` runs all of them.
FAST_PATHS = 15_000
SLOW_PATHS = 30_000
EAGER_PATHS = 50_000


def _sizes(limit: int) -> Iterator[ParameterSet]:
    """The structures of up to `limit` paths; the larger of them are slow."""
    for key, counts in COUNTS.items():
        if counts.delayed_paths < limit:
            yield pytest.param(*key, marks=[pytest.mark.slow] if counts.delayed_paths > FAST_PATHS else [])


@pytest.mark.parametrize(("make", "n"), list(_sizes(SLOW_PATHS)))
def test_counts_of_figure_13(make: Callable[[int], Program], n: int) -> None:
    exploration = exhaustive(make(n))
    found = [told(item.value) for item in exploration]
    assert len(found) == len(set(found)) == COUNTS[make, n].structures
    assert exploration.explored <= COUNTS[make, n].delayed_paths


@pytest.mark.parametrize(
    ("make", "n"),
    [key for key, counts in COUNTS.items() if (counts.eager_paths or EAGER_PATHS) < EAGER_PATHS],
)
def test_eager_finds_the_same_set(make: Callable[[int], Program], n: int) -> None:
    eager = exhaustive(make(n), eager=True)
    found = {told(item.value) for item in eager}
    assert found == {told(item.value) for item in exhaustive(make(n))}
    # The graph is pruned while it is built, so its eager form walks fewer paths than the paper's.
    assert eager.explored <= (COUNTS[make, n].eager_paths or 0)
