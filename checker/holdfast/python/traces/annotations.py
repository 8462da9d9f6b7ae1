"""What annotations promise about values, as far as traces rely on it."""

from __future__ import annotations

import ast

#: Types whose values never change.
_IMMUTABLE = frozenset({"str", "int", "float", "bool", "bytes", "complex", "None"})


#: Types of containers that an augmented assignment changes in place.
_CONTAINERS = frozenset(
    {
        *("list", "set", "dict", "bytearray", "deque", "defaultdict", "Counter", "OrderedDict"),
        *("List", "Set", "Dict", "Deque", "DefaultDict", "MutableSequence", "MutableSet", "MutableMapping"),
    }
)


def is_container_type(annotation: ast.expr | None) -> bool:
    """Is the value a container that keeps being the same object when something is added to it?"""
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    name = annotation.attr if isinstance(annotation, ast.Attribute) else getattr(annotation, "id", None)
    return name in _CONTAINERS


def is_immutable_type(annotation: ast.expr | None) -> bool:
    """Is every value that the annotation allows a number, a text or None?"""
    match annotation:
        case ast.Constant(value=None):
            return True
        case ast.Constant(value=str() as text):
            return _is_immutable_text(text)
        case ast.Name(id=name):
            return name in _IMMUTABLE
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return is_immutable_type(left) and is_immutable_type(right)
        case ast.Subscript(
            value=ast.Name(id="Optional" | "Final") | ast.Attribute(attr="Optional" | "Final")
        ):
            return is_immutable_type(annotation.slice)
        case ast.Subscript(
            value=ast.Name(id="Union") | ast.Attribute(attr="Union"), slice=ast.Tuple(elts=parts)
        ):
            return all(map(is_immutable_type, parts))
        case _:
            return False


def simple_type(annotation: ast.expr | None) -> str:
    """The type that the annotation promises, where it is a plain one of numbers, texts and truth values."""
    name = annotation.id if isinstance(annotation, ast.Name) else ""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        name = annotation.value
    return name if name in ("str", "int", "float", "bool") else ""


def _is_immutable_text(text: str) -> bool:
    try:
        return is_immutable_type(ast.parse(text, mode="eval").body)
    except SyntaxError:
        return False
