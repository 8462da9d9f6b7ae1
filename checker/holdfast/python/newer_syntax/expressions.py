"""Expressions of libcst as `ast` expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from holdfast.python.newer_syntax.literals import convert_string
from holdfast.python.newer_syntax.places import Places, identifier, set_context

#: The classes of `ast` for the operators of libcst, binary and augmented.
OPERATORS: dict[str, type[ast.operator]] = {
    "Add": ast.Add,
    "Subtract": ast.Sub,
    "Multiply": ast.Mult,
    "Divide": ast.Div,
    "FloorDivide": ast.FloorDiv,
    "Modulo": ast.Mod,
    "Power": ast.Pow,
    "MatrixMultiply": ast.MatMult,
    "LeftShift": ast.LShift,
    "RightShift": ast.RShift,
    "BitOr": ast.BitOr,
    "BitAnd": ast.BitAnd,
    "BitXor": ast.BitXor,
}
_UNARY: dict[str, type[ast.unaryop]] = {
    "Minus": ast.USub,
    "Plus": ast.UAdd,
    "BitInvert": ast.Invert,
    "Not": ast.Not,
}
_COMPARISON: dict[str, type[ast.cmpop]] = {
    "Equal": ast.Eq,
    "NotEqual": ast.NotEq,
    "LessThan": ast.Lt,
    "LessThanEqual": ast.LtE,
    "GreaterThan": ast.Gt,
    "GreaterThanEqual": ast.GtE,
    "In": ast.In,
    "NotIn": ast.NotIn,
    "Is": ast.Is,
    "IsNot": ast.IsNot,
}
_CONSTANTS = {"None": None, "True": True, "False": False}


def convert_expression(places: Places, node: cst.BaseExpression) -> ast.expr:
    """The `ast` expression of a libcst expression."""
    if isinstance(node, cst.BaseString):
        return convert_string(places, node, convert_expression)
    made: ast.expr = _CONVERSIONS[type(node)](places, node)
    if not hasattr(made, "lineno"):
        places.at(made, node)
    return made


def convert_target(places: Places, node: cst.BaseExpression) -> Any:
    """The same, as something to bind."""
    return set_context(convert_expression(places, node), ast.Store())


def optional(places: Places, node: cst.BaseExpression | None) -> ast.expr | None:
    return None if node is None else convert_expression(places, node)


def convert_arguments(
    places: Places, arguments: Sequence[cst.Arg]
) -> tuple[list[ast.expr], list[ast.keyword]]:
    """Positional arguments and keywords of a call or a class statement."""
    positional: list[ast.expr] = []
    keywords: list[ast.keyword] = []
    for argument in arguments:
        value = convert_expression(places, argument.value)
        if argument.star == "*":
            positional.append(places.at(ast.Starred(value=value, ctx=ast.Load()), argument))
        elif argument.star or argument.keyword is not None:
            name = identifier(argument.keyword) if argument.keyword is not None else None
            keywords.append(places.at(ast.keyword(arg=name, value=value), argument))
        else:
            positional.append(value)
    return positional, keywords


def convert_parameters(places: Places, parameters: cst.Parameters) -> ast.arguments:
    """The parameters of a function or lambda."""
    plain = [*parameters.posonly_params, *parameters.params]
    star = parameters.star_arg
    return ast.arguments(
        posonlyargs=[_argument(places, each) for each in parameters.posonly_params],
        args=[_argument(places, each) for each in parameters.params],
        vararg=_argument(places, star) if isinstance(star, cst.Param) else None,
        kwonlyargs=[_argument(places, each) for each in parameters.kwonly_params],
        kw_defaults=[optional(places, each.default) for each in parameters.kwonly_params],
        kwarg=_argument(places, parameters.star_kwarg) if parameters.star_kwarg else None,
        defaults=[convert_expression(places, each.default) for each in plain if each.default is not None],
    )


def _argument(places: Places, parameter: cst.Param) -> ast.arg:
    annotation = parameter.annotation
    made = ast.arg(
        arg=identifier(parameter.name),
        annotation=None if annotation is None else convert_expression(places, annotation.annotation),
    )
    return places.at(made, parameter.name, annotation)


def _name(places: Places, node: cst.Name) -> ast.expr:
    if node.value in _CONSTANTS:
        return ast.Constant(value=_CONSTANTS[node.value], kind=None)
    return ast.Name(id=identifier(node), ctx=ast.Load())


def _number(places: Places, node: cst.Integer | cst.Float | cst.Imaginary) -> ast.expr:
    return ast.Constant(value=ast.literal_eval(node.value), kind=None)


def _attribute(places: Places, node: cst.Attribute) -> ast.expr:
    made = ast.Attribute(
        value=convert_expression(places, node.value), attr=identifier(node.attr), ctx=ast.Load()
    )
    return _from_operand(places, made, made.value, node.value, node)


def _from_operand(
    places: Places, made: ast.expr, first: ast.expr, source: cst.BaseExpression, node: cst.BaseExpression
) -> ast.expr:
    """`made` begins where its first operand does, the parentheses of that operand included."""
    start = places.start(source.lpar[0]) if source.lpar else places.start(node)
    return places.between(made, min(start, places.start(node)), places.end(node))


def _boolean(places: Places, node: cst.BooleanOperation) -> ast.expr:
    kind = type(node.operator)
    operands = [node.right]
    left = node.left
    # `a and b and c` is one operation in `ast`, as long as no parentheses group it.
    while isinstance(left, cst.BooleanOperation) and type(left.operator) is kind and not left.lpar:
        operands.append(left.right)
        left = left.left
    operands.append(left)
    values = [convert_expression(places, operand) for operand in reversed(operands)]
    return ast.BoolOp(op=ast.And() if kind is cst.And else ast.Or(), values=values)


def _binary(places: Places, node: cst.BinaryOperation) -> ast.expr:
    return ast.BinOp(
        left=convert_expression(places, node.left),
        op=OPERATORS[type(node.operator).__name__](),
        right=convert_expression(places, node.right),
    )


def _unary(places: Places, node: cst.UnaryOperation) -> ast.expr:
    operator = _UNARY[type(node.operator).__name__]()
    return ast.UnaryOp(op=operator, operand=convert_expression(places, node.expression))


def _compare(places: Places, node: cst.Comparison) -> ast.expr:
    return ast.Compare(
        left=convert_expression(places, node.left),
        ops=[_COMPARISON[type(each.operator).__name__]() for each in node.comparisons],
        comparators=[convert_expression(places, each.comparator) for each in node.comparisons],
    )


def _subscript(places: Places, node: cst.Subscript) -> ast.expr:
    elements = [_slice(places, element) for element in node.slice]
    last = node.slice[-1]
    alone = len(elements) == 1 and not isinstance(last.comma, cst.Comma)
    if alone and not isinstance(elements[0], ast.Starred):
        index = elements[0]
    else:
        made = ast.Tuple(elts=elements, ctx=ast.Load())
        index = places.between(made, places.start(node.slice[0]), places.end(last))
    value = convert_expression(places, node.value)
    subscript = ast.Subscript(value=value, slice=index, ctx=ast.Load())
    return _from_operand(places, subscript, value, node.value, node)


def _slice(places: Places, element: cst.SubscriptElement) -> ast.expr:
    inside = element.slice
    if isinstance(inside, cst.Slice):
        made = ast.Slice(
            lower=optional(places, inside.lower),
            upper=optional(places, inside.upper),
            step=optional(places, inside.step),
        )
        return places.at(made, inside)
    assert isinstance(inside, cst.Index)
    value = convert_expression(places, inside.value)
    return places.at(ast.Starred(value=value, ctx=ast.Load()), inside) if inside.star else value


def _starred(places: Places, node: cst.StarredElement) -> ast.expr:
    return ast.Starred(value=convert_expression(places, node.value), ctx=ast.Load())


def _elements(places: Places, elements: Sequence[cst.BaseElement]) -> list[ast.expr]:
    return [
        convert_expression(places, each if isinstance(each, cst.StarredElement) else each.value)
        for each in elements
    ]


def _tuple(places: Places, node: cst.Tuple) -> ast.expr:
    made = ast.Tuple(elts=_elements(places, node.elements), ctx=ast.Load())
    if not node.lpar:
        return made
    return places.between(made, places.start(node.lpar[-1]), places.end(node.rpar[0]))


def _list(places: Places, node: cst.List) -> ast.expr:
    return ast.List(elts=_elements(places, node.elements), ctx=ast.Load())


def _set(places: Places, node: cst.Set) -> ast.expr:
    return ast.Set(elts=_elements(places, node.elements))


def _dict(places: Places, node: cst.Dict) -> ast.expr:
    keys = [optional(places, getattr(element, "key", None)) for element in node.elements]
    return ast.Dict(keys=keys, values=[convert_expression(places, each.value) for each in node.elements])


def _generators(places: Places, node: cst.CompFor) -> list[ast.comprehension]:
    made = []
    clause: cst.CompFor | None = node
    while clause is not None:
        made.append(
            ast.comprehension(
                target=convert_target(places, clause.target),
                iter=convert_expression(places, clause.iter),
                ifs=[convert_expression(places, each.test) for each in clause.ifs],
                is_async=int(clause.asynchronous is not None),
            )
        )
        clause = clause.inner_for_in
    return made


def _comprehension(kind: type[ast.ListComp | ast.SetComp | ast.GeneratorExp]) -> Callable[..., ast.expr]:
    def convert(places: Places, node: cst.BaseSimpleComp) -> ast.expr:
        made = kind(elt=convert_expression(places, node.elt), generators=_generators(places, node.for_in))
        if isinstance(node, cst.GeneratorExp) and node.lpar:
            return places.between(made, places.start(node.lpar[-1]), places.end(node.rpar[0]))
        return made

    return convert


def _dict_comprehension(places: Places, node: cst.DictComp) -> ast.expr:
    return ast.DictComp(
        key=convert_expression(places, node.key),
        value=convert_expression(places, node.value),
        generators=_generators(places, node.for_in),
    )


def _call(places: Places, node: cst.Call) -> ast.expr:
    arguments, keywords = convert_arguments(places, node.args)
    function = convert_expression(places, node.func)
    if (
        len(node.args) == 1
        and isinstance(node.args[0].value, cst.GeneratorExp)
        and not node.args[0].value.lpar
    ):
        # `f(x for x in y)`: the parentheses of the call are the generator's too.
        opening = places.tree.text.rfind("(", 0, places.start(node.args[0]))
        places.between(arguments[0], opening, places.end(node))
    made = ast.Call(func=function, args=arguments, keywords=keywords)
    return _from_operand(places, made, function, node.func, node)


def _lambda(places: Places, node: cst.Lambda) -> ast.expr:
    parameters = convert_parameters(places, node.params)
    return ast.Lambda(args=parameters, body=convert_expression(places, node.body))


def _conditional(places: Places, node: cst.IfExp) -> ast.expr:
    return ast.IfExp(
        test=convert_expression(places, node.test),
        body=convert_expression(places, node.body),
        orelse=convert_expression(places, node.orelse),
    )


def _yield(places: Places, node: cst.Yield) -> ast.expr:
    if isinstance(node.value, cst.From):
        return ast.YieldFrom(value=convert_expression(places, node.value.item))
    return ast.Yield(value=optional(places, node.value))


def _named(places: Places, node: cst.NamedExpr) -> ast.expr:
    return ast.NamedExpr(
        target=convert_target(places, node.target), value=convert_expression(places, node.value)
    )


_CONVERSIONS: dict[type[cst.CSTNode], Callable[..., ast.expr]] = {
    cst.Name: _name,
    cst.Integer: _number,
    cst.Float: _number,
    cst.Imaginary: _number,
    cst.Ellipsis: lambda places, node: ast.Constant(value=..., kind=None),
    cst.Attribute: _attribute,
    cst.BooleanOperation: _boolean,
    cst.BinaryOperation: _binary,
    cst.UnaryOperation: _unary,
    cst.Comparison: _compare,
    cst.Subscript: _subscript,
    cst.Tuple: _tuple,
    cst.List: _list,
    cst.Set: _set,
    cst.Dict: _dict,
    cst.ListComp: _comprehension(ast.ListComp),
    cst.SetComp: _comprehension(ast.SetComp),
    cst.GeneratorExp: _comprehension(ast.GeneratorExp),
    cst.DictComp: _dict_comprehension,
    cst.StarredElement: _starred,
    cst.Call: _call,
    cst.Lambda: _lambda,
    cst.IfExp: _conditional,
    cst.Await: lambda places, node: ast.Await(value=convert_expression(places, node.expression)),
    cst.Yield: _yield,
    cst.NamedExpr: _named,
}
