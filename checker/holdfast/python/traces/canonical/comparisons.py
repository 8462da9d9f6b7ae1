"""Comparisons and their opposites, each with one form.

`a > b` is `b < a`, `x == None` is `x is None`, and the opposite of `a == b` is `a != b`. The opposite of
`a < b` is `b <= a` only between numbers: sets, and whatever else is ordered in part, have both false.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.python.traces.known import is_number
from holdfast.python.traces.operations import operation
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.truth import truth_by_now, truth_since
from holdfast.python.traces.values import Origin, Value

_OPPOSITES = {"Eq": "NotEq", "Is": "IsNot", "In": "NotIn", "NotEq": "Eq", "IsNot": "Is", "NotIn": "In"}

#: Comparisons that hold where their opposite does not: as a test, the opposite with its outcomes exchanged.
NEGATIVE = frozenset({"NotEq", "IsNot", "NotIn"})


def compared(t: Tracer, name: str, left: Value, right: Value, origin: Origin) -> Value:
    if name in ("Gt", "GtE"):
        name, left, right = ("Lt" if name == "Gt" else "LtE"), right, left
    if name in ("Eq", "NotEq") and (_is_none(left) or _is_none(right)):
        # No sane class is equal to None and something else.
        name = "Is" if name == "Eq" else "IsNot"
    if name in ("Is", "IsNot"):
        if _is_none(left):
            left, right = right, left
        return t.value("op", name, (left, right), origin, immutable=True)
    if name in ("In", "NotIn") and is_short_list(right):
        found = any_of(t, [compared(t, "Eq", left, part, origin) for part in right.parts], origin)
        return found if name == "In" else opposite(t, found)
    was_quiet, t.quiet = t.quiet, True
    value = operation(t, name, (left, right), origin)
    t.quiet = was_quiet
    if name not in ("Eq", "NotEq"):
        t.evaluate(truth(t, value)[0], origin)  # it fails where its opposite does
    return value


#: `x in (a, b)` asks for each of so many.
_MOST_CHOICES = 8


def is_short_list(value: Value) -> bool:
    """A tuple, list or set of a few constants that stand there."""
    if not 0 < len(value.parts) <= _MOST_CHOICES or any(part.tag != "const" for part in value.parts):
        return False
    if value.tag == "fresh" and isinstance(value.key, tuple):
        kind = value.key[0]
        return isinstance(kind, tuple) and kind[0] in ("List", "Set") and "*" not in str(kind[1])
    return value.tag == "tuple"


def any_of(t: Tracer, tests: Sequence[Value], origin: Origin) -> Value:
    """One of the tests holds: the first that does decides."""
    if len(tests) == 1:
        return tests[0]
    return t.choice(tests[0], t.constant(True, origin), any_of(t, tests[1:], origin), origin)


def _is_none(value: Value) -> bool:
    return value.tag == "const" and value.key == ("NoneType", "None")


def truth(t: Tracer, value: Value) -> tuple[Value, bool]:
    """What a test looks at, and whether it holds where that is true: `not x` looks at x, for the opposite."""
    positive = True
    while value.tag == "op":
        if value.key == "Not":
            value, positive = value.parts[0], not positive
        elif value.key == "bool()" and len(value.parts) == 1:
            value = truth_since(t, value.parts[0], value.since)
        elif value.key in NEGATIVE or (value.key == "LtE" and any(map(is_number, value.parts))):
            value, positive = opposite(t, value), not positive
        elif (inner := _emptiness(t, value)) is not None:
            value, holds = inner
            positive = positive == holds
        else:
            break
    return value, positive


def _emptiness(t: Tracer, value: Value) -> tuple[Value, bool] | None:
    """What is asked of a length, where it only is whether there is anything, and whether there has to be."""
    if value.key == "len()":
        return _has_any(t, value), True
    if value.key not in ("Eq", "Lt") or len(value.parts) != 2:
        return None
    left, right = value.parts
    if value.key == "Eq":
        length, number = (left, right) if left.key == "len()" else (right, left)
        return (_has_any(t, length), False) if length.key == "len()" and _is(number, 0) else None
    if left.key == "len()" and _is(right, 1):
        return _has_any(t, left), False
    return (_has_any(t, right), True) if right.key == "len()" and _is(left, 0) else None


def _has_any(t: Tracer, length: Value) -> Value:
    """Whether there was anything when its length was taken."""
    return truth_since(t, length.parts[0], length.since)


def _is(value: Value, number: int) -> bool:
    return value.tag == "const" and value.key == ("int", str(number))


def opposite(t: Tracer, value: Value) -> Value:
    """The truth value that holds where this one does not."""
    origin = value.origin
    if value.tag == "op" and value.key in _OPPOSITES:
        key = _OPPOSITES[str(value.key)]
        return t.value("op", key, value.parts, origin, since=value.since, immutable=value.immutable)
    if value.tag == "op" and value.key in ("Lt", "LtE") and any(map(is_number, value.parts)):
        key = "LtE" if value.key == "Lt" else "Lt"
        parts = (value.parts[1], value.parts[0])
        return t.value("op", key, parts, origin, since=value.since, immutable=value.immutable)
    if value.tag == "op" and value.key == "Not":
        return truth_by_now(t, value.parts[0])
    if value.tag == "choice":
        test, then, otherwise = value.parts
        return t.choice(test, opposite(t, then), opposite(t, otherwise), origin)
    if value.tag == "const" and isinstance(value.key, tuple) and value.key[0] == "bool":
        return t.constant(value.key[1] == "False", origin)
    return t.value("op", "Not", (truth_by_now(t, value),), origin, immutable=True)
