"""The logger that a module makes for itself: `log = logging.getLogger(__name__)`.

Code that moves logs with the logger of its new module, under another name. That is not behaviour.
"""

from __future__ import annotations

import ast

from holdfast.check.correspondence.moved_variables import binding_statement
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.facts import last_name
from holdfast.python.project.program import Program

_MAKING = frozenset({"getLogger", "get_logger"})


def is_logger(program: Program, declaration: Declaration) -> bool:
    """Is the variable bound once, to a logger that is named after the module?"""
    if declaration.kind is not Kind.VARIABLE or "log" not in declaration.name.lower():
        return False
    statement = binding_statement(program.facts(declaration.interval.file), declaration.interval.start)
    value = statement.value if statement is not None else None
    if not isinstance(value, ast.Call) or last_name(value.func) not in _MAKING:
        return False
    return all(isinstance(item, ast.Name) and item.id == "__name__" for item in value.args)
