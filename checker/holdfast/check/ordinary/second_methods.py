"""A second method of the same name further down in a class, or data under the name, in an ordinary edit.

The first one stays as it was, and nobody can reach it any more: whoever asked for it gets the other. Parts of
a property and overloads belong together, and a method that was rewritten may be about to give way. What is assigned
is made of the method or of another function, unless it is data.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.calls.plain_values import is_plain
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_node, classes_in
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval

_Method = ast.FunctionDef | ast.AsyncFunctionDef


def check_second_methods(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None or facts[0].tree.error or facts[1].tree.error:
            continue
        for key in classes_in(pair.after, new_file):
            node = class_node(pair.after, key)
            first: dict[str, _Method] = {}
            for method in node.body:
                if isinstance(method, _Method):
                    other = first.setdefault(method.name, method)
                    if other is not method:
                        yield from _pair(pair, facts, new_file, other, method)
                for target in _data(method):
                    if target.id in first:
                        yield from _hidden(pair, facts, new_file, first[target.id], target)


def _pair(
    pair: Pair, facts: tuple[FileFacts, FileFacts], new_file: str, first: _Method, second: _Method
) -> Iterator[Finding]:
    before, after = facts
    old = pair.to_before(_token(after, new_file, first))
    new = _token(after, new_file, second)
    if old is None or pair.has_stood(new) or first.decorator_list or _is_part(second):
        return
    node = before.definition_at.get(old.start)
    if node is None or node.name != first.name:
        return
    if pair.tokens(old.file).is_touched(before.tree.start(node), before.tree.end(node)):
        return
    if _code(after, first) == _code(after, second):
        return
    shown, quoted = pair.shown_at(new)
    message = f"this method `{first.name}` stays, but a second one in the class would take its place"
    yield Finding("HF101", Severity.ERROR, old, message, (Clause(shown, "would be called instead", quoted),))


def _data(statement: ast.stmt) -> list[ast.Name]:
    """The names to which data is assigned."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign) and is_plain(statement.value, or_none=True):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None and is_plain(statement.value):
        targets = [statement.target]
    return [target for target in targets if isinstance(target, ast.Name)]


def _hidden(
    pair: Pair, facts: tuple[FileFacts, FileFacts], new_file: str, first: _Method, target: ast.Name
) -> Iterator[Finding]:
    before, after = facts
    old = pair.to_before(_token(after, new_file, first))
    new = Interval(new_file, after.tree.start(target), after.tree.end(target))
    if old is None or pair.has_stood(new):
        return
    node = before.definition_at.get(old.start)
    if node is None or pair.tokens(old.file).is_touched(before.tree.start(node), before.tree.end(node)):
        return
    shown, quoted = pair.shown_at(new)
    message = f"this method `{first.name}` stays, but data of that name further down would take its place"
    yield Finding("HF101", Severity.ERROR, old, message, (Clause(shown, "would be found instead", quoted),))


def _token(facts: FileFacts, file: str, node: _Method) -> Interval:
    item = facts.names.occurrences[facts.names.occurrence_of_node[node]]
    return Interval(file, item.start, item.end)


def _is_part(node: _Method) -> bool:
    """Do decorators read the name, as setters do, so that both definitions make one member?"""
    return any(
        isinstance(part, ast.Name) and part.id == node.name
        for decorator in node.decorator_list
        for part in ast.walk(decorator)
    )


def _code(facts: FileFacts, node: ast.stmt) -> str:
    return " ".join(facts.text[facts.tree.start(node) : facts.tree.end(node)].split())
