"""What containers contain: which memory a change of contents touches, and which a look at them depends on.

A container that only one attribute ever holds is nobody else's: what is put into another one does not show in it.
So is one that this code made itself and has not given away. All others may be one and the same.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from holdfast.python.traces.memory import MemoryKey
from holdfast.python.traces.values import Value

if TYPE_CHECKING:
    from holdfast.python.traces.tracer import Tracer

#: What stands in containers of which each has one owner.
_INSIDE = ("inside",)


def changes_of_contents(t: Tracer, base: Value) -> list[MemoryKey]:
    """The memory that changes where something is put into the container or taken out."""
    if t.is_private(base):
        return [("touch", base)]
    owner = owner_of(t, base)
    return [("touch", base), ("item",) if owner is None else ("item", owner)]


def keys_of_contents(t: Tracer, base: Value, *, deep: bool) -> list[MemoryKey]:
    """The memory that a look at the contents depends on; a deep one looks at what they contain in turn."""
    touched: list[MemoryKey] = [("touch", base)]
    if t.is_private(base) and not deep:
        return touched
    owner = owner_of(t, base)
    if owner is None:
        return [*touched, ("item",), *(key for key in t.memory if key[0] == "item")]
    inside: list[MemoryKey] = [("item", _INSIDE)] if deep else []
    return [*touched, ("item",), ("item", owner), *inside]


def owner_of(t: Tracer, value: Value) -> Hashable | None:
    """The one attribute that holds the container, or that holds what holds it."""
    if value.tag == "attribute" and t.subject.identities.owns(str(value.key)):
        return ("attribute", value.key)
    if value.tag == "item" and owner_of(t, value.parts[0]) is not None:
        return _INSIDE
    return None
