"""What a value can be of which an annotation speaks."""

from __future__ import annotations

import ast

from holdfast.python.project.program import Program
from holdfast.python.project.values import (
    NO_VALUES,
    UNKNOWN,
    ClassKey,
    ClassValue,
    ExternalValue,
    InstanceValue,
    Value,
    Values,
    joined,
    one,
)

_TYPING = ("typing", "typing_extensions")


def _typing(*names: str) -> frozenset[str]:
    return frozenset(f"{module}.{name}" for module in _TYPING for name in names)


#: `Wrapper[X]` speaks of an X.
_WRAPPERS = _typing("Optional", "Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly") | {
    "dataclasses.InitVar"
}
_UNIONS = _typing("Union")
_CLASSES = _typing("Type") | {"builtins.type"}
_SELF = _typing("Self")
#: They say nothing about the value.
_VAGUE = (
    _WRAPPERS
    | _UNIONS
    | _typing("Any", "TypeVar", "Callable", "Literal", "NewType", "TypeAlias")
    | {"builtins.object"}
)


def annotated(program: Program, file: str, node: ast.expr, *, self_class: ClassKey | None = None) -> Values:
    """What a value annotated with `node` can be. `None` adds nothing; `Self` is `self_class`."""
    if isinstance(node, ast.Constant):
        if node.value is None:
            return NO_VALUES
        facts = program.facts(file)
        inner = facts.string_annotation(node) if facts is not None and isinstance(node.value, str) else None
        return UNKNOWN if inner is None else annotated(program, file, inner, self_class=self_class)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _either(program, file, [node.left, node.right], self_class)
    if isinstance(node, ast.Subscript):
        return _subscripted(program, file, node, self_class)
    return _instances(_evaluated(program, file, node), self_class)


def _subscripted(program: Program, file: str, node: ast.Subscript, self_class: ClassKey | None) -> Values:
    generic = _evaluated(program, file, node.value)
    names = {item.name for item in generic.items if isinstance(item, ExternalValue) and not item.instance}
    arguments = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if names & _UNIONS:
        return _either(program, file, arguments, self_class)
    if names & _WRAPPERS and arguments:
        return annotated(program, file, arguments[0], self_class=self_class)
    if names & _CLASSES:
        values = annotated(program, file, arguments[0], self_class=self_class)
        return joined([one(_class_of(item)) for item in values.items]) if values.items else UNKNOWN
    return _instances(generic, self_class)


def _either(program: Program, file: str, nodes: list[ast.expr], self_class: ClassKey | None) -> Values:
    parts = [annotated(program, file, item, self_class=self_class) for item in nodes]
    return joined(parts)


def _instances(values: Values, self_class: ClassKey | None) -> Values:
    items: list[Value] = []
    for item in values.items:
        match item:
            case ClassValue(key):
                items.append(InstanceValue(key))
            case ExternalValue(name, False) if name in _SELF and self_class is not None:
                items.append(InstanceValue(self_class))
            case ExternalValue(name, False) if name not in _VAGUE:
                items.append(ExternalValue(name, True))
            case _:
                return UNKNOWN
    return Values(tuple(items), False) if items else UNKNOWN


def _class_of(value: Value) -> Value:
    match value:
        case InstanceValue(key):
            return ClassValue(key)
        case ExternalValue(name, True):
            return ExternalValue(name, False)
        case _:
            return value


def _evaluated(program: Program, file: str, node: ast.expr) -> Values:
    from holdfast.python.project.evaluate import evaluate  # which reads annotations in turn

    return evaluate(program, file, node)
