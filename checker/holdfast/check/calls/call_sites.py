"""Do the calls that the edit left alone still give each parameter its argument?

When the parameters of a function change, calls that were not edited bind their arguments anew. They may
stand in any file, name the function through its class, `super()` or a `partial`, or pass a star. Calls
that were edited are compared by what they do (`behaviour_findings`).
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from holdfast.check.calls.changed_functions import Changed, changed_functions, names_called
from holdfast.check.calls.given_away import check_given_away
from holdfast.check.calls.left_keys import check_left_keys
from holdfast.check.calls.misfits import Slots, Taken, misfit, shape_of
from holdfast.check.calls.outside_calls import check_outside_calls
from holdfast.check.calls.relays import Function, Place
from holdfast.check.calls.reliance import Reliance
from holdfast.check.calls.spread_arguments import written_out
from holdfast.check.calls.unknown_receivers import methods_called
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.call_nodes import calls_in
from holdfast.python.project.call_targets import Target, partial_of, taken_after, targets_of
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import member_family
from holdfast.python.project.own_members import receives
from holdfast.python.project.spread import given_to_targets
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

#: The changed functions by file and scope of before.
_Table = Mapping[Place, Changed]


def check_call_sites(
    pair: Pair,
    renamed: Mapping[str, str],
    *,
    signatures_may_change: bool = False,
    told: Collection[Interval] = (),
) -> Iterator[Finding]:
    """`told` are places of which something was said already."""
    changed = {item.place: item for item in changed_functions(pair, renamed)}
    if not changed:
        return
    reliance = Reliance(pair, renamed, signatures_may_change, told)
    names = {item.before.name for item in changed.values()}
    called = names | names_called(pair.before, changed.values())
    wanted = called | set(_partial_names(pair, changed, names))
    # An object that is called has any name.
    is_open = "__call__" in names
    files = pair.before.python_files if is_open else pair.before.index.files_with_any(wanted)
    said: set[Interval] = set()
    passing_on = {call for item in changed.values() for call in item.passing_on}
    for file in sorted(files):
        facts = pair.before.facts(file)
        if facts is None or pair.file_after(file) is None:
            continue
        for node in calls_in(facts.tree.module):
            # What a function passes on is told at its own calls.
            if node not in passing_on and not _is_touched(pair, file, facts, node):
                for finding in _call(pair, changed, file, facts, node, reliance):
                    said.add(finding.place)
                    yield finding
    yield from _families(pair, changed)
    yield from check_outside_calls(pair, changed.values())
    yield from check_given_away(pair, changed, called, reliance, said)


def _partial_names(pair: Pair, changed: _Table, names: set[str]) -> Iterator[str]:
    """Variables that hold a `partial` of a changed function."""
    for file in sorted(pair.before.index.files_with_any(names) & pair.before.index.files_with("partial")):
        facts = pair.before.facts(file)
        for target, given in given_to_targets(facts).items() if facts is not None else ():
            if isinstance(given.node, ast.Call) and isinstance(target, ast.Name | ast.Attribute):
                function = partial_of(pair.before, file, given.node)
                found = targets_of(pair.before, file, function).found if function is not None else ()
                if any(item.function in changed for item in found):
                    yield target.id if isinstance(target, ast.Name) else target.attr


def _is_touched(pair: Pair, file: str, facts: FileFacts, node: ast.expr) -> bool:
    return pair.tokens(file).is_touched(facts.tree.start(node), facts.tree.end(node))


def _call(
    pair: Pair, changed: _Table, file: str, facts: FileFacts, node: ast.Call, reliance: Reliance
) -> Iterator[Finding]:
    function = partial_of(pair.before, file, node)
    callee = node.func if function is None else function
    targets = targets_of(pair.before, file, callee)
    if not targets.found and not targets.complete and isinstance(callee, ast.Attribute):
        call = node if function is None else None
        unknown = methods_called(pair.before, file, callee, call, changed)
        targets = targets._replace(
            found=tuple(Target(*one, _received(changed[one].before)) for one in unknown)
        )
    place = Interval(file, facts.tree.start(node), facts.tree.end(node))
    # Where a table or a variable leads to something else now, that is compared where it changed.
    runs = (
        None if isinstance(callee, ast.Attribute) or _is_direct(callee, changed) else _runs_after(pair, place)
    )
    for target in targets.found:
        item = changed.get(target.function)
        if item is None or (runs is not None and (item.place_after, target.kept) not in runs):
            continue
        clause = Clause(item.token, "the parameters of this function change")
        severity = Severity.ERROR if targets.exact and targets.complete else Severity.WARNING
        taken = Taken(
            target.taken, taken_after(pair.before, file, callee, target.taken, item.before, item.after)
        )
        positional = node.args if function is None else node.args[1:]
        for written in written_out(pair, file, positional):
            shape = shape_of(written, node.keywords)._replace(goes_on=function is not None)
            problem = misfit(item, taken, shape._replace(goes_on=shape.goes_on or bool(target.given)))
            if problem is not None:
                yield Finding("HF109", severity, place, problem, (clause,))
                return
            shape = shape._replace(names=shape.names | target.given)
            yield from reliance.told_of_call(item, taken, shape, node, place, severity)
        yield from check_left_keys(pair, item, place, node)


def _is_direct(callee: ast.expr, changed: _Table) -> bool:
    """Is the function called by its own name?"""
    return isinstance(callee, ast.Name) and any(item.before.name == callee.id for item in changed.values())


def _runs_after(pair: Pair, place: Interval) -> set[tuple[Place, bool]] | None:
    """What the call runs after the edit, and whether through a partial; None where it is not found."""
    there = pair.to_after(place)
    facts = pair.after.facts(there.file) if there is not None else None
    if there is None or facts is None:
        return None
    for node in calls_in(facts.tree.module):
        if (facts.tree.start(node), facts.tree.end(node)) == there[1:]:
            found = targets_of(pair.after, there.file, node.func, tables=True).found
            return {(target.function, target.kept) for target in found}
    return None


def _families(pair: Pair, changed: _Table) -> Iterator[Finding]:
    """Methods of an override family that took the same parameters and no longer do."""
    for (file, scope), item in changed.items():
        facts = pair.before.facts(file)
        assert facts is not None
        parent = facts.names.scopes[scope].parent
        name = item.before.name
        is_special = name.startswith("__") and name.endswith("__")
        if not isinstance(facts.names.scopes[parent].node, ast.ClassDef) or is_special:
            continue
        for owner, member in member_family(pair.before, ClassKey(file, parent), name).members:
            for other in member.functions:
                if (owner.file, other) not in changed:
                    yield from _left_behind(pair, item, owner.file, other)


def _left_behind(pair: Pair, item: Changed, file: str, scope: int) -> Iterator[Finding]:
    facts = pair.before.facts(file)
    node = facts.names.scopes[scope].node if facts else None
    if facts is None or not isinstance(node, Function) or pair.file_after(file) is None:
        return
    own, before, after = (Slots.of(one, _received(one)) for one in (node, item.before, item.after))
    kept = tuple(item.shared.get(name, name) for name in after.positional)
    if own.positional == before.positional != kept:
        token = facts.names.occurrences[facts.names.occurrence_of_node[node]]
        place = Interval(file, token.start, token.end)
        message = (
            f"this `{node.name}` keeps its parameters, while the method that it shares calls with changes"
        )
        clause = Clause(item.token, "the parameters of this method change")
        yield Finding("HF109", Severity.ERROR, place, message, (clause,))


def _received(node: Function) -> int:
    """How many parameters a call through an object fills."""
    return int(receives(node) != "static")
