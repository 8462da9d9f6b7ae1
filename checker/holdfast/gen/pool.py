"""Object pools: choosing objects up to identity (Figures 10-12 of the paper, corrected).

`pool.new()` is an object that no earlier call returned; `pool.any()` is any object of the pool, fresh
ones included, or None when the pool has nulls. Which object a call returns is decided when something
looks at it, under the constraints that an eager pool (choosing at each call) would have met:

* each `new` opens a level; it differs from everything returned at lower levels;
* an `any` belongs to the level at which it was asked for, so it differs from every later `new`;
* the pool holds at most `size` objects, and that must stay possible for the calls not yet decided.

Two corrections to the printed algorithm, without which delayed and eager pools disagree: the smallest
model has at least one object per `new` (the print starts one too low), and a `new` may become only an
object that neither a lower level nor a *later* `new` holds (as printed, two `new`s can be equal).
Fresh objects are interchangeable, so one fresh option stands for all: no two results differ only in
the identity of objects. There is no fresh option when the pool cannot hold one more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from holdfast.gen.choice import is_delayed
from holdfast.gen.delayed import UNSEEN, DelayedObject
from holdfast.gen.path import Cut, branch

FRESH: Any = type("Fresh", (), {"__slots__": ()})()


class Pool:
    """At most `size` objects (None: any number), made by `factory` when they are first needed.

    The factory fills no field from its own pool: what an object refers to is asked for by the program.
    """

    __slots__ = ("_factory", "_levels", "_made", "_null", "_size", "_tops", "_undecided")

    def __init__(self, size: int | None, factory: Callable[[], Any] = object, *, null: bool = False) -> None:
        self._size = size
        self._factory = factory
        self._null = null
        self._made: list[Any] = []
        # _levels[i] holds what was asked for at level i, its `new` (_tops[i]) first. Level 0 is open
        # from the start and has no `new`; only a pool with nulls is asked there, so it owes no object.
        self._levels: list[list[_Symbol]] = [[]]
        self._tops: list[_Symbol | None] = [None]
        self._undecided = 0

    @property
    def objects(self) -> tuple[Any, ...]:
        """The objects that exist so far, in the order in which they were first needed."""
        return tuple(self._made)

    def new(self) -> Any:
        """An object that no earlier call returned; the path ends here when the pool is full."""
        if not is_delayed():
            if self._size is not None and len(self._made) >= self._size:
                raise Cut
            return self._make()
        symbol = _Symbol(self, len(self._levels), is_new=True)
        self._levels.append([symbol])
        self._tops.append(symbol)
        self._undecided += 1
        if self._size is not None and self._smallest_model() > self._size:
            raise Cut
        return DelayedObject(symbol)

    def any(self) -> Any:
        """Any object of the pool: one returned before, a fresh one, or None if the pool has nulls."""
        if not is_delayed():
            return self._any_now()
        if len(self._levels) == 1 and not self._null:
            return self.new()
        symbol = _Symbol(self, len(self._levels) - 1, is_new=False)
        self._levels[-1].append(symbol)
        return DelayedObject(symbol)

    def _any_now(self) -> Any:
        candidates = [None, *self._made] if self._null else self._made
        full = self._size is not None and len(self._made) >= self._size
        way = branch(len(candidates) + (not full))
        return candidates[way] if way < len(candidates) else self._make()

    def _make(self) -> Any:
        made = self._factory()
        self._made.append(made)
        return made

    def _decide(self, symbol: _Symbol) -> Any:
        """Choose the object of one symbol so that every constraint can still be met."""
        candidates = self._new_candidates(symbol) if symbol.is_new else self._any_candidates(symbol)
        if symbol.is_new:
            self._undecided -= 1
        if self._size is not None:
            candidates = self._that_fit(symbol, candidates, self._size)
        chosen = candidates[branch(len(candidates))]
        if chosen is FRESH:
            chosen = self._make()
        symbol.chosen = chosen
        return chosen

    def _new_candidates(self, symbol: _Symbol) -> list[Any]:
        """What a `new` may be: what only later `any`s hold, or a fresh object."""
        lower = [s.chosen for level in self._levels[: symbol.level] for s in level]
        later = [top.chosen for top in self._tops[symbol.level + 1 :] if top is not None]
        held = [s.chosen for level in self._levels[symbol.level :] for s in level]
        return [
            o for o in self._made if _holds(held, o) and not _holds(lower, o) and not _holds(later, o)
        ] + [FRESH]

    def _any_candidates(self, symbol: _Symbol) -> list[Any]:
        """What an `any` may be: everything but what a later `new` holds, or a fresh object."""
        candidates: list[Any] = [None] if self._null else []
        if len(self._tops) == symbol.level + 1:
            candidates += self._made
        else:
            later = [top.chosen for top in self._tops[symbol.level + 1 :] if top is not None]
            candidates += [o for o in self._made if not _holds(later, o)]
        candidates.append(FRESH)
        return candidates

    def _that_fit(self, symbol: _Symbol, candidates: list[Any], size: int) -> list[Any]:
        """The candidates after which the pool is still large enough for every undecided `new`."""
        if len(self._made) + self._undecided + 1 <= size:
            return candidates
        if not self._undecided:  # what exists is the smallest model, and only a fresh object is one more
            return candidates[:-1]
        fitting = []
        for candidate in candidates:
            symbol.chosen = candidate
            if self._smallest_model() <= size:
                fitting.append(candidate)
        symbol.chosen = UNSEEN
        return fitting

    def _smallest_model(self) -> int:
        """The fewest objects with which every call can be answered.

        What is chosen up to level i and the `new`s above it are all different, so there are at least
        that many objects for each i; the undecided can be laid on top of what exists, so that the
        largest of these numbers is enough.
        """
        last = len(self._levels) - 1
        smallest = last
        chosen: list[Any] = []
        for level, symbols in enumerate(self._levels):
            for symbol in symbols:
                one = symbol.chosen
                if one is not UNSEEN and one is not None and not _holds(chosen, one):
                    chosen.append(one)
            smallest = max(smallest, len(chosen) + last - level)
        return smallest


class _Symbol:
    """What one call returned: a domain of objects that is decided by its pool."""

    __slots__ = ("chosen", "is_new", "level", "pool")

    def __init__(self, pool: Pool, level: int, *, is_new: bool) -> None:
        self.pool = pool
        self.level = level
        self.is_new = is_new
        self.chosen: Any = UNSEEN

    def choose(self) -> Any:
        return self.pool._decide(self)


def _holds(objects: list[Any], one: Any) -> bool:
    """Whether `one` itself is among `objects`; `in` would ask the objects' own `==`."""
    return any(one is other for other in objects)
