"""Format specifications, `.1f` in `f"{x:.1f}"`: whether values of a kind take them."""

from __future__ import annotations

import re

from holdfast.check.certainty.kind_sets import TEXT, WHOLE, Kinds, is_number

_OF_TEXTS = re.compile(r"(.?[<>^])?([1-9]\d*)?(\.\d+)?s?")
_OF_NUMBERS = re.compile(r"(.?[<>^=])?[-+ ]?0?\d*[,_]?(\.\d+)?[eEfFgG%]")
_OF_ANY_NUMBER = re.compile(r"(.?[<>^=])?[-+ ]?0?\d*[,_]?")
_OF_WHOLE_NUMBERS = re.compile(r"(.?[<>^=])?[-+ ]?#?0?\d*(,?[dn]|_?[bdoxX])")


def fits_spec(spec: str, kinds: Kinds) -> bool:
    if kinds == TEXT:
        return _OF_TEXTS.fullmatch(spec) is not None
    if not is_number(kinds):
        return not spec
    if _OF_NUMBERS.fullmatch(spec) or _OF_ANY_NUMBER.fullmatch(spec):
        return True
    return kinds <= WHOLE | {"builtins.bool"} and _OF_WHOLE_NUMBERS.fullmatch(spec) is not None
