"""Force what is left undecided in a finished structure.

A program's result is walked once, in the order of its fields, and every delayed value in it is chosen
and replaced by what it stands for. Lists, dictionaries and the fields of objects are changed in
place (they belong to this run, and cycles stay cycles); tuples and sets are built anew.
"""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from holdfast.gen.delayed import PROXIES, force

_PLAIN = frozenset(
    (
        int, str, bool, float, complex, bytes, type(None), range, type, FunctionType,
        BuiltinFunctionType, MethodType, ModuleType,
    )
)  # fmt: skip


def settled(item: Any) -> Any:
    """`item` with every choice in it made."""
    kind = type(item)
    if kind in _PLAIN:
        return item
    if kind in PROXIES:
        item = force(item)
        if type(item) in _PLAIN:
            return item
    return _settle(item, {})


def _settle(item: Any, seen: dict[int, tuple[Any, Any]]) -> Any:
    kind = type(item)
    if kind in PROXIES:
        item = force(item)
        kind = type(item)
    if kind in _PLAIN:
        return item
    if id(item) in seen:
        return seen[id(item)][1]
    # The original is kept beside what replaces it, so that its id is not given to another meanwhile.
    original = item
    seen[id(original)] = (original, item)
    if kind is list:
        for index, entry in enumerate(item):
            if type(entry) not in _PLAIN:
                item[index] = _settle(entry, seen)
    elif isinstance(item, tuple):
        entries = [_settle(entry, seen) for entry in item]
        if any(new is not old for new, old in zip(entries, item, strict=True)):
            item = tuple(entries) if kind is tuple else kind(*entries)
    elif kind is dict:
        pairs = [(_settle(key, seen), _settle(entry, seen)) for key, entry in item.items()]
        item.clear()
        item.update(pairs)
    elif kind is set or kind is frozenset:
        item = kind([_settle(entry, seen) for entry in item])
    else:
        _settle_fields(item, seen)
    seen[id(original)] = (original, item)
    return item


def _settle_fields(item: Any, seen: dict[int, tuple[Any, Any]]) -> None:
    """The instance's own fields: its `__dict__` and the slots of its classes."""
    fields = getattr(item, "__dict__", None)
    if isinstance(fields, dict):
        for name, entry in fields.items():
            if type(entry) not in _PLAIN:
                fields[name] = _settle(entry, seen)
    for owner in type(item).__mro__:
        slots = owner.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name in {"__dict__", "__weakref__"} or not hasattr(item, name):
                continue
            entry = getattr(item, name)
            if type(entry) not in _PLAIN:
                # Past a frozen dataclass's own refusal: the value is being finished, not changed.
                object.__setattr__(item, name, _settle(entry, seen))
