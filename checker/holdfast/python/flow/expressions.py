"""The events of expressions and of assignment targets, in the order in which CPython evaluates them.

Knows expressions only. Functions are looked up by the name of the node's class, so that nodes of
syntax newer than the running interpreter work wherever they come from. Left-leaning chains of
operators are walked in a loop: they are the one shape that is deep in ordinary code.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any, Final

from holdfast.python.flow.builder import Builder
from holdfast.python.flow.graph import Anchor, ContextKind, EventKind, Label

READ: Final = int(EventKind.READ)
DELETE: Final = int(EventKind.DELETE)
CALL: Final = int(EventKind.CALL)
AWAIT: Final = int(EventKind.AWAIT)
YIELD: Final = int(EventKind.YIELD)
ATTRIBUTE: Final = int(EventKind.ATTRIBUTE)
STORE_ATTRIBUTE: Final = int(EventKind.STORE_ATTRIBUTE)
DELETE_ATTRIBUTE: Final = int(EventKind.DELETE_ATTRIBUTE)
SUBSCRIPT: Final = int(EventKind.SUBSCRIPT)
STORE_SUBSCRIPT: Final = int(EventKind.STORE_SUBSCRIPT)
DELETE_SUBSCRIPT: Final = int(EventKind.DELETE_SUBSCRIPT)
BRANCH: Final = int(EventKind.BRANCH)
ITERATE: Final = int(EventKind.ITERATE)
OPERATOR: Final = int(EventKind.OPERATOR)
TRUE: Final = int(Label.TRUE)
FALSE: Final = int(Label.FALSE)
BACK: Final = int(Label.BACK)

# Nodes are `Any` here: the class that a function serves is known by its name alone.
Visit = Callable[[Builder, Any], None]


class Dispatch(dict[type, Visit]):
    """From a node's class to the function that serves it, by the class's name."""

    def __init__(self, by_name: dict[str, Visit], otherwise: Visit) -> None:
        super().__init__()
        self.by_name = by_name
        self.otherwise = otherwise

    def __missing__(self, node_class: type) -> Visit:
        found = self[node_class] = self.by_name.get(node_class.__name__, self.otherwise)
        return found


def visit(b: Builder, node: ast.AST) -> None:
    """Evaluate one expression."""
    EXPRESSIONS[type(node)](b, node)


def visit_all(b: Builder, nodes: Iterable[ast.AST | None]) -> None:
    for node in nodes:
        if node is not None:
            EXPRESSIONS[type(node)](b, node)


def _nothing(b: Builder, node: Any) -> None:
    pass


def _children(b: Builder, node: Any) -> None:
    """A node of a class that nobody knows: its parts, in the order of its fields."""
    visit_all(b, ast.iter_child_nodes(node))


def _name(b: Builder, node: Any) -> None:
    b.kinds.append(READ)
    b.nodes.append(node)


def _attribute(b: Builder, node: Any) -> None:
    value = node.value
    EXPRESSIONS[type(value)](b, value)
    b.kinds.append(ATTRIBUTE)
    b.nodes.append(node)


def _subscript(b: Builder, node: Any) -> None:
    visit(b, node.value)
    visit(b, node.slice)
    b.emit(SUBSCRIPT, node)


def _slice(b: Builder, node: Any) -> None:
    visit_all(b, (node.lower, node.upper, node.step))


def _call(b: Builder, node: Any) -> None:
    visit(b, node.func)
    arguments(b, node.args, node.keywords)
    b.kinds.append(CALL)
    b.nodes.append(node)


def arguments(b: Builder, args: list[Any], keywords: list[Any]) -> None:
    """Positional arguments first, even if they stand after keywords; then the keywords."""
    if len(args) == 1 and type(args[0]).__name__ == "Starred":
        # The only argument is handed over whole and iterated by the call itself.
        visit(b, args[0].value)
        keyword_arguments(b, keywords)
        b.emit(OPERATOR, args[0])
        return
    for node in args:
        EXPRESSIONS[type(node)](b, node)
    if keywords:
        keyword_arguments(b, keywords)


def keyword_arguments(b: Builder, keywords: list[Any]) -> None:
    for keyword in keywords:
        visit(b, keyword.value)
        if keyword.arg is None:
            b.emit(OPERATOR, keyword)


def _starred(b: Builder, node: Any) -> None:
    visit(b, node.value)
    b.emit(OPERATOR, node)


def _binary(b: Builder, node: Any) -> None:
    spine = [node]
    while type(node.left) is ast.BinOp:
        node = node.left
        spine.append(node)
    visit(b, node.left)
    for node in reversed(spine):
        visit(b, node.right)
        b.emit(OPERATOR, node)


def _unary(b: Builder, node: Any) -> None:
    visit(b, node.operand)
    if type(node.operand) is not ast.Constant:
        b.emit(OPERATOR, node)


def _boolean(b: Builder, node: Any) -> None:
    after = b.block()
    go_on, stop = (TRUE, FALSE) if type(node.op) is ast.And else (FALSE, TRUE)
    outer = b.context
    for operand in node.values[:-1]:
        visit(b, operand)
        b.emit(BRANCH, (operand, node))
        following = b.block()
        b.go(following, go_on)
        b.go(after, stop)
        b.under(ContextKind.SHORT_CIRCUIT, node)
        b.begin(following)
    visit(b, node.values[-1])
    b.context = outer
    b.join(after)


def _compare(b: Builder, node: Any) -> None:
    visit(b, node.left)
    comparators = node.comparators
    if len(comparators) == 1:
        visit(b, comparators[0])
        _comparison(b, node, 0)
        return
    after = b.block()
    outer = b.context
    for index in range(len(comparators) - 1):
        _chain_link(b, node, index, after)
    visit(b, comparators[-1])
    _comparison(b, node, len(comparators) - 1)
    b.context = outer
    b.join(after)


def _chain_link(b: Builder, node: Any, index: int, stop: int) -> None:
    visit(b, node.comparators[index])
    _comparison(b, node, index)
    b.emit(BRANCH, (node.comparators[index], node))
    following = b.block()
    b.go(following, TRUE)
    b.go(stop, FALSE)
    b.under(ContextKind.SHORT_CIRCUIT, node)
    b.begin(following)


def _comparison(b: Builder, node: Any, index: int) -> None:
    """One operator of a chain; `is` and `is not` run no code."""
    if type(node.ops[index]) not in (ast.Is, ast.IsNot):
        left = node.comparators[index - 1] if index else node.left
        b.emit(OPERATOR, node if len(node.ops) == 1 else (left, node.comparators[index]))


def _conditional(b: Builder, node: Any) -> None:
    then, otherwise, after = b.block(), b.block(), b.block()
    branch(b, node.test, then, otherwise, (node.test, node))
    outer = b.under(ContextKind.CONDITIONAL, node, True)
    b.begin(then)
    visit(b, node.body)
    b.go(after)
    b.context = outer
    b.under(ContextKind.CONDITIONAL, node, False)
    b.begin(otherwise)
    visit(b, node.orelse)
    b.context = outer
    b.join(after)


def branch(b: Builder, test: Any, then: int, otherwise: int, anchor: Anchor, flip: bool = False) -> None:
    """Evaluate a test and go to one of two blocks. The caller begins a block afterwards.

    `and`, `or`, `not`, chains and conditional expressions jump straight to where they lead, as the
    compiled code does: no operand's truth is asked for twice. `anchor` is what the last decision is
    shown at; `flip` says that a number of `not`s around this test must be undone in the labels.
    """
    name = type(test).__name__
    if name == "UnaryOp" and type(test.op) is ast.Not:
        branch(b, test.operand, otherwise, then, anchor, not flip)
        return
    outer = b.context
    if name == "BoolOp":
        conjunction = type(test.op) is ast.And
        for operand in test.values[:-1]:
            following = b.block()
            targets = (following, otherwise) if conjunction else (then, following)
            branch(b, operand, *targets, (operand, test))
            b.under(ContextKind.SHORT_CIRCUIT, test)
            b.begin(following)
        branch(b, test.values[-1], then, otherwise, anchor, flip)
    elif name == "IfExp":
        arms = b.block(), b.block()
        branch(b, test.test, *arms, (test.test, test))
        for arm, value, block in ((True, test.body, arms[0]), (False, test.orelse, arms[1])):
            b.context = outer
            b.under(ContextKind.CONDITIONAL, test, arm)
            b.begin(block)
            branch(b, value, then, otherwise, anchor, flip)
    elif name == "Constant":
        b.go(then if test.value else otherwise)
    else:
        if name == "Compare" and len(test.comparators) > 1:
            visit(b, test.left)
            for index in range(len(test.comparators) - 1):
                _chain_link(b, test, index, otherwise)
            visit(b, test.comparators[-1])
            _comparison(b, test, len(test.comparators) - 1)
        else:
            EXPRESSIONS[type(test)](b, test)
        b.emit(BRANCH, anchor)
        b.go(then, FALSE if flip else TRUE)
        b.go(otherwise, TRUE if flip else FALSE)
    b.context = outer


def _walrus(b: Builder, node: Any) -> None:
    visit(b, node.value)
    b.bind(node.target)


def _dict(b: Builder, node: Any) -> None:
    hashes = False
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            visit(b, value)
            b.emit(OPERATOR, (node, value))
        else:
            if type(key) is not ast.Constant:
                hashes = True
                EXPRESSIONS[type(key)](b, key)
            EXPRESSIONS[type(value)](b, value)
    if hashes:
        b.emit(OPERATOR, node)


def _set(b: Builder, node: Any) -> None:
    visit_all(b, node.elts)
    if any(type(element) is not ast.Constant for element in node.elts):
        b.emit(OPERATOR, node)


def _sequence(b: Builder, node: Any) -> None:
    for element in node.elts:
        EXPRESSIONS[type(element)](b, element)


def _joined(b: Builder, node: Any) -> None:
    visit_all(b, node.values)


def _formatted(b: Builder, node: Any) -> None:
    visit(b, node.value)
    if node.format_spec is not None:
        visit(b, node.format_spec)
    b.emit(OPERATOR, node)


def _interpolation(b: Builder, node: Any) -> None:
    """Of a template string: nothing is formatted yet, but for a conversion."""
    visit(b, node.value)
    if node.format_spec is not None:
        visit(b, node.format_spec)
    if node.conversion != -1:
        b.emit(OPERATOR, node)


def _lambda(b: Builder, node: Any) -> None:
    defaults(b, node.args)
    b.make(node)


def defaults(b: Builder, args: ast.arguments) -> None:
    visit_all(b, args.defaults)
    visit_all(b, args.kw_defaults)


def _await(b: Builder, node: Any) -> None:
    visit(b, node.value)
    b.emit(AWAIT, node)


def _yield(b: Builder, node: Any) -> None:
    if node.value is not None:
        visit(b, node.value)
    b.emit(YIELD, node)


def _yield_from(b: Builder, node: Any) -> None:
    visit(b, node.value)
    b.emit(OPERATOR, (node, node.value))
    b.emit(YIELD, node)


def _generator(b: Builder, node: Any) -> None:
    """Only the first iterable is evaluated where the expression stands; the rest is its own graph."""
    _first_iterable(b, node)
    b.make(node)


def _comprehension(b: Builder, node: Any) -> None:
    _first_iterable(b, node)
    b.hosted.append(node)
    comprehension_loops(b, node)


def _first_iterable(b: Builder, node: Any) -> None:
    first = node.generators[0]
    visit(b, first.iter)
    b.emit(OPERATOR, (first.iter, node))


def comprehension_loops(b: Builder, node: Any) -> None:
    """The loops of a comprehension whose first iterator is there already."""
    outer = b.under(ContextKind.COMPREHENSION, node)
    after = b.block()
    stop = after
    heads: list[int] = []
    for position, generator in enumerate(node.generators):
        if position:
            visit(b, generator.iter)
            b.emit(OPERATOR, (generator.iter, node))
        head, body = b.block(), b.block()
        b.join(head)
        b.emit(ITERATE, generator)
        if generator.is_async:
            b.emit(AWAIT, generator)
        b.go(body, TRUE)
        b.go(stop, FALSE if stop == after else BACK)
        b.begin(body)
        target(b, generator.target)
        for test in generator.ifs:
            accepted, refused = b.block(), b.block()
            branch(b, test, accepted, refused, test)
            b.begin(refused)
            b.go(head, BACK)
            b.under(ContextKind.COMPREHENSION_IF, test)
            b.begin(accepted)
        stop = head
        heads.append(head)
    _element(b, node)
    b.go(heads[-1], BACK)
    b.context = outer
    b.begin(after)


def _element(b: Builder, node: Any) -> None:
    name = type(node).__name__
    if name == "DictComp":
        visit(b, node.key)
        visit(b, node.value)
        b.emit(OPERATOR, (node.key, node.value))
        return
    visit(b, node.elt)
    if name == "SetComp":
        b.emit(OPERATOR, (node.elt, node))
    elif name == "GeneratorExp":
        b.emit(YIELD, (node.elt, node))


def target(b: Builder, node: Any) -> None:
    """Give a value, which is there already, to an assignment target."""
    name = type(node).__name__
    if name == "Name":
        b.bind(node)
    elif name == "Attribute":
        visit(b, node.value)
        b.emit(STORE_ATTRIBUTE, node)
    elif name == "Subscript":
        visit(b, node.value)
        visit(b, node.slice)
        b.emit(STORE_SUBSCRIPT, node)
    elif name == "Starred":
        target(b, node.value)
    else:
        b.emit(OPERATOR, node)
        for element in node.elts:
            target(b, element)


def delete(b: Builder, node: Any) -> None:
    name = type(node).__name__
    if name == "Name":
        b.emit(READ, node)
        b.bind(node, DELETE)
    elif name == "Attribute":
        visit(b, node.value)
        b.emit(DELETE_ATTRIBUTE, node)
    elif name == "Subscript":
        visit(b, node.value)
        visit(b, node.slice)
        b.emit(DELETE_SUBSCRIPT, node)
    else:
        for element in node.elts:
            delete(b, element)


EXPRESSIONS: Final = Dispatch(
    {
        "Attribute": _attribute,
        "Await": _await,
        "BinOp": _binary,
        "BoolOp": _boolean,
        "Call": _call,
        "Compare": _compare,
        "Constant": _nothing,
        "Dict": _dict,
        "DictComp": _comprehension,
        "FormattedValue": _formatted,
        "GeneratorExp": _generator,
        "IfExp": _conditional,
        "Interpolation": _interpolation,
        "JoinedStr": _joined,
        "Lambda": _lambda,
        "List": _sequence,
        "ListComp": _comprehension,
        "Name": _name,
        "NamedExpr": _walrus,
        "Set": _set,
        "SetComp": _comprehension,
        "Slice": _slice,
        "Starred": _starred,
        "Subscript": _subscript,
        "TemplateStr": _joined,
        "Tuple": _sequence,
        "UnaryOp": _unary,
        "Yield": _yield,
        "YieldFrom": _yield_from,
    },
    _children,
)
