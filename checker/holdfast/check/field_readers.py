"""Does anybody ask an object of a class for a field? If not, the field may come or go.

A field that a base class sets for one of its subclasses may be set there. Other subclasses lose it, or get it
the other way round, and nobody can tell: no code reads it of them, by name or through all they have.
"""

from __future__ import annotations

import ast

from holdfast.python.project.classes import class_info, order_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
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
    for file in program.index.files_with(field):
        facts = program.facts(file)
        if facts is not None and (_spells(facts, field) or _asks(program, file, facts, key, field)):
            return False
    return True


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
