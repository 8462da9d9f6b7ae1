"""Fields that become parameters of a constructor, in the order in which classes and bases declare them.

The fields of the bases come first. A field that is pulled up or pushed down keeps its name and its class,
and changes its position: calls and patterns that go by position bind anew.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from holdfast.check.classes.moved_members import class_at
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, classes_in
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.signatures import fields_in_order
from holdfast.python.project.values import ClassKey, ClassValue
from holdfast.text.interval import Interval


class _Order(NamedTuple):
    """The fields of one class by position, named as before; "" for one that is new."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    declared: Mapping[str, Interval]


def check_constructor_order(pair: Pair, *, only_moved: bool = False) -> Iterator[Finding]:
    """`only_moved`: fields that are there and have another position; an ordinary edit may exchange one for
    another, and change what a star hands over."""
    changed = {key: order for key, order in _changed(pair) if not only_moved or _all_stay(order)}
    if not changed:
        return
    names = {class_info(pair.before, key).name for key in changed}
    for file in sorted(pair.before.index.files_with_any(names)):
        facts = pair.before.facts(file)
        if facts is None or pair.file_after(file) is None:
            continue
        for node in ast.walk(facts.tree.module):
            if isinstance(node, ast.Call) and node.args:
                if not (only_moved and any(isinstance(item, ast.Starred) for item in node.args)):
                    yield from _positions(pair, changed, file, facts, node, node.func, node.args)
            elif isinstance(node, ast.MatchClass) and node.patterns:
                yield from _positions(pair, changed, file, facts, node, node.cls, node.patterns)


def _changed(pair: Pair) -> Iterator[tuple[ClassKey, _Order]]:
    seen: set[ClassKey] = set()
    for file in pair.edited_python_files():
        if pair.facts(file) is None:
            continue
        for own in classes_in(pair.before, file):
            for key in (own, *subclasses(pair.before, own)):
                order = _order(pair, key) if key not in seen else None
                seen.add(key)
                if order is not None and order.before != order.after[: len(order.before)]:
                    yield key, order


def _all_stay(order: _Order) -> bool:
    return set(order.before) <= set(order.after)


def _order(pair: Pair, key: ClassKey) -> _Order | None:
    place = pair.became(class_info(pair.before, key).interval)
    after = class_at(pair.after, place) if place is not None else None
    if after is None:
        return None
    first, second = fields_in_order(pair.before, key), fields_in_order(pair.after, after)
    if first is None or second is None:
        return None
    names = {item.name for item in first}
    # A field is the same where its token corresponds, or else under the same name.
    known = {pair.to_after(item.interval): item.name for item in first}
    came_from = [item.name if item.name in names else known.get(item.interval, "") for item in second]
    return _Order(
        tuple(item.name for item in first), tuple(came_from), {item.name: item.interval for item in first}
    )


def _positions(
    pair: Pair,
    changed: Mapping[ClassKey, _Order],
    file: str,
    facts: FileFacts,
    node: ast.Call | ast.MatchClass,
    called: ast.expr,
    items: list[ast.expr] | list[ast.pattern],
) -> Iterator[Finding]:
    start = facts.tree.start(called)
    end = facts.tree.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
    if pair.tokens(file).is_touched(start, end):
        return
    for value in evaluate(pair.before, file, called).items:
        order = changed.get(value.key) if isinstance(value, ClassValue) else None
        if order is None:
            continue
        count = len(order.before) if any(isinstance(item, ast.Starred) for item in items) else len(items)
        for position, name in enumerate(order.before[:count]):
            if position >= len(order.after) or order.after[position] != name:
                message = f"what stands here for `{name}` would arrive in another field"
                clause = Clause(order.declared[name], "the position of this field changes")
                yield Finding("HF109", Severity.ERROR, Interval(file, start, end), message, (clause,))
                return
