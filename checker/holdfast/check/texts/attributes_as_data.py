"""Fields that become keys: `asdict(order)`, `vars(order)`, `point._asdict()`, `json.dumps(orders, default=vars)`.

Where objects are turned into dictionaries the name of a field is data. A text that still has the old name is then
evidence that somebody reads it under that name; and where the whole comes out of the program, whoever gets it sees
another key.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import LeftText, exchanged_in_texts, left_in_code, left_in_data
from holdfast.check.texts.name_keys import parents_of
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import classes_in, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.functional_records import fields_made_by_calls
from holdfast.text.interval import Interval

#: Functions that make a dictionary or a list of names of the object that is their first argument.
_OF_ARGUMENT = frozenset({"asdict", "vars", "fields", "to_builtins"})
#: Methods and attributes that are such a dictionary or list.
_OF_RECEIVER = frozenset({"__dict__", "_asdict", "_fields", "__dataclass_fields__", "model_dump"})
CONVERTING = _OF_ARGUMENT | _OF_RECEIVER
#: Methods that go through fields without telling their names to anybody but a person.
_AT_HOME = frozenset({"__repr__", "__str__", "__eq__", "__hash__", "__copy__", "__deepcopy__", "copy"})
_ATTRIBUTES = frozenset({Kind.INSTANCE_ATTRIBUTE, Kind.FIELD, Kind.CLASS_ATTRIBUTE, Kind.SLOT})


class Conversion(NamedTuple):
    """A place that makes data of the names of fields, and the object that they are of."""

    file: str
    node: ast.expr
    how: str
    receiver: ast.expr
    #: The function itself is given to somebody, who calls it with what is inside the receiver.
    is_given: bool


def check_attributes_as_data(pair: Pair, affected: Affected) -> Iterator[Finding]:
    fields = sorted(_renamed_fields(pair, affected))
    if not fields or not pair.before.index.files_with_any(CONVERTING):
        return
    from holdfast.check.texts.conversions import Standing, fate_of_names, loses_keyword, standing_of

    found = list(_conversions(pair))
    for token, name in fields:
        clause = Clause(token, "this was renamed")
        mine = [(each, how) for each in found if (how := standing_of(pair, affected, each, name)) is not None]
        for each, _ in mine:
            place = loses_keyword(pair, affected, each, name)
            if place is not None:
                message = f"what is spread here would no longer have the key `{name}`"
                yield Finding("HF106", Severity.WARNING, place, message, (clause,))
        seen = [each for each, how in mine if how is Standing.SURE and not _is_at_home(pair, each)]
        texts = list(_texts(pair, name)) if seen else []
        for text in texts:
            message = f'"{name}" stands here, and fields become data under their names'
            clauses = (clause, Clause(_place(pair, seen[0]), "it becomes data here"))
            yield Finding("HF104", Severity.WARNING, text.place, message, clauses)
        if texts or exchanged_in_texts(pair, affected, name):
            continue
        for each, how in mine:
            severity = fate_of_names(pair, affected, each, name, how)
            if severity is not None:
                message = f"fields become data under their names here, and `{name}` was renamed"
                yield Finding(
                    "HF202" if severity is Severity.WARNING else "HF501",
                    severity,
                    _place(pair, each),
                    message,
                    (Clause(token, "this"),),
                )


def _place(pair: Pair, each: Conversion) -> Interval:
    facts = pair.before.facts(each.file)
    assert facts is not None
    return Interval(each.file, facts.tree.start(each.node), facts.tree.end(each.node))


def _texts(pair: Pair, name: str) -> Iterator[LeftText]:
    return (text for text in (*left_in_code(pair, name), *left_in_data(pair, name)) if text.is_data)


def _renamed_fields(pair: Pair, affected: Affected) -> Iterator[tuple[Interval, str]]:
    """Renamed attributes that instances hold."""
    for file in sorted({token.file for token in affected.tokens}):
        facts = pair.before.facts(file)
        if facts is None:
            continue
        for key in classes_in(pair.before, file):
            for member in own_members(pair.before, key).values():
                token = Interval(file, *member.token)
                if token in affected.tokens and member.kind in _ATTRIBUTES:
                    yield token, member.name
        for start, end, name in fields_made_by_calls(facts):
            if Interval(file, start, end) in affected.tokens:
                yield Interval(file, start, end), name


def _conversions(pair: Pair) -> Iterator[Conversion]:
    for file in sorted(pair.before.index.files_with_any(CONVERTING)):
        facts = pair.before.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            if facts is not None:
                yield from _converted(file, facts, node)


def _converted(file: str, facts: FileFacts, node: ast.AST) -> Iterator[Conversion]:
    """What is turned into data here."""
    around = parents_of(facts).get(node)
    match node:
        case ast.Call(func=called, args=[first, *_]) if last_name(called) in _OF_ARGUMENT:
            yield Conversion(file, node, last_name(called), first, is_given=False)
        case ast.Attribute(value=value, attr=name, ctx=ast.Load()) if name in _OF_RECEIVER:
            whole = around if isinstance(around, ast.Call) and around.func is node else node
            yield Conversion(file, whole, name, value, is_given=False)
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name) if name in _OF_ARGUMENT:
            call = parents_of(facts).get(around) if isinstance(around, ast.keyword) else around
            if isinstance(call, ast.Call) and call.func is not node and call.args:
                others = [item for item in call.args if item is not node]
                if others:
                    yield Conversion(file, call, name, others[0], is_given=True)


def _is_at_home(pair: Pair, each: Conversion) -> bool:
    """In a method that only compares, copies or shows, or where single entries are looked at by name."""
    facts = pair.before.facts(each.file)
    assert facts is not None
    parents = parents_of(facts)
    around = parents.get(each.node)
    if isinstance(around, ast.Attribute):
        if around.attr in ("update", "get", "pop", "setdefault", "clear", "values"):
            return True
    if isinstance(around, ast.Subscript | ast.Compare) or _goes_back(pair, each, around):
        return True
    if each.how == "fields" and not _tells_names(facts, each.node):
        return True
    while around is not None and not isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef):
        around = parents.get(around)
    return around is not None and around.name in _AT_HOME


def _goes_back(pair: Pair, each: Conversion, around: ast.AST | None) -> bool:
    """`Order(**vars(order))`: the names come back to where they came from."""
    from holdfast.check.objects.fates import makes_object

    facts = pair.before.facts(each.file)
    call = (
        parents_of(facts).get(around)
        if isinstance(around, ast.keyword) and around.arg is None and facts is not None
        else None
    )
    return isinstance(call, ast.Call) and makes_object(pair.before, each.file, call)


def _tells_names(facts: FileFacts, node: ast.expr) -> bool:
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
