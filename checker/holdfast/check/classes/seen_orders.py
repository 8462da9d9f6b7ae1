"""Does anybody see in which order an object has its fields? Calls and patterns by position are asked elsewhere.

A dataclass shows its fields in the text that it is printed as, compares them one after another where it has an order,
and hands them out as a dictionary or a tuple.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.objects.kinds import known_classes
from holdfast.python.project.classes import class_info, class_node
from holdfast.python.project.facts import last_name
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey

#: What hands out all fields of an object.
_LISTING = frozenset(
    {"asdict", "astuple", "fields", "vars", "__dict__", "__match_args__", "model_dump", "__slots__"}
)
#: What makes a text of its arguments.
_SHOWING = frozenset(
    {"print", "str", "repr", "format", "pprint", "debug", "info", "warning", "error", "exception"}
)


def is_order_seen(program: Program, key: ClassKey) -> bool:
    near = {key.file, *program.index.files_with(class_info(program, key).name)}
    if near & program.index.files_with_any(_LISTING) or _has_order(class_node(program, key)):
        return True
    if find_member(program, key, "__repr__") is not None:
        return False
    family = {key, *subclasses(program, key)}
    return any(
        kind in family
        for file in sorted(near)
        for node in _shown(program, file)
        for kind in known_classes(program, file, node) or ()
    )


def _has_order(node: ast.ClassDef) -> bool:
    return any(
        item.arg == "order" and isinstance(item.value, ast.Constant) and bool(item.value.value)
        for call in node.decorator_list
        if isinstance(call, ast.Call)
        for item in call.keywords
    )


def _shown(program: Program, file: str) -> Iterator[ast.expr]:
    """Expressions whose text is made."""
    facts = program.facts(file)
    for node in ast.walk(facts.tree.module) if facts is not None else ():
        if isinstance(node, ast.FormattedValue):
            yield node.value
        elif isinstance(node, ast.Call) and last_name(node.func) in _SHOWING:
            yield from node.args
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            yield from node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
