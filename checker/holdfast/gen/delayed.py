"""Values that are not chosen yet: proxies that choose when something looks at them.

A delayed value may be copied, stored, passed and returned without being chosen (copy propagation):
Python moves references, and moving one runs none of our code. Every operator, conversion, comparison
and hash looks, and the first look chooses, once. Two kinds of look are invisible to a proxy, `is` and
`type()`: choice programs use `same`, `is_null` and `isinstance`, and `holdfast.gen.looks` refuses
programs with the bare forms.

`DelayedValue` stands for plain values (numbers, flags); `DelayedObject` adds what objects do
(attributes, items, calls). They are two classes because forwarding the setting of attributes makes
each construction dearer, and numbers are made by the million.
"""

from __future__ import annotations

import copy
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from holdfast.gen.path import branch

UNSEEN: Any = type("Unseen", (), {"__slots__": (), "__repr__": lambda self: "<not chosen>"})()


class Domain(Protocol):
    """Something that is chosen from in its own way, such as the objects of a pool."""

    def choose(self) -> Any: ...


class DelayedValue:
    """One of `domain`, chosen by the first operation that needs to know which."""

    __slots__ = ("_chosen", "_domain")

    def __init__(self, domain: Sequence[Any] | Domain) -> None:
        self._domain = domain
        self._chosen = UNSEEN

    # `isinstance` reads `__class__` and so looks through the proxy.
    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(force(self))

    def __hash__(self) -> int:
        return hash(force(self))

    def __divmod__(self, other: Any) -> Any:
        return divmod(force(self), other)

    def __rdivmod__(self, other: Any) -> Any:
        return divmod(other, force(self))

    def __bool__(self) -> bool:
        return bool(force(self))

    def __index__(self) -> int:
        return operator.index(force(self))

    def __int__(self) -> int:
        return int(force(self))

    def __float__(self) -> float:
        return float(force(self))

    def __str__(self) -> str:
        return str(force(self))

    def __repr__(self) -> str:
        return repr(force(self))

    def __format__(self, specification: str) -> str:
        return format(force(self), specification)

    # A copy of a plain value is the value, so copying need not look; a second proxy would choose again.
    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    def __reduce_ex__(self, protocol: Any) -> Any:
        return value, (force(self),)


class DelayedObject(DelayedValue):
    """A delayed object: attributes, items and calls reach the object that is chosen."""

    __slots__ = ()

    def __init__(self, domain: Sequence[Any] | Domain) -> None:
        _set_domain(self, domain)
        _set_chosen(self, UNSEEN)

    def __getattr__(self, name: str) -> Any:
        return getattr(force(self), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(force(self), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(force(self), name)

    def __getitem__(self, key: Any) -> Any:
        return force(self)[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        force(self)[key] = value

    def __delitem__(self, key: Any) -> None:
        del force(self)[key]

    def __len__(self) -> int:
        return len(force(self))

    def __iter__(self) -> Any:
        return iter(force(self))

    def __contains__(self, item: object) -> bool:
        return item in force(self)

    def __reversed__(self) -> Any:
        return reversed(force(self))

    def __next__(self) -> Any:
        return next(force(self))

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return force(self)(*arguments, **keywords)

    def __enter__(self) -> Any:
        return force(self).__enter__()

    def __exit__(self, *details: Any) -> Any:
        return force(self).__exit__(*details)

    def __instancecheck__(self, instance: Any) -> bool:
        return isinstance(instance, force(self))

    def __subclasscheck__(self, subclass: Any) -> bool:
        return issubclass(subclass, force(self))

    # An object is not its copy: copying it looks.
    def __copy__(self) -> Any:
        return copy.copy(force(self))

    def __deepcopy__(self, memo: Any) -> Any:
        return copy.deepcopy(force(self), memo)


# Slots are set through their descriptors, past the forwarding `__setattr__`.
_set_domain: Callable[[Any, Any], None] = vars(DelayedValue)["_domain"].__set__
_set_chosen: Callable[[Any, Any], None] = vars(DelayedValue)["_chosen"].__set__


def force(delayed: DelayedValue) -> Any:
    """The value behind a proxy; chooses it when nothing has looked before."""
    chosen = delayed._chosen
    if chosen is UNSEEN:
        domain: Any = delayed._domain
        if type(domain) is range:
            delayed._chosen = chosen = domain[branch(len(domain))]
            return chosen
        chosen = domain[branch(len(domain))] if type(domain) is tuple else domain.choose()
        # An alternative may itself be delayed: looking at the outer one looks at both.
        if type(chosen) in PROXIES:
            chosen = force(chosen)
        _set_chosen(delayed, chosen)
    return chosen


PROXIES = frozenset((DelayedValue, DelayedObject))


def value(item: Any) -> Any:
    """The plain value of `item`, chosen now if it was not: for code that needs the exact type."""
    return force(item) if type(item) in PROXIES else item


# Every operator is compiled with its operator written out: a shared closure that calls `operator.add`
# costs one more call for each look, and looks are what an exploration does most.
_BINARY = """
def direct(self, other):
    mine = self._chosen
    if mine is UNSEEN:
        mine = force(self)
    if type(other) is DelayedValue:
        theirs = other._chosen
        other = force(other) if theirs is UNSEEN else theirs
    return mine {symbol} other

def reflected(self, other):
    mine = self._chosen
    if mine is UNSEEN:
        mine = force(self)
    return other {symbol} mine
"""

# In place, so that a chosen list is changed and not replaced.
_IN_PLACE = """
def in_place(self, other):
    mine = force(self)
    mine {symbol}= other
    return mine
"""

_ARITHMETIC = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "lshift": "<<", "rshift": ">>", "and": "&", "or": "|", "xor": "^", "matmul": "@",
}  # fmt: skip
_COMPARISON = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNARY: dict[str, Callable[..., Any]] = {
    "neg": operator.neg, "pos": operator.pos, "invert": operator.invert,
    "abs": abs, "round": round, "trunc": math.trunc, "floor": math.floor, "ceil": math.ceil,
}  # fmt: skip


def _add_operators() -> None:
    for name, symbol in (_ARITHMETIC | _COMPARISON).items():
        made: dict[str, Any] = {}
        exec(_BINARY.format(symbol=symbol), globals(), made)
        setattr(DelayedValue, f"__{name}__", made["direct"])
        if name in _ARITHMETIC:
            exec(_IN_PLACE.format(symbol=symbol), globals(), made)
            setattr(DelayedValue, f"__r{name}__", made["reflected"])
            setattr(DelayedValue, f"__i{name}__", made["in_place"])
    for name, operation in _UNARY.items():
        setattr(DelayedValue, f"__{name}__", _unary(operation))


def _unary(operation: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *arguments: operation(force(self), *arguments)


_add_operators()
