"""The class table: every class statement of the world with its bases resolved and linearised.

A base is a class of the world, a dotted name outside it, or unknown. `object` is external like any
other class outside and always comes last.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.python.project.linearise import Inconsistent, linearise
from holdfast.python.project.modules import External
from holdfast.python.project.own_members import Member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, ExternalValue
from holdfast.text.interval import Interval

OBJECT = External("builtins.object")


class UnknownBase(NamedTuple):
    """A base whose class cannot be known; `place` keeps two of them apart."""

    file: str
    place: int


Ancestor = ClassKey | External | UnknownBase
_Linearised = tuple[tuple[Ancestor, ...], Inconsistent | None]

#: Bases that only serve type checkers, and whose runtime class adds no member that matters.
MEMBERLESS = frozenset(
    {
        OBJECT,
        External("typing.Generic"),
        External("typing.Protocol"),
        External("typing_extensions.Protocol"),
        External("abc.ABC"),
    }
)

_MEMBERS_OF_OBJECT = frozenset(dir(object)) | {"__dict__", "__weakref__", "__module__", "__annotations__"}
_MEMBERS_OF_TYPE = frozenset(dir(type)) | {"__qualname__", "__abstractmethods__", "__type_params__"}


class ClassInfo(NamedTuple):
    """One class statement and its place in the hierarchy."""

    key: ClassKey
    name: str
    #: The name token of the class statement.
    interval: Interval
    #: The dotted name: module, enclosing scopes, class.
    qualified_name: str
    bases: tuple[Ancestor, ...]
    #: Whether every base is one certain class (not one of two branches, not guessed).
    bases_exact: bool
    metaclass: ClassKey | External | UnknownBase | None


class Order(NamedTuple):
    """The method resolution order, the class itself first, and what is wrong with it, if anything."""

    classes: tuple[Ancestor, ...]
    problem: Inconsistent | None
    #: Whether the bases of all ancestors are certain.
    exact: bool


def classes_in(program: Program, file: str) -> Iterator[ClassKey]:
    """The classes of a file, in reading order."""
    facts = program.facts(file)
    for scope in facts.class_scopes if facts is not None else ():
        yield ClassKey(file, scope)


def class_node(program: Program, key: ClassKey) -> ast.ClassDef:
    facts = program.facts(key.file)
    assert facts is not None
    node = facts.names.scopes[key.scope].node
    assert isinstance(node, ast.ClassDef)
    return node


def class_info(program: Program, key: ClassKey) -> ClassInfo:
    bare: dict[ClassKey, ClassInfo] = program.memory.table("bare classes")
    fallback = bare.get(key)
    if fallback is None:
        fallback = bare[key] = _without_bases(program, key)
    return program.memory.ask(("class", key), lambda: _class_info(program, key), fallback)


def own_members(program: Program, key: ClassKey) -> dict[str, Member]:
    facts = program.facts(key.file)
    assert facts is not None
    return dict(facts.members[key.scope])


def own_member(program: Program, key: ClassKey, name: str) -> Member | None:
    facts = program.facts(key.file)
    return None if facts is None else facts.members[key.scope].get(name)


def order_of(program: Program, key: ClassKey) -> Order:
    """The method resolution order of a class."""
    if not program.memory.idle:
        # Asked on the way to some base: what the table may keep is not known yet.
        fallback = Order((key,), None, False)
        return program.memory.ask(("order", key), lambda: _order(program, key, {}), fallback)
    orders: dict[ClassKey, Order] = program.memory.table("orders")
    known = orders.get(key)
    if known is None:
        # Every base is looked up now, from nothing, so that the answers lean on no open question.
        _depth_first_infos(program, key)
        known = orders[key] = _order(program, key, program.memory.table("linearised"))
    return known


def _order(program: Program, key: ClassKey, known: dict[Ancestor, _Linearised]) -> Order:
    def bases_of(item: Ancestor) -> tuple[Ancestor, ...]:
        if isinstance(item, ClassKey):
            return class_info(program, item).bases or (OBJECT,)
        return () if item == OBJECT else (OBJECT,)

    classes, problem = linearise(key, bases_of, known)
    infos = (class_info(program, item) for item in classes if isinstance(item, ClassKey))
    return Order(classes, problem, problem is None and all(info.bases_exact for info in infos))


def _depth_first_infos(program: Program, key: ClassKey) -> None:
    seen, waiting = {key}, [key]
    while waiting:
        for base in class_info(program, waiting.pop()).bases:
            if isinstance(base, ClassKey) and base not in seen:
                seen.add(base)
                waiting.append(base)


def object_defines(name: str) -> bool:
    return name in _MEMBERS_OF_OBJECT


def type_defines(name: str) -> bool:
    """Whether every class has the attribute, since `type` has it."""
    return name in _MEMBERS_OF_TYPE


def outside_ancestors(program: Program, key: ClassKey) -> tuple[External | UnknownBase, ...]:
    """The ancestors that are not in the world, without `object` and what only type checkers see."""
    return tuple(
        item
        for item in order_of(program, key).classes
        if not isinstance(item, ClassKey) and item not in MEMBERLESS
    )


def _without_bases(program: Program, key: ClassKey) -> ClassInfo:
    facts = program.facts(key.file)
    assert facts is not None
    scope = facts.names.scopes[key.scope]
    index = facts.names.occurrence_of_node.get(scope.node)
    start, end = scope.start, scope.start
    if index is not None:
        start, end = facts.names.occurrences[index].start, facts.names.occurrences[index].end
    names = [scope.name]
    parent = scope.parent
    while parent > 0:
        outer = facts.names.scopes[parent]
        if outer.kind.value in {"class", "function"}:
            names.append(outer.name)
        parent = outer.parent
    names.append(program.modules.module_name(key.file))
    return ClassInfo(
        key, scope.name, Interval(key.file, start, end), ".".join(reversed(names)), (), False, None
    )


def _class_info(program: Program, key: ClassKey) -> ClassInfo:
    node = class_node(program, key)
    bases: list[Ancestor] = []
    exact = True
    for place, expression in enumerate(node.bases):
        if isinstance(expression, ast.Starred):
            bases.append(UnknownBase(key.file, key.scope * 1000 + place))
            exact = False
            continue
        base, certain = _base(program, key, expression, place)
        exact = exact and certain
        bases.append(base)
    metaclass = next((item.value for item in node.keywords if item.arg == "metaclass"), None)
    if any(item.arg is None for item in node.keywords):
        exact = False
    return _without_bases(program, key)._replace(
        bases=tuple(bases),
        bases_exact=exact,
        metaclass=None if metaclass is None else _base(program, key, metaclass, -1)[0],
    )


def _base(program: Program, key: ClassKey, expression: ast.expr, place: int) -> tuple[Ancestor, bool]:
    """The class that a base expression names; one of the world where there is a choice."""
    from holdfast.python.project.evaluate import evaluate  # needs this module for its answers

    values = evaluate(program, key.file, expression)
    inside = [item.key for item in values.items if isinstance(item, ClassValue) and item.key != key]
    if inside:
        return inside[0], values.proven and len(values.items) == 1
    for item in values.items:
        if isinstance(item, ExternalValue) and not item.instance:
            return External(item.name), values.proven and len(values.items) == 1
    return UnknownBase(key.file, key.scope * 1000 + place), False
