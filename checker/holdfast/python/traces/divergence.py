"""Is it definite that two values are not the same, or do they only come about in other ways?

The same expression with another constant, another parameter, another operator or its operands exchanged is
another value. An expression in another form may well give the same.
"""

from __future__ import annotations

from holdfast.python.traces.compare import bindings_of, pair, settled
from holdfast.python.traces.partings import Comparison
from holdfast.python.traces.truth import asked_of
from holdfast.python.traces.values import Step, Value

_DEEPEST = 16
#: Operators of which one is never the other.
_OPERATORS = frozenset(
    {
        *(
            "Add",
            "Sub",
            "Mult",
            "Div",
            "FloorDiv",
            "Mod",
            "Pow",
            "BitAnd",
            "BitOr",
            "BitXor",
            "LShift",
            "RShift",
        ),
        *("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn", "max()", "min()", "any()"),
    }
)
_CALCULATIONS = frozenset({"Add", "Sub", "Mult", "Div", "FloorDiv"})
_NONE = ("NoneType", "None")


def differ_definitely(before: Value, after: Value, c: Comparison, depth: int = 0) -> bool:
    before, after = asked_of(settled(before)), asked_of(settled(after))
    if depth > _DEEPEST or pair(before, after, c):
        return False
    if after.tag in ("unbound", "nobody") or _await_is_lost(before, after, c):
        return True
    if _is_of_all_rounds(before, c, 0) != _is_of_all_rounds(after, c, 1):
        return {before.tag, after.tag} <= {"outer", "cell", "parameter", "iteration"}
    if before.tag != after.tag:
        return _differ_in_form(before, after, c, depth)
    match before.tag:
        case "const" | "builtin":
            return True
        case "parameter":
            return _is_shared(before, c, 0) and _is_shared(after, c, 1)
        case "global":
            return _is_another_global(before, after, c)
        case "attribute":
            return _another_attribute(before, after, c, depth)
        case "choice":
            return _another_choice(before, after, c, depth)
        case "op":
            return _another_operation(before, after, c, depth)
        case "fresh":
            return before.key[0] == after.key[0] and _parts_differ(before, after, c, depth)  # type: ignore[index]
        case "tuple" | "item":
            return _parts_differ(before, after, c, depth)
        case _:
            return False


def _parts_differ(before: Value, after: Value, c: Comparison, depth: int) -> bool:
    return len(before.parts) == len(after.parts) and any(
        differ_definitely(first, second, c, depth + 1)
        for first, second in zip(before.parts, after.parts, strict=True)
    )


def _differ_in_form(before: Value, after: Value, c: Comparison, depth: int) -> bool:
    del depth
    if {before.tag, after.tag} == {"const", "parameter"}:
        given = before if before.tag == "parameter" else after
        return _is_shared(given, c, 0 if given is before else 1)
    if before.tag == "carried" and before.since is not None:
        # No round of the loop changes the variable any more.
        return pair(before.since.initial[before], after, c)
    called = _maker(before)
    if called is not None and called.kind == "call" and called.args[0].tag == "global":
        # The result of a call gave way to what the call was given.
        if any(pair(argument, after, c) for argument in called.args[1:]):
            return True
    # A negation, a calculation or one of two alternatives that is gone, or is new.
    for whole, part, is_before in ((before, after, True), (after, before, False)):
        inner: tuple[Value, ...] = ()
        calculates = whole.key in _CALCULATIONS and any(item.tag == "const" for item in whole.parts)
        if whole.tag == "op" and (whole.key in ("Not", "USub") or calculates):
            inner = tuple(map(asked_of, whole.parts))
        elif whole.tag == "choice":
            inner = whole.parts[1:]
        for item in inner:
            if pair(item, part, c) if is_before else pair(part, item, c):
                return True
    return _tests_none(before, after, c) or _tests_none(after, before, c, is_before=False)


def _tests_none(test: Value, value: Value, c: Comparison, *, is_before: bool = True) -> bool:
    """One asks whether there is a value, the other whether it is true: not the same for 0 and for ''."""
    if test.tag != "op" or test.key not in ("Is", "IsNot") or test.parts[1].key != _NONE:
        return False
    value = asked_of(value)
    return pair(test.parts[0], value, c) if is_before else pair(value, test.parts[0], c)


def _await_is_lost(before: Value, after: Value, c: Comparison) -> bool:
    """What was awaited is now used as it is, or the other way round."""
    first, second = _maker(before), _maker(after)
    if first is None or second is None or (first.kind == "await") == (second.kind == "await"):
        return False
    awaited = _maker((first if first.kind == "await" else second).args[0])
    if first.kind == "await":
        return awaited is not None and c.steps.get(awaited) is second
    return c.steps.get(first) is awaited


