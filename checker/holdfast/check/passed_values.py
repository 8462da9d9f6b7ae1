"""What all callers pass for a parameter that only one world has.

Where every call passes the same thing, said in terms of the function (a constant, a global, something of another
argument), the parameter is that thing, and the function can be compared with one that reads it itself.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Mapping

from holdfast.check.identities import FileIdentities, Side
from holdfast.python.names.table import BINDING_ROLES, BUILTIN
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import find_class_member
from holdfast.python.project.values import ClassValue, FunctionValue
from holdfast.python.traces.calls import HARMLESS
from holdfast.python.traces.identity import Passed

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def passed_by_all(side: Side, file: str, function: _Function, wanted: frozenset[str]) -> dict[str, Passed]:
    """For each wanted parameter what all calls pass for it, where that is the same."""
    facts = side.program.facts(file)
    if facts is None or not wanted:
        return {}
    found: dict[str, set[Passed | None]] = {name: set() for name in wanted}
    for caller, arguments in _calls(side, file, facts, function):
        for name in wanted:
            found[name].add(_passed(side, caller, arguments, name) if arguments is not None else None)
    return {
        name: value
        for name, values in found.items()
        if len(values) == 1 and (value := next(iter(values))) is not None
    }


_Arguments = Mapping[str, tuple[str, ast.expr]]


def _calls(
    side: Side, file: str, facts: FileFacts, function: _Function
) -> Iterator[tuple[str, _Arguments | None]]:
    """The file of each call and its arguments by parameter; None where those are not known."""
    scope = facts.names.scope_of_node[function]
    parent = facts.names.scopes[facts.names.scopes[scope].parent]
    words = {function.name}
    if function.name in ("__init__", "__new__") and isinstance(parent.node, ast.ClassDef):
        words.add(parent.name)
    for caller in sorted(side.program.index.files_with_any(words)):
        other = side.program.facts(caller)
        if other is None:
            continue
        called = {node.func for node in ast.walk(other.tree.module) if isinstance(node, ast.Call)}
        for node in ast.walk(other.tree.module):
            if isinstance(node, ast.Call):
                taken = _taken(side, caller, node, (file, scope))
                if taken is not None:
                    yield caller, _bound(caller, file, function, node, taken)
            elif node not in called and _hands_on(side, caller, node, function, (file, scope)):
                yield caller, None


def _taken(side: Side, caller: str, node: ast.Call, target: tuple[str, int]) -> int | None:
    """How many parameters are taken before the call, if it calls the function."""
    values = evaluate(side.program, caller, node.func)
    if not values.items and isinstance(node.func, ast.Attribute):
        # Nobody knows whose method is called: it may be this one.
        facts = side.program.facts(target[0])
        name = facts.names.scopes[target[1]].name if facts is not None else ""
        return 1 if node.func.attr == name else None
    for value in values.items:
        if isinstance(value, FunctionValue) and (value.file, value.scope) == target:
            return int(value.bound)
        if isinstance(value, ClassValue):
            for name in ("__init__", "__new__"):
                hit = find_class_member(side.program, value.key, name)
                if hit is not None and (hit.owner.file, *hit.member.functions[:1]) == target:
                    return 1
    return None


def _hands_on(side: Side, caller: str, node: ast.AST, function: _Function, target: tuple[str, int]) -> bool:
    """Is the function given to somebody, who then calls it with whatever he likes?"""
    if not (isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)):
        return False
    if (node.id if isinstance(node, ast.Name) else node.attr) != function.name:
        return False
    return any(
        isinstance(value, FunctionValue) and (value.file, value.scope) == target
        for value in evaluate(side.program, caller, node).items
    )


def _bound(caller: str, file: str, function: _Function, node: ast.Call, taken: int) -> _Arguments | None:
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        return None
    positional = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    bound: dict[str, tuple[str, ast.expr]] = {}
    defaults = dict(zip(reversed(positional), reversed(function.args.defaults), strict=False))
    for keyword_only, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True):
        if default is not None:
            defaults[keyword_only.arg] = default
    for name, default in defaults.items():
        bound[name] = (file, default)
    if taken and positional and isinstance(node.func, ast.Attribute):
        bound[positional[0]] = (caller, node.func.value)
    bound.update((name, (caller, value)) for name, value in zip(positional[taken:], node.args, strict=False))
    for keyword in node.keywords:
        if keyword.arg is None:
            return None
        bound[keyword.arg] = (caller, keyword.value)
    return bound


def _passed(side: Side, caller: str, arguments: _Arguments, name: str) -> Passed | None:
    if name not in arguments:
        return None
    file, expression = arguments[name]
    others = {
        ast.dump(value): parameter
        for parameter, (place, value) in arguments.items()
        if parameter != name and place == caller and isinstance(value, ast.Name | ast.Attribute)
    }
    return _recipe(side, file, expression, others if file == caller else {})


def _recipe(side: Side, file: str, node: ast.expr, others: Mapping[str, str]) -> Passed | None:
    """The expression in terms of the function that is called; None where it is something else."""
    parameter = others.get(ast.dump(node))
    if parameter is not None:
        return Passed("parameter", parameter)
    match node:
        case ast.Constant(value=value):
            return Passed("constant", (type(value).__name__, repr(value)))
        case ast.Name():
            return _global(side, file, node)
        case ast.Attribute(value=base, attr=attribute):
            part = _recipe(side, file, base, others)
            if part is None:
                return None
            if part.kind == "global":
                identity = FileIdentities(side, file).of_attribute(part.key, attribute)
                if identity is not None:
                    return Passed("global", identity)
            return Passed("attribute", attribute, (part,))
        case ast.Call(func=ast.Name(id=called), args=arguments, keywords=[]) if called in HARMLESS:
            return _with_parts("operation", f"{called}()", side, file, arguments, others)
        case ast.BinOp(left=left, op=operator, right=right):
            return _with_parts("operation", type(operator).__name__, side, file, [left, right], others)
    return None


def _with_parts(
    kind: str, key: Hashable, side: Side, file: str, nodes: list[ast.expr], others: Mapping[str, str]
) -> Passed | None:
    parts = [_recipe(side, file, node, others) for node in nodes]
    known = tuple(part for part in parts if part is not None)
    return Passed(kind, key, known) if len(known) == len(parts) else None


def _global(side: Side, file: str, node: ast.Name) -> Passed | None:
    """A module level variable that stays, or a local one that only names a constant or such a variable."""
    facts = side.program.facts(file)
    subject = side.subject(file)
    if facts is None or subject is None or node not in facts.names.occurrence_of_node:
        return None
    occurrence = facts.names.occurrences[facts.names.occurrence_of_node[node]]
    if occurrence.owner == BUILTIN:
        return None
    bindings = [
        item
        for item in facts.names.occurrences
        if item.owner == occurrence.owner and item.name == occurrence.name and item.role in BINDING_ROLES
    ]
    if occurrence.owner > 0:
        values = [
            item.value
            for item in ast.walk(facts.tree.module)
            if isinstance(item, ast.Assign)
            and len(item.targets) == 1
            and facts.names.occurrence_of_node.get(item.targets[0]) is not None
            and facts.names.occurrences[facts.names.occurrence_of_node[item.targets[0]]] in bindings
        ]
        if len(bindings) == 1 and len(values) == 1 and isinstance(values[0], ast.Constant | ast.Name):
            return _recipe(side, file, values[0], {})
        return None
    if occurrence.owner == 0 and not subject.is_constant_global(node.id):
        return None
    return Passed("global", FileIdentities(side, file).of_name(node.id))
