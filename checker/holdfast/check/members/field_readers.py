"""Does anybody ask an object of a class for a field? If not, the field may come or go.

A field that a base class sets for one of its subclasses may be set there. Other subclasses lose it, or get it
the other way round, and nobody can tell: no code reads it of them, by name or through all they have.
"""

from __future__ import annotations

import ast

from holdfast.python.project.classes import class_info, order_of, outside_ancestors, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import find_member
from holdfast.python.project.own_members import Member, words_of
from holdfast.python.project.program import Program
from holdfast.python.project.values import (
    ClassKey,
    ClassValue,
    ExternalValue,
    InstanceValue,
    ModuleValue,
    Value,
)

#: Ways to see every field of an object.
_SEEING_ALL = frozenset({"__dict__", "vars", "__getstate__", "asdict", "__getattr__"})


def is_unasked(program: Program, key: ClassKey, field: str) -> bool:
    """Does no code ask an instance of the class for the field?"""
    near = {key.file, *program.index.files_with(class_info(program, key).name)}
    if near & program.index.files_with_any(_SEEING_ALL):
        return False
    for file in program.index.files_with_any(words_of(field)):
        facts = program.facts(file)
        if facts is not None and (_spells(facts, field) or _asks(program, file, facts, key, field)):
            return False
    return True


def has_plain_fields(program: Program, key: ClassKey) -> bool:
    """Does no code run when a field of an instance is set: no property with a setter, no `__setattr__`?"""
    if outside_ancestors(program, key):
        return False
    for item in order_of(program, key).classes:
        for name, member in own_members(program, item).items() if isinstance(item, ClassKey) else ():
            if name == "__setattr__" or (member.kind is Kind.PROPERTY and len(member.functions) > 1):
                return False
            if isinstance(item, ClassKey) and member.on_class and _takes_stores(program, item, member):
                return False
    return True


def _takes_stores(program: Program, owner: ClassKey, member: Member) -> bool:
    """Is it a descriptor, an object in the class that takes what is stored?"""
    facts = program.facts(owner.file)
    for target in member.targets if facts is not None else ():
        bound = facts.bound_values.get(target) if facts is not None else None
        if bound is None or not isinstance(target, ast.Name) or not isinstance(bound.node, ast.Call):
            continue
        for value in evaluate(program, owner.file, bound.node).items:
            if isinstance(value, InstanceValue) and find_member(program, value.key, "__set__") is not None:
                return True
    return False


def _spells(facts: FileFacts, field: str) -> bool:
    return f'"{field}"' in facts.text or f"'{field}'" in facts.text


def _asks(program: Program, file: str, facts: FileFacts, key: ClassKey, field: str) -> bool:
    for use in facts.names.attributes:
        # A store alone makes the field.
        if use.name == field and (use.augmented or not isinstance(use.node.ctx, ast.Store)):
            values = evaluate(program, file, use.node.value).items
            if not values or any(_may_be(program, value, key) for value in values):
                return True
    return False


def _may_be(program: Program, value: Value, key: ClassKey) -> bool:
    """Can the value be an instance of the class?"""
    if isinstance(value, InstanceValue):
        return value.key in order_of(program, key).classes
    return not isinstance(value, ModuleValue | ExternalValue | ClassValue)
