"""`__all__` of a module: a list for star imports, not a value of the program.

What stars bring is compared name by name, where the names are used. So the statements that build the list
are no code to compare, unless some code reads the list itself: `pkg.__all__`, or `__all__ += inner.__all__`.
"""

from __future__ import annotations

import ast
import re

from holdfast.check.pair import Pair
from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.facts import FileFacts, touches_all
from holdfast.python.project.program import Program

#: Ways to read the list of another module.
_READING = re.compile(r"\.\s*__all__|\bimport\b[^\n]*\b__all__|[\"']__all__[\"']")


def list_statements(pair: Pair, facts: FileFacts) -> frozenset[ast.AST]:
    """The statements of the module that build its `__all__`, where nobody but stars looks at the result."""
    if (MODULE_SCOPE, "__all__") not in facts.bindings or not facts.all_is_literal:
        return frozenset()
    if _is_read(pair.before) or _is_read(pair.after):
        return frozenset()
    found = [statement for statement in facts.tree.module.body if touches_all(statement)]
    inside = {id(node) for statement in found for node in ast.walk(statement)}
    names = [node for node in ast.walk(facts.tree.module) if isinstance(node, ast.Name)]
    if any(node.id == "__all__" and id(node) not in inside for node in names):
        return frozenset()  # the module itself looks at it, or builds it under some condition
    return frozenset(found)


def _is_read(program: Program) -> bool:
    known: dict[str, bool] = program.memory.table("reads export lists")
    if "" not in known:
        texts = (program.world.text(file) or "" for file in program.index.files_with("__all__"))
        known[""] = any(_READING.search(text) is not None for text in texts)
    return known[""]
