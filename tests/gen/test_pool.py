"""Object pools: delayed pools reach exactly the states of eager ones, each once."""

from __future__ import annotations

from typing import Any

from holdfast.gen.choice import same
from holdfast.gen.explore import exhaustive
from holdfast.gen.pool import Pool
from hypothesis import given, settings
from hypothesis import strategies as st


class Thing:
    pass


def identities(objects: list[Any]) -> tuple[int | None, ...]:
    """Which of the objects are one and the same, by first occurrence; None stays None."""
    seen: list[Any] = []
    shape: list[int | None] = []
    for item in objects:
        if item is None:
            shape.append(None)
            continue
        if not any(item is other for other in seen):
            seen.append(item)
        shape.append(next(index for index, other in enumerate(seen) if other is item))
    return tuple(shape)


def states(
    script: list[str],
    size: int | None,
    *,
    null: bool = False,
    order: list[int] | None = None,
    eager: bool = False,
) -> list[tuple[int | None, ...]]:
    """The states that a script of `new` and `any` calls can reach, looked at in `order`."""

    def program() -> Any:
        pool = Pool(size, Thing, null=null)
        results = [pool.new() if call == "new" else pool.any() for call in script]
        for index in order or range(len(script)):
            same(results[index], None)
        return results

    return [identities(found.value) for found in exhaustive(program, eager=eager)]


def test_the_example_of_the_paper_any_before_new() -> None:
    assert states(["any", "new"], 3, order=[1, 0]) == [(0, 1)]


def test_the_example_of_the_paper_the_pool_is_nearly_full() -> None:
    reached = states(["new", "any", "any", "any", "new", "new"], 3, order=[1, 2, 3, 0, 4, 5])
    assert reached == [(0, 0, 0, 0, 1, 2)]


def test_two_news_are_never_equal() -> None:
    assert states(["new", "new"], 2) == [(0, 1)]
    assert states(["new", "new"], 1) == []
    assert sorted(states(["new", "any", "new"], 3, order=[2, 1, 0])) == [(0, 0, 1), (0, 1, 2)]


def test_a_full_pool_has_no_fresh_option() -> None:
    exploration = exhaustive(lambda: [Pool(1, Thing).any()])
    assert len(list(exploration)) == exploration.explored == 1


def test_an_unbounded_pool() -> None:
    assert len(states(["any"] * 4, None)) == 15  # the partitions of four things


def test_objects_are_made_when_they_are_needed() -> None:
    made: list[Thing] = []

    def make() -> Thing:
        made.append(Thing())
        return made[-1]

    def program() -> Any:
        pool = Pool(3, make)
        first, second = pool.new(), pool.new()
        same(first, None)
        return len(pool.objects), len(made), isinstance(second, Thing)

    assert next(exhaustive(program)).value == (1, 1, True)


@settings(max_examples=120, deadline=None)
@given(
    script=st.lists(st.sampled_from(["new", "any"]), min_size=1, max_size=6),
    size=st.integers(1, 4),
    null=st.booleans(),
    data=st.data(),
)
def test_delayed_pools_agree_with_eager_pools(
    script: list[str], size: int, null: bool, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(list(range(len(script)))))
    eager = states(script, size, null=null, eager=True)
    delayed = states(script, size, null=null, order=order)
    assert len(eager) == len(set(eager))
    assert len(delayed) == len(set(delayed))
    assert set(delayed) == set(eager)
