"""Functions that are not called by name: kept in a table, stored in a field, or handed to somebody who calls them.

When the parameters of such a function change, the calls have no name to find them by. Those that are seen
(`handed_over`) are bound anew; where somebody out of sight may call, a person has to look.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.calls.changed_functions import Changed
from holdfast.check.calls.handed_over import Use, Uses, uses_of, uses_of_decorated
from holdfast.check.calls.left_keys import check_left_keys
from holdfast.check.calls.mentions import role_in_other, role_of
from holdfast.check.calls.misfits import Shape, Slots, Taken, lost_names, misfit
from holdfast.check.calls.relays import Function, Place
from holdfast.check.calls.reliance import Reliance
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.call_targets import initialiser_of, taken_after
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.surroundings import parents_in
from holdfast.python.project.values import ClassValue, FunctionValue
from holdfast.text.interval import Interval


class _Given(NamedTuple):
    """A function of the program where it stands for itself, and not to be called there."""

    file: str
    node: ast.expr
    item: Changed
    taken: Taken


def check_given_away(
    pair: Pair, changed: dict[Place, Changed], names: set[str], reliance: Reliance, told: set[Interval]
) -> Iterator[Finding]:
    """`names` are those of the functions, and of the classes that they initialise. `told` are places of which
    something was said already."""
    for file in sorted(pair.before.index.files_with_any(names)):
        facts = pair.before.facts(file)
        if facts is None or pair.file_after(file) is None:
            continue
        for given in _given(pair, changed, file, facts, names):
            if not _may_matter(given, reliance) or not _stays(pair, file, facts, given.node):
                continue
            if role_of(pair.before, file, given.node) == "kept":
                partial = parents_in(facts.tree.module)[given.node]
                assert isinstance(partial, ast.Call)
                place = Interval(file, facts.tree.start(partial), facts.tree.end(partial))
                if place in told or _is_touched(pair, file, facts, partial):
                    continue  # it is wrong already, or compared by what it does
            for finding in _told_of(pair, given, uses_of(pair.before, file, given.node), reliance):
                if finding.place not in told:
                    told.add(finding.place)
                    yield finding
    for item in changed.values():
        for finding in _decorated(pair, item, reliance):
            if finding.place not in told:
                told.add(finding.place)
                yield finding


def _decorated(pair: Pair, item: Changed, reliance: Reliance) -> Iterator[Finding]:
    """A function that its decorators hand to somebody. Whoever is out of sight there is taken to look at it alone."""
    file, scope = item.place
    facts = pair.before.facts(file)
    node = facts.names.scopes[scope].node if facts is not None else None
    if facts is None or not isinstance(node, Function) or not node.decorator_list:
        return
    given = _Given(file, node.decorator_list[0], item, Taken(0, 0))
    if _may_matter(given, reliance):
        yield from _told_of_calls(pair, given, uses_of_decorated(pair.before, file, node), reliance)


def _may_matter(given: _Given, reliance: Reliance) -> bool:
    """Would any call notice that the parameters changed?"""
    every = Shape(len(Slots.of(given.item.before, given.taken.before).positional))
    if misfit(given.item, given.taken, every) is not None:
        return True
    return bool(lost_names(given.item)) or bool(reliance.names(given.item))


def _told_of(pair: Pair, given: _Given, uses: Uses, reliance: Reliance) -> Iterator[Finding]:
    yield from _told_of_calls(pair, given, uses, reliance)
    if not uses.complete:
        facts = pair.before.facts(given.file)
        assert facts is not None
        place = Interval(given.file, facts.tree.start(given.node), facts.tree.end(given.node))
        message = "whoever is given this function may call it as before, which cannot be seen"
        clause = Clause(given.item.token, "the parameters of this function change")
        yield Finding("HF109", Severity.INFORMATION, place, message, (clause,))


def _told_of_calls(pair: Pair, given: _Given, uses: Uses, reliance: Reliance) -> Iterator[Finding]:
    clause = Clause(given.item.token, "the parameters of this function change")
    for use in uses.found:
        facts = pair.before.facts(use.file)
        if facts is None or _is_touched(pair, use.file, facts, use.node):
            continue
        if not _fitted(given, use):
            continue  # it is called in another way than is thought
        place = Interval(use.file, facts.tree.start(use.node), facts.tree.end(use.node))
        wrong = misfit(given.item, given.taken, use.shape)
        if wrong is not None:
            yield Finding("HF109", Severity.WARNING, place, wrong, (clause,))
            continue
        yield from reliance.told(given.item, given.taken, use.shape, place, Severity.WARNING)
        if use.call is not None:
            yield from check_left_keys(pair, given.item, place, use.call)


def _fitted(given: _Given, use: Use) -> bool:
    """Did the function take such a call before?"""
    slots, arguments = Slots.of(given.item.before, given.taken.before), given.item.before.args
    by_name = {a.arg for a in (*arguments.args, *arguments.kwonlyargs)}
    too_many = use.shape.positions > len(slots.positional) and not slots.rest
    unknown = use.shape.names - by_name if arguments.kwarg is None else frozenset()
    passed = {slots.at(position) for position in range(use.shape.positions)} | use.shape.names
    is_open = use.shape.more_positions or use.shape.more_names
    return not too_many and not unknown and (is_open or slots.needed <= passed)


def _stays(pair: Pair, file: str, facts: FileFacts, node: ast.expr) -> bool:
    """Is the function still handed over as itself: not called, and not kept by another `partial`?"""
    if _is_touched(pair, file, facts, node):
        return False
    return role_in_other(pair, pair.before, file, node) == role_of(pair.before, file, node)


def _is_touched(pair: Pair, file: str, facts: FileFacts, node: ast.expr) -> bool:
    return pair.tokens(file).is_touched(facts.tree.start(node), facts.tree.end(node))


def _given(
    pair: Pair, changed: dict[Place, Changed], file: str, facts: FileFacts, names: set[str]
) -> Iterator[_Given]:
    parents = parents_in(facts.tree.module)
    words = names | {other for name in names for other in facts.aliases.get(name, ())}
    for node in ast.walk(facts.tree.module):
        if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        if (node.id if isinstance(node, ast.Name) else node.attr) not in words:
            continue
        outer = parents[node]
        if isinstance(outer, ast.Call) and outer.func is node:
            continue
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Attribute):
            continue  # it decorates, is extended, or is looked into
        for value in evaluate(pair.before, file, node).items:
            place, taken = _place(pair, value)
            item = changed.get(place) if place is not None else None
            if item is not None:
                later = taken_after(pair.before, file, node, taken, item.before, item.after)
                yield _Given(file, node, item, Taken(taken, later))


def _place(pair: Pair, value: object) -> tuple[Place | None, int]:
    """The function that a call of the value runs, and how many parameters are taken before."""
    if isinstance(value, FunctionValue):
        return (value.file, value.scope), int(value.bound)
    made = initialiser_of(pair.before, value.key) if isinstance(value, ClassValue) else None
    return (None, 0) if made is None else (made.function, made.taken)
