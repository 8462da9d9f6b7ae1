"""Sets of classes that a value can be of, and what operators make of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from holdfast.python.project.values import ClassKey

#: A class of the project, or the dotted name of another one.
Kind = ClassKey | str
Kinds = frozenset[Kind]

#: What a definition in a circle adds to itself.
NOTHING: Kinds | None = frozenset()
NUMBERS: Kinds = frozenset({"builtins.int", "builtins.float", "builtins.bool"})
TEXT: Kinds = frozenset({"builtins.str"})
LIST: Kinds = frozenset({"builtins.list"})
TRUTH: Kinds = frozenset({"builtins.bool"})
WHOLE: Kinds = frozenset({"builtins.int"})
REAL: Kinds = frozenset({"builtins.float"})
NONE = "builtins.NoneType"
#: What has a length and can be gone through any number of times.
CONTAINERS: Kinds = frozenset(
    {
        *(
            f"builtins.{name}"
            for name in ("list", "tuple", "dict", "set", "frozenset", "str", "bytes", "range")
        ),
        *(f"collections.{name}" for name in ("deque", "defaultdict", "Counter", "OrderedDict")),
    }
)
MAPPINGS: Kinds = frozenset(
    {"builtins.dict", "collections.defaultdict", "collections.Counter", "collections.OrderedDict"}
)
#: What can be a key.
HASHABLE: Kinds = NUMBERS | TEXT | {NONE, "builtins.bytes", "datetime.date", "datetime.datetime"}

#: Classes whose values are ordered among themselves.
_ORDERED: Kinds = frozenset(
    {
        *("builtins.str", "builtins.bytes", "datetime.date", "datetime.datetime", "datetime.time"),
        *("datetime.timedelta", "decimal.Decimal", "fractions.Fraction"),
    }
)

_OF_NUMBERS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_OF_BITS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)
_JOINABLE = frozenset({"builtins.list", "builtins.tuple", "builtins.str", "builtins.bytes"})
_MOMENTS = frozenset({"datetime.date", "datetime.datetime"})
_SPAN = "datetime.timedelta"
_DECIMAL = "decimal.Decimal"


def is_number(kinds: Kinds | None) -> bool:
    return bool(kinds) and kinds is not None and kinds <= NUMBERS


def is_text(kinds: Kinds | None) -> bool:
    return kinds == TEXT


def are_ordered(one: Kinds, other: Kinds) -> bool:
    """Can values of these be compared by `<` and its like?"""
    if is_number(one) and is_number(other):
        return True
    return one == other and len(one) == 1 and one <= _ORDERED


def either(parts: Iterable[Kinds | None]) -> Kinds | None:
    """All that any part can be."""
    found: set[Kind] = set()
    for part in parts:
        if part is None:
            return None
        found |= part
    return frozenset(found)


def calculated(op: ast.operator, left: Kinds | None, right: Kinds | None) -> Kinds | None:
    """What an operator makes of two operands that it fits; None where that is not known."""
    if left is None or right is None or not left or not right:
        return None
    if is_number(left) and is_number(right):
        if isinstance(op, _OF_BITS):
            return WHOLE
        if not isinstance(op, _OF_NUMBERS):
            return None
        if isinstance(op, ast.Div):
            return REAL
        return REAL if REAL in (left, right) else WHOLE if REAL.isdisjoint(left | right) else WHOLE | REAL
    if left == TEXT and isinstance(op, ast.Mod):
        return TEXT
    if isinstance(op, ast.Mult) and _is_repetition(left, right):
        return left if left <= _JOINABLE else right
    if isinstance(op, ast.Add) and left == right and len(left) == 1 and left <= _JOINABLE:
        return left
    return _of_values(op, left, right)


def _is_repetition(left: Kinds, right: Kinds) -> bool:
    one = left if left <= _JOINABLE else right
    other = right if one is left else left
    return len(one) == 1 and one <= _JOINABLE and other <= WHOLE | TRUTH


def _of_values(op: ast.operator, left: Kinds, right: Kinds) -> Kinds | None:
    """Decimals, days and spans of time."""
    if len(left) != 1 or len(right) != 1:
        return None
    (one,), (other,) = left, right
    if _DECIMAL in (one, other) and {one, other} <= {_DECIMAL, "builtins.int"}:
        return frozenset({_DECIMAL}) if isinstance(op, _OF_NUMBERS) else None
    if isinstance(op, ast.Sub) and one in _MOMENTS and one == other:
        return frozenset({_SPAN})
    if isinstance(op, ast.Add | ast.Sub) and other == _SPAN and one in {*_MOMENTS, _SPAN}:
        return left
    if isinstance(op, ast.Mult) and _SPAN in (one, other) and {one, other} <= {_SPAN, *NUMBERS}:
        return frozenset({_SPAN})
    return None
