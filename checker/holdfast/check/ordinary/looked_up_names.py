"""Untouched code that asks by a text for what an ordinary edit has taken out or renamed: `getattr(job, "retries", 0)`.

Who is asked decides. If it is the class or module that had the name, the look-up found it so far. If that cannot
be read, nothing in the project may define the name any more, and the object must show by what else is asked of it,
or by its own name, that it is one of the class. A look-up that takes a failure (`hasattr`, a default) asks for what
may not be there: it is missed where the name was exchanged, not where the thing was taken out; and code that asks
for the new name as well is ready for both.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from holdfast.check.members.evidence import defined_in, is_everyday
from holdfast.check.ordinary.likely_owners import is_likely_owner
from holdfast.check.ordinary.lost_names import Lost
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.classes import order_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.values import (
    ClassValue,
    InstanceValue,
    ModuleValue,
    SuperValue,
    UnknownValue,
    Value,
)
from holdfast.text.interval import Interval

#: Functions that ask for an attribute by a text: where the text stands.
_ASKING = {"getattr": 1, "hasattr": 1, "delattr": 1, "attrgetter": 0, "methodcaller": 0, "object": 1}
#: The same for those that make the attribute.
_STORING = {"setattr": 1}


class _LookUp(NamedTuple):
    call: ast.Call
    #: What is asked; None where that comes later.
    receiver: ast.expr | None
    #: The text that is the name.
    text: ast.Constant
    takes_failure: bool
    #: What is asked for in other rounds of the same loop.
    others: frozenset[str]


def check_looked_up_names(pair: Pair, lost: Sequence[Lost]) -> Iterator[Finding]:
    asking = pair.before.index.files_with_any(_ASKING) if lost else frozenset()
    for item in lost:
        files = sorted(asking & pair.before.index.files_with(item.name))
        texts = [pair.before.facts(file) for file in files if _has_text(pair, file, item.name)]
        if not any(texts) or _is_stored_by_text(pair, item.name):
            continue
        for file in files:
            facts = pair.before.facts(file)
            if facts is not None and pair.file_after(file) is not None and _has_text(pair, file, item.name):
                yield from _in_file(pair, item, file, facts)


def _has_text(pair: Pair, file: str, name: str) -> bool:
    text = pair.before.world.text(file) or ""
    return f'"{name}"' in text or f"'{name}'" in text


def _is_stored_by_text(pair: Pair, name: str) -> bool:
    """Does something put the attribute on some object after the edit, by a text?"""
    for file in pair.after.index.files_with(name) & pair.after.index.files_with_any(_STORING):
        facts = pair.after.facts(file)
        for call in _calls(facts, _STORING) if facts is not None else ():
            argument = call.args[1] if len(call.args) > 1 else None
            if isinstance(argument, ast.Constant) and argument.value == name:
                return True
    return False


def _calls(facts: FileFacts, functions: dict[str, int]) -> Iterator[ast.Call]:
    for node in ast.walk(facts.tree.module):
        if isinstance(node, ast.Call) and last_name(node.func) in functions:
            yield node


def _in_file(pair: Pair, item: Lost, file: str, facts: FileFacts) -> Iterator[Finding]:
    for look_up in _look_ups(facts, item.name):
        place = Interval(file, facts.tree.start(look_up.text), facts.tree.end(look_up.text))
        call = facts.tree.start(look_up.call), facts.tree.end(look_up.call)
        if any(pair.tokens(file).is_touched(*part) for part in ((place.start, place.end), call)):
            continue
        if look_up.takes_failure and (item.renamed is None or _asks_for_both(facts, look_up, item.renamed)):
            continue
        if _is_asked(pair, item, file, look_up):
            what = "renamed" if item.renamed is not None else "taken out"
            message = f"this looks for `{item.name}` by its name, and what has that name was {what}"
            clause = Clause(item.interval, "it finds this")
            yield Finding("HF104", Severity.WARNING, place, message, (clause,))


def _look_ups(facts: FileFacts, name: str) -> Iterator[_LookUp]:
    for call in _calls(facts, _ASKING):
        word = last_name(call.func)
        if word == "object" and not (
            isinstance(call.func, ast.Attribute) and last_name(call.func.value) == "patch"
        ):
            continue
        position = _ASKING[word]
        arguments = call.args[position:] if position == 0 else call.args[position : position + 1]
        for argument in arguments:
            texts = list(_texts_of(facts, argument))
            others = frozenset(str(text.value) for text in texts) - {name}
            receiver = call.args[0] if position else None
            for text in texts:
                if text.value == name:
                    takes_failure = word == "hasattr" or len(call.args) > 2
                    yield _LookUp(call, receiver, text, takes_failure, others)


def _texts_of(facts: FileFacts, argument: ast.expr) -> Iterator[ast.Constant]:
    """The text itself, or those of a tuple or list that a loop goes through."""
    if isinstance(argument, ast.Constant):
        yield argument
        return
    if not isinstance(argument, ast.Name):
        return
    for target, bound in facts.bound_values.items():
        if bound.how == "element" and isinstance(target, ast.Name) and _is_same(facts, target, argument):
            display: ast.expr | None = bound.node
            if isinstance(display, ast.Name):
                display = _constant(facts, display.id)
            if isinstance(display, ast.Tuple | ast.List | ast.Set):
                yield from (item for item in display.elts if isinstance(item, ast.Constant))


def _is_same(facts: FileFacts, target: ast.Name, read: ast.Name) -> bool:
    both = [facts.names.occurrence_of_node.get(node) for node in (target, read)]
    variables = [
        (facts.names.occurrences[index].owner, facts.names.occurrences[index].name)
        for index in both
        if index is not None
    ]
    return len(variables) == 2 and variables[0] == variables[1]


def _constant(facts: FileFacts, name: str) -> ast.expr | None:
    indices = facts.bindings.get((MODULE_SCOPE, name), ())
    node = facts.node_of_occurrence.get(indices[0]) if len(indices) == 1 else None
    bound = facts.bound_values.get(node) if node is not None else None
    return bound.node if bound is not None and bound.how == "value" else None


def _asks_for_both(facts: FileFacts, look_up: _LookUp, renamed: str) -> bool:
    """Does the function around ask for the new name, too?"""
    function = min(
        (
            node
            for node in ast.walk(facts.tree.module)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and facts.tree.start(node) <= facts.tree.start(look_up.call) < facts.tree.end(node)
        ),
        key=lambda node: facts.tree.end(node) - facts.tree.start(node),
        default=facts.tree.module,
    )
    return any(
        (isinstance(node, ast.Constant) and node.value == renamed)
        or (isinstance(node, ast.Attribute) and node.attr == renamed)
        for node in ast.walk(function)
    )


def _is_asked(pair: Pair, item: Lost, file: str, look_up: _LookUp) -> bool:
    """Is what had the name asked for it, as far as can be told?"""
    receiver = look_up.receiver
    values = evaluate(pair.before, file, receiver).items if receiver is not None else (UnknownValue(),)
    known = [value for value in values if not isinstance(value, UnknownValue)]
    if any(_had(pair, item, value) for value in known):
        return True
    if receiver is None:
        return not defined_in(pair.after, item.name) and not is_everyday(item.name)
    return not known and is_likely_owner(pair, item, file, receiver, look_up.others)


def _had(pair: Pair, item: Lost, value: Value) -> bool:
    if isinstance(value, ModuleValue):
        return item.owner is None and value.module == ModuleFile(item.interval.file)
    if isinstance(value, ClassValue | InstanceValue | SuperValue) and item.owner is not None:
        return item.owner in order_of(pair.before, value.key).classes
    return False
