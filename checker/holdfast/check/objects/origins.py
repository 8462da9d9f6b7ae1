"""The calls and attributes that a dictionary comes from: through variables, parameters, copies and comprehensions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.objects.callers import passed_for
from holdfast.check.objects.sources import sources_in
from holdfast.python.names.table import Role
from holdfast.python.project.facts import last_name
from holdfast.python.project.program import Program
from holdfast.python.project.spread import variables_of

_SAME = frozenset({"dict", "copy", "deepcopy", "items", "OrderedDict"})
_DEEPEST = 5


def origins_of(program: Program, file: str, node: ast.expr, depth: int = 0) -> Iterator[tuple[str, ast.expr]]:
    """Where what the expression holds was made, with the file; parameters that nobody is seen to fill are themselves."""
    if depth > _DEEPEST:
        return
    match node:
        case ast.Name():
            yield from _of_name(program, file, node, depth)
        case ast.Call(func=ast.Attribute(value=inner)) if last_name(node.func) in _SAME and not node.args:
            yield from origins_of(program, file, inner, depth + 1)
        case ast.Call(args=[inner, *_]) if last_name(node.func) in _SAME:
            yield from origins_of(program, file, inner, depth + 1)
        case ast.DictComp(generators=[generator, *_]):
            yield from origins_of(program, file, generator.iter, depth + 1)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from origins_of(program, file, left, depth + 1)
            yield from origins_of(program, file, right, depth + 1)
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                if key is None:
                    yield from origins_of(program, file, value, depth + 1)
        case ast.Subscript(value=value):
            yield from origins_of(program, file, value, depth + 1)
        case _:
            yield file, node


def _of_name(program: Program, file: str, node: ast.Name, depth: int) -> Iterator[tuple[str, ast.expr]]:
    found = False
    for variable in variables_of(program, file, node):
        facts = program.facts(variable.file)
        for index in facts.bindings.get((variable.owner, variable.name), ()) if facts is not None else ():
            if facts is None:
                continue
            target = facts.node_of_occurrence.get(index)
            if facts.names.occurrences[index].role is Role.PARAMETER and isinstance(target, ast.arg):
                for each in passed_for(program, variable.file, facts, variable.owner, target):
                    found = True
                    yield from origins_of(program, each.file, each.node, depth + 1)
            source = sources_in(facts).get(target) if target is not None else None
            if source is not None:
                found = True
                yield from origins_of(program, variable.file, source.node, depth + 1)
    if not found:
        yield file, node
