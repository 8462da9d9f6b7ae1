"""What the elements of a container are that is written down as a display, once, and that its file adds nothing to."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache

from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.exports import lookup
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.python.project.values import ModuleValue

Display = ast.Dict | ast.List | ast.Tuple | ast.Set

_ADDING = frozenset(
    {"append", "add", "insert", "extend", "update", "setdefault", "appendleft", "pop", "clear"}
)


def elements_written(
    program: Program, file: str, node: ast.expr, index: ast.expr | None = None
) -> list[tuple[str, ast.expr]] | None:
    """The elements with the file that they stand in, or those that a constant picks; None where they are not known.

    Of a dictionary they are its values.
    """
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "values":
        node = node.func.value
    found = _display(program, file, node)
    if found is None:
        return None
    place, display = found
    if isinstance(display, ast.Dict):
        if None in display.keys:
            return None
        values = list(zip(display.keys, display.values, strict=True))
        if isinstance(index, ast.Constant):
            picked = [v for k, v in values if isinstance(k, ast.Constant) and k.value == index.value]
            return [(place, value) for value in picked] or None
        return [(place, value) for _, value in values]
    if any(isinstance(element, ast.Starred) for element in display.elts):
        return None
    if isinstance(index, ast.Constant) and isinstance(index.value, int) and not isinstance(display, ast.Set):
        picked = display.elts[index.value : index.value + 1 or None]
        return [(place, value) for value in picked] or None
    return [(place, element) for element in display.elts]


def is_dictionary(program: Program, file: str, node: ast.expr) -> bool:
    found = _display(program, file, node)
    return found is not None and isinstance(found[1], ast.Dict)


def _display(program: Program, file: str, node: ast.expr) -> tuple[str, Display] | None:
    if isinstance(node, Display):
        return file, node
    for place, owner, name in _variables(program, file, node):
        facts = program.facts(place)
        bindings = facts.bindings.get((owner, name), ()) if facts is not None else ()
        target = (
            facts.node_of_occurrence.get(bindings[0]) if facts is not None and len(bindings) == 1 else None
        )
        bound = facts.bound_values.get(target) if facts is not None and target is not None else None
        if (
            facts is not None
            and bound is not None
            and bound.how == "value"
            and isinstance(bound.node, Display)
        ):
            return None if (owner, name) in _changed_in_place(facts) else (place, bound.node)
    return None


def _variables(program: Program, file: str, node: ast.expr) -> Iterator[tuple[str, int, str]]:
    facts = program.facts(file)
    index = facts.names.occurrence_of_node.get(node) if facts is not None else None
    if facts is not None and index is not None and isinstance(node, ast.Name):
        found = facts.names.occurrences[index]
        if found.owner > MODULE_SCOPE:
            yield file, found.owner, found.name
        elif found.owner == MODULE_SCOPE:
            yield from _of_module(program, file, found.name)
    elif isinstance(node, ast.Attribute):
        for value in evaluate(program, file, node.value).items:
            if isinstance(value, ModuleValue) and isinstance(value.module, ModuleFile):
                yield from _of_module(program, value.module.file, node.attr)


def _of_module(program: Program, file: str, name: str) -> Iterator[tuple[str, int, str]]:
    declarations = lookup(program, file, name).declarations
    if len(declarations) == 1:
        yield declarations[0].interval.file, MODULE_SCOPE, declarations[0].name


@lru_cache(maxsize=256)
def _changed_in_place(facts: FileFacts) -> Mapping[tuple[int, str], ast.AST]:
    """Variables whose elements some code of the file stores, adds or takes out."""
    found: dict[tuple[int, str], ast.AST] = {}
    for node in ast.walk(facts.tree.module):
        match node:
            case ast.Subscript(value=ast.Name() as base) if not isinstance(node.ctx, ast.Load):
                pass
            case ast.Call(func=ast.Attribute(value=ast.Name() as base, attr=method)) if method in _ADDING:
                pass
            case _:
                continue
        index = facts.names.occurrence_of_node.get(base)
        if index is not None:
            found[facts.names.occurrences[index].owner, base.id] = node
    return found
