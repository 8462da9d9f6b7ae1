"""What kind of result a function gives, as far as its text says: awaited, gone through, taken apart, or none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.python.project.own_members import decorator_name

_Function = ast.FunctionDef | ast.AsyncFunctionDef
#: Decorators that leave the result as it is.
_TRANSPARENT = frozenset({"staticmethod", "classmethod", "override", "final", "lru_cache", "cache"})


class ResultShape(NamedTuple):
    is_async: bool
    is_generator: bool
    #: Every way out gives a value; None where nothing can be said, as of stubs.
    has_value: bool | None
    #: How many values it always gives in a tuple.
    width: int | None
    #: The keys of the dictionary that it always gives, all written down.
    keys: frozenset[object] | None
    #: Some value comes from a call, so that it may be anything.
    calls: bool


def result_shape(node: _Function) -> ResultShape | None:
    """None where a decorator may make something else of the result."""
    if any(decorator_name(item) not in _TRANSPARENT for item in node.decorator_list):
        return None
    own = list(_own_nodes(node))
    returned = [item.value for item in own if isinstance(item, ast.Return)]
    values = [item for item in returned if item is not None and not _is_none(item)]
    widths = {len(item.elts) if _is_plain_tuple(item) else None for item in values}  # type: ignore[attr-defined]
    width = next(iter(widths)) if len(widths) == 1 and len(values) == len(returned) else None
    has_value: bool | None = None
    if values and len(values) == len(returned):
        has_value = True
    elif not values and not _is_stub(node):
        has_value = False
    return ResultShape(
        is_async=isinstance(node, ast.AsyncFunctionDef),
        is_generator=any(isinstance(item, ast.Yield | ast.YieldFrom) for item in own),
        has_value=has_value,
        width=width,
        keys=_common_keys(values) if len(values) == len(returned) else None,
        calls=any(isinstance(part, ast.Call) for item in values for part in ast.walk(item)),
    )


def _common_keys(values: list[ast.expr]) -> frozenset[object] | None:
    """The keys that each of these dictionaries has or may have; None where one is not written down."""
    found: set[object] = set()
    for value in values:
        if not isinstance(value, ast.Dict) or not all(isinstance(key, ast.Constant) for key in value.keys):
            return None
        found.update(key.value for key in value.keys if isinstance(key, ast.Constant))
    return frozenset(found) if values else None


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_plain_tuple(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple) and not any(isinstance(item, ast.Starred) for item in node.elts)


def _is_stub(node: _Function) -> bool:
    """A body that does nothing, or that ends by raising: its result says nothing."""
    last = node.body[-1]
    is_text = isinstance(last, ast.Expr) and isinstance(last.value, ast.Constant)
    return isinstance(last, ast.Raise | ast.Pass) or is_text


def _own_nodes(node: _Function) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions inside it."""
    waiting: list[ast.AST] = [*node.body]
    while waiting:
        item = waiting.pop()
        yield item
        if not isinstance(item, _Function | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(item))
