"""What an annotation promises: the classes of which a value is, where it cannot be None."""

from __future__ import annotations

import ast

from holdfast.check.certainty.kind_sets import Kind, Kinds
from holdfast.python.project.annotations import annotated
from holdfast.python.project.program import Program
from holdfast.python.project.values import ExternalValue, InstanceValue

#: Names of builtin containers in annotations.
_BUILTIN = {
    f"{module}.{name}": f"builtins.{name.lower()}"
    for module in ("typing", "typing_extensions")
    for name in ("List", "Dict", "Set", "FrozenSet", "Tuple")
} | {
    "typing.DefaultDict": "collections.defaultdict",
    "typing.Deque": "collections.deque",
    "typing.Counter": "collections.Counter",
    "typing.OrderedDict": "collections.OrderedDict",
}
_VAGUE = frozenset({"Optional", "Any", "object", "None"})


def promised_kinds(program: Program, file: str, annotation: ast.expr) -> Kinds | None:
    return None if allows_none(annotation) else promised_or_none(program, file, annotation)


def promised_or_none(program: Program, file: str, annotation: ast.expr) -> Kinds | None:
    """The classes of which a value is, where it is not None."""
    values = annotated(program, file, annotation)
    if not values.complete:
        return None
    found: set[Kind] = set()
    for item in values.items:
        match item:
            case InstanceValue(key):
                found.add(key)
            case ExternalValue(name, True):
                found.add(_BUILTIN.get(name, name))
            case _:
                return None
    return frozenset(found)


def allows_none(annotation: ast.expr) -> bool:
    """Does the annotation allow None, anywhere in it?"""
    for node in ast.walk(annotation):
        match node:
            case ast.Constant(value=None):
                return True
            case ast.Constant(value=str() as text) if any(word in text for word in _VAGUE):
                return True
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in _VAGUE:
                return True
    return False
