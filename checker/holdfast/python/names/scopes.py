"""Nodes that open a scope: functions, lambdas, classes, comprehensions, type parameters, type aliases.

Each handler records what belongs to the scope around (names, decorators, defaults, the first iterable),
opens the inner scope and leaves its body to be walked later.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from holdfast.python.names.annotations import annotate
from holdfast.python.names.draft import ASSIGNED, PARAMETER, TYPE_PARAMETER, Draft, ScopeDraft
from holdfast.python.names.table import Role, ScopeKind
from holdfast.python.names.tokens import defined_name, name_after_stars

_COMPREHENSION_NAMES = {
    ast.ListComp: "listcomp",
    ast.SetComp: "setcomp",
    ast.DictComp: "dictcomp",
    ast.GeneratorExp: "genexpr",
}


def define_function(
    draft: Draft, scope: ScopeDraft, node: ast.FunctionDef | ast.AsyncFunctionDef, stack: list[ast.AST]
) -> None:
    """`def`: the name, decorators and defaults outside; parameters and body inside."""
    draft.token(scope, node.name, defined_name(draft.text, draft.start(node)), Role.FUNCTION, ASSIGNED, node)
    stack += node.decorator_list
    _defaults(node.args, stack)
    type_parameters: Sequence[Any] = getattr(node, "type_params", ())
    around = scope
    if type_parameters:
        around = _type_parameters(draft, scope, node, node.name, type_parameters, None)
    arguments = _arguments(node.args)
    for argument in arguments:
        if argument.annotation is not None:
            annotate(draft, around, argument.annotation)
    if node.returns is not None:
        annotate(draft, around, node.returns)
    inner = draft.open(ScopeKind.FUNCTION, node.name, node, around)
    for argument in arguments:
        draft.token(inner, argument.arg, draft.start(argument), Role.PARAMETER, PARAMETER, argument)
    draft.pending.append((inner, list(node.body)))


def define_lambda(draft: Draft, scope: ScopeDraft, node: ast.Lambda, stack: list[ast.AST]) -> None:
    _defaults(node.args, stack)
    inner = draft.open(ScopeKind.LAMBDA, "lambda", node, scope)
    for argument in _arguments(node.args):
        draft.token(inner, argument.arg, draft.start(argument), Role.PARAMETER, PARAMETER, argument)
    draft.pending.append((inner, [node.body]))


def define_class(draft: Draft, scope: ScopeDraft, node: ast.ClassDef, stack: list[ast.AST]) -> None:
    """`class`: bases and keywords outside, or in the scope of the type parameters if it has any."""
    draft.token(scope, node.name, defined_name(draft.text, draft.start(node)), Role.CLASS, ASSIGNED, node)
    stack += node.decorator_list
    type_parameters: Sequence[Any] = getattr(node, "type_params", ())
    around = scope
    if type_parameters:
        private = _mangling_of_bases(draft, node.name, type_parameters)
        around = _type_parameters(draft, scope, node, node.name, type_parameters, private)
        bases: list[ast.AST] = []
        draft.pending.append((around, bases))
    else:
        bases = stack
    bases += node.bases
    for keyword in node.keywords:
        bases.append(keyword.value)
        if keyword.arg is not None:
            draft.keyword(around, keyword, node)
    inner = draft.open(ScopeKind.CLASS, node.name, node, around, mangling=node.name)
    if type_parameters:
        # Python binds it at the start of the body of every generic class.
        inner.symbols["__type_params__"] = ASSIGNED
    draft.pending.append((inner, list(node.body)))


def _mangling_of_bases(draft: Draft, class_name: str, type_parameters: Sequence[Any]) -> str:
    """The class whose private names the bases of a generic class use.

    Python 3.12 mangles every private name there; later versions only private type parameters.
    """
    if draft.tree.version < (3, 13) or any(each.name.startswith("__") for each in type_parameters):
        return class_name
    return ""


def define_comprehension(
    draft: Draft,
    scope: ScopeDraft,
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
    stack: list[ast.AST],
) -> None:
    """The first iterable is evaluated outside, everything else inside."""
    inner = draft.open(ScopeKind.COMPREHENSION, _COMPREHENSION_NAMES[type(node)], node, scope)
    first, *others = node.generators
    stack.append(first.iter)
    body: list[ast.AST] = [first.target, *first.ifs]
    for other in others:
        body += (other.target, other.iter, *other.ifs)
    if type(node) is ast.DictComp:
        body += (node.key, node.value)
    else:
        body.append(node.elt)  # type: ignore[union-attr]
    draft.pending.append((inner, body))


def define_type_alias(draft: Draft, scope: ScopeDraft, node: Any, stack: list[ast.AST]) -> None:
    """`type X[T] = value`: the value is evaluated lazily in a scope of its own."""
    stack.append(node.name)
    around = scope
    if node.type_params:
        around = _type_parameters(draft, scope, node, node.name.id, node.type_params, None)
    inner = draft.open(ScopeKind.TYPE_EXPRESSION, node.name.id, node, around, sees_class=True)
    draft.pending.append((inner, [node.value]))


def _type_parameters(
    draft: Draft, scope: ScopeDraft, node: ast.stmt, name: str, parameters: Sequence[Any], private: str | None
) -> ScopeDraft:
    around = draft.open(ScopeKind.TYPE_PARAMETERS, name, node, scope, mangling=private, sees_class=True)
    for parameter in parameters:
        start = name_after_stars(draft.text, draft.start(parameter))
        draft.token(around, parameter.name, start, Role.TYPE_PARAMETER, TYPE_PARAMETER, parameter)
        for expression in (getattr(parameter, "bound", None), getattr(parameter, "default_value", None)):
            if expression is not None:
                inner = draft.open(
                    ScopeKind.TYPE_EXPRESSION, parameter.name, expression, around, sees_class=True
                )
                draft.pending.append((inner, [expression]))
    return around


def _defaults(arguments: ast.arguments, stack: list[ast.AST]) -> None:
    stack += arguments.defaults
    for default in arguments.kw_defaults:
        if default is not None:
            stack.append(default)


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    found = arguments.posonlyargs + arguments.args
    if arguments.vararg is not None:
        found.append(arguments.vararg)
    found += arguments.kwonlyargs
    if arguments.kwarg is not None:
        found.append(arguments.kwarg)
    return found
