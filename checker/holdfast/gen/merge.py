"""Structural merging: few large programs in place of many small ones, and back.

Merging a dimension puts all its variants side by side into one program; each merged dimension divides
the number of programs by the number of its variants. Level M0 is the plain generator, M1 merges its
first merging dimension, M2 the first two, and so on. A merged program knows its variants, so it can be
taken apart into the small programs that it stands for, to find which of them is to blame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from holdfast.gen.generator import Generator
from holdfast.gen.program import GeneratedProgram


def merging_dimensions(generator: Generator) -> tuple[str, ...]:
    """The dimensions that can be merged, in the order in which the levels merge them."""
    return tuple(each.name for each in generator.dimensions if each.merges)


def levels(generator: Generator) -> int:
    """How many merging levels there are beyond M0."""
    return len(merging_dimensions(generator))


def merged(generator: Generator, *dimensions: str) -> Generator:
    """The generator with the variants of the given dimensions side by side."""
    unknown = set(dimensions) - set(merging_dimensions(generator))
    if unknown:
        raise ValueError(f"{generator.name} cannot merge {sorted(unknown)}")
    return replace(generator, merged=generator.merged | set(dimensions))


def at_level(generator: Generator, level: int) -> Generator:
    """The generator at merging level M`level`."""
    return merged(generator, *merging_dimensions(generator)[:level])


def taken_apart(generator: Generator, program: GeneratedProgram) -> Iterator[GeneratedProgram]:
    """The small programs for which a merged program of `generator` stands."""
    names = tuple(program.choices)
    for combination in product(*program.choices.values()):
        choices = dict(zip(names, combination, strict=True))
        if generator.allows(choices):
            yield generator.chosen({name: (choice,) for name, choice in choices.items()})
