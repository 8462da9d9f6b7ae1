"""How certain it is that an evaluation does not fail, and when one may happen under other conditions.

What cannot fail may be evaluated anywhere. What fails for values of another type alone may leave the conditions
that do not ask for the type of what it is made of: `order.express and order.weight > 5`, but not
`limit is not None and size > limit`.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum

from holdfast.python.traces.truth import TRUTH
from holdfast.python.traces.values import Guards, Value


class Certainty(IntEnum):
    """From the least to the most certain."""

    #: It fails for values of another class alone, and of what class they are is told by their attributes.
    ASKED = 1
    #: It fails for values of another type alone.
    FITS = 2
    #: It cannot fail.
    SURE = 3


def ask_for_type(guards: Guards, operands: Collection[Value]) -> bool:
    """Does one of the decisions tell the type of one of the values?"""
    return any(_asks(test, operand) for test, _ in guards for operand in operands)


#: Operations whose outcome depends on the type of an operand.
_TELLING = frozenset(
    {
        *("Is", "IsNot", "Eq", "NotEq", "In", "NotIn", "Not", "bool()", TRUTH),
        *("isinstance()", "issubclass()", "hasattr()", "getattr()", "callable()", "type()"),
    }
)


def _asks(test: Value, operand: Value) -> bool:
    if is_same(test, operand):
        return operand.tag != "const"
    if test.tag == "choice":
        return any(_asks(part, operand) for part in test.parts)
    if test.tag == "op" and isinstance(test.key, str) and test.key not in _TELLING:
        return False  # it fails itself for values of another type
    if test.tag in ("attribute", "item"):
        return False  # what an object holds does not tell what it is
    parts = test.since.args if test.tag == "result" and test.since is not None else test.parts
    if test.key in ("In", "NotIn"):
        # Whether it is one of those written here tells; any other container is asked for what fits.
        parts = parts[:1] if parts[1].tag in ("const", "tuple", "fresh") else ()
    return any(_asks(part, operand) for part in parts)


def is_same(one: Value, other: Value) -> bool:
    """Is it the same of the same, whenever that was looked at?"""
    if one is other:
        return True
    if one.tag != other.tag or one.key != other.key or len(one.parts) != len(other.parts) or not one.parts:
        return False
    return all(is_same(a, b) for a, b in zip(one.parts, other.parts, strict=True))
