"""Is what new code stores in an attribute of its object data, and nothing that can be called?

The value says so, or the parameter that it comes from: its annotation, its default. A parameter that is stored as
it is and may be left out is None then, which nobody can call. Else the new code says so by what it does with the
attribute: it calculates with it, compares it, formats it, goes through it.
"""

from __future__ import annotations

import ast

from holdfast.check.calls.plain_values import is_plain, is_plain_annotation
from holdfast.check.members.self_uses import is_new, self_uses
from holdfast.check.pair import Pair
from holdfast.python.project.classes import class_node
from holdfast.python.project.values import ClassKey

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_CALCULATING = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.AugAssign, ast.FormattedValue, ast.comprehension)


def is_stored_data(
    pair: Pair, key: ClassKey, method: _Function, store: ast.Attribute, value: ast.expr | None
) -> bool:
    """`key`: the class after the edit."""
    if isinstance(value, ast.Name):
        annotation, default = _parameter(method, value.id)
        if is_plain_annotation(annotation) or is_plain(default):
            return True
        if (
            isinstance(default, ast.Constant)
            and default.value is None
            and _is_stored_as_it_is(method, store, value.id)
        ):
            return True
    elif is_plain(value, or_none=True):
        return True
    elif isinstance(value, ast.Lambda):
        return False
    return _is_calculated_with(pair, key, store.attr)


def _parameter(method: _Function, name: str) -> tuple[ast.expr | None, ast.expr | None]:
    """The annotation and the default of a parameter."""
    arguments = method.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    pairs = [
        *zip(plain, [*defaults, *arguments.defaults], strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    return next(((item.annotation, default) for item, default in pairs if item.arg == name), (None, None))


def _is_stored_as_it_is(method: _Function, store: ast.Attribute, name: str) -> bool:
    """In a statement of the method's own body, and the parameter keeps what it was given."""
    is_straight = any(
        store in ast.walk(statement)
        for statement in method.body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
    )
    return is_straight and not any(
        isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)
        for node in ast.walk(method)
    )


def _is_calculated_with(pair: Pair, key: ClassKey, name: str) -> bool:
    parents = {
        child: node for node in ast.walk(class_node(pair.after, key)) for child in ast.iter_child_nodes(node)
    }
    uses = [use for use in self_uses(pair.after, key, name) if is_new(pair, key.file, use)]
    if any(use.call is not None for use in uses):
        return False
    return any(
        isinstance(parents[use.node], _CALCULATING) or _is_taken_apart(parents[use.node], use.node)
        for use in uses
    )


def _is_taken_apart(parent: ast.AST, node: ast.expr) -> bool:
    return (isinstance(parent, ast.Subscript) and parent.value is node) or (
        isinstance(parent, ast.For | ast.AsyncFor) and parent.iter is node
    )
