"""Spaces of values (ASTGen's generators): literal, chain, product, map, filter.

A space is counted and addressed: `len(space)` and `space[i]` are arithmetic on the sizes of its parts,
never a walk, so that jumping, sampling and sharding cost the same at index 10**12 as at 0. Iteration
is lazy. A filter cannot be counted without walking; it is a `Filtered`, which iterates, and becomes a
space when it is `tabulated` (for the small parts of a product in which not everything goes together).

The last part of a product varies fastest.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, product
from math import prod
from random import Random
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value", covariant=True)
Made = TypeVar("Made")

SPARSE_JUMP = 20
_FEW = 100_000


class Space(Generic[Value]):
    """A finite sequence of values that are made when they are asked for."""

    __slots__ = ("size",)

    def __init__(self, size: int) -> None:
        self.size = size

    def at(self, index: int) -> Value:
        """The value at `index`, which lies inside the space."""
        raise NotImplementedError

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Value: ...
    @overload
    def __getitem__(self, index: slice) -> Space[Value]: ...
    def __getitem__(self, index: int | slice) -> Value | Space[Value]:
        if isinstance(index, slice):
            return Selected(self, range(self.size)[index])
        if not -self.size <= index < self.size:
            raise IndexError(f"index {index} outside a space of {self.size}")
        return self.at(index % self.size)

    def __iter__(self) -> Iterator[Value]:
        return map(self.at, range(self.size))

    def __add__(self, other: Space[Made]) -> Space[Value | Made]:
        return chain(self, other)

    def map(self, function: Callable[[Value], Made]) -> Space[Made]:
        """The space of `function(value)`."""
        return Mapped(self, function)

    def filter(self, predicate: Callable[[Value], object]) -> Filtered[Value]:
        """The values for which `predicate` holds: they can be walked but not counted."""
        return Filtered(self, predicate)

    def shard(self, index: int, count: int) -> Space[Value]:
        """Part `index` of `count` disjoint parts of nearly equal size, as a slice of every count-th."""
        if not 0 <= index < count:
            raise IndexError(f"shard {index} of {count}")
        return self[index::count]

    def sample(self, count: int, seed: int) -> Space[Value]:
        """`count` different values drawn at random, or all of them when there are no more."""
        if count >= self.size:
            return self
        return Selected(self, sorted(Random(seed).sample(range(self.size), count)))

    def sparse(self, seed: int, limit: int = SPARSE_JUMP) -> Iterator[int]:
        """The indices of a sparse pass: jumps of 1 to `limit`, at random."""
        random = Random(seed)
        index = random.randrange(limit)
        while index < self.size:
            yield index
            index += random.randint(1, limit)


class Literal(Space[Value]):
    """The given values, in order."""

    __slots__ = ("_values",)

    def __init__(self, values: Sequence[Value]) -> None:
        super().__init__(len(values))
        self._values = values

    def at(self, index: int) -> Value:
        return self._values[index]

    def __iter__(self) -> Iterator[Value]:
        return iter(self._values)


class Chain(Space[Value]):
    """The values of each part, one part after the other."""

    __slots__ = ("_ends", "_parts")

    def __init__(self, parts: Sequence[Space[Value]]) -> None:
        self._parts = tuple(parts)
        self._ends = tuple(accumulate(part.size for part in self._parts))
        super().__init__(self._ends[-1] if self._ends else 0)

    def at(self, index: int) -> Value:
        part = bisect_right(self._ends, index)
        return self._parts[part].at(index - (self._ends[part - 1] if part else 0))

    def __iter__(self) -> Iterator[Value]:
        for part in self._parts:
            yield from part


class Product(Space[tuple[Any, ...]]):
    """Every combination of one value from each part."""

    __slots__ = ("_parts", "_sizes")

    def __init__(self, parts: Sequence[Space[Any]]) -> None:
        self._parts = tuple(parts)
        self._sizes = tuple(part.size for part in self._parts)
        super().__init__(prod(self._sizes))

    def at(self, index: int) -> tuple[Any, ...]:
        values = []
        for part, size in zip(reversed(self._parts), reversed(self._sizes), strict=True):
            index, digit = divmod(index, size)
            values.append(part.at(digit))
        return tuple(reversed(values))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        # The standard product keeps the values of its parts; that is only right while they are few.
        if all(size <= _FEW for size in self._sizes):
            return product(*self._parts)
        return super().__iter__()


class Mapped(Space[Made]):
    """What a function makes of each value of a space."""

    __slots__ = ("_function", "_source")

    def __init__(self, source: Space[Any], function: Callable[[Any], Made]) -> None:
        super().__init__(source.size)
        self._source = source
        self._function = function

    def at(self, index: int) -> Made:
        return self._function(self._source.at(index))

    def __iter__(self) -> Iterator[Made]:
        return map(self._function, self._source)


class Selected(Space[Value]):
    """The values of a space at some of its indices."""

    __slots__ = ("_indices", "_source")

    def __init__(self, source: Space[Value], indices: Sequence[int]) -> None:
        super().__init__(len(indices))
        self._source = source
        self._indices = indices

    def at(self, index: int) -> Value:
        return self._source.at(self._indices[index])


class Filtered(Generic[Value]):
    """The values of a space that pass a test, in order. It can be walked but not counted."""

    __slots__ = ("_predicate", "_source")

    def __init__(self, source: Space[Value], predicate: Callable[[Value], object]) -> None:
        self._source = source
        self._predicate = predicate

    def __iter__(self) -> Iterator[Value]:
        return filter(self._predicate, self._source)

    def tabulated(self) -> Space[Value]:
        """The same values as a space, after one walk that remembers their indices."""
        passed = [index for index in range(self._source.size) if self._predicate(self._source.at(index))]
        return Selected(self._source, passed)


def literal(*values: Made) -> Space[Made]:
    """The space of the given values."""
    return Literal(values)


def numbers(count: int) -> Space[int]:
    """The space of 0 .. count - 1."""
    return Literal(range(count))


def chain(*parts: Space[Made] | Made) -> Space[Made]:
    """One part after the other; what is not a space stands for itself."""
    return Chain([as_space(part) for part in parts])


def combine(*parts: Space[Any] | Any) -> Space[tuple[Any, ...]]:
    """Every combination of the parts; what is not a space stands for itself."""
    return Product([as_space(part) for part in parts])


def as_space(part: Space[Made] | Made) -> Space[Made]:
    return part if isinstance(part, Space) else Literal((part,))


def tabulate(values: Iterable[Made]) -> Space[Made]:
    """The space of the values that an iterable gives, kept."""
    return Literal(tuple(values))
