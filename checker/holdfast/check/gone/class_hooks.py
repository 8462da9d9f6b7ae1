"""Does a hook that hears of every class below do anything for one of them?

`__init_subclass__` is run for each new class. Where it first asks whether the class has a name, or goes through a list
that is empty for it, the class leaves no trace. Conditions are decided from the text: constants in the bodies of the
class and of those above it, and arguments in its head. What cannot be decided may go either way.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import NamedTuple

from holdfast.python.project.classes import class_node, order_of, own_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey


class _Unknown:
    """A value that the text does not tell."""


_UNKNOWN = _Unknown()
#: Decides of a node whether it puts something where it stays.
Acts = Callable[[ast.AST], bool]


class _Hook(NamedTuple):
    program: Program
    key: ClassKey
    #: The name of the parameter that gets the class, and what the others get.
    receiver: str
    given: dict[str, object]
    acts: Acts


def may_act_for(program: Program, key: ClassKey, hook: ast.FunctionDef, acts: Acts) -> bool:
    """May the `__init_subclass__` do what `acts` tells, when it is run for the class?"""
    if not hook.args.args:
        return True
    given = _given(class_node(program, key), hook)
    found = _Hook(program, key, hook.args.args[0].arg, given, acts)
    assigned = {
        node.id for node in ast.walk(hook) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    for name in assigned:
        given[name] = _UNKNOWN
    return _reaches(found, hook.body)[0]


def _given(node: ast.ClassDef, hook: ast.FunctionDef) -> dict[str, object]:
    """What the parameters get from the head of the class, and from their defaults."""
    if any(keyword.arg is None for keyword in node.keywords):
        return {}
    arguments = hook.args
    positional = [*arguments.posonlyargs, *arguments.args]
    found: dict[str, object] = {
        parameter.arg: _constant(default)
        for parameter, default in zip(reversed(positional), reversed(arguments.defaults), strict=False)
    }
    found.update(
        (parameter.arg, _constant(default))
        for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is not None
    )
    found.update((str(keyword.arg), _constant(keyword.value)) for keyword in node.keywords)
    return found


def _reaches(hook: _Hook, body: Sequence[ast.stmt]) -> tuple[bool, bool]:
    """May these statements act, and may control come out at their end?"""
    for statement in body:
        match statement:
            case ast.Return() | ast.Raise():
                return _acts(hook, statement), False
            case ast.If(test=test, body=then, orelse=otherwise):
                if _acts(hook, test):
                    return True, True
                outcome = _outcome(hook, test)
                ways = [] if outcome is False else [then]
                ways += [] if outcome is True else [otherwise]
                results = [_reaches(hook, way) for way in ways]
                if any(acts for acts, _ in results):
                    return True, True
                if not any(goes_on for _, goes_on in results):
                    return False, False
            case ast.For(iter=iterable):
                gone_through = _value(hook, iterable)
                if gone_through is not _UNKNOWN and gone_through in ((), "", None):
                    continue
                if _acts(hook, statement):
                    return True, True
            case _:
                if _acts(hook, statement):
                    return True, True
    return False, True


def _acts(hook: _Hook, node: ast.AST) -> bool:
    return any(hook.acts(inner) for inner in ast.walk(node))


def _outcome(hook: _Hook, test: ast.expr) -> bool | None:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _outcome(hook, operand)
            return None if inner is None else not inner
        case ast.BoolOp(op=operator, values=values):
            decisive = isinstance(operator, ast.Or)
            outcomes = [_outcome(hook, value) for value in values]
            if decisive in outcomes:
                return decisive
            return None if None in outcomes else not decisive
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            first, second = _value(hook, left), _value(hook, right)
            if first is _UNKNOWN or second is _UNKNOWN:
                return None
            if isinstance(operator, ast.Is | ast.Eq):
                return first == second
            return first != second if isinstance(operator, ast.IsNot | ast.NotEq) else None
    value = _value(hook, test)
    return None if value is _UNKNOWN else bool(value)


def _value(hook: _Hook, node: ast.expr) -> object:
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr="__name__") if name == hook.receiver:
            return class_node(hook.program, hook.key).name
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == hook.receiver:
            return _attribute(hook, attribute)
        case ast.Call(
            func=ast.Name(id="getattr"), args=[ast.Name(id=name), ast.Constant(value=str(attribute)), default]
        ) if name == hook.receiver:
            found = _attribute(hook, attribute)
            return _constant(default) if found is _MISSING else found
        case ast.Name(id=name) if name != hook.receiver:
            return hook.given.get(name, _UNKNOWN)
    return _constant(node)


#: No class along the order has the attribute, and all of them are known.
_MISSING = _Unknown()


def _attribute(hook: _Hook, name: str) -> object:
    """What the class has under the name, where it is a constant that only one statement gives."""
    for item in order_of(hook.program, hook.key).classes[:-1]:
        if not isinstance(item, ClassKey):
            return _UNKNOWN
        member = own_member(hook.program, item, name)
        if member is None:
            continue
        bound = [
            statement.value
            for statement in class_node(hook.program, item).body
            if isinstance(statement, ast.Assign | ast.AnnAssign)
            and any(isinstance(t, ast.Name) and t.id == name for t in _targets(statement))
        ]
        if len(bound) != 1 or bound[0] is None or len(member.tokens) != 1 or not member.on_class:
            return _UNKNOWN
        return _constant(bound[0])
    return _MISSING


def _targets(statement: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]


def _constant(node: ast.expr) -> object:
    """A constant, or a display without elements; displays with some are only known not to be empty."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Tuple(elts=[]) | ast.List(elts=[]) | ast.Dict(keys=[]):
            return ()
    return _UNKNOWN
