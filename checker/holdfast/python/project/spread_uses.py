"""Are displays looked at by nobody but the calls that their elements are spread into?

Then what is in it is a matter between it and these calls. Whoever reads an element by its key or position,
prints it or hands it on looks at more.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator

from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.call_targets import parameter_of, targets_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Spread, Variable, variables_of
from holdfast.python.project.surroundings import parents_in
from holdfast.python.project.values import FunctionValue

_PICKING = frozenset({"get", "copy", "items", "values"})

#: Whether a call with a star is one of those that the elements are for.
Accepts = Callable[[str, ast.Call], bool]


def is_only_spread(program: Program, found: Spread, accepts: Accepts) -> bool:
    """Asked of the variables, parameters and functions that lead to the displays."""
    return all(
        _is_fine(program, file, facts, node, found, accepts)
        for file, facts, node in (
            *(read for variable in found.through for read in _reads(program, variable)),
            *(read for function in found.made_by for read in _results(program, *function)),
        )
    )


def _results(program: Program, file: str, scope: int) -> Iterator[tuple[str, FileFacts, ast.expr]]:
    """The calls of a function; where it is handed over, the function itself."""
    own = program.facts(file)
    name = own.names.scopes[scope].name if own is not None else ""
    for place in sorted(program.index.files_with(name)):
        facts = program.facts(place)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
                continue
            if facts is None or (node.id if isinstance(node, ast.Name) else node.attr) != name:
                continue
            values = evaluate(program, place, node).items
            if any(isinstance(value, FunctionValue) and value[:2] == (file, scope) for value in values):
                outer = parents_in(facts.tree.module)[node]
                is_called = isinstance(outer, ast.Call) and outer.func is node
                yield place, facts, outer if is_called and isinstance(outer, ast.Call) else node


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


def _is_fine(
    program: Program,
    file: str,
    facts: FileFacts,
    node: ast.AST,
    found: Spread,
    accepts: Accepts,
) -> bool:
    parents = parents_in(facts.tree.module)
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
                return iterated is inner and _leads_on(program, file, target, iterated, found.through)
            case ast.Assign(targets=[ast.Name() as target], value=value):
                return value is inner and _is_one_of(program, file, target, found.through)
            case ast.Call(func=ast.Name(id="len" | "sorted" | "enumerate")):
                inner, outer = outer, parents[outer]
                if inner.func.id == "len":  # type: ignore[attr-defined]
                    return True
            case ast.Compare(ops=[ast.In() | ast.NotIn()]):
                return True
            case ast.Return():
                return _function_around(facts, file, outer) in found.made_by
            case ast.keyword():
                call = parents[outer]
                return isinstance(call, ast.Call) and _arrives(program, file, call, inner, found)
            case ast.Call() if inner in outer.args:
                return _arrives(program, file, outer, inner, found)
            case _:
                return False


def _function_around(facts: FileFacts, file: str, node: ast.AST) -> tuple[str, int] | None:
    parents = parents_in(facts.tree.module)
    while node in parents and not isinstance(node, ast.FunctionDef):
        node = parents[node]
    return (file, facts.names.scope_of_node[node]) if isinstance(node, ast.FunctionDef) else None


def _arrives(program: Program, file: str, call: ast.Call, argument: ast.AST, found: Spread) -> bool:
    """Does the argument arrive in a parameter that is one of the variables?"""
    targets = targets_of(program, file, call.func)
    arrived = [parameter_of(program, target, call, argument) for target in targets.found]
    return bool(arrived) and targets.complete and all(item in found.through for item in arrived)


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
