"""C3 linearisation, over any hashable classes. Knows nothing of Python text."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)


class Inconsistent(NamedTuple):
    """Why there is no linearisation: "order" when the bases contradict each other, "cycle" when a class
    is its own ancestor, "duplicate" when a base is named twice."""

    reason: str


def c3_merge(head: K, orders: Sequence[Sequence[K]]) -> tuple[K, ...] | None:
    """`head` before the merge of the orders; None when they contradict each other."""
    waiting = [list(reversed(order)) for order in orders if order]
    # How many of the waiting orders have the class behind their first place.
    behind: dict[K, int] = {}
    for order in waiting:
        for item in order[:-1]:
            behind[item] = behind.get(item, 0) + 1
    merged = [head]
    while waiting:
        for order in waiting:
            candidate = order[-1]
            if not behind.get(candidate):
                break
        else:
            return None
        merged.append(candidate)
        for order in waiting:
            if order[-1] == candidate:
                order.pop()
                if order:
                    behind[order[-1]] -= 1
        waiting = [order for order in waiting if order]
    return tuple(merged)


def linearise(
    start: K, bases_of: Callable[[K], Sequence[K]], known: dict[K, tuple[tuple[K, ...], Inconsistent | None]]
) -> tuple[tuple[K, ...], Inconsistent | None]:
    """The method resolution order of `start`, and why it is none where Python would refuse the class.

    Where there is none, the answer is the ancestors depth first, each once, so that analysis can go on.
    `known` keeps the answers for the next question; deep hierarchies cost no recursion.
    """
    stack: list[tuple[K, bool]] = [(start, False)]
    open_classes: set[K] = set()
    in_cycle: set[K] = set()
    while stack:
        current, bases_done = stack.pop()
        if current in known:
            continue
        bases = bases_of(current)
        if not bases_done:
            if current in open_classes:
                continue
            open_classes.add(current)
            stack.append((current, True))
            for base in reversed(bases):
                if base in open_classes and base not in known:
                    in_cycle.add(current)
                else:
                    stack.append((base, False))
            continue
        open_classes.discard(current)
        if current in in_cycle or any(base not in known for base in bases):
            known[current] = (_depth_first(current, bases_of), Inconsistent("cycle"))
            continue
        known[current] = _from_bases(current, bases, known, bases_of)
    return known[start]


def _from_bases(
    current: K,
    bases: Sequence[K],
    known: dict[K, tuple[tuple[K, ...], Inconsistent | None]],
    bases_of: Callable[[K], Sequence[K]],
) -> tuple[tuple[K, ...], Inconsistent | None]:
    broken = next((why for base in bases if (why := known[base][1]) is not None), None)
    if len(set(bases)) < len(bases):
        return _depth_first(current, bases_of), Inconsistent("duplicate")
    if broken is not None:
        return _depth_first(current, bases_of), broken
    merged = c3_merge(current, [*(known[base][0] for base in bases), bases])
    if merged is None:
        return _depth_first(current, bases_of), Inconsistent("order")
    return merged, None


def _depth_first(start: K, bases_of: Callable[[K], Sequence[K]]) -> tuple[K, ...]:
    found: dict[K, None] = {}
    stack = [start]
    while stack:
        current = stack.pop()
        if current not in found:
            found[current] = None
            stack.extend(reversed(bases_of(current)))
    return tuple(found)
