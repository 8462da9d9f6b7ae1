"""The parameters that a callable of the world takes by keyword.

Functions by their own parameters; classes by their `__init__` or `__new__`, or by the fields that a
dataclass decorator, attrs, `NamedTuple`, `TypedDict` or pydantic turns into parameters.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.python.project.classes import class_node, order_of, own_member, own_members
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.functional_records import record_named
from holdfast.python.project.lookup import (
    Hit,
    find_class_member,
    find_member,
    has_ancestor,
    member_declaration,
    metaclass_of,
)
from holdfast.python.project.made_members import DATACLASS_DECORATORS, decorator_names
from holdfast.python.project.modules import External
from holdfast.python.project.own_members import plainly_decorated
from holdfast.python.project.program import Program
from holdfast.python.project.values import (
    ClassKey,
    ClassValue,
    ExternalValue,
    FunctionValue,
    InstanceValue,
    Value,
)
from holdfast.text.interval import Interval

_FIELD_BASES = frozenset(
    {
        "typing.NamedTuple",
        "typing.TypedDict",
        "typing_extensions.NamedTuple",
        "typing_extensions.TypedDict",
        "pydantic.BaseModel",
        "pydantic.main.BaseModel",
        "msgspec.Struct",
    }
)


class Parameters(NamedTuple):
    """What a callable takes by keyword."""

    named: tuple[Declaration, ...]
    #: `**kwargs`, or a parent's parameters that cannot be seen: any other name is taken too.
    open: bool
    exact: bool

    def find(self, name: str) -> Declaration | None:
        return next((item for item in self.named if item.name == name), None)


#: The callable is outside the world or cannot be known.
UNKNOWN_PARAMETERS = Parameters((), open=True, exact=False)


def parameters_of(program: Program, value: Value) -> Parameters:
    """The keyword parameters of a value that is called."""
    match value:
        case FunctionValue(file, scope, _, _):
            return function_parameters(program, file, scope)
        case ClassValue(key):
            return constructor_parameters(program, key)
        case InstanceValue(key):
            hit = find_member(program, key, "__call__")
            return UNKNOWN_PARAMETERS if hit is None else method_parameters(program, hit)
        case _:
            return UNKNOWN_PARAMETERS


def function_parameters(program: Program, file: str, scope: int) -> Parameters:
    facts = program.facts(file)
    node = None if facts is None else facts.names.scopes[scope].node
    if facts is None or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return UNKNOWN_PARAMETERS
    named = []
    for item in (*node.args.args, *node.args.kwonlyargs):
        index = facts.names.occurrence_of_node.get(item)
        if index is not None:
            token = facts.names.occurrences[index]
            # Callers must use the mangled name where Python mangles the parameter.
            named.append(Declaration(Interval(file, token.start, token.end), Kind.PARAMETER, token.name))
    exact = isinstance(node, ast.Lambda) or plainly_decorated(node)
    return Parameters(tuple(named), node.args.kwarg is not None, exact)


def method_parameters(program: Program, hit: Hit) -> Parameters:
    """The parameters of all definitions of a method."""
    parts = [function_parameters(program, hit.owner.file, scope) for scope in hit.member.functions]
    if not parts:
        return UNKNOWN_PARAMETERS
    named = tuple(dict.fromkeys(item for part in parts for item in part.named))
    return Parameters(
        named, any(part.open for part in parts), hit.exact and all(part.exact for part in parts)
    )


def constructor_parameters(program: Program, key: ClassKey) -> Parameters:
    """What calling the class takes."""
    metaclass = metaclass_of(program, key)
    if metaclass is not None and find_member(program, metaclass, "__call__") is not None:
        return UNKNOWN_PARAMETERS
    for item in order_of(program, key).classes:
        if isinstance(item, ClassKey):
            # A class that has its parameters made for it keeps an `__init__` that it writes itself.
            if own_member(program, item, "__init__") is not None:
                break
            if makes_fields(program, item):
                return field_parameters(program, item)
    written = find_class_member(program, key, "__init__") or find_class_member(program, key, "__new__")
    if written is not None:
        return method_parameters(program, written)
    for item in order_of(program, key).classes:
        record = record_named(program, item.name) if isinstance(item, External) else None
        if record is not None and record.is_tuple:
            return Parameters(record.fields, open=False, exact=False)
    whole = all(isinstance(item, ClassKey) for item in order_of(program, key).classes[:-1])
    return Parameters((), open=not whole, exact=whole)


def makes_fields(program: Program, key: ClassKey) -> bool:
    """Whether the class's annotated names become parameters of its constructor."""
    decorators = class_node(program, key).decorator_list
    if any(decorator_names(program, key.file, item) & DATACLASS_DECORATORS for item in decorators):
        return True
    return has_ancestor(program, key, _FIELD_BASES)


