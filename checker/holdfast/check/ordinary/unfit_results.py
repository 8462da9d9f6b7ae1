"""Calls that an ordinary edit left alone, whose result is no longer of the kind that they make something of.

A function became asynchronous and one of its callers does not await it; a list became a generator and somebody asks
for its length; a pair became three values, or nothing at all; a key is gone. What a caller hands on is not
followed, but for a variable of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from enum import Enum

from holdfast.check.ordinary.kept_calls import Function, KeptCall
from holdfast.check.ordinary.result_shapes import ResultShape, result_shape
from holdfast.check.ordinary.unfit_calls import function_token
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import BUILTIN
from holdfast.python.project.classes import own_member
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.program import Program
from holdfast.python.project.values import FunctionValue, Value

Parents = Mapping[ast.AST, ast.AST]


class Use(Enum):
    """What happens to a result."""

    DROPPED = "dropped"
    AWAITED = "awaited"
    GONE_THROUGH = "gone through"
    UNPACKED = "unpacked"
    SUBSCRIPTED = "subscripted"
    ATTRIBUTE = "asked for an attribute"
    CALCULATED = "calculated with"
    TESTED = "tested"
    MEASURED = "measured"
    NEXT = "asked for the next"


_OF_GENERATORS = frozenset({"send", "throw", "close", "__next__", "__iter__"})
_VALUES = (Use.GONE_THROUGH, Use.UNPACKED, Use.SUBSCRIPTED, Use.ATTRIBUTE, Use.CALCULATED, Use.MEASURED)
_BUILTINS = {"len": Use.MEASURED, "next": Use.NEXT, "reversed": Use.MEASURED}
_THROUGH = frozenset(
    {"list", "tuple", "set", "sorted", "sum", "min", "max", "any", "all", "enumerate", "dict"}
)


def gives_other_results(before: Function, after: Function) -> bool:
    first, second = result_shape(before), result_shape(after)
    return first is not None and second is not None and first != second


def unfit_result(pair: Pair, call: KeptCall, parents: Parents) -> Iterator[Finding]:
    """`parents`: of the file after, since a call that nobody touched may be awaited now."""
    old, new = result_shape(call.old.node), result_shape(call.new.node)
    facts = pair.after.facts(call.file_after)
    if old is None or new is None or old == new or facts is None or call.new.node.name == "__init__":
        return
    if _may_be_of_a_class_below(pair.after, call.value):
        return
    for use, node in _uses(facts, call.node_after, parents):
        problem = _problem(call.new.node.name, old, new, use, node)
        if problem is not None:
            shown, quoted = pair.shown_at(function_token(pair.after, call.new))
            clause = Clause(shown, "the result of this function changes", quoted)
            severity = Severity.ERROR if call.exact else Severity.WARNING
            yield Finding("HF109", severity, call.place, problem, (clause,))
            return


def _problem(name: str, old: ResultShape, new: ResultShape, use: Use, node: ast.AST) -> str | None:
    if new.is_async and not old.is_async:
        if use is not Use.AWAITED:
            return f"`{name}` would have to be awaited here"
        return None
    if old.is_async and not new.is_async:
        is_awaitable = new.calls or new.is_generator or new.has_value is None
        return (
            f"`{name}` would give nothing to be awaited" if use is Use.AWAITED and not is_awaitable else None
        )
    if new.is_generator and not old.is_generator:
        if use is Use.DROPPED:
            return f"`{name}` would do nothing here, since nobody goes through what it yields"
        is_own = isinstance(node, ast.Attribute) and node.attr in _OF_GENERATORS
        if use in (Use.SUBSCRIPTED, Use.CALCULATED, Use.MEASURED, Use.TESTED) or (
            use is Use.ATTRIBUTE and not is_own
        ):
            return f"`{name}` would give a generator here, which cannot be used like this"
        return None
    if old.is_generator and not new.is_generator:
        is_own = isinstance(node, ast.Attribute) and node.attr in ("send", "throw", "close")
        if (use is Use.NEXT or is_own) and not new.calls:
            return f"`{name}` would give no generator here"
    if old.has_value and new.has_value is False and not (old.is_generator or new.is_generator):
        return f"`{name}` would return nothing, and its value is used here" if use in _VALUES else None
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and _is_load(node):
        key = node.slice.value
        if old.keys is not None and new.keys is not None and key in old.keys - new.keys:
            return f"`{name}` would return a dictionary without the key {key!r}, which is asked for here"
    if use is Use.UNPACKED and isinstance(node, ast.Tuple | ast.List) and old.width == len(node.elts):
        if new.width not in (None, old.width) and not any(isinstance(e, ast.Starred) for e in node.elts):
            return f"`{name}` would return {new.width} values, and {old.width} are unpacked here"
    return None


def _is_load(node: ast.Subscript) -> bool:
    return isinstance(node.ctx, ast.Load)


def _may_be_of_a_class_below(program: Program, value: Value) -> bool:
    """Do other methods answer the call for objects of classes below?"""
    if not isinstance(value, FunctionValue) or value.receiver is None:
        return False
    facts = program.facts(value.file)
    name = facts.names.scopes[value.scope].name if facts is not None else ""
    return any(own_member(program, key, name) is not None for key in subclasses(program, value.receiver))


def _uses(
    facts: FileFacts, node: ast.expr, parents: Parents, *, directly: bool = True
) -> Iterator[tuple[Use, ast.AST]]:
    parent = parents[node]
    match parent:
        case ast.Expr():
            yield Use.DROPPED, parent
        case ast.Await():
            yield Use.AWAITED, parent
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated, is_async=0) if iterated is node:
            yield Use.GONE_THROUGH, parent
        case ast.Assign(targets=[ast.Tuple() | ast.List() as target]):
            yield Use.UNPACKED, target
        case ast.Subscript(value=value) if value is node:
            yield Use.SUBSCRIPTED, parent
        case ast.Attribute():
            yield Use.ATTRIBUTE, parent
        case ast.BinOp() | ast.AugAssign() | ast.FormattedValue():
            yield Use.CALCULATED, parent
        case ast.Compare():
            if not all(isinstance(operator, ast.Is | ast.IsNot) for operator in parent.ops):
                is_member = parent.left is not node and all(
                    isinstance(o, ast.In | ast.NotIn) for o in parent.ops
                )
                yield Use.GONE_THROUGH if is_member else Use.CALCULATED, parent
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if test is node:
            yield Use.TESTED, parent
        case ast.UnaryOp(op=ast.Not()):
            yield Use.TESTED, parent
        case ast.Call(func=ast.Name() as function, args=[first, *_]) if first is node:
            yield from _given_to_builtin(facts, function, parent)
        case ast.Assign(targets=[ast.Name() as target]) if directly:
            yield from _uses_of_variable(facts, target, parents)


def _given_to_builtin(facts: FileFacts, function: ast.Name, call: ast.Call) -> Iterator[tuple[Use, ast.AST]]:
    index = facts.names.occurrence_of_node.get(function)
    if index is not None and facts.names.occurrences[index].owner == BUILTIN:
        if function.id in _BUILTINS:
            yield _BUILTINS[function.id], call
        elif function.id in _THROUGH:
            yield Use.GONE_THROUGH, call


def _uses_of_variable(facts: FileFacts, target: ast.Name, parents: Parents) -> Iterator[tuple[Use, ast.AST]]:
    """The uses of a variable that is bound here and nowhere else. One that is handed on anywhere may be made right."""
    index = facts.names.occurrence_of_node.get(target)
    if index is None:
        return
    item = facts.names.occurrences[index]
    if item.owner < 0 or len(facts.bindings.get((item.owner, item.name), ())) != 1:
        return
    found: list[tuple[Use, ast.AST]] = []
    for number, other in enumerate(facts.names.occurrences):
        read = facts.node_of_occurrence.get(number)
        if number == index or (other.owner, other.name) != (item.owner, item.name):
            continue
        uses = list(_uses(facts, read, parents, directly=False)) if isinstance(read, ast.Name) else []
        if not uses:
            return
        found += uses
    if not any(use is Use.AWAITED for use, _ in found):
        yield from found
