"""Members that the outside calls by name: Python itself, and the library whose class is extended.

A special method is called by the language; a method that overrides one of a library's class is called by
the library; and visitors, handlers and test cases find their methods by a prefix. Renaming such a member
loses those calls, and giving a member such a name gains them. Only the standard library of the running
interpreter is looked at, since that is there without reading anybody's packages.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.classes import classes_in, outside_ancestors, own_members
from holdfast.python.project.modules import External
from holdfast.python.project.standard_library import library_object
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

#: How dispatching classes find their methods.
PREFIXES = ("visit_", "depart_", "do_", "handle_", "test_", "pytest_")


def check_outside_callers(pair: Pair, affected: Affected) -> Iterator[Finding]:
    for file in sorted({token.file for token in affected.tokens}):
        if pair.before.facts(file) is None:
            continue
        for key in classes_in(pair.before, file):
            for name, member in own_members(pair.before, key).items():
                for start, end in member.tokens:
                    token = Interval(file, start, end)
                    new = _new_name(pair, affected, token)
                    if new is not None and member.functions:
                        yield from _member(pair, key, name, new, token)
                        break
                    if new is not None and _is_special(name):
                        # `__radd__ = __add__`: what is assigned is found by its name all the same.
                        message = f"Python itself looks `{name}` up by this name"
                        yield Finding("HF301", Severity.ERROR, token, message)
                        break


def _new_name(pair: Pair, affected: Affected, token: Interval) -> str | None:
    place = pair.to_after(token) if token in affected.tokens else None
    return None if place is None else (pair.after.world.text(place.file) or "")[place.start : place.end]


def _member(pair: Pair, key: ClassKey, old: str, new: str, token: Interval) -> Iterator[Finding]:
    if _is_special(old):
        yield Finding("HF301", Severity.ERROR, token, f"Python itself calls `{old}` by this name")
        return
    if _is_special(new):
        yield Finding("HF302", Severity.ERROR, token, f"Python itself would call `{new}` by this name")
        return
    bases = outside_ancestors(pair.before, key)
    for base in bases:
        name = base.name if isinstance(base, External) else ""
        if old in members_of(name):
            yield Finding("HF301", Severity.ERROR, token, f"`{old}` overrides a member of `{name}`")
            return
        if new in members_of(name):
            yield Finding("HF302", Severity.ERROR, token, f"`{new}` would override a member of `{name}`")
            return
    for prefix in PREFIXES:
        if bases and old.startswith(prefix) and not new.startswith(prefix):
            message = f"methods that begin with `{prefix}` are called by the class that this one extends"
            yield Finding("HF301", Severity.WARNING, token, message)


def _is_special(name: str) -> bool:
    return len(name) > 4 and name.startswith("__") and name.endswith("__")


def is_of_standard_library(name: str) -> bool:
    module = name.partition(".")[0]
    return module in sys.stdlib_module_names or module == "builtins"


@cache
def members_of(name: str) -> frozenset[str]:
    """The members of a class of the standard library, nothing for any other class."""
    found = library_object(name) if "." in name else None
    return frozenset(dir(found)) if isinstance(found, type) else frozenset()
