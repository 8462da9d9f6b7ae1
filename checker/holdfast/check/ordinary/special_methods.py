"""Special methods that a class of an ordinary edit newly has or has no longer, under untouched code that has Python
call them.

With `__len__` an empty object becomes false, and `if queue:` no longer asks whether there is one. With `__eq__` and
no `__hash__` objects fit into no set any more. Without `__enter__`, `__iter__` or `__call__` nobody can enter, go
through or call them. Only objects whose class is read from the code are looked at.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.ordinary.new_overrides import standing_classes
from holdfast.check.ordinary.special_uses import Asks, special_uses
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, class_node, order_of, own_member
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_member
from holdfast.python.project.made_members import is_made
from holdfast.python.project.members import Absent, resolve_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, InstanceValue
from holdfast.text.interval import Interval

_WITHOUT_METHOD = (Asks.TESTED, Asks.HASHED)


class _Change(NamedTuple):
    asks: Asks
    before: ClassKey
    after: ClassKey
    what: str


def check_special_methods(pair: Pair) -> Iterator[Finding]:
    changes: dict[ClassKey, list[_Change]] = {}
    for before, after in standing_classes(pair):
        found = list(_changes(pair, before, after))
        for key in (before, *subclasses(pair.before, before)) if found else ():
            changes.setdefault(key, []).extend(found)
    if not changes:
        return
    names = {class_info(pair.before, key).name for key in changes}
    for file in sorted(pair.before.index.files_with_any(names)):
        if pair.file_after(file) is not None:
            yield from _in_file(pair, file, changes)


def _changes(pair: Pair, before: ClassKey, after: ClassKey) -> Iterator[_Change]:
    """What cannot be asked of objects of the class any more, or would be answered otherwise."""
    own = _special_names(pair.before, before), _special_names(pair.after, after)
    if own[0] == own[1]:
        return
    for asks in Asks:
        if asks in _WITHOUT_METHOD or own[0].isdisjoint(asks.value):
            continue
        if all(
            isinstance(resolve_member(pair.after, InstanceValue(after), name), Absent) for name in asks.value
        ):
            name = next(name for name in asks.value if name in own[0])
            yield _Change(asks, before, after, f"`{{}}` would have no `{name}` for this")
    new = own[1] - own[0]
    if not new.isdisjoint(Asks.TESTED.value):
        if not any(find_member(pair.before, before, name) for name in Asks.TESTED.value):
            if not _is_always_true(pair.after, after):
                name = next(name for name in Asks.TESTED.value if name in new)
                yield _Change(
                    Asks.TESTED, before, after, f"an object of `{{}}` may be false, by its new `{name}`"
                )
    if _is_hashable(pair.before, before) and not _is_hashable(pair.after, after):
        yield _Change(Asks.HASHED, before, after, "`{}` would have no hash, by its new `__eq__`")


def _special_names(program: Program, key: ClassKey) -> frozenset[str]:
    """The special methods that the class declares, or that a decorator makes."""
    names = {name for asks in Asks for name in asks.value} | {"__eq__"}
    return frozenset(
        name for name in names if own_member(program, key, name) is not None or is_made(program, key, name)
    )


def _is_always_true(program: Program, key: ClassKey) -> bool:
    """`def __bool__(self): return True` keeps an object with a length from being false."""
    return any(
        isinstance(node, ast.FunctionDef)
        and node.name == "__bool__"
        and all(
            isinstance(item.value, ast.Constant) and item.value.value is True
            for item in ast.walk(node)
            if isinstance(item, ast.Return)
        )
        for node in class_node(program, key).body
    )


def _is_hashable(program: Program, key: ClassKey) -> bool:
    for item in order_of(program, key).classes:
        if not isinstance(item, ClassKey):
            continue
        if own_member(program, item, "__hash__") is not None:
            return True
        if own_member(program, item, "__eq__") is not None:
            return False
        if is_made(program, item, "__eq__"):
            return is_made(program, item, "__setattr__") or "hash" in ast.unparse(
                class_node(program, item).decorator_list[0]
            )
    return True


def _in_file(pair: Pair, file: str, changes: dict[ClassKey, list[_Change]]) -> Iterator[Finding]:
    facts = pair.before.facts(file)
    if facts is None:
        return
    wanted = {change.asks for items in changes.values() for change in items}
    for use in special_uses(facts.tree.module):
        if use.asks not in wanted:
            continue
        place = Interval(file, facts.tree.start(use.operand), facts.tree.end(use.operand))
        if pair.tokens(file).is_touched(place.start, place.end) or pair.to_after(place) is None:
            continue
        values = evaluate(pair.before, file, use.operand)
        for value in values.items:
            if isinstance(value, InstanceValue):
                for change in changes.get(value.key, ()):
                    if change.asks is use.asks and not _has_its_own(pair, change, value.key):
                        yield _finding(pair, change, place, value.key)


def _has_its_own(pair: Pair, change: _Change, key: ClassKey) -> bool:
    """Does a class below answer in its own way?"""
    return key != change.before and any(
        own_member(pair.before, key, name) is not None for name in change.asks.value
    )


def _finding(pair: Pair, change: _Change, place: Interval, key: ClassKey) -> Finding:
    shown, quoted = pair.shown_at(class_info(pair.after, change.after).interval)
    message = change.what.format(class_info(pair.before, key).name)
    code = "HF302" if change.asks in _WITHOUT_METHOD else "HF103"
    return Finding(code, Severity.WARNING, place, message, (Clause(shown, "this class", quoted),))
