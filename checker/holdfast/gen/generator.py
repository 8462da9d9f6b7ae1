"""Generators of programs: named dimensions, each with named variants, and a function that builds.

The programs of a generator are the combinations of its variants, except those that a rule forbids. The
dimensions that a rule ties together are tabulated (they are few and small); everything else stays a
product, so that a generator is counted and addressed like any space.

A dimension that `merges` hands its variants to the builder as a tuple: one variant each in the plain
generator, all of them side by side in a merged one (`holdfast.gen.merge`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, overload

from holdfast.gen.explore import exhaustive
from holdfast.gen.program import Draft, GeneratedProgram, finished
from holdfast.gen.space import Literal, Space, combine


class Variant(NamedTuple):
    """One value of a dimension, with the name under which a program reports it."""

    name: str
    value: Any


class Explored(Sequence[Variant]):
    """The results of a choice program as variants; explored when somebody first asks."""

    def __init__(self, program: Callable[[], Any]) -> None:
        self._program = program
        self._found: tuple[Variant, ...] | None = None

    def _variants(self) -> tuple[Variant, ...]:
        if self._found is None:
            results = exhaustive(self._program)
            self._found = tuple(
                Variant("-".join(map(str, found.choices)) or "only", found.value) for found in results
            )
        return self._found

    def __len__(self) -> int:
        return len(self._variants())

    @overload
    def __getitem__(self, index: int) -> Variant: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Variant, ...]: ...
    def __getitem__(self, index: int | slice) -> Variant | tuple[Variant, ...]:
        return self._variants()[index]


@dataclass(frozen=True, slots=True)
class Dimension:
    """One thing that a generator varies."""

    name: str
    variants: Sequence[Variant]
    merges: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """Which variants of some dimensions go together; the predicate gets their names."""

    dimensions: tuple[str, ...]
    allows: Callable[..., bool]


Picks = tuple[tuple[Variant, ...], ...]


@dataclass(frozen=True)
class Generator:
    """A space of programs. `build` gets one keyword argument for each dimension."""

    name: str
    doc: str
    dimensions: tuple[Dimension, ...]
    build: Callable[..., Draft]
    rules: tuple[Rule, ...] = ()
    merged: frozenset[str] = frozenset()

    @cached_property
    def space(self) -> Space[GeneratedProgram]:
        """The programs, each built when it is asked for."""
        return self.picks.map(self.program)

    @cached_property
    def picks(self) -> Space[Picks]:
        """The combinations of variants, in the order of the dimensions."""
        groups = _groups(self)
        order = [name for group in groups for name in group]
        positions = [order.index(dimension.name) for dimension in self.dimensions]

        def in_order(parts: tuple[Picks, ...]) -> Picks:
            flat = [pick for part in parts for pick in part]
            return tuple([flat[position] for position in positions])

        return combine(*[_table(self, group) for group in groups]).map(in_order)

    def program(self, picks: Picks) -> GeneratedProgram:
        """The program of one combination."""
        arguments = {}
        choices = {}
        for dimension, variants in zip(self.dimensions, picks, strict=True):
            if dimension.merges:
                arguments[dimension.name] = tuple([variant.value for variant in variants])
            else:
                arguments[dimension.name] = variants[0].value
            choices[dimension.name] = tuple([variant.name for variant in variants])
        description = ", ".join([f"{name}: {' + '.join(names)}" for name, names in choices.items()])
        return finished(
            self.build(**arguments), generator=self.name, description=description, choices=choices
        )

    def __len__(self) -> int:
        return self.picks.size

    @overload
    def __getitem__(self, index: int) -> GeneratedProgram: ...
    @overload
    def __getitem__(self, index: slice) -> Space[GeneratedProgram]: ...
    def __getitem__(self, index: int | slice) -> GeneratedProgram | Space[GeneratedProgram]:
        return self.space[index]

    def __iter__(self) -> Iterator[GeneratedProgram]:
        return iter(self.space)

    def chosen(self, choices: Mapping[str, tuple[str, ...]]) -> GeneratedProgram:
        """The program with the named variants: how a recorded program is made again."""
        picks = []
        for dimension in self.dimensions:
            by_name = {variant.name: variant for variant in dimension.variants}
            picks.append(tuple(by_name[name] for name in choices[dimension.name]))
        return self.program(tuple(picks))

    def allows(self, choices: Mapping[str, str]) -> bool:
        """Whether the rules let these variants go together."""
        return all(rule.allows(*[choices[name] for name in rule.dimensions]) for rule in self.rules)


def dimension(name: str, variants: Mapping[str, Any] | tuple[str, ...], *, merges: bool = False) -> Dimension:
    """A dimension from names and values, or from names that are their own values."""
    named = variants.items() if isinstance(variants, Mapping) else [(each, each) for each in variants]
    return Dimension(name, tuple(Variant(*each) for each in named), merges)


def _groups(generator: Generator) -> list[tuple[str, ...]]:
    """The dimensions, those together that rules tie together, in the order of the first of each."""
    groups = [{dimension.name} for dimension in generator.dimensions]
    for rule in generator.rules:
        tied = [group for group in groups if group & set(rule.dimensions)]
        first = groups.index(tied[0])
        groups[first] = set().union(*tied)
        groups = [group for group in groups if group is groups[first] or group not in tied]
    names = [dimension.name for dimension in generator.dimensions]
    return [tuple(name for name in names if name in group) for group in groups]


def _table(generator: Generator, group: tuple[str, ...]) -> Space[Picks]:
    """The combinations of the dimensions of one group that no rule forbids."""
    dimensions = [each for each in generator.dimensions if each.name in group]
    rules = [rule for rule in generator.rules if set(rule.dimensions) <= set(group)]
    merged = [each for each in dimensions if each.name in generator.merged]
    if not rules:
        return combine(*[_side_by_side(each, each.name in generator.merged) for each in dimensions])
    if len(merged) > 1:
        raise ValueError(
            f"{generator.name}: a rule ties the merged dimensions {[each.name for each in merged]}"
        )
    table: dict[tuple[str, ...], list[tuple[Variant, ...]]] = {}
    for variants in combine(*[Literal(each.variants) for each in dimensions]):
        names = {each.name: variant.name for each, variant in zip(dimensions, variants, strict=True)}
        if all(rule.allows(*[names[name] for name in rule.dimensions]) for rule in rules):
            key = tuple(name for each, name in names.items() if each not in generator.merged)
            table.setdefault(key, []).append(variants)
    return Literal(
        tuple(tuple(_each_once(column) for column in zip(*rows, strict=True)) for rows in table.values())
    )


def _side_by_side(one: Dimension, merged: bool) -> Space[tuple[Variant, ...]]:
    return (
        Literal((tuple(one.variants),)) if merged else Literal(tuple((variant,) for variant in one.variants))
    )


def _each_once(variants: tuple[Variant, ...]) -> tuple[Variant, ...]:
    return tuple({variant.name: variant for variant in variants}.values())
