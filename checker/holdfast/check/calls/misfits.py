"""What is wrong with a call that stays as it is while the parameters of its function change.

The positions and names of the call are bound to the parameters of before and of after; each parameter that both
have must get the same argument, or none in both and the same default.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import NamedTuple

from holdfast.check.calls.changed_functions import Changed
from holdfast.check.calls.relays import Function


class Shape(NamedTuple):
    """How a call passes its arguments."""

    positions: int
    names: frozenset[str] = frozenset()
    #: A star may pass further positions, two stars further names.
    more_positions: bool = False
    more_names: bool = False
    #: What is not passed here may be passed later: a `partial` is made.
    goes_on: bool = False
    #: The arguments by position where they are names and constants, which are the same however often they are read.
    written: tuple[str, ...] = ()

    def is_same(self, one: int, other: int) -> bool:
        """Do both positions pass the same?"""
        if one == other:
            return True
        both = self.written[one : one + 1], self.written[other : other + 1]
        return both[0] == both[1] and both[0] not in ((), ("",))


class Taken(NamedTuple):
    """How many parameters are filled before the call, in either world."""

    before: int
    after: int


def shape_of(positional: list[ast.expr], keywords: list[ast.keyword]) -> Shape:
    return Shape(
        len(positional),
        frozenset(keyword.arg for keyword in keywords if keyword.arg),
        any(isinstance(item, ast.Starred) for item in positional),
        any(keyword.arg is None for keyword in keywords),
        written=tuple(ast.dump(item) if isinstance(item, _PLAIN) else "" for item in positional),
    )


_PLAIN = (ast.Name, ast.Constant)


class Slots(NamedTuple):
    """What the positions of a call mean."""

    positional: tuple[str, ...]
    rest: str
    needed: frozenset[str]
    positional_only: frozenset[str]

    @classmethod
    def of(cls, node: Function, taken: int) -> Slots:
        arguments = node.args
        plain = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
        without = plain[: len(plain) - len(arguments.defaults)][taken:]
        only = [a.arg for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is None]
        rest = arguments.vararg.arg if arguments.vararg else ""
        by_position = (
            frozenset(a.arg for a in arguments.posonlyargs) if arguments.kwarg is None else frozenset()
        )
        return cls(tuple(plain[taken:]), rest, frozenset((*without, *only)), by_position)

    def at(self, position: int) -> str:
        return self.positional[position] if position < len(self.positional) else self.rest


def misfit(item: Changed, taken: Taken, shape: Shape) -> str | None:
    """Why the call would not do what it did; None where nothing is wrong with it."""
    first, second = Slots.of(item.before, taken.before), Slots.of(item.after, taken.after)
    # How many values a star has is not known: every position must mean the same.
    count = max(shape.positions, len(first.positional)) if shape.more_positions else shape.positions
    old = [first.at(position) for position in range(count)]
    new = [item.shared.get(second.at(position), "") for position in range(count)]
    for position, (before, after) in enumerate(zip(old, new, strict=True)):
        place = new.index(before) if before in new and before != first.rest else None
        if place is not None and second.at(place) != second.rest and shape.is_same(position, place):
            continue
        gathers = before == first.rest, second.at(position) == second.rest
        if before and before == after and gathers[0] != gathers[1]:
            return f"an argument of this call would arrive in `{before}` by itself, not as one of several"
        if before != after and before and before in item.shared.values():
            return f"an argument of this call would arrive in another parameter than `{before}`"
        if before and not after and before not in item.shared.values():
            return f"this call still passes an argument for `{before}`"
    if shape.goes_on or shape.more_names:
        return None
    lost = lost_names(item)
    if item.before.args.kwarg and item.after.args.kwarg:
        swallowed = sorted(shape.names & lost)
        if swallowed:  # without the star the keyword itself is told
            return f"what this call passes for `{swallowed[0]}` would be one of the other keywords"
    if shape.more_positions:
        return None
    for name in sorted(shape.names & (second.positional_only - first.positional_only)):
        return f"this call names `{name}`, which would be passed by position only"
    given = {second.at(position) for position in range(count)} | shape.names
    missing = sorted(second.needed - given - first.needed)
    return f"this call has no value for the parameter `{missing[0]}`" if missing else None


def relied_on(item: Changed, taken: Taken, shape: Shape, names: Collection[str]) -> tuple[str, bool] | None:
    """One of these parameters of before whose default the call relies on, and whether it surely does."""
    if shape.goes_on:
        return None
    slots = Slots.of(item.before, taken.before)
    given = {slots.at(position) for position in range(shape.positions - int(shape.more_positions))}
    for name in sorted(set(names) - given - shape.names):
        by_position = shape.more_positions and name in slots.positional
        return name, not (by_position or shape.more_names)
    return None


def lost_names(item: Changed) -> set[str]:
    """Keywords of before that are no longer the parameter that they were."""
    by_name = {argument.arg for argument in (*item.before.args.args, *item.before.args.kwonlyargs)}
    return {name for name in by_name if item.shared.get(name) != name}
