"""Module level variables that stand in another file after the edit, bound once there and once here.

Functions may bind them anew. Such a variable is known by its declaration, wherever it is read from. What it holds is compared by itself, like a
function that moved; its place among the other statements of a file counts no more than the order in which
modules are loaded.
"""

from __future__ import annotations

import ast

from holdfast.check.pair import Pair
from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval


def binding_statement(facts: FileFacts | None, start: int) -> ast.Assign | ast.AnnAssign | None:
    """The statement of the module's own code that alone binds the variable whose token is at `start`."""
    occurrence = facts.occurrence_at.get(start) if facts is not None else None
    if facts is None or occurrence is None or occurrence.owner != MODULE_SCOPE:
        return None
    name = occurrence.name
    bound = [facts.names.occurrences[index] for index in facts.bindings.get((MODULE_SCOPE, name), ())]
    if sum(item.scope == MODULE_SCOPE for item in bound) != 1 or (
        name.startswith("__") and name.endswith("__")
    ):
        return None
    for statement in facts.tree.module.body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            target = statement.target
        else:
            continue
        if isinstance(target, ast.Name) and facts.tree.start(target) == start:
            return statement
    return None


def is_moved_variable(pair: Pair, old: Interval, new: Interval) -> bool:
    """Are these the only bindings of one variable, in two files?"""
    if pair.file_after(old.file) == new.file:
        return False
    first = binding_statement(pair.before.facts(old.file), old.start)
    return first is not None and binding_statement(pair.after.facts(new.file), new.start) is not None
