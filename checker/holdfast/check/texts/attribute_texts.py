"""Texts that name attributes: `hasattr(listener, "on_change")`, `attrgetter("size")`, `getattr(row, column)`.

Of a text that stands in such a call, or that reaches it through variables, parameters and tables, it is asked like of
an attribute whose member it names. Where that is the renamed one, the text finds nothing any more.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.members.evidence import is_everyday
from holdfast.check.objects.callers import elements_given
from holdfast.check.objects.constants import keys_at, texts_at
from holdfast.check.objects.owners import Asked, Owners, owners_of
from holdfast.check.objects.sources import Way
from holdfast.check.pair import Pair
from holdfast.check.texts.computed_names import computed_names
from holdfast.check.texts.left_texts import left_in_code, left_in_data
from holdfast.check.texts.name_keys import parents_of
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.call_nodes import calls_in
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.values import ModuleValue
from holdfast.text.interval import Interval

_OF_FIRST = frozenset({"getattr", "setattr", "hasattr", "delattr", "getattr_static"})
_OF_LATER = frozenset({"attrgetter", "methodcaller"})
ASKING = _OF_FIRST | _OF_LATER | {"__dict__", "vars", "patch"}
#: Methods that get their names from attributes, which are judged as such.
_OF_ATTRIBUTES = frozenset({"__getattr__", "__getattribute__", "__setattr__", "__delattr__"})
#: What objects of libraries are asked for, to tell what they are.
_OF_LIBRARIES = frozenset(
    {
        "read",
        "write",
        "close",
        "flush",
        "readline",
        "seek",
        "tell",
        "fileno",
        "isatty",
        "open",
        "name",
        "stem",
    }
    | {
        "year",
        "month",
        "day",
        "hour",
        "minute",
        "second",
        "group",
        "groups",
        "shape",
        "dtype",
        "send",
        "recv",
    }
)


class _LookUp(NamedTuple):
    """A call that asks an object for an attribute by a text, and the object as far as it can be seen."""

    call: ast.Call
    argument: ast.expr
    receiver: ast.expr | None
    way: Way = ()
    #: The names are the keys of the argument.
    by_keys: bool = False


def check_attribute_texts(
    pair: Pair, affected: Affected, files: frozenset[str], members: set[str]
) -> Iterator[Finding]:
    """Texts with the old name of a member that still ask for it."""
    said: set[Interval] = set()
    for file in sorted(files & pair.before.index.files_with_any(ASKING)):
        facts = pair.before.facts(file)
        for look_up in _look_ups(file, facts) if facts is not None else ():
            if facts is None or _is_within_attribute_method(facts, look_up.call):
                continue
            for finding in _of_look_up(pair, affected, file, facts, look_up, members):
                if finding.place not in said:
                    said.add(finding.place)
                    yield finding


def _look_ups(file: str, facts: FileFacts) -> Iterator[_LookUp]:
    for call in calls_in(facts.tree.module):
        name = last_name(call.func)
        of_object = (
            name == "object"
            and isinstance(call.func, ast.Attribute)
            and last_name(call.func.value) == "patch"
        )
        if (name in _OF_FIRST or of_object) and len(call.args) > 1:
            yield _LookUp(call, call.args[1], call.args[0])
        elif name == "update" and isinstance(call.func, ast.Attribute) and len(call.args) == 1:
            match call.func.value:
                case (
                    ast.Attribute(value=holder, attr="__dict__")
                    | ast.Call(func=ast.Name(id="vars"), args=[holder])
                ):
                    yield _LookUp(call, call.args[0], holder, by_keys=True)
        elif name in _OF_LATER:
            given = next(elements_given(file, facts, call), None)
            for argument in call.args if name == "attrgetter" else call.args[:1]:
                yield _LookUp(
                    call,
                    argument,
                    given.node if given is not None else None,
                    given.way if given is not None else (),
                )


def _is_within_attribute_method(facts: FileFacts, node: ast.AST) -> bool:
    around = _function_around(facts, node)
    return getattr(around, "name", "") in _OF_ATTRIBUTES


def _of_look_up(
    pair: Pair, affected: Affected, file: str, facts: FileFacts, look_up: _LookUp, members: set[str]
) -> Iterator[Finding]:
    if look_up.by_keys:
        texts, complete = keys_at(pair.before, file, look_up.argument)
    else:
        texts, complete = texts_at(pair.before, file, look_up.argument)
    where = Interval(file, facts.tree.start(look_up.call), facts.tree.end(look_up.call))
    for place, node in sorted(texts, key=lambda each: (each[0], each[1].lineno, each[1].col_offset)):
        other = pair.before.facts(place)
        for name, interval, is_first in _words(other, place, node) if other is not None else ():
            if name in members and not pair.tokens(place).is_touched(interval.start, interval.end):
                asked = Asked(file, look_up.receiver if is_first else None, name, way=look_up.way)
                yield from _judged(pair, affected, asked, interval, where)
    if not complete and look_up.argument not in _put_together(facts):
        for name in sorted(members):
            yield from _fed_with_data(
                pair, affected, Asked(file, look_up.receiver, name, way=look_up.way), where
            )


def _put_together(facts: FileFacts) -> frozenset[ast.expr]:
    """Texts of which the start or the end is known: they are looked at by that."""
    return frozenset(node for node, pattern in computed_names(facts.tree.module) if not pattern.whole)


def _words(
    facts: FileFacts, file: str, node: ast.Constant | ast.keyword
) -> Iterator[tuple[str, Interval, bool]]:
    """The names in a text: all of it, its words, or the parts of a path; whether it is the first of a path."""
    if isinstance(node, ast.keyword):
        start = facts.tree.offset(node.lineno, node.col_offset)
        yield node.arg or "", Interval(file, start, start + len(node.arg or "")), True
        return
    start, end = facts.tree.start(node), facts.tree.end(node)
    source, position = facts.text[start:end], 0
    for number, word in enumerate(str(node.value).replace(",", " ").split()):
        for place, part in enumerate(word.split(".")):
            found = source.find(part, position)
            if part.isidentifier() and found >= 0:
                position = found + len(part)
                yield part, Interval(file, start + found, start + position), place == 0 or number > 0


def _judged(
    pair: Pair, affected: Affected, asked: Asked, place: Interval, where: Interval
) -> Iterator[Finding]:
    owners = owners_of(pair, affected, asked)
    name = asked.name
    is_inside = place.file == where.file and where.start <= place.start and place.end <= where.end
    clauses = () if is_inside else (Clause(where, "it is asked for here"),)
    is_same = _is_renamed_beside(pair, affected, asked)
    if is_same or _is_of_module(pair, affected, asked) or _is_renamed(pair, owners, name):
        message = f'"{name}" asks for the attribute that was renamed'
        yield Finding("HF104", Severity.WARNING, place, message, clauses)
    elif not owners.is_other and not (owners.are_seen and not owners.renamed):
        message = f'"{name}" may name the attribute that was renamed, at run time'
        yield Finding("HF501", Severity.INFORMATION, place, message, clauses)


def _is_renamed(pair: Pair, owners: Owners, name: str) -> bool:
    if owners.are_seen:
        return bool(owners.renamed)
    if not owners.is_renamed_in_project or is_everyday(name) or name in _OF_LIBRARIES:
        return False
    return not _is_stored(pair, name)


def _is_renamed_beside(pair: Pair, affected: Affected, asked: Asked) -> bool:
    """`if hasattr(thing, "close"): thing.finish()`: is the attribute of the same variable renamed nearby?"""
    facts = pair.before.facts(asked.file)
    if facts is None or asked.receiver is None:
        return False
    wanted = ast.dump(asked.receiver)
    around = _function_around(facts, asked.receiver)
    return any(
        use.name == asked.name
        and Interval(asked.file, use.start, use.end) in affected.tokens
        and ast.dump(use.node.value) == wanted
        and _function_around(facts, use.node) is around
        for use in facts.names.attributes
    )


def _function_around(facts: FileFacts, node: ast.AST) -> ast.AST | None:
    around = parents_of(facts).get(node)
    while around is not None and not isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef):
        around = parents_of(facts).get(around)
    return around


def _is_stored(pair: Pair, name: str) -> bool:
    """Does some code still give objects an attribute of that name: `function.name = True`, `setattr(x, "name", 1)`?"""
    for file in pair.after.index.files_with(name):
        facts = pair.after.facts(file)
        if facts is None:
            continue
        if any(use.name == name and isinstance(use.node.ctx, ast.Store) for use in facts.names.attributes):
            return True
        for call in calls_in(facts.tree.module):
            if last_name(call.func) == "setattr" and len(call.args) > 1:
                if isinstance(call.args[1], ast.Constant) and call.args[1].value == name:
                    return True
    return False


def _is_of_module(pair: Pair, affected: Affected, asked: Asked) -> bool:
    """Is a module asked for a variable that was renamed?"""
    if asked.receiver is None or asked.way:
        return False
    for item in evaluate(pair.before, asked.file, asked.receiver).items:
        if isinstance(item, ModuleValue) and isinstance(item.module, ModuleFile):
            facts = pair.before.facts(item.module.file)
            found = facts.declaring(MODULE_SCOPE, asked.name) if facts is not None else None
            if found is not None and Interval(item.module.file, found.start, found.end) in affected.tokens:
                return True
    return False


def _fed_with_data(pair: Pair, affected: Affected, asked: Asked, where: Interval) -> Iterator[Finding]:
    """Names that come from data, where an object with the renamed member is seen to be asked for them."""
    owners = owners_of(pair, affected, asked)
    if not (owners.are_seen and owners.renamed):
        return
    for text in (*left_in_code(pair, asked.name), *left_in_data(pair, asked.name)):
        if text.is_value or text.is_whole:
            message = f'"{asked.name}" stands here, and attributes are found by texts'
            clause = Clause(where, "they are asked for here")
            yield Finding("HF104", Severity.WARNING, text.place, message, (clause,))
