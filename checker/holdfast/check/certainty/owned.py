"""Attributes that own their containers: what they hold was made for them, and nobody else is given it.

`self.bins = {}` and then only lookups, loops and calls of its methods. Two such attributes never hold the same
container, so that what is put into one does not show in the other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.certainty.attributes import stores
from holdfast.python.names.table import BUILTIN
from holdfast.python.project.classes import classes_in, own_member
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.program import Program

_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_MAKERS = frozenset({"list", "dict", "set", "sorted", "defaultdict", "Counter", "OrderedDict", "deque"})


def is_owned(program: Program, name: str) -> bool:
    return program.memory.ask(("owned", name), lambda: _is_owned(program, name), False, False)


def _is_owned(program: Program, name: str) -> bool:
    made = False
    for file in program.index.files_with(name):
        facts = program.facts(file)
        if facts is None:
            continue
        # One that a class body binds is shared, or a field that the caller fills.
        if any(_stands_in_class(program, file, facts, name)):
            return False
        for use in facts.names.attributes:
            if use.node.attr == name and isinstance(use.node.ctx, ast.Load):
                if not _is_looked_at(facts, use.node):
                    return False
    for store in stores(program, name):
        facts = program.facts(store.file)
        statement = facts.parents.get(store.target) if facts is not None else None
        if isinstance(statement, ast.AugAssign):
            continue  # the container stays, or is a new one
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        if value is None or not _is_made(value) or _is_shared(statement):
            return False
        made = True
    return made


def _stands_in_class(program: Program, file: str, facts: FileFacts, name: str) -> Iterator[bool]:
    for key in classes_in(program, file):
        member = own_member(program, key, name)
        if member is not None:
            yield member.on_class or any(isinstance(target, ast.Name) for target in member.targets)


def _is_shared(statement: ast.AST | None) -> bool:
    """`self.a = self.b = []`: both hold one list."""
    return isinstance(statement, ast.Assign) and len(statement.targets) > 1


def _is_made(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return last_name(value.func) in _MAKERS
    return isinstance(value, _DISPLAYS)


def _is_looked_at(facts: FileFacts, node: ast.expr) -> bool:
    """Is the container only looked at or changed here, and not given to anybody?"""
    parent = facts.parents.get(node)
    match parent:
        case ast.Subscript(value=base):
            return base is node
        case ast.Attribute():
            call = facts.parents.get(parent)
            return isinstance(call, ast.Call) and call.func is parent
        case ast.For(iter=through) | ast.comprehension(iter=through):
            return through is node
        case ast.Compare(ops=ops):
            return all(isinstance(op, ast.In | ast.NotIn | ast.Eq | ast.NotEq) for op in ops)
        case ast.UnaryOp(op=ast.Not()) | ast.Expr() | ast.FormattedValue():
            return True
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) | ast.IfExp(test=test):
            return test is node
        case ast.Call(func=ast.Name() as function):
            return function is not node and _is_builtin(facts, function)
        case ast.Assign(targets=[ast.Name()]) | ast.Return():
            return True  # whoever has it then is not known to have another one
    return False


def _is_builtin(facts: FileFacts, function: ast.Name) -> bool:
    index = facts.names.occurrence_of_node.get(function)
    return index is not None and facts.names.occurrences[index].owner == BUILTIN
