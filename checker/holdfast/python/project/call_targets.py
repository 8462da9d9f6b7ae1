"""Which functions of the project a call runs, and how many parameters are taken before its arguments.

A call of a class runs its initialiser. `cls(…)` and `type(self)(…)` may be a call of any class below, so that
each of their initialisers is among the targets; what a table holds (`TABLE[key](…)`) is looked up where that is wished.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.python.names.table import Role
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_class_member, find_member
from holdfast.python.project.own_members import receives
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Variable, elements, given_to_targets, variables_of
from holdfast.python.project.values import (
    ClassKey,
    ClassValue,
    FunctionValue,
    InstanceValue,
    UnknownValue,
    Value,
    Values,
)

INITIALISERS = ("__init__", "__new__")
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_PARTIAL = frozenset({"functools.partial", "functools.partialmethod"})


class Target(NamedTuple):
    """A function by file and scope. The class that is made, where the call makes one, is its first argument."""

    file: str
    scope: int
    taken: int
    makes: bool = False
    #: Parameters that a `partial` passes by name.
    given: frozenset[str] = frozenset()
    #: Whether a `partial` is called, which passes some of the arguments.
    kept: bool = False

    @property
    def function(self) -> tuple[str, int]:
        return (self.file, self.scope)


class Targets(NamedTuple):
    found: tuple[Target, ...]
    #: Whether nothing unknown may be called instead.
    complete: bool
    #: Whether no annotation and no rebinding was trusted.
    exact: bool


def targets_of(program: Program, file: str, callee: ast.expr, *, tables: bool = False) -> Targets:
    """What a call of the expression runs."""
    if tables and isinstance(callee, ast.Subscript | ast.Call):
        return _in_table(program, file, callee)
    kept: list[Target] = []
    if isinstance(callee, ast.Name | ast.Attribute):
        kept = list(_of_partials(program, file, callee))
    elif isinstance(callee, ast.Call) and (function := partial_of(program, file, callee)) is not None:
        kept = list(_bound_before(program, file, function, callee))
    if kept:
        return Targets(tuple(dict.fromkeys(kept)), True, False)
    below = _may_be_below(program, file, callee)
    return targets_of_values(program, _called(program, file, callee), below=below)


def _of_partials(program: Program, file: str, callee: ast.Name | ast.Attribute) -> Iterator[Target]:
    """What a variable runs that holds `partial(function, …)`."""
    for variable in variables_of(program, file, callee):
        facts = program.facts(variable.file)
        indices = facts.bindings.get((variable.owner, variable.name), ()) if facts is not None else ()
        for index in indices:
            target = facts.node_of_occurrence.get(index) if facts is not None else None
            given = given_to_targets(facts).get(target) if facts is not None and target is not None else None
            if given is None or given.how != "value" or not isinstance(given.node, ast.Call):
                continue
            function = partial_of(program, variable.file, given.node)
            if function is not None:
                yield from _bound_before(program, variable.file, function, given.node)


def _bound_before(program: Program, file: str, function: ast.expr, node: ast.Call) -> Iterator[Target]:
    if any(isinstance(item, ast.Starred) for item in node.args) or any(k.arg is None for k in node.keywords):
        return
    names = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
    for target in targets_of(program, file, function).found:
        yield target._replace(taken=target.taken + len(node.args) - 1, given=target.given | names, kept=True)


def targets_of_values(program: Program, values: Values, *, below: bool = False) -> Targets:
    """What a call of one of the values runs; `below` says that a class may be one below it as well."""
    found: dict[Target, None] = {}
    for value in values.items:
        found.update(dict.fromkeys(_targets(program, value, below=below)))
    unknown = any(isinstance(value, UnknownValue) for value in values.items) or not values.items
    return Targets(tuple(found), not unknown, values.exact)


def _in_table(program: Program, file: str, callee: ast.Subscript | ast.Call) -> Targets:
    """What a call of an element of a display runs: each of its elements may be meant."""
    picked = elements(program, file, callee)
    if picked is None:
        return targets_of(program, file, callee)
    parts = [targets_of(program, place, node) for place, node in picked[0]]
    found = dict.fromkeys(target for part in parts for target in part.found)
    return Targets(tuple(found), picked[1] and all(part.complete for part in parts), False)


def _called(program: Program, file: str, callee: ast.expr) -> Values:
    if isinstance(callee, ast.Attribute) and callee.attr == "__class__":
        made = evaluate(program, file, callee.value)
        return Values(
            tuple(ClassValue(item.key) for item in made.items if isinstance(item, InstanceValue)), False
        )
    return evaluate(program, file, callee)


def partial_of(program: Program, file: str, node: ast.Call) -> ast.expr | None:
    """The function that `partial(function, …)` is made of."""
    if not node.args or isinstance(node.args[0], ast.Starred):
        return None
    values = evaluate(program, file, node.func).items
    is_partial = len(values) == 1 and qualified_name(program, values[0]) in _PARTIAL
    return node.args[0] if is_partial else None


def initialiser_of(program: Program, key: ClassKey) -> Target | None:
    """The function that gets the arguments of a call of the class."""
    for name in INITIALISERS:
        hit = find_class_member(program, key, name)
        if hit is not None and hit.member.functions:
            return Target(hit.owner.file, hit.member.functions[0], 1, makes=True)
    return None


def _targets(program: Program, value: Value, *, below: bool) -> list[Target]:
    if isinstance(value, FunctionValue):
        return [Target(value.file, value.scope, int(value.bound))]
    if isinstance(value, ClassValue):
        keys = (value.key, *subclasses(program, value.key)) if below else (value.key,)
        found = [initialiser_of(program, key) for key in keys]
        return [target for target in found if target is not None]
    if isinstance(value, InstanceValue):
        hit = find_member(program, value.key, "__call__")
        functions = hit.member.functions if hit is not None else ()
        return [Target(hit.owner.file, scope, 1) for scope in functions] if hit is not None else []
    return []


def taken_after(
    program: Program, file: str, callee: ast.expr, taken: int, before: FunctionNode, after: FunctionNode
) -> int:
    """How many parameters are taken before a call of the same expression, once the function is another kind of method."""
    first, second = receives(before), receives(after)
    if first == second:
        return taken
    through_class = taken == 0 if first == "instance" else _is_class(program, file, callee)
    return int(second == "class" or (second == "instance" and not through_class))


def parameter_of(program: Program, target: Target, call: ast.Call, argument: ast.AST) -> Variable | None:
    """The parameter that an argument of the call arrives in, as a variable of the function that it runs."""
    facts = program.facts(target.file)
    node = facts.names.scopes[target.scope].node if facts is not None else None
    if not isinstance(node, FunctionNode):
        return None
    for keyword in call.keywords:
        if keyword.value is argument:
            names = [a.arg for a in (*node.args.args, *node.args.kwonlyargs)]
            return Variable(target.file, target.scope, keyword.arg) if keyword.arg in names else None
    positional = [a.arg for a in (*node.args.posonlyargs, *node.args.args)][target.taken :]
    for position, item in enumerate(call.args):
        if isinstance(item, ast.Starred):
            return None
        if item is argument:
            arrived = positional[position : position + 1]
            return Variable(target.file, target.scope, arrived[0]) if arrived else None
    return None


def _is_class(program: Program, file: str, callee: ast.expr) -> bool:
    """Is it a method that is read from a class by its name?"""
    if not isinstance(callee, ast.Attribute):
        return False
    values = evaluate(program, file, callee.value).items
    return bool(values) and all(isinstance(value, ClassValue) for value in values)


def _may_be_below(program: Program, file: str, callee: ast.expr) -> bool:
    """Does the expression stand for the class of whoever is asked, which may be a class below?"""
    if isinstance(callee, ast.Call) or (isinstance(callee, ast.Attribute) and callee.attr == "__class__"):
        return True
    facts = program.facts(file)
    index = None if facts is None else facts.names.occurrence_of_node.get(callee)
    if facts is None or index is None:
        return False
    occurrence = facts.names.occurrences[index]
    bindings = facts.bindings.get((occurrence.owner, occurrence.name), ())
    return any(facts.names.occurrences[item].role is Role.PARAMETER for item in bindings)
