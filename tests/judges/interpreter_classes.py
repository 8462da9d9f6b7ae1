"""Import modules in a process of their own and tell what classes they have.

Run as a script: reads module names from standard input, one a line, and writes one JSON object a line
for every class that a module defines. Knows nothing of Holdfast; prints of imported modules are dropped.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import sys
import warnings
from collections.abc import Iterator
from types import MemberDescriptorType, ModuleType
from typing import Any


def main() -> None:
    names = sys.stdin.read().split()
    out = sys.stdout
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        modules = []
        for name in names:
            with contextlib.suppress(Exception, SystemExit):
                modules.append(importlib.import_module(name))
        # Only now: a module may change classes of another.
        for module in modules:
            for cls in _classes(module):
                out.write(json.dumps(_facts(cls)) + "\n")


def _classes(module: ModuleType) -> Iterator[type]:
    seen: set[type] = set()
    waiting: list[Any] = list(vars(module).values())
    while waiting:
        item = waiting.pop()
        if not isinstance(item, type) or item in seen or item.__module__ != module.__name__:
            continue
        # A built-in class that claims to be of this module has no flag of the heap.
        if not item.__flags__ & 512 or "<locals>" in item.__qualname__:
            continue
        seen.add(item)
        yield item
        waiting.extend(vars(item).values())


def _facts(cls: type) -> dict[str, object]:
    return {
        "name": _name(cls),
        "bases": [_name(base) for base in cls.__bases__],
        "mro": [_name(base) for base in cls.__mro__],
        "mros": {_name(base): [_name(item) for item in base.__mro__] for base in cls.__bases__},
        "lines": sorted(_lines(cls)),
        "slots": sorted(name for name, value in vars(cls).items() if isinstance(value, MemberDescriptorType)),
        "dicts": {
            _name(item): {
                name: bool(getattr(value, "__isabstractmethod__", False))
                for name, value in vars(item).items()
            }
            for item in cls.__mro__
        },
    }


def _name(cls: type) -> str:
    """A label of its own for every class: of two with one qualified name, the reachable one is plain."""
    label = f"{cls.__module__}:{cls.__qualname__}"
    found: Any = sys.modules.get(cls.__module__)
    for part in cls.__qualname__.split("."):
        found = getattr(found, part, None)
    return label if found is cls else f"{label}#{id(cls)}"


def _lines(cls: type) -> Iterator[int]:
    """Line numbers inside the class statement, to tell two statements of one name apart."""
    for value in vars(cls).values():
        code = getattr(getattr(value, "__func__", value), "__code__", None)
        if code is not None and code.co_qualname.startswith(cls.__qualname__ + "."):
            yield code.co_firstlineno


if __name__ == "__main__":
    main()
