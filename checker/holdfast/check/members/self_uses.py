"""What the methods of a class do with an attribute of their own object."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.pair import Pair
from holdfast.python.project.classes import class_node
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class SelfUse(NamedTuple):
    """A read of `self.name` in a method of the class."""

    node: ast.Attribute
    #: The call of which it is the function.
    call: ast.Call | None
    #: Is the value of the call, or of the attribute, used for something?
    is_value_used: bool
    is_awaited: bool
    method: _Function


def self_uses(program: Program, key: ClassKey, name: str) -> Iterator[SelfUse]:
    facts = program.facts(key.file)
    if facts is None or name not in facts.text:
        return
    for method in class_node(program, key).body:
        first = first_parameter_name(method)
        if first is None:
            continue
        assert isinstance(method, _Function)
        around: dict[ast.AST, ast.AST] = {}
        for node in ast.walk(method):
            around.update((child, node) for child in ast.iter_child_nodes(node))
        for node in around:
            if not isinstance(node, ast.Attribute) or node.attr != name or not isinstance(node.ctx, ast.Load):
                continue
            if isinstance(node.value, ast.Name) and node.value.id == first:
                yield _use(node, around, method)


def first_parameter_name(method: ast.stmt) -> str | None:
    if not isinstance(method, _Function):
        return None
    return next((item.arg for item in (*method.args.posonlyargs, *method.args.args)), None)


def _use(node: ast.Attribute, around: dict[ast.AST, ast.AST], method: _Function) -> SelfUse:
    parent = around[node]
    call = parent if isinstance(parent, ast.Call) and parent.func is node else None
    outer = around[call] if call is not None else parent
    is_awaited = isinstance(outer, ast.Await)
    if is_awaited:
        outer = around[outer]
    return SelfUse(node, call, not isinstance(outer, ast.Expr), is_awaited, method)


def is_untouched(pair: Pair, file: str, node: ast.expr | ast.stmt) -> bool:
    """Does the edit leave this code of before alone?"""
    facts = pair.before.facts(file)
    assert facts is not None
    return not pair.tokens(file).is_touched(facts.tree.start(node), facts.tree.end(node))


def is_new(pair: Pair, file: str, use: SelfUse) -> bool:
    """Did the edit write this use of after?"""
    facts = pair.after.facts(file)
    assert facts is not None
    end = facts.tree.end(use.node)
    return not pair.has_stood(Interval(file, end - len(use.node.attr), end))


def place_of(pair: Pair, file: str, node: ast.Attribute) -> Interval:
    """The token after the dot, in before."""
    facts = pair.before.facts(file)
    assert facts is not None
    end = facts.tree.end(node)
    return Interval(file, end - len(node.attr), end)
