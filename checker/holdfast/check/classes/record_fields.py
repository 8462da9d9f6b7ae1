"""Fields that a decorator or a base class makes parameters of: what each class has of them, and in which order.

A field may stand in the class, or in any class above it that makes fields: what counts is the list of all of them as
the constructor takes them and `repr` shows them. A class that keeps its list does not notice where a field is declared.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from holdfast.check.classes.families import class_after
from holdfast.check.classes.seen_orders import is_order_seen
from holdfast.check.code.equivalence import both_sides
from holdfast.check.code.sides import Side
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, class_node, classes_in, order_of
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.instances import may_have_instances
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import makes_fields
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval


class RecordField(NamedTuple):
    """A field as a class has it: its declaration, wherever that stands."""

    name: str
    owner: ClassKey
    token: Interval
    statement: ast.AnnAssign
    #: Whether the class that declares it takes its fields by keyword alone.
    keyword_only: bool


class Fields(NamedTuple):
    """Declarations of fields that changed, in either world, while every class keeps its list."""

    before: frozenset[Interval] = frozenset()
    after: frozenset[Interval] = frozenset()


def declares_fields(pair: Pair) -> bool:
    """Is there a class in the edited files, or below one of those, that makes fields of what it declares?"""
    return bool(_classes(pair))


def fields_kept(sides: tuple[Side, Side]) -> Fields:
    """The declarations that came, went or moved, where every class that may have instances has the same fields."""
    pair = sides[0].pair
    classes = _classes(pair)
    first, second = _changed(pair, classes)
    others = {
        key: other
        for key, other in classes.items()
        if may_have_instances(pair.before, key) and not _is_same_list(sides, key, other)
    }
    return Fields(
        _without(pair.before, first, others.keys()),
        _without(pair.after, second, others.values()),
    )


def _without(
    program: Program, owners: Mapping[Interval, ClassKey], others: Collection[ClassKey]
) -> frozenset[Interval]:
    """The declarations that no class takes part in whose list of fields is another one."""
    parts = {item for key in others for item in order_of(program, key).classes}
    return frozenset(token for token, owner in owners.items() if owner not in parts)


def check_record_fields(pair: Pair, renamed: Mapping[str, str]) -> Iterator[Finding]:
    """Classes that have the same fields as before with other defaults, or in another order that somebody sees."""
    classes = _classes(pair)
    if not any(_changed(pair, classes)):
        return
    sides = both_sides(pair, renamed=renamed)
    for key, other in classes.items():
        first, second = record_fields(pair.before, key), record_fields(pair.after, other)
        if {item.name for item in first} != {item.name for item in second}:
            continue  # told by the fields that come or go
        if not may_have_instances(pair.before, key):
            continue
        info, now = class_info(pair.before, key), {item.name: item for item in second}
        for field in first:
            if not _is_same_field(sides, field, now[field.name]):
                message = (
                    f"`{info.name}` would have `{field.name}` with another default or as another parameter"
                )
                clause = Clause(field.token, "it has this")
                yield Finding("HF202", Severity.ERROR, info.interval, message, (clause,))
        if [item.name for item in first] != [item.name for item in second] and is_order_seen(
            pair.before, key
        ):
            message = f"`{info.name}` would have its fields in another order, which can be seen"
            yield Finding("HF203", Severity.WARNING, info.interval, message)


def _classes(pair: Pair) -> dict[ClassKey, ClassKey]:
    """The classes of the edited files and those below that have fields, with what they became."""
    found: dict[ClassKey, ClassKey] = {}
    for file in pair.rewritten_python_files():
        for top in classes_in(pair.before, file) if pair.facts(file) is not None else ():
            below = [top, *subclasses(pair.before, top)]
            if top not in found and any(makes_fields(pair.before, key) for key in below):
                known = [(key, class_after(pair, key)) for key in below]
                found.update((key, other) for key, other in known if other is not None)
    return found


def _changed(
    pair: Pair, classes: Mapping[ClassKey, ClassKey]
) -> tuple[dict[Interval, ClassKey], dict[Interval, ClassKey]]:
    """The tokens of own fields that only one world has in their class, classes between them included."""
    first = {key for one in classes for key in _with_those_above(pair.before, one)}
    second = {key for other in classes.values() for key in _with_those_above(pair.after, other)}
    before = {
        (class_after(pair, key), item.name): (item.token, key)
        for key in first
        for item in _own_fields(pair.before, key)
    }
    after = {(key, item.name): (item.token, key) for key in second for item in _own_fields(pair.after, key)}
    return (
        dict(found for place, found in before.items() if place not in after),
        dict(found for place, found in after.items() if place not in before),
    )


def _with_those_above(program: Program, key: ClassKey) -> list[ClassKey]:
    return [item for item in order_of(program, key).classes if isinstance(item, ClassKey)]


def record_fields(program: Program, key: ClassKey) -> list[RecordField]:
    """The fields in the order in which the constructor takes them, those of the bases first."""
    found: dict[str, RecordField] = {}
    for item in reversed(order_of(program, key).classes):
        if isinstance(item, ClassKey):
            # A field that is declared again keeps its place.
            found.update((field.name, field) for field in _own_fields(program, item))
    return list(found.values())


def _own_fields(program: Program, key: ClassKey) -> Iterator[RecordField]:
    facts = program.facts(key.file)
    if facts is None or not makes_fields(program, key):
        return
    node = class_node(program, key)
    keyword_only = _takes_keywords(node)
    for statement in node.body:
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        annotation = ast.unparse(statement.annotation)
        if "KW_ONLY" in annotation:
            keyword_only = True
        elif "ClassVar" not in annotation:
            token = Interval(key.file, facts.tree.start(statement.target), facts.tree.end(statement.target))
            yield RecordField(statement.target.id, key, token, statement, keyword_only)


def _takes_keywords(node: ast.ClassDef) -> bool:
    """What the decorator or the head of the class says of all fields that it declares."""
    calls = [item for item in node.decorator_list if isinstance(item, ast.Call)]
    given = [*node.keywords, *(keyword for call in calls for keyword in call.keywords)]
    return any(
        item.arg == "kw_only" and isinstance(item.value, ast.Constant) and bool(item.value.value)
        for item in given
    )


def _is_same_list(sides: tuple[Side, Side], key: ClassKey, other: ClassKey) -> bool:
    first, second = record_fields(sides[0].program, key), record_fields(sides[1].program, other)
    return len(first) == len(second) and all(
        _is_same_field(sides, one, another) for one, another in zip(first, second, strict=True)
    )


def _is_same_field(sides: tuple[Side, Side], before: RecordField, after: RecordField) -> bool:
    """Declared with the same words, which mean the same where each of them stands."""
    if before.name != after.name or before.keyword_only != after.keyword_only:
        return False
    if _total(sides[0].program, before) != _total(sides[1].program, after):
        return False
    parts = [
        (before.statement.annotation, after.statement.annotation),
        (before.statement.value, after.statement.value),
    ]
    if any(_dump(one) != _dump(other) for one, other in parts):
        return False
    if before.owner != after.owner and not _may_be_shared(before.statement.value):
        return (
            sides[0].pair.became(class_info(sides[0].program, before.owner).interval)
            == class_info(sides[1].program, after.owner).interval
        )
    return all(_mean_the_same(sides, before, after, one, other) for one, other in parts)


def _total(program: Program, field: RecordField) -> tuple[str, ...]:
    """Arguments in the head of the class, which a `TypedDict` applies to the fields that it declares."""
    return tuple(ast.dump(item) for item in class_node(program, field.owner).keywords)


def _dump(node: ast.expr | None) -> str:
    return "" if node is None else ast.dump(node)


def _may_be_shared(default: ast.expr | None) -> bool:
    """May several classes have one default together: nothing that a call makes once, but for `field(…)`?"""
    if isinstance(default, ast.Call):
        return all(_may_be_shared(item.value) for item in default.keywords) and not default.args
    made = (ast.Call, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
    return default is None or not any(
        isinstance(inner, made) and not isinstance(default, ast.Lambda) for inner in ast.walk(default)
    )


def _mean_the_same(
    sides: tuple[Side, Side],
    before: RecordField,
    after: RecordField,
    one: ast.expr | None,
    other: ast.expr | None,
) -> bool:
    """Do the names in two texts of the same words lead to the same things?"""
    first, second = sides[0].subject(before.owner.file), sides[1].subject(after.owner.file)
    names = {node.id for node in ast.walk(one) if isinstance(node, ast.Name)} if one is not None else set()
    facts = sides[0].program.facts(before.owner.file), sides[1].program.facts(after.owner.file)
    if first is None or second is None or None in facts or other is None:
        return not names
    return all(
        _identity(first.identities.of_name(name), facts[0], name)
        == _identity(second.identities.of_name(name), facts[1], name)
        for name in names
    )


def _identity(identity: object, facts: FileFacts | None, name: str) -> object:
    """What a name is; one that nobody binds is a builtin."""
    known = facts is not None and facts.declaring(0, name) is not None
    return identity if known else ("builtin", name)
