"""What a module-level `__getattr__` makes up.

Mostly a few names, which stand in the module as texts: old names that are to go (`_RENAMED = {"old": "new"}`),
or what is loaded when it is asked for. A function that does nothing but tell such texts apart and raises for the
rest makes up no other name.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from enum import Enum

from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.facts import FileFacts

#: What reads a table and leaves it as it is.
_READING = ("get", "items", "keys", "values", "copy")


class MadeUp(Enum):
    NEVER = "never"
    #: The name stands in the module as a text.
    MENTIONED = "mentioned"
    PERHAPS = "perhaps"


def made_up(facts: FileFacts, name: str) -> MadeUp:
    """Does the module have a name that it does not bind?"""
    if (MODULE_SCOPE, "__getattr__") not in facts.bindings:
        return MadeUp.NEVER
    if mentions_text(facts, name):
        return MadeUp.MENTIONED
    function = next(
        (
            node
            for node in facts.tree.module.body
            if isinstance(node, ast.FunctionDef) and node.name == "__getattr__"
        ),
        None,
    )
    return MadeUp.NEVER if function is not None and _tells_texts_apart(facts, function) else MadeUp.PERHAPS


def mentions_text(facts: FileFacts, name: str) -> bool:
    """Is the name a text of the file, or a keyword of a table that `dict` makes?

    What `__all__` and `getattr` with a literal say does not count: they ask for the name.
    """
    if name not in facts.text:
        return False
    asking = {use.start for use in facts.names.strings if use.name == name and use.kind != "slots"}
    for node in ast.walk(facts.tree.module):
        if isinstance(node, ast.Constant) and node.value == name:
            start = facts.tree.start(node)
            if asking.isdisjoint(range(start, start + 5)):
                return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict":
            if any(item.arg == name for item in node.keywords):
                return True
    return False


def _tells_texts_apart(facts: FileFacts, function: ast.FunctionDef) -> bool:
    """`if name in TABLE: … raise AttributeError(…)`, where every other name ends at the `raise`."""
    arguments = function.args.args
    return len(arguments) == 1 and _ends_for_others(facts, function.body, arguments[0].arg)


def _ends_for_others(facts: FileFacts, body: Sequence[ast.stmt], name: str) -> bool:
    for statement in body:
        match statement:
            case ast.Raise():
                return True
            case ast.If(test=test, orelse=orelse) if _is_for_texts(facts, test, name):
                if orelse and _ends_for_others(facts, orelse, name):
                    return True
            case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.Global():
                continue
            case _:
                return False
    return False


def _is_for_texts(facts: FileFacts, test: ast.expr, name: str) -> bool:
    match test:
        case ast.Compare(left=ast.Name(id=left), ops=[ast.Eq()], comparators=[ast.Constant()]):
            return left == name
        case ast.Compare(left=ast.Name(id=left), ops=[ast.In()], comparators=[table]):
            return left == name and _holds_texts(facts, table)
        case ast.BoolOp(op=ast.Or(), values=values):
            return all(_is_for_texts(facts, value, name) for value in values)
        case ast.BoolOp(op=ast.And(), values=values):
            return any(_is_for_texts(facts, value, name) for value in values)
        case _:
            return False


def _holds_texts(facts: FileFacts, table: ast.expr) -> bool:
    """A display of texts, or a variable of the module that is bound to one and to nothing else."""
    if isinstance(table, ast.Name):
        indices = facts.bindings.get((MODULE_SCOPE, table.id), ())
        target = facts.node_of_occurrence.get(indices[0]) if len(indices) == 1 else None
        bound = facts.bound_values.get(target) if target is not None else None
        is_changed = any(
            isinstance(node, ast.Attribute | ast.Subscript)
            and isinstance(node.value, ast.Name)
            and node.value.id == table.id
            and (not isinstance(node.ctx, ast.Load) or getattr(node, "attr", "get") not in _READING)
            for node in ast.walk(facts.tree.module)
        )
        if bound is None or bound.how != "value" or is_changed:
            return False
        table = bound.node
    keys = table.keys if isinstance(table, ast.Dict) else getattr(table, "elts", None)
    return keys is not None and all(isinstance(key, ast.Constant) for key in keys)
