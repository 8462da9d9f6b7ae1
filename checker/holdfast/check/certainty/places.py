"""The certainty of what a trace evaluates: the expression is found by its place in the text."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from holdfast.check.certainty.failing import certainty
from holdfast.check.certainty.initialisers import runs_while_made
from holdfast.check.certainty.kinds import kinds_of, kinds_of_variable
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.own_members import first_parameter
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.python.traces.certainty import Certainty
from holdfast.python.traces.values import Origin, Value

#: What a value of each tag is computed by.
_NODES: Mapping[str, tuple[type[ast.AST], ...]] = {
    "attribute": (ast.Attribute,),
    "op": (ast.Compare, ast.BinOp, ast.AugAssign, ast.UnaryOp, ast.JoinedStr, ast.Call),
    "fresh": (
        ast.Call,
        ast.Dict,
        ast.Set,
        ast.List,
        ast.ListComp,
        ast.SetComp,
        ast.DictComp,
        ast.GeneratorExp,
    ),
}


def certainty_at(program: Program, file: str, value: Value, place: Origin) -> Certainty | None:
    facts = program.facts(file)
    if facts is None:
        return None
    node = _node_at(program, file, facts, place)
    if not isinstance(node, _NODES.get(value.tag, ())):
        return None
    if isinstance(node, ast.Attribute):
        if node.attr != value.key or _may_come_too_early(program, file, facts, node):
            return None
    return certainty(program, file, node)


def is_of_known_type(program: Program, file: str, value: Value) -> bool:
    """Does what is written at the place of the value say of which classes it is?"""
    facts = program.facts(file)
    if facts is None or value.tag == "const":
        return value.tag == "const"
    node = _node_at(program, file, facts, value.origin)
    if isinstance(node, ast.arg) and value.tag == "parameter":
        index = facts.names.occurrence_of_node[node]
        variable = facts.names.occurrences[index]
        return kinds_of_variable(program, file, variable.owner, variable.name) is not None
    if not isinstance(node, ast.expr) or not isinstance(node, _NODES.get(value.tag, ())):
        return False
    if isinstance(node, ast.Attribute) and node.attr != value.key:
        return False
    return kinds_of(program, file, node) is not None


def _node_at(program: Program, file: str, facts: FileFacts, place: Origin) -> ast.AST | None:
    tables: dict[str, dict[Origin, ast.AST]] = program.memory.table("places of expressions")
    table = tables.get(file)
    if table is None:
        tree = facts.tree
        table = tables[file] = {}
        for node in ast.walk(tree.module):
            if isinstance(node, ast.expr | ast.arg | ast.AugAssign):
                end = tree.offset(node.end_lineno or 0, node.end_col_offset or 0)
                table.setdefault((tree.offset(node.lineno, node.col_offset), end), node)
    return table.get(place)


def _may_come_too_early(program: Program, file: str, facts: FileFacts, node: ast.Attribute) -> bool:
    """Is it an attribute of an object that is still being made?"""
    around: ast.AST | None = node
    while around is not None and not isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef):
        around = facts.parents.get(around)
    if around is None or not isinstance(node.value, ast.Name):
        return False
    scope = facts.names.scope_of_node[around]
    owner = facts.enclosing_class(scope)
    if owner is None or first_parameter(facts, scope) != node.value.id:
        return False
    return runs_while_made(program, ClassKey(file, owner), around)
