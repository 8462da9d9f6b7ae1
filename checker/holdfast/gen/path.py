"""One path through a choice program: the sequence of branches that it took.

A test case *is* its sequence of branches: exhaustive search, random sampling, replay and sharding are
all ways to say which branch comes next, and all of them act on a `Path`. This module knows nothing of
what is being chosen. A branch with one way out is not a branch and is not recorded.

At most one path is being walked at a time in a process: `walking` installs it while a program runs
and takes it away before anything is handed to the caller, so a half-consumed search never leaks into
another one. Work is spread over processes, never over threads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from holdfast.errors import HoldfastError

Result = TypeVar("Result")


class Cut(BaseException):
    """This path leads nowhere: an assumption failed or nothing is left to choose from.

    A `BaseException`, so that `except Exception` in a generator cannot swallow it.
    """


class ChoiceError(HoldfastError):
    """A choice was made or looked at where no choice can be made, or a program is not repeatable."""


class Path:
    """The branches of one run: `taken[i]` out of `sizes[i]`; `pick` decides beyond what is recorded.

    Mutable, owned by the explorer that runs it; a finished run is told by the tuple of `taken`.
    """

    __slots__ = ("eager", "pick", "position", "sizes", "taken")

    def __init__(
        self,
        taken: list[int],
        sizes: list[int],
        *,
        eager: bool = False,
        pick: Callable[[int], int] | None = None,
    ) -> None:
        self.taken = taken
        self.sizes = sizes
        self.position = 0
        self.eager = eager
        self.pick = pick


OUTSIDE = "A choice was made outside a run: hand the program to an explorer."

# The path that is being walked; read by the words of `choice`, set by `walking` alone.
current: Path | None = None


def branch(ways: int) -> int:
    """Choose one of `ways` ways on the current path: the recorded one, or the explorer's next."""
    if ways <= 1:
        if ways == 1:
            return 0
        raise Cut
    path = current
    if path is None:
        raise ChoiceError(OUTSIDE)
    position = path.position
    path.position = position + 1
    taken = path.taken
    if position < len(taken):
        if path.sizes[position] != ways:
            if path.sizes[position] == 0:  # a recorded sequence: its sizes are learnt while it is replayed
                path.sizes[position] = ways
            else:
                raise ChoiceError(
                    "The program is not repeatable: the same choices led to another choice"
                    f" ({path.sizes[position]} ways before, {ways} now)."
                )
        way = taken[position]
        if way >= ways:
            raise ChoiceError(f"The recorded choice {way} at position {position} has only {ways} ways.")
        return way
    way = 0 if path.pick is None else path.pick(ways)
    taken.append(way)
    path.sizes.append(ways)
    return way


def walking(path: Path, program: Callable[[], Result]) -> Result:
    """Run `program` along `path`; raises `Cut` when the path leads nowhere."""
    global current
    outer = current
    current = path
    try:
        return program()
    finally:
        current = outer
