"""Kinds of memory: what a step may change and a value may depend on."""

from __future__ import annotations

from collections.abc import Hashable

from holdfast.python.traces.values import Step

#: What memory a step may change or a value reads: ("attribute", name), ("item",), ("call",), …
MemoryKey = tuple[Hashable, ...]
#: For each kind of memory the latest step that may have changed it, with its number in time.
Memory = dict[MemoryKey, tuple[int, Step]]

ANY_CALL: MemoryKey = ("call",)
#: What happened last, where it is known that it changed no memory.
SOMETHING: MemoryKey = ("something",)
