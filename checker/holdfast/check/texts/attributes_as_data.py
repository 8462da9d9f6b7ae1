"""Fields that become keys, and keys that become fields: `asdict(order)`, `vars(order)`, `Order(**row)`.

Where objects are turned into dictionaries, or dictionaries into objects, the name of a field is data. A text
that still has the old name is then evidence that somebody reads or writes it under that name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.check.texts.expanded_keys import has_written_keys, renamed_parameters
from holdfast.check.texts.left_texts import LeftText, exchanged_in_texts, left_in_code, left_in_data
from holdfast.check.texts.name_keys import parents_of
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import Role
from holdfast.python.project.call_nodes import expanding_calls
from holdfast.python.project.classes import classes_in, order_of, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.functional_records import fields_made_by_calls, record_named
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, ExternalValue, InstanceValue, Value
from holdfast.text.interval import Interval

#: Functions that make a dictionary or a list of names of the object that is their first argument.
_OF_ARGUMENT = frozenset({"asdict", "vars", "fields", "to_builtins"})
#: Methods and attributes that are such a dictionary or list.
_OF_RECEIVER = frozenset({"__dict__", "_asdict", "_fields", "__dataclass_fields__", "model_dump"})
_WORDS = _OF_ARGUMENT | _OF_RECEIVER
#: Methods that go through fields without telling their names to anybody but a person.
_AT_HOME = frozenset({"__repr__", "__str__", "__eq__", "__hash__", "__copy__", "__deepcopy__", "copy"})
_ATTRIBUTES = frozenset({Kind.INSTANCE_ATTRIBUTE, Kind.FIELD, Kind.CLASS_ATTRIBUTE, Kind.SLOT})


class _Conversion(NamedTuple):
    """A place that makes data of the names of fields; `leaves` if the whole is handed to somebody."""

    place: Interval
    values: tuple[Value, ...]
    leaves: bool


def check_attributes_as_data(pair: Pair, affected: Affected) -> Iterator[Finding]:
    fields = dict(_renamed_fields(pair, affected))
    conversions = list(_conversions(pair.before)) if fields else []
    for token, owner in sorted(fields.items()):
        name = _text(pair, token)
        mine = [
            each for each in conversions if any(_is_of(pair.before, value, owner) for value in each.values)
        ]
        if mine:
            yield from _of_field(pair, affected, token, name, mine)
    yield from _filled_from_data(pair, affected)


def _of_field(
    pair: Pair, affected: Affected, token: Interval, name: str, conversions: list[_Conversion]
) -> Iterator[Finding]:
    texts = list(_texts(pair, name))
    for text in texts:
        message = f'"{name}" stands here, and fields become data under their names'
        clauses = (Clause(token, "this was renamed"), Clause(conversions[0].place, "it becomes data here"))
        yield Finding("HF104", Severity.WARNING, text.place, message, clauses)
    if texts or exchanged_in_texts(pair, affected, name):
        return
    for each in conversions:
        if each.leaves:
            message = f"fields become data under their names here, and `{name}` was renamed"
            yield Finding("HF501", Severity.INFORMATION, each.place, message, (Clause(token, "this"),))


def _text(pair: Pair, token: Interval) -> str:
    return (pair.before.world.text(token.file) or "")[token.start : token.end]


def _texts(pair: Pair, name: str) -> Iterator[LeftText]:
    return (text for text in (*left_in_code(pair, name), *left_in_data(pair, name)) if text.is_data)


def _renamed_fields(pair: Pair, affected: Affected) -> Iterator[tuple[Interval, ClassKey | str]]:
    """Renamed attributes that instances hold, each with its class, or with the name of the record."""
    for file in sorted({token.file for token in affected.tokens}):
        facts = pair.before.facts(file)
        if facts is None:
            continue
        for key in classes_in(pair.before, file):
            for member in own_members(pair.before, key).values():
                token = Interval(file, *member.token)
                if token in affected.tokens and member.kind in _ATTRIBUTES:
                    yield token, key
        for start, end, name in fields_made_by_calls(facts):
            if Interval(file, start, end) in affected.tokens:
                yield Interval(file, start, end), name


def _is_of(program: Program, value: Value, owner: ClassKey | str) -> bool:
    """Is this an object of the class that has the field, or of one below it?"""
    if isinstance(value, ExternalValue):
        record = record_named(program, value.name)
        return record is not None and isinstance(owner, str) and record.find(owner) is not None
    if not isinstance(value, InstanceValue | ClassValue) or isinstance(owner, str):
        return False
    return owner in order_of(program, value.key).classes or value.key in order_of(program, owner).classes


def _conversions(program: Program) -> Iterator[_Conversion]:
    for file in sorted(program.index.files_with_any(_WORDS)):
        facts = program.facts(file)
        if facts is None:
            continue
        for node in ast.walk(facts.tree.module):
            converted = _converted(node)
            if converted is None or not isinstance(node, ast.expr) or _is_at_home(facts, node):
                continue
            values = evaluate(program, file, converted).items
            if values and not _goes_back(program, file, facts, node):
                place = Interval(file, facts.tree.start(node), facts.tree.end(node))
                yield _Conversion(place, values, _leaves(facts, node))


def _converted(node: ast.AST) -> ast.expr | None:
    """What is turned into data here."""
    match node:
        case ast.Call(func=called, args=[first, *_]) if last_name(called) in _OF_ARGUMENT:
            return first
        case ast.Attribute(value=value, attr=name, ctx=ast.Load()) if name in _OF_RECEIVER:
            return value
        case _:
            return None


def _is_at_home(facts: FileFacts, node: ast.AST) -> bool:
    """In a method that only compares, copies or shows, or where single entries are looked at by name."""
    parents = parents_of(facts)
    around = parents.get(node)
    if isinstance(around, ast.Attribute) and around.attr in ("update", "get", "pop", "setdefault", "clear"):
        return True
    if isinstance(around, ast.Subscript | ast.Compare):
        return True
    if isinstance(node, ast.Call) and last_name(node.func) == "fields" and not _tells_names(facts, node):
        return True
    while around is not None and not isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef):
        around = parents.get(around)
    return around is not None and around.name in _AT_HOME


def _tells_names(facts: FileFacts, node: ast.Call) -> bool:
    """Are the names that `fields(…)` gives used for more than `getattr(thing, field.name)`?"""
    parents = parents_of(facts)
    around: ast.AST | None = node
    while around is not None and not isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
        around = parents.get(around)
    for each in ast.walk(around) if around is not None else ():
        if isinstance(each, ast.Attribute) and each.attr == "name":
            call = parents.get(each)
            if not (isinstance(call, ast.Call) and last_name(call.func) in ("getattr", "setattr", "hasattr")):
                return True
    return False


def _goes_back(program: Program, file: str, facts: FileFacts, node: ast.AST) -> bool:
    """`Order(**vars(order))`: the names come back to where they came from."""
    parents = parents_of(facts)
    around = parents.get(node)
    if isinstance(around, ast.Call) and around.func is node:
        around = parents.get(around)  # `entry._asdict()`
    call = parents.get(around) if isinstance(around, ast.keyword) and around.arg is None else None
    if not isinstance(call, ast.Call):
        return False
    items = evaluate(program, file, call.func).items
    return any(
        isinstance(item, ClassValue)
        or (isinstance(item, ExternalValue) and record_named(program, item.name) is not None)
        for item in items
    )


def _leaves(facts: FileFacts, node: ast.AST) -> bool:
    parents = parents_of(facts)
    around = parents.get(node)
    if isinstance(around, ast.Call) and around.func is node:
        around = parents.get(around)
    return isinstance(around, ast.Return | ast.Call | ast.keyword | ast.List | ast.ListComp)


def _filled_from_data(pair: Pair, affected: Affected) -> Iterator[Finding]:
    """`Order(**row)`, where nobody can see the keys of `row`, and a text has the old name of a field."""
    said: set[Interval] = set()
    for file in affected.files:
        facts = pair.before.facts(file)
        if facts is None or "**" not in facts.text:
            continue
        for node, expanded in expanding_calls(facts.tree.module):
            # What is called is told sooner than what is spread.
            findings = list(_of_call(pair, affected, file, facts, node))
            if findings and not _is_known(pair.before, file, facts, expanded):
                for finding in findings:
                    if finding.place not in said:
                        said.add(finding.place)
                        yield finding


def _of_call(
    pair: Pair, affected: Affected, file: str, facts: FileFacts, call: ast.Call
) -> Iterator[Finding]:
    for name in sorted(affected.old_names):
        renamed = [item.interval for item in renamed_parameters(pair.before, affected, file, call, name)]
        if not renamed or any(keyword.arg == name for keyword in call.keywords):
            continue
        where = Interval(file, facts.tree.start(call), facts.tree.end(call))
        for text in _texts(pair, name):
            message = f'"{name}" stands here, and data becomes arguments under its names'
            clauses = (Clause(renamed[0], "this was renamed"), Clause(where, "it is given its value here"))
            yield Finding("HF104", Severity.WARNING, text.place, message, clauses)


def _is_known(program: Program, file: str, facts: FileFacts, node: ast.expr) -> bool:
    """Is this the `**others` of a function, whose keywords are followed, or something that is written down?"""
    if _converted(node) is not None or (isinstance(node, ast.Call) and _converted(node.func) is not None):
        return True
    if isinstance(node, ast.Dict) or has_written_keys(program, file, node):
        return True
    index = facts.names.occurrence_of_node.get(node)
    if index is None:
        return False
    found = facts.names.occurrences[index]
    targets = [
        facts.node_of_occurrence.get(binding)
        for binding in facts.bindings.get((found.owner, found.name), ())
        if facts.names.occurrences[binding].role is Role.PARAMETER
    ]
    return any(
        target is not None and getattr(parents_of(facts).get(target), "kwarg", None) is target
        for target in targets
    )
