"""Objects of the standard library of the running interpreter, by their dotted names.

That is there without reading anybody's packages. Nothing of the workspace is ever imported.
"""

from __future__ import annotations

import inspect
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import ModuleType

#: Modules that do something when they are imported.
_LEFT_ALONE = frozenset({"antigravity", "this", "idlelib", "test", "turtledemo", "__main__"})


@cache
def library_object(name: str) -> object | None:
    """What a dotted name of the standard library means; None for every other name."""
    module, _, rest = name.partition(".")
    if module not in sys.stdlib_module_names or module in _LEFT_ALONE or module.startswith("_"):
        return None
    try:
        with _only_the_standard_library():
            found: object = import_module(module)
            for part in rest.split(".") if rest else ():
                if not hasattr(found, part) and isinstance(found, ModuleType):
                    import_module(f"{found.__name__}.{part}")
                found = getattr(found, part)
    except (ImportError, AttributeError):
        return None
    return found


@cache
def star_names(name: str) -> frozenset[str] | None:
    """The names that `from name import *` brings; None for what is no module of the standard library.

    What another interpreter's version of it brings may be a few names more or less.
    """
    found = library_object(name)
    if not isinstance(found, ModuleType):
        return None
    names = getattr(found, "__all__", None)
    return frozenset(names if names is not None else (one for one in vars(found) if not one.startswith("_")))


@cache
def keywords_taken(name: str) -> frozenset[str] | None:
    """The keywords that a function of the standard library takes; None where it may take any, or nobody knows."""
    found = library_object(name)
    try:
        parameters = inspect.signature(found).parameters.values() if callable(found) else ()
    except (TypeError, ValueError):
        return None
    if not parameters or any(item.kind is item.VAR_KEYWORD for item in parameters):
        return None
    return frozenset(
        item.name for item in parameters if item.kind in (item.KEYWORD_ONLY, item.POSITIONAL_OR_KEYWORD)
    )


@contextmanager
def _only_the_standard_library() -> Iterator[None]:
    """Imports find nothing but the interpreter's own modules: a file of the workspace is never executed."""
    saved = sys.path[:]
    folders = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    sys.path[:] = [*folders, *(f"{folder}/lib-dynload" for folder in folders)]
    try:
        yield
    finally:
        sys.path[:] = saved
