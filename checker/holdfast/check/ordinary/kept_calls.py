"""Calls that an ordinary edit left alone, of functions that it changed and that are known in both worlds."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from holdfast.check.classes.families import class_after
from holdfast.check.code.plumbing import scope_paths
from holdfast.check.members.evidence import is_everyday
from holdfast.check.objects.kinds import kinds_at
from holdfast.check.pair import Pair
from holdfast.python.project.classes import class_info
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_class_member, find_member
from holdfast.python.project.own_members import plainly_decorated
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import makes_fields
from holdfast.python.project.values import (
    NO_VALUES,
    ClassKey,
    ClassValue,
    FunctionValue,
    Value,
    Values,
    inferred,
    one,
)
from holdfast.text.interval import Interval

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Target(NamedTuple):
    """A function of one world."""

    file: str
    scope: int
    #: How many of its parameters are taken before the call.
    taken: int
    node: Function


class KeptCall(NamedTuple):
    place: Interval
    node: ast.Call
    #: The call in the file after, and that file.
    node_after: ast.Call
    file_after: str
    old: Target
    new: Target
    #: What is called after the edit.
    value: Value
    exact: bool


def kept_calls(pair: Pair, names: Collection[str]) -> Iterator[KeptCall]:
    """`names`: those by which the functions are called; whoever calls an initialiser names its class or one below."""
    wanted = set(names) - {"__init__", "__new__"}
    for file in sorted(pair.before.index.files_with_any(wanted)) if wanted else ():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is not None and new_file is not None:
            yield from _in_file(pair, file, new_file, facts, set(names))


def names_of_changed(pair: Pair, differ: Callable[[Function, Function], bool]) -> set[str]:
    """The names of functions of which `differ` says that callers may notice something."""
    names: set[str] = set()
    for file in pair.rewritten_python_files():
        facts = pair.facts(file)
        if facts is not None and not facts[0].tree.error and not facts[1].tree.error:
            names |= _changed_names(pair, file, facts, differ)
    return names


def _changed_names(
    pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], differ: Callable[[Function, Function], bool]
) -> set[str]:
    """The names by which functions are called that differ."""
    after = _functions(facts[1])
    found: set[str] = set()
    for path, node in _functions(facts[0]).items():
        other = after.get(path)
        if other is None or not differ(node, other):
            continue
        found.add(node.name)
        if node.name in ("__init__", "__new__"):
            scope = facts[0].names.scopes[facts[0].names.scope_of_node[node]]
            if isinstance(facts[0].names.scopes[scope.parent].node, ast.ClassDef):
                key = ClassKey(file, scope.parent)
                found |= {class_info(pair.before, one).name for one in (key, *subclasses(pair.before, key))}
    return found


def _functions(facts: FileFacts) -> Mapping[tuple[str, ...], Function]:
    """The functions that have their path of names for themselves."""
    paths = scope_paths(facts.names, {})
    found: dict[tuple[str, ...], list[Function]] = {}
    for scope in facts.names.scopes:
        node = scope.node
        if isinstance(node, Function):
            found.setdefault(paths[scope.index], []).append(node)
    return {path: nodes[0] for path, nodes in found.items() if len(nodes) == 1}


def _in_file(
    pair: Pair, file: str, new_file: str, facts: tuple[FileFacts, FileFacts], names: set[str]
) -> Iterator[KeptCall]:
    before, after = facts
    wanted = names | {other for name in names for other in before.aliases.get(name, ())}
    calls: dict[tuple[int, int], ast.Call] = {}
    for node in ast.walk(before.tree.module):
        if not isinstance(node, ast.Call) or last_name(node.func) not in wanted:
            continue
        place = before.tree.start(node), before.tree.end(node)
        if pair.tokens(file).is_touched(*place):
            continue
        if not calls:
            calls = {
                (after.tree.start(other), after.tree.end(other)): other
                for other in ast.walk(after.tree.module)
                if isinstance(other, ast.Call)
            }
        new_place = pair.tokens(file).to_after(*place)
        other = calls.get(new_place) if new_place is not None else None
        if other is not None:
            yield from _kept(pair, (file, node), (new_file, other), Interval(file, *place))


def _kept(
    pair: Pair, before: tuple[str, ast.Call], after: tuple[str, ast.Call], place: Interval
) -> Iterator[KeptCall]:
    first, second = (
        evaluate(program, file, node.func)
        for program, (file, node) in ((pair.before, before), (pair.after, after))
    )
    if not (first.complete and second.complete and len(first.items) == len(second.items) == 1):
        first, second = _methods_of_seen_objects(pair, before, after)
    if len(first.items) != 1 or len(second.items) != 1:
        return
    old, new = _target(pair.before, first.items[0]), _target(pair.after, second.items[0])
    if old is not None and new is not None:
        yield KeptCall(
            place, before[1], after[1], after[0], old, new, second.items[0], first.exact and second.exact
        )


def _methods_of_seen_objects(
    pair: Pair, before: tuple[str, ast.Call], after: tuple[str, ast.Call]
) -> tuple[Values, Values]:
    """The method of the one class whose objects are seen to come here, where nothing written down tells the class."""
    (file, node), (_, other) = before, after
    if not isinstance(node.func, ast.Attribute) or not isinstance(other.func, ast.Attribute):
        return NO_VALUES, NO_VALUES
    if is_everyday(node.func.attr) or node.func.attr != other.func.attr:
        return NO_VALUES, NO_VALUES
    keys = kinds_at(pair.before, file, node.func.value).classes
    key = next(iter(keys)) if len(keys) == 1 else None
    key_after = class_after(pair, key) if key is not None else None
    if key is None or key_after is None:
        return NO_VALUES, NO_VALUES
    return _method(pair.before, key, node.func.attr), _method(pair.after, key_after, node.func.attr)


def _method(program: Program, key: ClassKey, name: str) -> Values:
    hit = find_member(program, key, name)
    if hit is None or len(hit.member.functions) != 1:
        return NO_VALUES
    bound = hit.member.receives != "static"
    return inferred(one(FunctionValue(hit.owner.file, hit.member.functions[0], bound, key)))


def _target(program: Program, value: Value) -> Target | None:
    if isinstance(value, FunctionValue):
        return _function(program, value.file, value.scope, int(value.bound))
    if isinstance(value, ClassValue) and not makes_fields(program, value.key):
        if find_class_member(program, value.key, "__new__") is not None:
            return None
        hit = find_class_member(program, value.key, "__init__")
        if hit is not None and hit.exact and len(hit.member.functions) == 1:
            return _function(program, hit.owner.file, hit.member.functions[0], 1)
    return None


def _function(program: Program, file: str, scope: int, taken: int) -> Target | None:
    facts = program.facts(file)
    node = facts.names.scopes[scope].node if facts is not None else None
    return (
        Target(file, scope, taken, node) if isinstance(node, Function) and plainly_decorated(node) else None
    )
