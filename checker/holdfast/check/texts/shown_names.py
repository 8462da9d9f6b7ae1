"""Names of functions and classes that come out of the program: `print(f"{type(event).__name__} happened")`.

What goes to a logger, or stands in a `__repr__` or in the message of an exception, is for people and not told.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.objects.fates import Fate, fate_of
from holdfast.check.objects.kinds import kinds_at
from holdfast.check.pair import Pair
from holdfast.check.texts.name_keys import NAMES, Thing, holds, parents_of
from holdfast.check.texts.name_registries import definition_at
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import order_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, FunctionValue
from holdfast.text.interval import Interval


def check_shown_names(pair: Pair, affected: Affected) -> Iterator[Finding]:
    things = list(_renamed_things(pair, affected))
    for file in sorted(pair.before.index.files_with_any(NAMES)) if things else ():
        facts = pair.before.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            if facts is None or not isinstance(node, ast.Attribute) or node.attr not in NAMES:
                continue
            token = next(
                (place for place, thing in things if _is_of(pair.before, file, facts, node, thing)), None
            )
            if token is not None and fate_of(pair.before, file, facts, node) is Fate.OUT:
                place = Interval(file, facts.tree.start(node), facts.tree.end(node))
                message = "the name that is shown here would be another"
                yield Finding("HF202", Severity.WARNING, place, message, (Clause(token, "of this"),))


def _renamed_things(pair: Pair, affected: Affected) -> Iterator[tuple[Interval, Thing]]:
    for token in sorted(affected.tokens):
        facts = pair.before.facts(token.file)
        node = definition_at(facts.names, token.start) if facts is not None else None
        if facts is not None and node is not None:
            yield token, Thing(token.file, facts.names.scope_of_node[node], node)


def _is_of(program: Program, file: str, facts: FileFacts, node: ast.Attribute, thing: Thing) -> bool:
    """Is it the name of the function or class, as far as is seen?"""
    owner = node.value
    match owner:
        case ast.Call(func=ast.Name(id="type"), args=[made]) | ast.Attribute(value=made, attr="__class__"):
            if not isinstance(thing.node, ast.ClassDef):
                return False
            key = ClassKey(thing.file, thing.scope)
            # The object of a class above may be of this one.
            return any(
                each in order_of(program, key).classes for each in kinds_at(program, file, made).classes
            )
    return holds(program, file, facts, owner, thing) or _decorates(program, file, facts, node, thing)


def _decorates(program: Program, file: str, facts: FileFacts, node: ast.Attribute, thing: Thing) -> bool:
    """Does the name stand in a decorator of the function or class, and is it that of what is decorated?"""
    index = facts.names.occurrence_of_node.get(node.value)
    if index is None or facts.names.occurrences[index].owner <= 0:
        return False
    inside: set[ast.AST] = set()
    around: ast.AST | None = node
    while around is not None:
        inside.add(around)
        around = parents_of(facts).get(around)
    parameter = facts.names.scopes[facts.names.occurrences[index].owner].node
    first = getattr(getattr(parameter, "args", None), "args", [])[:1]
    if not first or not isinstance(node.value, ast.Name) or first[0].arg != node.value.id:
        return False
    for decorator in thing.node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        for value in evaluate(program, thing.file, called).items:
            if isinstance(value, FunctionValue) and value.file == file:
                if facts.names.scopes[value.scope].node in inside:
                    return True
    return False
