"""Explorers: one choice program, many ways to walk it.

`exhaustive` visits every path once, depth first, by replay: each leaf is one run from the start along
the recorded prefix. `random_paths`, `replay` and `sparse` act on the same thing, a sequence of
branches, so whatever one of them finds the others can repeat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from holdfast.gen.looks import refuse_hidden_looks
from holdfast.gen.path import Cut, Path, walking
from holdfast.gen.settle import settled

SPARSE_JUMP = 20


class Found(NamedTuple):
    """One result and the branches that lead to it."""

    value: Any
    choices: tuple[int, ...]


class Exhaustive:
    """An iterator over the results of every path under `prefix`, in depth-first order.

    `explored` counts the paths walked so far, those that led nowhere included.
    """

    def __init__(
        self, program: Callable[[], Any], *, eager: bool = False, prefix: tuple[int, ...] = ()
    ) -> None:
        refuse_hidden_looks(program)
        self._program = program
        self._fixed = len(prefix)
        self._path = Path(list(prefix), [0] * len(prefix), eager=eager)
        self._done = False
        self.explored = 0

    def __iter__(self) -> Iterator[Found]:
        return self

    def __next__(self) -> Found:
        path, run = self._path, self._run
        while not self._done:
            path.position = 0
            self.explored += 1
            try:
                result = walking(path, run)
            except Cut:
                self._advance()
                continue
            found = Found(result, tuple(path.taken))
            self._advance()
            return found
        raise StopIteration

    def _run(self) -> Any:
        return settled(self._program())

    def _advance(self) -> None:
        """Step to the next path: the last branch that has a way left takes it."""
        taken, sizes = self._path.taken, self._path.sizes
        while len(taken) > self._fixed and taken[-1] + 1 >= sizes[-1]:
            taken.pop()
            sizes.pop()
        if len(taken) > self._fixed:
            taken[-1] += 1
        else:
            self._done = True


def exhaustive(
    program: Callable[[], Any], *, eager: bool = False, prefix: tuple[int, ...] = ()
) -> Exhaustive:
    """Every result of `program` (whose branches begin with `prefix`), each found once."""
    return Exhaustive(program, eager=eager, prefix=prefix)


def prefixes(program: Callable[[], Any], depth: int) -> list[tuple[int, ...]]:
    """Prefixes that split the paths of `program` into disjoint parts, for sharding over processes.

    Each is the first `depth` branches of some path, or a whole shorter path.
    """
    found: list[tuple[int, ...]] = []
    taken: list[int] = []
    sizes: list[int] = []
    while True:
        path = Path(taken, sizes)
        with suppress(Cut):
            walking(path, lambda: settled(program()))
        del taken[depth:], sizes[depth:]
        found.append(tuple(taken))
        while taken and taken[-1] + 1 >= sizes[-1]:
            taken.pop()
            sizes.pop()
        if not taken:
            return found
        taken[-1] += 1


def replay(program: Callable[[], Any], choices: tuple[int, ...]) -> Found | None:
    """The result of one recorded path, or None when it leads nowhere.

    A sequence that is too short goes on with first ways, so that shortening a sequence is always
    a legal way to simplify it.
    """
    path = Path(list(choices), [0] * len(choices))
    try:
        result = walking(path, lambda: settled(program()))
    except Cut:
        return None
    return Found(result, tuple(path.taken))


def random_paths(program: Callable[[], Any], seed: int, *, tries: int) -> Iterator[Found]:
    """The results among `tries` paths drawn at random, each branch uniformly."""
    refuse_hidden_looks(program)
    random = Random(seed)
    for _ in range(tries):
        path = Path([], [], pick=random.randrange)
        try:
            result = walking(path, lambda: settled(program()))
        except Cut:
            continue
        yield Found(result, tuple(path.taken))


def sparse(program: Callable[[], Any], seed: int, *, limit: int = SPARSE_JUMP) -> Iterator[Found]:
    """A pass through the depth-first order in jumps of 1 to `limit` paths; the rest is not run.

    How many paths lie under a branch that was not taken is not known, so a jump counts like an
    odometer: a branch that overflows carries into the one before, and the branches below the carry
    are taken to be as wide as those just left. It always moves on, and never past the end unseen.
    """
    refuse_hidden_looks(program)
    random = Random(seed)
    path = Path([], [])
    while True:
        path.position = 0
        try:
            result = walking(path, lambda: settled(program()))
        except Cut:
            pass
        else:
            yield Found(result, tuple(path.taken))
        landing: list[int] = []
        step = random.randint(1, limit)
        while path.taken and step:
            step, way = divmod(path.taken.pop() + step, path.sizes[-1])
            landing.append(way)
            if step:
                path.sizes.pop()
        if step:
            return
        path.taken.append(landing.pop())
        path.pick = _landing(landing)


def _landing(ways_left: list[int]) -> Callable[[int], int]:
    """Go on with the given ways (last first), as far as they exist, then with first ways."""
    return lambda ways: min(ways_left.pop(), ways - 1) if ways_left else 0


def sparse_then_all(program: Callable[[], Any], seed: int, *, limit: int = SPARSE_JUMP) -> Iterator[Found]:
    """The sparse pass first (for an early first failure), then every path that it left out."""
    visited = set()
    for found in sparse(program, seed, limit=limit):
        visited.add(found.choices)
        yield found
    for found in exhaustive(program):
        if found.choices not in visited:
            yield found
