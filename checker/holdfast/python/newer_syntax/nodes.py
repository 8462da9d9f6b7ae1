"""The node classes of newer syntax, under the names and with the fields that `ast` gives them.

Where the running interpreter's `ast` has a class it is that class; otherwise it is made here, so that
every analysis sees one shape of tree. Analyses compare `type(node)` with these names, never with
`ast.TypeAlias` and the like.
"""

from __future__ import annotations

import ast
from typing import Any


def _node_class(name: str, base: type[ast.AST], fields: tuple[str, ...]) -> Any:
    existing = getattr(ast, name, None)
    if existing is not None:
        return existing
    attributes = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    return type(name, (base,), {"_fields": fields, "_attributes": attributes, "__module__": __name__})


type_param: Any = _node_class("type_param", ast.AST, ())
TypeVar: Any = _node_class("TypeVar", type_param, ("name", "bound", "default_value"))
ParamSpec: Any = _node_class("ParamSpec", type_param, ("name", "default_value"))
TypeVarTuple: Any = _node_class("TypeVarTuple", type_param, ("name", "default_value"))
TypeAlias: Any = _node_class("TypeAlias", ast.stmt, ("name", "type_params", "value"))
TemplateStr: Any = _node_class("TemplateStr", ast.expr, ("values",))
Interpolation: Any = _node_class("Interpolation", ast.expr, ("value", "str", "conversion", "format_spec"))
