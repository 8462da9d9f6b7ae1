"""Values that are used as containers are: by their length, their items or their truth, so that they are no iterators."""

from __future__ import annotations

import ast

from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program


def is_sized(program: Program, file: str, node: ast.expr) -> bool:
    """Is the value used as a container is, by its length, its items or its truth, so that it is no iterator?"""
    facts = program.facts(file)
    if facts is None:
        return False
    if isinstance(node, ast.Attribute):
        fields = (
            (other, use.node)
            for each in program.index.files_with(node.attr)
            if (other := program.facts(each)) is not None
            for use in other.names.attributes
            if use.node.attr == node.attr
        )
        return any(_is_sized_here(other, use) for other, use in fields)
    index = facts.names.occurrence_of_node.get(node)
    if index is None or not isinstance(node, ast.Name):
        return False
    variable = facts.names.occurrences[index]
    return any(
        _is_sized_here(facts, place)
        for number, item in enumerate(facts.names.occurrences)
        if item.owner == variable.owner and item.name == variable.name
        if (place := facts.node_of_occurrence.get(number)) is not None
    )


def _is_sized_here(facts: FileFacts, node: ast.AST) -> bool:
    match facts.parents.get(node):
        case ast.Call(func=ast.Name(id="len")):
            return True
        case ast.Subscript(value=base):
            return base is node
        case ast.UnaryOp(op=ast.Not()):
            return True
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            return test is node
        case ast.Attribute(attr=method):
            return method in ("append", "items", "keys", "values", "sort", "extend", "insert", "pop")
    return False
