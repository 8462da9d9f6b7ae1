"""What `super().name` finds, for an object of a class that is given.

`super()` goes on behind the class that the code stands in, along the order of the *object's* class. So the
answer belongs to a receiver, and a method may reach different code for different classes below its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from holdfast.python.names.table import ScopeKind
from holdfast.python.project.classes import MEMBERLESS, order_of, own_member
from holdfast.python.project.declarations import Declaration
from holdfast.python.project.lookup import Hit
from holdfast.python.project.own_members import decorator_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.python.traces.identity import Above, Known
from holdfast.text.interval import Interval

if TYPE_CHECKING:
    from holdfast.check.code.sides import Side

#: Decorators behind which a call runs the code of the function, and nothing else.
_PLAIN = frozenset({"classmethod", "staticmethod", "override"})


def found_above(side: Side, file: str, callee: ast.Attribute) -> Above | None:
    """What the attribute of `super()` is for the receiver of the side; None where there is none."""
    facts = side.program.facts(file)
    if side.receiver is None or facts is None or not isinstance(callee.value, ast.Call):
        return None
    index = facts.names.occurrence_of_node.get(callee.value.func)
    scope = facts.names.occurrences[index].scope if index is not None else 0
    around = facts.scope_around(scope, frozenset({ScopeKind.CLASS}))
    order = order_of(side.program, side.receiver).classes
    if around is None or ClassKey(file, around.index) not in order:
        return None
    for item in order[order.index(ClassKey(file, around.index)) + 1 :]:
        if not isinstance(item, ClassKey):
            if item not in MEMBERLESS:
                return Above(("outside", item))
            continue
        hit = first_of(side.program, [item], callee.attr)
        if hit is not None:
            token = Interval(item.file, *hit.member.token)
            identity = side.identity_of_declaration(Declaration(token, hit.member.kind, hit.member.name))
            return Above(identity, _entered(side, hit) if token in side.entered_above else None)
    return Above("object")


def _entered(side: Side, hit: Hit) -> Known | None:
    subject, node = side.subject(hit.owner.file), plain_function(side.program, hit)
    return None if subject is None or node is None else Known(subject, node)


def plain_function(program: Program, hit: Hit) -> ast.FunctionDef | None:
    """The function whose code runs when the member is called, and no other."""
    facts = program.facts(hit.owner.file)
    if facts is None or len(hit.member.functions) != 1:
        return None
    node = facts.names.scopes[hit.member.functions[0]].node
    if not isinstance(node, ast.FunctionDef) or any(
        isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(node)
    ):
        return None
    return node if {decorator_name(item) for item in node.decorator_list} <= _PLAIN else None


def first_of(program: Program, classes: Sequence[object], name: str) -> Hit | None:
    """The first of the classes that has the member itself."""
    for item in classes:
        member = own_member(program, item, name) if isinstance(item, ClassKey) else None
        if isinstance(item, ClassKey) and member is not None and member.on_class:
            return Hit(item, member, True)
    return None


def asks_above(program: Program, key: ClassKey, name: str) -> Iterator[bool]:
    """For each `super().name` in the class: is it a plain call in a method of that name, to be followed?"""
    facts = program.facts(key.file)
    if facts is None or "super" not in facts.text:
        return
    for scope in facts.names.scopes:
        node = scope.node
        if scope.parent != key.scope or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        followed = {call.func for call in _own_nodes(node) if isinstance(call, ast.Call)}
        for inner in ast.walk(node):
            match inner:
                case ast.Attribute(
                    value=ast.Call(func=ast.Name(id="super"), args=arguments), attr=attribute
                ) if attribute == name:
                    yield node.name == name and inner in followed and not arguments


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function's own code, without those of functions, lambdas and comprehensions inside."""
    apart = (
        *(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef),
        *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    )
    waiting = [*ast.iter_child_nodes(function)]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, apart):
            waiting.extend(ast.iter_child_nodes(node))
