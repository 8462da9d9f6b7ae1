"""Tests whose outcome is known from how their values come about: `None is None`, or whether a tuple is `None`."""

from __future__ import annotations

import ast

from holdfast.python.traces.known import is_not_none
from holdfast.python.traces.truth import TRUTH
from holdfast.python.traces.values import Value

_SINGLETONS = frozenset({"NoneType", "bool"})


def known_outcome(test: Value) -> bool | None:
    """What a test comes to; None where that is not known."""
    if test.tag == "const":
        return _truth(test)
    if test.tag != "op" or not isinstance(test.key, str):
        return None
    if test.key == "Not":
        inner = known_outcome(test.parts[0])
        return None if inner is None else not inner
    if test.key == TRUTH:
        return _truth(test.parts[0])
    if test.key in ("Is", "IsNot") and _is_none(test.parts[1]) and is_not_none(test.parts[0]):
        return test.key == "IsNot"
    if test.key in ("Is", "IsNot", "Eq", "NotEq") and all(part.tag == "const" for part in test.parts):
        same = _same(*test.parts, by_identity=test.key in ("Is", "IsNot"))
        return same if same is None or test.key in ("Is", "Eq") else not same
    return None


def _is_none(value: Value) -> bool:
    return value.tag == "const" and value.key == ("NoneType", "None")


def _truth(value: Value) -> bool | None:
    if value.tag == "tuple":
        return bool(value.parts)
    match value.key if value.tag == "const" else None:
        case ("NoneType", _):
            return False
        case ("bool" | "int" | "str" | "bytes", str(written)):
            return bool(ast.literal_eval(written))
    return None


def _same(first: Value, second: Value, *, by_identity: bool) -> bool | None:
    """Whether two constants are equal; only `None`, `True` and `False` are known to be one object each."""
    kinds = [part.key[0] for part in (first, second) if isinstance(part.key, tuple)]
    if len(kinds) != 2:
        return None
    if kinds[0] == kinds[1]:
        if by_identity and kinds[0] not in _SINGLETONS:
            return None
        return first.key == second.key if kinds[0] in _SINGLETONS | {"str", "int", "bytes"} else None
    return False if "NoneType" in kinds else None
