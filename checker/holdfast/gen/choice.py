"""The words of a choice program (UDITA): ordinary Python that chooses.

    def pair():
        low, high = choose(1, 9), choose(1, 9)
        assume(low < high)
        return low, high

Each call of `pair` is one path; an explorer (`holdfast.gen.explore`) decides which. Choices are
delayed: `low` is chosen by the comparison, not by `choose`, so that an assumption cuts before the
choices that it does not need. Predicates (`assume(is_sorted(xs))`) and imperative generation mix
freely, because both are code that looks at choices.
"""

from __future__ import annotations

from typing import Any

from holdfast.gen import path
from holdfast.gen.delayed import PROXIES, DelayedObject, DelayedValue, force, value
from holdfast.gen.path import ChoiceError, Cut, branch

__all__ = ["ChoiceError", "assume", "choose", "flag", "is_delayed", "is_null", "one_of", "same", "value"]

_FLAGS = (False, True)


def choose(low: int, high: int) -> Any:
    """An integer from `low` to `high`, both included; the path ends here when there is none."""
    domain = range(low, high + 1)
    if low >= high:
        return domain[branch(len(domain))]
    walked = path.current
    if walked is None or walked.eager:
        return domain[branch(len(domain))]
    return DelayedValue(domain)


def flag() -> Any:
    """True or false."""
    return DelayedValue(_FLAGS) if is_delayed() else _FLAGS[branch(2)]


def one_of(*alternatives: Any) -> Any:
    """One of the alternatives."""
    if len(alternatives) > 1 and is_delayed():
        return DelayedObject(alternatives)
    return alternatives[branch(len(alternatives))]


def is_delayed() -> bool:
    """Whether the current run chooses when something looks, rather than at once."""
    return path.current is not None and not path.current.eager


def assume(condition: Any) -> None:
    """Give this path up unless `condition` holds."""
    if not condition:
        raise Cut


def same(first: Any, second: Any) -> bool:
    """Whether both are one object: `is`, as far as it can be seen through proxies."""
    if first is second:
        return True
    if type(first) in PROXIES:
        first = force(first)
    if type(second) in PROXIES:
        second = force(second)
    return first is second


def is_null(item: Any) -> bool:
    """Whether `item` is None: `is None`, as far as it can be seen through proxies."""
    return (force(item) if type(item) in PROXIES else item) is None
