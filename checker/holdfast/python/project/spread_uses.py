"""Is a variable looked at by nobody but the calls that its elements are spread into?

Then what is in it is a matter between it and these calls. Whoever reads an element by its key or position,
prints it or hands it on looks at more.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache

from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Variable, variables_of

_PICKING = frozenset({"get", "copy", "items", "values"})

#: Whether a call with a star is one of those that the elements are for.
Accepts = Callable[[str, ast.Call], bool]


def is_only_spread(program: Program, variables: Collection[Variable], accepts: Accepts) -> bool:
    return all(
        _is_fine(program, file, facts, node, variables, accepts)
        for variable in variables
        for file, facts, node in _reads(program, variable)
    )


def _reads(program: Program, variable: Variable) -> Iterator[tuple[str, FileFacts, ast.expr]]:
    everywhere = variable.owner == MODULE_SCOPE or _is_class(program, variable)
    files = sorted(program.index.files_with(variable.name)) if everywhere else [variable.file]
    for file in files:
        facts = program.facts(file)
        if facts is None:
            continue
        for node in ast.walk(facts.tree.module):
            if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
                continue
            if (node.id if isinstance(node, ast.Name) else node.attr) == variable.name:
                if variable in variables_of(program, file, node):
                    yield file, facts, node


def _is_class(program: Program, variable: Variable) -> bool:
    facts = program.facts(variable.file)
    return facts is not None and isinstance(facts.names.scopes[variable.owner].node, ast.ClassDef)


@lru_cache(maxsize=128)
def _parents(module: ast.AST) -> Mapping[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(module) for child in ast.iter_child_nodes(node)}


def _is_fine(
    program: Program,
    file: str,
    facts: FileFacts,
    node: ast.AST,
    variables: Collection[Variable],
    accepts: Accepts,
) -> bool:
    parents = _parents(facts.tree.module)
    inner, outer = node, parents[node]
    while True:
        match outer:
            case ast.Subscript(value=value) if value is inner:
                if isinstance(outer.ctx, ast.Store):
                    return True
                inner, outer = outer, parents[outer]
            case ast.Attribute(attr=method) if method in _PICKING and isinstance(parents[outer], ast.Call):
                inner, outer = parents[outer], parents[parents[outer]]
            case ast.BoolOp() | ast.IfExp() | ast.BinOp(op=ast.BitOr()) | ast.Dict():
                inner, outer = outer, parents[outer]
            case ast.Starred() | ast.keyword(arg=None):
                call = parents[outer]
                return isinstance(call, ast.Call) and accepts(file, call)
            case ast.For(target=target, iter=iterated) | ast.comprehension(target=target, iter=iterated):
                return iterated is inner and _leads_on(program, file, target, iterated, variables)
            case ast.Assign(targets=[ast.Name() as target], value=value):
                return value is inner and _is_one_of(program, file, target, variables)
            case ast.Call(func=ast.Name(id="len" | "sorted" | "enumerate")):
                inner, outer = outer, parents[outer]
                if inner.func.id == "len":  # type: ignore[attr-defined]
                    return True
            case ast.Compare(ops=[ast.In() | ast.NotIn()]):
                return True
            case _:
                return False


def _leads_on(
    program: Program, file: str, target: ast.expr, iterated: ast.expr, variables: Collection[Variable]
) -> bool:
    """Does a loop give the elements to variables that are only spread, or only look at the keys?"""
    if isinstance(target, ast.Tuple) and len(target.elts) == 2:
        return _is_one_of(program, file, target.elts[1], variables)
    if _is_one_of(program, file, target, variables):
        return True
    # A loop over a table of keywords gives its keys, a loop over a list of rows the rows.
    return isinstance(target, ast.Name) and _is_dictionary(program, file, iterated)


def _is_one_of(program: Program, file: str, target: ast.expr, variables: Collection[Variable]) -> bool:
    return isinstance(target, ast.Name) and any(
        variable in variables for variable in variables_of(program, file, target)
    )


def _is_dictionary(program: Program, file: str, node: ast.expr) -> bool:
    from holdfast.python.project.spread import spread

    if isinstance(node, ast.Call) and node.args:
        node = node.args[0]
    rows = spread(program, file, node).rows
    return bool(rows) and all(isinstance(row.node, ast.Dict | ast.Call) for row in rows)
