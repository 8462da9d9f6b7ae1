"""Functions that are handed on and only take a field of what they are given, in whatever way they are written.

`lambda entry: entry.size`, `attrgetter("size")`, `methodcaller("get_size")` and `Entry.get_size` are one thing where
the method only hands out the field.
"""

from __future__ import annotations

import ast

from holdfast.python.traces.identity import Known
from holdfast.python.traces.subject import FunctionNode
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Value

_BY_ATTRIBUTE = ("external", "operator.attrgetter")
_BY_METHOD = ("external", "operator.methodcaller")


def traced_getter(t: Tracer, node: ast.expr) -> Value | None:
    """The value of an argument that is such a function; None for any other."""
    match node:
        case ast.Lambda(args=arguments, body=body):
            names = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
            others = (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs, *arguments.defaults)
            field = _taken(t, body, names[0]) if len(names) == 1 and not any(others) else None
        case ast.Call(args=[ast.Constant(value=str(name))], keywords=[]):
            field = _by_name(t, node.func, name)
        case ast.Attribute():
            known = t.subject.identities.method_of_class(node)
            field = None if known is None else _handed_out(t, known)
        case _:
            field = None
    return None if field is None else t.value("getter", field, (), t.origin(node))


def _taken(t: Tracer, body: ast.expr, parameter: str) -> str | None:
    match body:
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == parameter:
            return None if attribute in t.subject.computed_attributes else t.spelled(attribute)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name)) as method, args=[], keywords=[]):
            return _of_method(t, method.attr) if name == parameter else None
    return None


def _by_name(t: Tracer, function: ast.expr, name: str) -> str | None:
    if not isinstance(function, ast.Name | ast.Attribute) or not name.isidentifier():
        return None
    named = ast.unparse(function).rpartition(".")[2]
    if named not in ("attrgetter", "methodcaller"):
        return None
    was_quiet, t.quiet = t.quiet, True
    identity = t.expressions[type(function).__name__](t, function).key
    t.quiet = was_quiet
    if identity == _BY_ATTRIBUTE:
        return None if name in t.subject.computed_attributes else t.subject.fields_behind.get(name, name)
    return _of_method(t, name) if identity == _BY_METHOD else None


def _of_method(t: Tracer, name: str) -> str | None:
    known = t.subject.identities.transparent_method(name)
    return None if known is None else _handed_out(t, known)


def _handed_out(t: Tracer, known: Known) -> str | None:
    """The field that the method returns, as the class that the method stands in spells it."""
    if not isinstance(known.node, FunctionNode) or known.node.decorator_list:
        return None
    parameters = [*known.node.args.posonlyargs, *known.node.args.args]
    body = [item for item in known.node.body if not _is_text(item)]
    match body:
        case [ast.Return(value=ast.Attribute(value=ast.Name(id=receiver), attr=field))]:
            if len(parameters) != 1 or receiver != parameters[0].arg:
                return None
            names = known.subject.names
            around = names.scopes[names.scopes[names.scope_of_node[known.node]].parent]
            return t.spelled_in(around.name, field) if isinstance(around.node, ast.ClassDef) else None
    return None


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
