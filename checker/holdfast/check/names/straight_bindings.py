"""What the straight code of a module binds: statements that always run when the module is loaded.

What stands below a condition or in an attempt may be one of several ways to get the same thing. The block
for scripts (`if __name__ == "__main__"`) is straight code for whoever runs the file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from holdfast.python.names.table import BINDING_ROLES, MODULE_SCOPE, Occurrence
from holdfast.python.project.facts import FileFacts

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith)


class Straight(NamedTuple):
    """A token that binds a name of the module, and the statement that does."""

    token: Occurrence
    statement: ast.stmt
    in_main_block: bool


def straight_bindings(facts: FileFacts) -> Iterator[Straight]:
    """In reading order."""
    yield from _in(facts, facts.tree.module.body, False)


def reads_its_own_name(item: Straight) -> bool:
    """Is the name read in what is evaluated before it is bound, or only given to something that has a name?

    Decorators, bases and defaults of definitions; the value of an assignment. `load = fast_load` exchanges
    a function for another one.
    """
    statement, name = item.statement, item.token.name
    parts: list[ast.AST] = []
    if isinstance(statement, ast.ClassDef):
        parts = [*statement.decorator_list, *statement.bases, *statement.keywords]
    elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        parts = [*statement.decorator_list, statement.args]
    elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign) and statement.value is not None:
        if isinstance(statement.value, ast.Name | ast.Attribute | ast.Lambda):
            return True
        parts = [statement.value]
    elif isinstance(statement, ast.For | ast.AsyncFor):
        parts = [statement.iter]
    elif isinstance(statement, ast.With | ast.AsyncWith):
        parts = [part.context_expr for part in statement.items]
    nodes = (node for part in parts for node in ast.walk(part))
    return any(isinstance(node, ast.Name) and node.id == name for node in nodes)


def _in(facts: FileFacts, body: Sequence[ast.stmt], in_main_block: bool) -> Iterator[Straight]:
    for statement in body:
        if isinstance(statement, ast.If) and is_main_block(statement):
            yield from _in(facts, statement.body, True)
            continue
        for node in _targets(statement):
            index = facts.names.occurrence_of_node.get(node)
            token = facts.names.occurrences[index] if index is not None else None
            if token is not None and token.owner == MODULE_SCOPE and token.role in BINDING_ROLES:
                yield Straight(token, statement, in_main_block)
        if isinstance(statement, _LOOPS):
            yield from _in(facts, statement.body, in_main_block)


def is_main_block(statement: ast.If) -> bool:
    test = statement.test
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.left, ast.Name)
        and test.left.id == "__name__"
        and isinstance(test.ops[0], ast.Eq)
    )


def _targets(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes whose tokens the statement binds, without those of its body."""
    targets: list[ast.expr | None] = []
    if isinstance(statement, _DEFINITIONS):
        yield statement
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        yield from statement.names
    elif isinstance(statement, ast.Assign):
        targets = [*statement.targets]
    elif isinstance(statement, ast.AnnAssign | ast.For | ast.AsyncFor):
        targets = [statement.target]
    elif isinstance(statement, ast.With | ast.AsyncWith):
        targets = [item.optional_vars for item in statement.items]
    for target in targets:
        if target is not None:
            yield from (node for node in ast.walk(target) if isinstance(node, ast.Name))