def _maker(value: Value) -> Step | None:
    return value.since if value.tag == "result" else None


def _is_shared(parameter: Value, c: Comparison, side: int) -> bool:
    """Do both functions have the parameter?"""
    return any(pairing[side] == id(parameter) for pairing in c.assumed)


def _is_of_all_rounds(value: Value, c: Comparison, side: int) -> bool:
    """Is it a variable that each round of a loop binds anew, seen by a function that is kept for later?"""
    if value.tag not in ("outer", "cell"):
        return False
    traces = [traces[side] for traces in c.traces]
    return any(bound.tag == "each round" for bound in bindings_of(value.key, traces))  # type: ignore[arg-type]


def _is_another_global(before: Value, after: Value, c: Comparison) -> bool:
    keys = before.key, after.key
    if not all(isinstance(key, tuple) and key[0] == "declaration" for key in keys):
        return False
    return c.was_there(after.key)


def _another_attribute(before: Value, after: Value, c: Comparison, depth: int) -> bool:
    if pair(before.parts[0], after.parts[0], c):
        # A name that was not there before may be the new name of the same thing.
        return before.key != after.key and c.known_before(str(after.key))
    return before.key == after.key and differ_definitely(before.parts[0], after.parts[0], c, depth + 1)


def _another_choice(before: Value, after: Value, c: Comparison, depth: int) -> bool:
    test, *arms = before.parts
    other_test, *other_arms = after.parts
    same_arms = all(pair(first, second, c) for first, second in zip(arms, other_arms, strict=True))
    if same_arms:
        return differ_definitely(test, other_test, c, depth + 1)
    if pair(test, other_test, c):
        return any(
            differ_definitely(first, second, c, depth + 1)
            for first, second in zip(arms, other_arms, strict=True)
        )
    # `x if x is not None else y` and `x or y`.
    asks = _tests_none(test, other_test, c) or _tests_none(other_test, test, c, is_before=False)
    return asks and any(
        pair(first, second, c) for first in arms for second in other_arms if first.tag != "const"
    )


def _another_operation(before: Value, after: Value, c: Comparison, depth: int) -> bool:
    if (before.key == "Not") != (after.key == "Not"):
        return _opposites(before, after, c)
    first, second = before.parts, after.parts
    if isinstance(before.key, tuple) and isinstance(after.key, tuple):
        return _another_text(before, after, c, depth)
    if str(before.key).startswith("field ") and str(after.key).startswith("field "):
        return _shown_otherwise(before, after, c, depth)
    if len(first) != len(second):
        return False
    if before.key == after.key:
        if len(first) == 2 and before.key in _OPERATORS and _are_exchanged(before, after, c):
            return True
        return _parts_differ(before, after, c, depth)
    if before.key not in _OPERATORS or after.key not in _OPERATORS:
        return False
    return all(pair(one, other, c) for one, other in zip(first, second, strict=True)) or _are_exchanged(
        before, after, c
    )


def _opposites(before: Value, after: Value, c: Comparison) -> bool:
    """One is the opposite of the other, or asks for all what the other asks for any."""
    one = asked_of(before.parts[0] if before.key == "Not" else before)
    other = asked_of(after.parts[0] if after.key == "Not" else after)
    if one.key == other.key == "any()":
        return pair(one.parts[0], other.parts[0], c)
    return pair(one, other, c)


def _are_exchanged(before: Value, after: Value, c: Comparison) -> bool:
    if len(before.parts) != 2 or before.key in ("Eq", "NotEq", "Is", "IsNot", "Mult"):
        return False
    return pair(before.parts[0], after.parts[1], c) and pair(before.parts[1], after.parts[0], c)


def _another_text(before: Value, after: Value, c: Comparison, depth: int) -> bool:
    if before.key[0] != after.key[0] or len(before.parts) != len(after.parts):  # type: ignore[index]
        return False
    if before.key != after.key and before.key[0] == "text":  # type: ignore[index]
        return all(pair(one, other, c) for one, other in zip(before.parts, after.parts, strict=True))
    return before.key == after.key and _parts_differ(before, after, c, depth)


def _shown_otherwise(before: Value, after: Value, c: Comparison, depth: int) -> bool:
    """The same value, shown in another way: whether `%d` and `{}` differ depends on what it is."""
    if not pair(before.parts[0], after.parts[0], c):
        return before.key == after.key and _parts_differ(before, after, c, depth)
    codes = str(before.key)[6:], str(after.key)[6:]
    return not any(code.startswith(("%", "s")) or " by" in code for code in codes)