def field_parameters(program: Program, key: ClassKey) -> Parameters:
    """The fields of a class and of the field classes above it."""
    named: dict[str, Declaration] = {}
    order = order_of(program, key)
    open_ended = False
    for item in order.classes:
        if not isinstance(item, ClassKey):
            open_ended = open_ended or not _known_outside(getattr(item, "name", ""))
        elif makes_fields(program, item):
            for field in _fields(program, item):
                named.setdefault(field.name, field)
    return Parameters(tuple(named.values()), open_ended, order.exact)


def fields_in_order(program: Program, key: ClassKey) -> tuple[Declaration, ...] | None:
    """The fields as the constructor takes them by position, those of the bases first; None where the class
    is made in another way or not all of its bases can be seen."""
    order = order_of(program, key)
    if not makes_fields(program, key) or own_member(program, key, "__init__") is not None:
        return None
    found: dict[str, Declaration] = {}
    for item in reversed(order.classes):
        if not isinstance(item, ClassKey):
            if not _known_outside(getattr(item, "name", "")):
                return None
        elif makes_fields(program, item):
            # A field that is declared again keeps its place.
            found.update((field.name, field) for field in _fields(program, item))
    return tuple(found.values())


def _known_outside(name: str) -> bool:
    return name in _FIELD_BASES or name in {"builtins.object", "typing.Generic", "typing.Protocol", "abc.ABC"}


def _fields(program: Program, key: ClassKey) -> Iterator[Declaration]:
    facts = program.facts(key.file)
    assert facts is not None
    members = own_members(program, key)
    for statement in class_node(program, key).body:
        name = _field_name(program, key, statement)
        member = None if name is None else members.get(name)
        if member is not None:
            yield member_declaration(key, member)._replace(kind=Kind.FIELD)


def _field_name(program: Program, key: ClassKey, statement: ast.stmt) -> str | None:
    """The field that a statement of a class body declares: annotated, or made by `attr.ib()`."""
    facts = program.facts(key.file)
    assert facts is not None
    target: ast.expr | None = None
    if isinstance(statement, ast.AnnAssign):
        if _is_class_variable(program, key.file, statement.annotation):
            return None
        if _not_in_init(statement.value):
            return None
        target = statement.target
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        called = statement.value.func if isinstance(statement.value, ast.Call) else None
        if called is not None and any(
            qualified_name(program, item) in {"attr.ib", "attr.attrib", "attrs.field", "attr.field"}
            for item in evaluate(program, key.file, called).items
        ):
            target = statement.targets[0]
    index = None if target is None else facts.names.occurrence_of_node.get(target)
    return None if index is None else facts.names.occurrences[index].name


def _is_class_variable(program: Program, file: str, node: ast.expr) -> bool:
    if isinstance(node, ast.Subscript):
        node = node.value
    names = (item.name for item in evaluate(program, file, node).items if isinstance(item, ExternalValue))
    return any(
        name in {"typing.ClassVar", "typing_extensions.ClassVar", "dataclasses.KW_ONLY"} for name in names
    )


def _not_in_init(value: ast.expr | None) -> bool:
    """`field(init=False)`"""
    if not isinstance(value, ast.Call):
        return False
    return any(
        item.arg == "init" and isinstance(item.value, ast.Constant) and item.value.value is False
        for item in value.keywords
    )
