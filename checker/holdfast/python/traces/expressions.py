"""Expressions as values, in CPython's order of evaluation."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from holdfast.python.traces.attributes import attribute_of, handed_out_value, item_of, member_value
from holdfast.python.traces.contents import changes_of_contents
from holdfast.python.traces.default_values import default_value, fixed_default
from holdfast.python.traces.definition import Definition
from holdfast.python.traces.global_values import store_in_module
from holdfast.python.traces.memory import ANY_CALL, MemoryKey
from holdfast.python.traces.operations import calculated, operation
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.truth import truth_by_now
from holdfast.python.traces.type_expressions import is_type_expression
from holdfast.python.traces.unpacking import elements_of
from holdfast.python.traces.values import Block, Origin, Step, Value
from holdfast.python.traces.variables import bind_variable, read_variable


def trace_expression(t: Tracer, node: ast.expr) -> Value:
    """The value of `node`, with everything that happens on the way recorded."""
    if t.subject.known and node in t.subject.known:
        return t.value("const", t.subject.known[node], (), t.origin(node), immutable=True)
    if t.given and node in t.given:
        return t.given[node]
    handler = t.expressions.get(type(node).__name__)
    if handler is None:
        return t.evaluate(t.value("opaque", ast.dump(node), (), t.origin(node)), t.origin(node))
    if isinstance(node, ast.Subscript | ast.BinOp) and is_type_expression(t.subject.tree.module, node):
        was_quiet, t.quiet = t.quiet, True
        value = handler(t, node)
        t.quiet = was_quiet
        return value
    return handler(t, node)


def _constant(t: Tracer, node: ast.Constant) -> Value:
    return t.constant(t.subject.keys.get(node, node.value), t.origin(node))


def _name(t: Tracer, node: ast.Name) -> Value:
    return read_variable(t, node)


def _named(t: Tracer, node: ast.NamedExpr) -> Value:
    value = trace_expression(t, node.value)
    assign_target(t, node.target, value)
    return value


def _attribute(t: Tracer, node: ast.Attribute) -> Value:
    base = trace_expression(t, node.value)
    handed = t.subject.handed_out.get(node)
    if handed is not None:
        return handed_out_value(t, base, handed, t.origin(node))
    return member_value(t, base, node.attr, t.origin(node)) or attribute_of(
        t, base, node.attr, t.origin(node)
    )


def _subscript(t: Tracer, node: ast.Subscript) -> Value:
    base = trace_expression(t, node.value)
    index = trace_expression(t, node.slice)
    return item_of(t, base, index, t.origin(node))


def _slice(t: Tracer, node: ast.Slice) -> Value:
    origin = t.origin(node)
    parts = tuple(
        trace_expression(t, part) if part else t.constant(None, origin)
        for part in (node.lower, node.upper, node.step)
    )
    return t.value("op", "slice", parts, origin)


def _binary(t: Tracer, node: ast.BinOp) -> Value:
    left = trace_expression(t, node.left)
    right = trace_expression(t, node.right)
    return calculated(t, node, left, right)


def _unary(t: Tracer, node: ast.UnaryOp) -> Value:
    operand = trace_expression(t, node.operand)
    if isinstance(node.op, ast.Not):
        return t.value("op", "Not", (truth_by_now(t, operand),), t.origin(node), immutable=True)
    return operation(t, type(node.op).__name__, (operand,), t.origin(node))


def _compare(t: Tracer, node: ast.Compare) -> Value:
    left = trace_expression(t, node.left)
    return _comparison_chain(t, node, left, 0)


def _comparison_chain(t: Tracer, node: ast.Compare, left: Value, index: int) -> Value:
    right = trace_expression(t, node.comparators[index])
    name = type(node.ops[index]).__name__
    origin = t.origin(node)
    if name in ("Is", "IsNot"):
        outcome = t.value("op", name, (left, right), origin, immutable=True)
    else:
        outcome = operation(t, name, (left, right), origin)
    if index + 1 == len(node.ops):
        return outcome
    return _joined(t, outcome, origin, lambda: _comparison_chain(t, node, right, index + 1), lambda: outcome)


def _joined(
    t: Tracer, test: Value, origin: Origin, then: Callable[[], Value], otherwise: Callable[[], Value]
) -> Value:
    value = t.branch("if", test, origin, then, otherwise)
    assert value is not None
    return value


def _boolean(t: Tracer, node: ast.BoolOp) -> Value:
    return _boolean_chain(t, node, 0)


def _boolean_chain(t: Tracer, node: ast.BoolOp, index: int) -> Value:
    value = trace_expression(t, node.values[index])
    if index + 1 == len(node.values):
        return value
    origin = t.origin(node)
    if isinstance(node.op, ast.And):
        return _joined(t, value, origin, lambda: _boolean_chain(t, node, index + 1), lambda: value)
    return _joined(t, value, origin, lambda: value, lambda: _boolean_chain(t, node, index + 1))


def _conditional(t: Tracer, node: ast.IfExp) -> Value:
    test = trace_expression(t, node.test)
    return _joined(
        t,
        test,
        t.origin(node),
        lambda: trace_expression(t, node.body),
        lambda: trace_expression(t, node.orelse),
    )


def _tuple(t: Tracer, node: ast.Tuple) -> Value:
    parts = tuple(trace_expression(t, element) for element in node.elts)
    if node in t.subject.rows:
        return t.value("row", None, _as_arguments(t, node, parts), t.origin(node))
    if any(isinstance(element, ast.Starred) for element in node.elts):
        return operation(t, "tuple" + _stars(node.elts), parts, t.origin(node))
    return t.value("tuple", None, parts, t.origin(node), immutable=all(part.immutable for part in parts))


def _as_arguments(t: Tracer, node: ast.expr, parts: tuple[Value, ...]) -> tuple[Value, ...]:
    """The elements of a display that is spread into a call, in the order of the parameters of after."""
    order = t.subject.rows.get(node)
    return parts if order is None else tuple(parts[position] for position in order)


def _stars(elements: Sequence[ast.expr]) -> str:
    return "".join("*" if isinstance(element, ast.Starred) else "." for element in elements)


def _starred(t: Tracer, node: ast.Starred) -> Value:
    return trace_expression(t, node.value)


def _display(t: Tracer, node: ast.List | ast.Set) -> Value:
    parts = _as_arguments(t, node, tuple(trace_expression(t, element) for element in node.elts))
    stars = _stars(node.elts) if node not in t.subject.rows else "row"
    starred = tuple(part for part, star in zip(parts, _stars(node.elts), strict=True) if star == "*")
    return t.fresh((type(node).__name__, stars), parts, t.origin(node), looks_into=starred)


def _dict(t: Tracer, node: ast.Dict) -> Value:
    parts: list[Value] = []
    starred: list[Value] = []
    for key, value in zip(node.keys, node.values, strict=True):
        if key is not None:
            parts.append(trace_expression(t, key))
        parts.append(trace_expression(t, value))
        if key is None:
            starred.append(parts[-1])
    if starred:
        from holdfast.python.traces.passed_stars import (
            merged,  # it binds arguments, which are expressions in turn
        )

        made = merged(t, node, parts)
        if made is not None:
            return made
    if node in t.subject.left_to_defaults:
        return _with_defaults(t, node, parts)
    shape = "".join("*" if key is None else "." for key in node.keys)
    return t.fresh(("Dict", shape), tuple(parts), t.origin(node), looks_into=tuple(starred))


def _with_defaults(t: Tracer, node: ast.Dict, parts: list[Value]) -> Value:
    """A dictionary of arguments, with the defaults for what it leaves out, in the order of its keys."""
    origin = t.origin(node)
    pairs = list(zip(parts[::2], parts[1::2], strict=True))
    for name, (default, home) in t.subject.left_to_defaults[node].items():
        pairs.append((t.constant(name, origin), default_value(t, default, origin, home)))
    pairs.sort(key=lambda pair: str(pair[0].key))
    made = tuple(value for pair in pairs for value in pair)
    return t.fresh(("Dict", "." * len(pairs)), made, origin)


def _text(t: Tracer, node: Any) -> Value:
    """An f-string or t-string: its pieces of text are its shape, its expressions its parts."""
    parts: list[Value] = []
    shape: list[object] = []
    for piece in node.values:
        if hasattr(piece, "conversion"):
            parts.append(trace_expression(t, piece.value))
            shape.append(piece.conversion)
            if piece.format_spec is not None:
                parts.append(trace_expression(t, piece.format_spec))
        elif isinstance(piece, ast.Constant):
            shape.append(piece.value)
        else:
            parts.append(trace_expression(t, piece))
            shape.append(None)
    origin = t.origin(node)
    keys: list[MemoryKey] = [("touch", part) for part in parts if not part.immutable]
    key = (type(node).__name__, *shape)
    return t.evaluate(t.value("op", key, tuple(parts), origin, since=t.since(*keys), immutable=True), origin)


def _driven(t: Tracer, node: ast.Await | ast.YieldFrom) -> tuple[Value, bool]:
    """What is awaited or delegated to, and whether that was a call whose function has been entered.

    Then the code of the function runs right here, and the value is what it returned.
    """
    if t.tail_call is node:
        t.tail_call = node.value
    outer, t.driven = t.driven, node.value
    value = trace_expression(t, node.value)
    entered, t.driven = t.driven is None, outer
    return value, entered


def _await(t: Tracer, node: ast.Await) -> Value:
    value, entered = _driven(t, node)
    if entered:
        return value
    return t.step("await", None, (value,), t.origin(node), changes=[ANY_CALL, ("item",), ("attribute",)])


def _yield(t: Tracer, node: ast.Yield) -> Value:
    origin = t.origin(node)
    value = trace_expression(t, node.value) if node.value else t.constant(None, origin)
    return t.step("yield", None, (value,), origin, changes=[ANY_CALL, ("item",), ("attribute",)])


def _yield_from(t: Tracer, node: ast.YieldFrom) -> Value:
    value, entered = _driven(t, node)
    if entered:
        return value
    return t.step("yield from", None, (value,), t.origin(node), changes=[ANY_CALL, ("item",), ("attribute",)])


def _lambda(t: Tracer, node: ast.Lambda) -> Value:
    function = t.subject.identities.stands_for(node)
    if function is not None:
        return trace_expression(t, function)
    return define_function(t, node, t.origin(node))


def define_function(t: Tracer, node: ast.AST, origin: Origin) -> Value:
    """Defaults are evaluated here; the body is looked at only when two definitions are compared."""
    arguments: ast.arguments = node.args  # type: ignore[attr-defined]
    expressions = [
        default for default in (*arguments.defaults, *arguments.kw_defaults) if default is not None
    ]
    is_changed = node in t.subject.added_parameters
    defaults = tuple(
        (fixed_default(t, expression, t.origin(expression), t.subject) if is_changed else None)
        or trace_expression(t, expression)
        for expression in expressions
    )
    definition = Definition(node, t.subject, dict(t.activations), defaults, t.trace)
    return Value("function", definition, defaults, None, origin)


Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def _comprehension(t: Tracer, node: Comprehension) -> Value:
    origin = t.origin(node)
    kind = type(node).__name__
    scope = t.names.scope_of_node.get(node)
    if scope is not None:
        # A comprehension runs where it stands: its variables are ours, its reads are now.
        t.counter[0] += 1
        t.activations = {**t.activations, scope: t.counter[0]}
        t.own.add(t.counter[0])
    first = trace_expression(t, node.generators[0].iter)
    step = Step("comprehension", kind, (first,), origin)
    body = Block("each")
    parts: list[Value] = []
    environment, memory = dict(t.environment), dict(t.memory)
    t.within(body, lambda: _rounds(t, node, step, first, 0, parts))
    if body.steps:
        step.blocks = (body,)
        step.args = (first, *parts)
        t.block.steps.append(step)
        t.touch(step, [key for key, (time, _) in t.memory.items() if memory.get(key, (0, None))[0] != time])
        t.environment = {**t.environment, **{k: v for k, v in environment.items() if k not in t.environment}}
        return t.value("result", None, (), origin, since=step)
    for (guards, value), place in body.evaluated.items():
        t.block.evaluated.setdefault(((*t.guards, (first, True), *guards), value), place)
    t.block.called |= body.called
    t.block.further |= body.further
    return t.fresh(kind, (first, *parts), origin, looks_into=(first,))


def _rounds(
    t: Tracer, node: Comprehension, step: Step, iterable: Value, index: int, parts: list[Value]
) -> None:
    generator = node.generators[index]
    # Keyed by depth and iterable, not by step, so that a comprehension without effects stays a value.
    element = t.value("iteration", (index, generator.is_async), (iterable,), t.origin(generator.target))
    assign_target(t, generator.target, element)
    for condition in generator.ifs:
        test = truth_by_now(t, trace_expression(t, condition))
        parts.append(test)
        t.guards = (*t.guards, (test, True))
    if index + 1 < len(node.generators):
        inner = trace_expression(t, node.generators[index + 1].iter)
        parts.append(inner)
        _rounds(t, node, step, inner, index + 1, parts)
    elif isinstance(node, ast.DictComp):
        parts.append(trace_expression(t, node.key))
        parts.append(trace_expression(t, node.value))
    else:
        parts.append(trace_expression(t, node.elt))


def assign_target(t: Tracer, target: ast.expr, value: Value) -> None:
    """Bind `target` to `value`: names are followed, everything else is a step."""
    origin = t.origin(target)
    if isinstance(target, ast.Name):
        index = t.names.occurrence_of_node.get(target)
        if index is not None:
            occurrence = t.names.occurrences[index]
            bind_variable(t, occurrence.owner, occurrence.name, value, origin)
    elif isinstance(target, ast.Attribute):
        base = trace_expression(t, target.value)
        name = t.spelled(target.attr)
        if t.subject.identities.held_by_field(target.attr) is not None:
            return  # whoever reads it gets what is passed
        if not store_in_module(t, base, target.attr, value, origin):
            t.step("store-attribute", name, (base, value), origin, changes=[("attribute", name)])
    elif isinstance(target, ast.Subscript):
        base = trace_expression(t, target.value)
        index_value = trace_expression(t, target.slice)
        t.step("store-item", None, (base, index_value, value), origin, changes=changes_of_contents(t, base))
    elif isinstance(target, ast.Tuple | ast.List):
        _unpack(t, target, value, origin)
    elif isinstance(target, ast.Starred):
        assign_target(t, target.value, value)


def _unpack(t: Tracer, target: ast.Tuple | ast.List, value: Value, origin: Origin) -> None:
    stars = _stars(target.elts)
    elements = elements_of(t, value, len(target.elts)) if "*" not in stars else None
    if elements is not None:
        for element, part in zip(target.elts, elements, strict=True):
            assign_target(t, element, part)
        return
    whole = unpacked(t, stars, value, origin)
    for position, element in enumerate(target.elts):
        assign_target(t, element, t.value("op", ("element", position), (whole,), t.origin(element)))


def unpacked(t: Tracer, stars: str, value: Value, origin: Origin) -> Value:
    """The value, taken apart into as many elements as there are signs, where a star takes any number."""
    since = t.since_contents((value,))
    return t.evaluate(t.value("op", ("unpack", stars), (value,), origin, since=since), origin)


#: `build` adds the call, which may enter statements again.
EXPRESSIONS: dict[str, Callable[[Tracer, Any], Value]] = {
    "Constant": _constant,
    "Name": _name,
    "NamedExpr": _named,
    "Attribute": _attribute,
    "Subscript": _subscript,
    "Slice": _slice,
    "BinOp": _binary,
    "UnaryOp": _unary,
    "Compare": _compare,
    "BoolOp": _boolean,
    "IfExp": _conditional,
    "Tuple": _tuple,
    "Starred": _starred,
    "List": _display,
    "Set": _display,
    "Dict": _dict,
    "JoinedStr": _text,
    "TemplateStr": _text,
    "Await": _await,
    "Yield": _yield,
    "YieldFrom": _yield_from,
    "Lambda": _lambda,
    "ListComp": _comprehension,
    "SetComp": _comprehension,
    "DictComp": _comprehension,
    "GeneratorExp": _comprehension,
}
