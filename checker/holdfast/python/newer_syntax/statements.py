"""Statements of libcst as `ast` statements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

import libcst as cst

from holdfast.python.newer_syntax import nodes
from holdfast.python.newer_syntax.expressions import (
    OPERATORS,
    convert_arguments,
    convert_expression,
    convert_parameters,
    convert_target,
    optional,
)
from holdfast.python.newer_syntax.match_patterns import convert_pattern
from holdfast.python.newer_syntax.places import (
    Places,
    dotted,
    identifier,
    set_context,
    with_type_parameters,
)


def convert_block(places: Places, body: Iterable[cst.CSTNode]) -> list[ast.stmt]:
    """The statements of a module or a block."""
    made: list[ast.stmt] = []
    for node in body:
        if isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite):
            made += convert_block(places, node.body)
        else:
            made.append(places.at(_CONVERSIONS[type(node)](places, node), node))
    return made


def _suite(places: Places, suite: cst.BaseSuite) -> list[ast.stmt]:
    return convert_block(places, suite.body)


def _otherwise(places: Places, orelse: cst.If | cst.Else | None) -> list[ast.stmt]:
    if orelse is None:
        return []
    return convert_block(places, [orelse]) if isinstance(orelse, cst.If) else _suite(places, orelse.body)


def _annotated_assign(places: Places, node: cst.AnnAssign) -> ast.stmt:
    return ast.AnnAssign(
        target=convert_target(places, node.target),
        annotation=convert_expression(places, node.annotation.annotation),
        value=optional(places, node.value),
        simple=int(isinstance(node.target, cst.Name) and not node.target.lpar),
    )


def _assign(places: Places, node: cst.Assign) -> ast.stmt:
    targets = [convert_target(places, each.target) for each in node.targets]
    return ast.Assign(targets=targets, value=convert_expression(places, node.value), type_comment=None)


def _augmented_assign(places: Places, node: cst.AugAssign) -> ast.stmt:
    return ast.AugAssign(
        target=convert_target(places, node.target),
        op=OPERATORS[type(node.operator).__name__.removesuffix("Assign")](),
        value=convert_expression(places, node.value),
    )


def _delete(places: Places, node: cst.Del) -> ast.stmt:
    target = convert_expression(places, node.target)
    bare = isinstance(node.target, cst.Tuple) and not node.target.lpar
    targets = target.elts if bare and isinstance(target, ast.Tuple) else [target]
    return ast.Delete(targets=[set_context(each, ast.Del()) for each in targets])


def _aliases(places: Places, names: Iterable[cst.ImportAlias]) -> list[ast.alias]:
    made = []
    for name in names:
        asname = name.asname.name if name.asname is not None else None
        short = identifier(asname) if isinstance(asname, cst.Name) else None
        made.append(places.at(ast.alias(name=dotted(name.name), asname=short), name.name, asname))
    return made


def _import_from(places: Places, node: cst.ImportFrom) -> ast.stmt:
    if isinstance(node.names, cst.ImportStar):
        names = [places.at(ast.alias(name="*", asname=None), node.names)]
    else:
        names = _aliases(places, node.names)
    module = dotted(node.module) if node.module is not None else None
    return ast.ImportFrom(module=module, names=names, level=len(node.relative))


def _raise(places: Places, node: cst.Raise) -> ast.stmt:
    cause = node.cause.item if node.cause is not None else None
    return ast.Raise(exc=optional(places, node.exc), cause=optional(places, cause))


def _type_parameters(places: Places, parameters: cst.TypeParameters | None) -> list[ast.AST]:
    return [] if parameters is None else [_type_parameter(places, each) for each in parameters.params]


def _type_parameter(places: Places, node: cst.TypeParam) -> Any:
    default = optional(places, node.default)
    if default is not None and node.star:
        star = ast.Starred(value=default, ctx=ast.Load())
        assert node.default is not None
        default = places.between(star, places.start(node.default) - 1, places.end(node.default))
    kind = getattr(nodes, type(node.param).__name__)
    fields: dict[str, Any] = {"name": identifier(node.param.name)}
    if isinstance(node.param, cst.TypeVar):
        fields["bound"] = optional(places, node.param.bound)
    made = kind(**fields)
    # A field of Python 3.13 only; on 3.12 an attribute, which the analysis reads all the same.
    made.default_value = default
    return places.at(made, node.param, node.default)


def _type_alias(places: Places, node: cst.TypeAlias) -> ast.stmt:
    made: ast.stmt = nodes.TypeAlias(
        name=convert_target(places, node.name),
        type_params=_type_parameters(places, node.type_parameters),
        value=convert_expression(places, node.value),
    )
    return made


def _class(places: Places, node: cst.ClassDef) -> ast.stmt:
    bases, keywords = convert_arguments(places, [*node.bases, *node.keywords])
    made = ast.ClassDef(
        name=identifier(node.name),
        bases=bases,
        keywords=keywords,
        body=_suite(places, node.body),
        decorator_list=[convert_expression(places, each.decorator) for each in node.decorators],
    )
    return with_type_parameters(made, _type_parameters(places, node.type_parameters))


def _function(places: Places, node: cst.FunctionDef) -> ast.stmt:
    kind = ast.FunctionDef if node.asynchronous is None else ast.AsyncFunctionDef
    made = kind(
        name=identifier(node.name),
        args=convert_parameters(places, node.params),
        body=_suite(places, node.body),
        decorator_list=[convert_expression(places, each.decorator) for each in node.decorators],
        returns=None if node.returns is None else convert_expression(places, node.returns.annotation),
        type_comment=None,
    )
    return with_type_parameters(made, _type_parameters(places, node.type_parameters))


def _for(places: Places, node: cst.For) -> ast.stmt:
    kind = ast.For if node.asynchronous is None else ast.AsyncFor
    return kind(
        target=convert_target(places, node.target),
        iter=convert_expression(places, node.iter),
        body=_suite(places, node.body),
        orelse=_otherwise(places, node.orelse),
        type_comment=None,
    )


def _if(places: Places, node: cst.If) -> ast.stmt:
    return ast.If(
        test=convert_expression(places, node.test),
        body=_suite(places, node.body),
        orelse=_otherwise(places, node.orelse),
    )


def _while(places: Places, node: cst.While) -> ast.stmt:
    return ast.While(
        test=convert_expression(places, node.test),
        body=_suite(places, node.body),
        orelse=_otherwise(places, node.orelse),
    )


def _with(places: Places, node: cst.With) -> ast.stmt:
    items = [
        ast.withitem(
            context_expr=convert_expression(places, item.item),
            optional_vars=None if item.asname is None else convert_target(places, item.asname.name),
        )
        for item in node.items
    ]
    kind = ast.With if node.asynchronous is None else ast.AsyncWith
    return kind(items=items, body=_suite(places, node.body), type_comment=None)


def _try(places: Places, node: cst.Try | cst.TryStar) -> ast.stmt:
    kind = ast.Try if isinstance(node, cst.Try) else ast.TryStar
    return kind(
        body=_suite(places, node.body),
        handlers=[_handler(places, handler) for handler in node.handlers],
        orelse=_otherwise(places, node.orelse),
        finalbody=[] if node.finalbody is None else _suite(places, node.finalbody.body),
    )


def _handler(places: Places, node: cst.ExceptHandler | cst.ExceptStarHandler) -> ast.ExceptHandler:
    name = node.name.name if node.name is not None else None
    made = ast.ExceptHandler(
        type=optional(places, node.type),
        name=identifier(name) if isinstance(name, cst.Name) else None,
        body=_suite(places, node.body),
    )
    return places.at(made, node)


def _match(places: Places, node: cst.Match) -> ast.stmt:
    cases = [
        ast.match_case(
            pattern=convert_pattern(places, case.pattern),
            guard=optional(places, case.guard),
            body=_suite(places, case.body),
        )
        for case in node.cases
    ]
    return ast.Match(subject=convert_expression(places, node.subject), cases=cases)


_CONVERSIONS: dict[type[cst.CSTNode], Callable[..., ast.stmt]] = {
    cst.AnnAssign: _annotated_assign,
    cst.Assert: lambda places, node: ast.Assert(
        test=convert_expression(places, node.test), msg=optional(places, node.msg)
    ),
    cst.Assign: _assign,
    cst.AugAssign: _augmented_assign,
    cst.Break: lambda places, node: ast.Break(),
    cst.ClassDef: _class,
    cst.Continue: lambda places, node: ast.Continue(),
    cst.Del: _delete,
    cst.Expr: lambda places, node: ast.Expr(value=convert_expression(places, node.value)),
    cst.For: _for,
    cst.FunctionDef: _function,
    cst.Global: lambda places, node: ast.Global(names=[identifier(each.name) for each in node.names]),
    cst.If: _if,
    cst.Import: lambda places, node: ast.Import(names=_aliases(places, node.names)),
    cst.ImportFrom: _import_from,
    cst.Match: _match,
    cst.Nonlocal: lambda places, node: ast.Nonlocal(names=[identifier(each.name) for each in node.names]),
    cst.Pass: lambda places, node: ast.Pass(),
    cst.Raise: _raise,
    cst.Return: lambda places, node: ast.Return(value=optional(places, node.value)),
    cst.Try: _try,
    cst.TryStar: _try,
    cst.TypeAlias: _type_alias,
    cst.While: _while,
    cst.With: _with,
}
