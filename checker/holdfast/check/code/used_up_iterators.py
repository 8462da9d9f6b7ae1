"""Variables that an edit binds to an iterator, and that are gone through twice: the second time finds nothing.

A list may be looked at as often as one likes. A generator, `map`, `filter` or `zip` in its place is used up by
whoever goes through it first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.code.plumbing import scope_paths
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import BINDING_ROLES, BUILTIN
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval

_MAKING_ITERATORS = frozenset({"map", "filter", "zip", "iter", "reversed", "enumerate"})
#: Builtins that go through what they are given.
_GOING_THROUGH = frozenset(
    {"list", "tuple", "set", "frozenset", "dict", "sorted", "sum", "max", "min", "any", "all", "len"}
)

Variable = tuple[tuple[str, ...], str]


def check_used_up_iterators(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts = pair.facts(file)
        if facts is None or facts[0].tree.error or facts[1].tree.error:
            continue
        known = {variable for variable, _, _ in _iterators(facts[0])}
        for variable, _, reads in _iterators(facts[1]):
            if variable in known or len(reads) < 2:
                continue
            new_file = pair.file_after(file) or file
            first, second = (Interval(new_file, *_place(facts[1], node)) for node in reads[:2])
            place, quoted = pair.shown_at(second)
            message = f"`{variable[1]}` would be an iterator, and used up before this goes through it"
            clause = Clause(pair.shown_at(first)[0], "goes through it first", pair.shown_at(first)[1])
            yield Finding("HF201", Severity.WARNING, place, message, (clause,), quoted=quoted)


def _place(facts: FileFacts, node: ast.Name) -> tuple[int, int]:
    return facts.tree.start(node), facts.tree.end(node)


def _iterators(facts: FileFacts) -> Iterator[tuple[Variable, ast.expr, list[ast.Name]]]:
    """Local variables that are bound once, to an iterator, with the places that go through them."""
    paths = scope_paths(facts.names, {})
    for node in ast.walk(facts.tree.module):
        match node:
            case ast.Assign(targets=[ast.Name() as target], value=value) if _is_iterator(facts, value):
                index = facts.names.occurrence_of_node.get(target)
                if index is None:
                    continue
                occurrence = facts.names.occurrences[index]
                same = [
                    item
                    for item in facts.names.occurrences
                    if item.owner == occurrence.owner and item.name == occurrence.name
                ]
                if sum(item.role in BINDING_ROLES for item in same) == 1:
                    starts = {item.start for item in same}
                    yield (paths[occurrence.owner], target.id), value, _reads(facts, starts)


def _is_iterator(facts: FileFacts, value: ast.expr) -> bool:
    if isinstance(value, ast.GeneratorExp):
        return True
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        return False
    return value.func.id in _MAKING_ITERATORS and _is_builtin(facts, value.func)


def _is_builtin(facts: FileFacts, name: ast.Name) -> bool:
    index = facts.names.occurrence_of_node.get(name)
    return index is not None and facts.names.occurrences[index].owner == BUILTIN


def _reads(facts: FileFacts, starts: set[int]) -> list[ast.Name]:
    """Where the variable is gone through, in the order of the text; branches that exclude each other count once."""
    found: list[tuple[ast.Name, tuple[tuple[int, int], ...]]] = []
    _walk(facts, facts.tree.module, starts, (), found)
    chosen: list[tuple[ast.Name, tuple[tuple[int, int], ...]]] = []
    for name, ways in found:
        if not any(_exclude(ways, others) for _, others in chosen):
            chosen.append((name, ways))
    return [name for name, _ in chosen]


def _exclude(first: tuple[tuple[int, int], ...], second: tuple[tuple[int, int], ...]) -> bool:
    taken = dict(first)
    return any(branch in taken and taken[branch] != way for branch, way in second)


def _walk(
    facts: FileFacts,
    node: ast.AST,
    starts: set[int],
    ways: tuple[tuple[int, int], ...],
    found: list[tuple[ast.Name, tuple[tuple[int, int], ...]]],
) -> None:
    for name in _gone_through(facts, node):
        if facts.tree.start(name) in starts:
            found.append((name, ways))
    if isinstance(node, ast.If):
        _walk(facts, node.test, starts, ways, found)
        for way, body in enumerate((node.body, node.orelse)):
            for item in body:
                _walk(facts, item, starts, (*ways, (id(node), way)), found)
        return
    for child in ast.iter_child_nodes(node):
        _walk(facts, child, starts, ways, found)


def _gone_through(facts: FileFacts, node: ast.AST) -> Iterator[ast.Name]:
    match node:
        case ast.For(iter=ast.Name() as name) | ast.comprehension(iter=ast.Name() as name):
            yield name
        case ast.Call(func=ast.Name(id=called) as callee, args=[ast.Name() as name, *_]) if (
            called in _GOING_THROUGH and _is_builtin(facts, callee)
        ):
            yield name
        case ast.Call(func=ast.Attribute(attr="join" | "extend"), args=[ast.Name() as name]):
            yield name
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name() as name]):
            yield name
