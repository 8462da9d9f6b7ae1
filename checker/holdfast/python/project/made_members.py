"""Members that a decorator writes into a class and no text declares.

They hide what the class would inherit: a dataclass has an `__init__` of its own. Nothing points at them,
for they have no token.
"""

from __future__ import annotations

import ast

from holdfast.python.project.classes import class_node, own_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey

DATACLASS_DECORATORS = frozenset(
    {
        "dataclasses.dataclass",
        "pydantic.dataclasses.dataclass",
        *(f"attr.{name}" for name in ("s", "attrs", "dataclass", "define", "mutable", "frozen")),
        *(f"attrs.{name}" for name in ("define", "mutable", "frozen")),
    }
)

_ORDERING = frozenset({"__lt__", "__le__", "__gt__", "__ge__"})
#: What a dataclass decorator makes, and the argument that says so; those of the first line by default.
_MADE = {
    "__init__": "init",
    "__repr__": "repr",
    "__eq__": "eq",
    "__match_args__": "match_args",
    **dict.fromkeys(_ORDERING, "order"),
    "__setattr__": "frozen",
    "__delattr__": "frozen",
}
_OFF_BY_DEFAULT = frozenset({"order", "frozen"})

#: Every name that a decorator may write; other names need no look at decorators.
MADE_NAMES = frozenset({*_MADE, "__hash__"})


def is_made(program: Program, key: ClassKey, name: str) -> bool:
    """Whether a decorator or the interpreter writes `name` into the class, which does not declare it."""
    if name not in MADE_NAMES or own_member(program, key, name) is not None:
        return False
    if name == "__hash__":
        # A class with `__eq__` and without `__hash__` gets a `__hash__` of None.
        return own_member(program, key, "__eq__") is not None or is_made(program, key, "__eq__")
    return any(_makes(program, key, item, name) for item in class_node(program, key).decorator_list)


def decorator_names(program: Program, file: str, decorator: ast.expr) -> frozenset[str]:
    """The dotted names of what a decorator expression calls or is."""
    from holdfast.python.project.evaluate import evaluate, qualified_name  # which looks members up in turn

    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return frozenset(qualified_name(program, item) for item in evaluate(program, file, called).items)


def _makes(program: Program, key: ClassKey, decorator: ast.expr, name: str) -> bool:
    names = decorator_names(program, key.file, decorator)
    if "functools.total_ordering" in names:
        return name in _ORDERING and any(own_member(program, key, item) is not None for item in _ORDERING)
    if not names & DATACLASS_DECORATORS:
        return False
    argument = _MADE[name]
    given = decorator.keywords if isinstance(decorator, ast.Call) else []
    for item in given:
        if item.arg == argument and isinstance(item.value, ast.Constant):
            return bool(item.value.value)
    return argument not in _OFF_BY_DEFAULT
