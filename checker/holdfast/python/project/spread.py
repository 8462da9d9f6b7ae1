"""What a star of a call spreads, as far as it is written down: displays behind variables, tables and loops.

`f(*args)`, `f(**PRESETS[name])` and `for row in CASES: f(*row)` pass the elements of displays that stand
elsewhere. They are found by reading alone; whoever changes such a display afterwards is not seen.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from holdfast.python.names.table import MODULE_SCOPE, Role
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.exports import lookup
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import find_member
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.python.project.returns import returned_values
from holdfast.python.project.values import ClassKey, ClassValue, FunctionValue, InstanceValue, ModuleValue

_DISPLAYS = (ast.Dict, ast.List, ast.Tuple)
_PICKING = frozenset({"get", "pop", "setdefault"})
_SAME = frozenset({"copy", "dict", "deepcopy", "tuple", "list"})
_DEEPEST = 8


class Variable(NamedTuple):
    """A variable of a module, class or function, by the scope that owns it."""

    file: str
    owner: int
    name: str


class Row(NamedTuple):
    """A display (or a call of `dict`) whose elements are passed."""

    file: str
    node: ast.expr


class Spread(NamedTuple):
    rows: tuple[Row, ...] = ()
    #: The variables that lead there.
    through: frozenset[Variable] = frozenset()
    #: The functions, by file and scope, that give such displays back.
    made_by: frozenset[tuple[str, int]] = frozenset()
    #: Whether there is nothing else that may be spread.
    complete: bool = True


_UNSEEN = Spread(complete=False)


class Key(NamedTuple):
    """A name that `**` passes: the key of a display, a keyword of `dict(…)`, or a key that is assigned."""

    file: str
    node: ast.expr | ast.keyword
    name: str


def spread(program: Program, file: str, node: ast.expr, depth: int = 0) -> Spread:
    """What a star in front of the expression spreads."""
    if depth > _DEEPEST:
        return _UNSEEN
    match node:
        case ast.Dict(keys=keys, values=values):
            inner = [
                spread(program, file, v, depth + 1) for k, v in zip(keys, values, strict=True) if k is None
            ]
            return _joined([Spread((Row(file, node),)), *inner])
        case ast.List() | ast.Tuple():
            return Spread((Row(file, node),))
        case ast.IfExp(body=first, orelse=second) | ast.BinOp(left=first, op=ast.BitOr(), right=second):
            return _joined([spread(program, file, item, depth + 1) for item in (first, second)])
        case ast.BoolOp(values=values):
            return _joined([spread(program, file, item, depth + 1) for item in values])
        case ast.Subscript(value=base, slice=index):
            return _elements(program, spread(program, file, base, depth + 1), index, depth)
        case ast.Call(func=ast.Attribute(value=base, attr=method), args=arguments) if method in _PICKING:
            picked = arguments[0] if arguments else None
            element = _elements(program, spread(program, file, base, depth + 1), picked, depth)
            return _joined([element, *(spread(program, file, item, depth + 1) for item in arguments[1:])])
        case ast.Call(func=ast.Attribute(value=base, attr="copy"), args=[]):
            return spread(program, file, base, depth + 1)
        case ast.Call(func=ast.Name(id="dict"), args=[], keywords=keywords):
            inner = [spread(program, file, k.value, depth + 1) for k in keywords if k.arg is None]
            return _joined([Spread((Row(file, node),)), *inner])
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=[inside]) if (
            called in _SAME
        ):
            return spread(program, file, inside, depth + 1)
        case ast.Call():
            return _returned(program, file, node, depth)
        case ast.Name() | ast.Attribute():
            variables = list(variables_of(program, file, node))
            found = [_of_variable(program, variable, depth) for variable in variables]
            return _joined(found) if variables else _UNSEEN
    return _UNSEEN


def elements(
    program: Program, file: str, node: ast.Subscript | ast.Call
) -> tuple[list[tuple[str, ast.expr]], bool] | None:
    """The elements of displays that `table[key]` or `table.get(key)` may be, and whether these are all."""
    match node:
        case ast.Subscript(value=base, slice=index):
            picked: ast.expr | None = index
            others: list[ast.expr] = []
        case ast.Call(func=ast.Attribute(value=base, attr=method), args=[index, *others]) if (
            method in _PICKING
        ):
            picked = index
        case _:
            return None
    table = spread(program, file, base)
    found = [(row.file, element) for row in table.rows for element in _picked(row.node, picked)]
    return ([*found, *((file, item) for item in others)], table.complete) if found else None


def keys_of(program: Program, file: str, node: ast.expr) -> tuple[tuple[Key, ...], Spread]:
    """The names that `**node` passes, as far as they are written down."""
    found = spread(program, file, node)
    keys = [key for row in found.rows for key in _keys(row)]
    for variable in found.through:
        keys.extend(_assigned_keys(program, variable))
    return tuple(keys), found


def variables_of(program: Program, file: str, node: ast.expr) -> Iterator[Variable]:
    """The variables that a name or an attribute may stand for."""
    facts = program.facts(file)
    if facts is None:
        return
    if isinstance(node, ast.Name):
        index = facts.names.occurrence_of_node.get(node)
        if index is None:
            return
        occurrence = facts.names.occurrences[index]
        if occurrence.owner == MODULE_SCOPE:
            yield from _of_module(program, file, occurrence.name)
        elif occurrence.owner > MODULE_SCOPE:
            yield Variable(file, occurrence.owner, occurrence.name)
    elif isinstance(node, ast.Attribute):
        for value in evaluate(program, file, node.value).items:
            if isinstance(value, ModuleValue) and isinstance(value.module, ModuleFile):
                yield from _of_module(program, value.module.file, node.attr)
            elif isinstance(value, ClassValue | InstanceValue):
                hit = find_member(program, value.key, node.attr)
                if hit is not None and hit.member.targets:
                    yield Variable(hit.owner.file, hit.owner.scope, node.attr)


def _of_module(program: Program, file: str, name: str) -> Iterator[Variable]:
    for declaration in lookup(program, file, name).declarations:
        yield Variable(declaration.interval.file, MODULE_SCOPE, declaration.name)


def _joined(parts: list[Spread]) -> Spread:
    rows = tuple(dict.fromkeys(row for part in parts for row in part.rows))
    through = frozenset(variable for part in parts for variable in part.through)
    made_by = frozenset(function for part in parts for function in part.made_by)
    return Spread(rows, through, made_by, all(part.complete for part in parts))


def _returned(program: Program, file: str, node: ast.Call, depth: int) -> Spread:
    """What a function of the project gives back."""
    values = evaluate(program, file, node.func).items
    parts: list[Spread] = []
    for value in values:
        facts = program.facts(value.file) if isinstance(value, FunctionValue) else None
        function = (
            facts.names.scopes[value.scope].node if isinstance(value, FunctionValue) and facts else None
        )
        if not isinstance(value, FunctionValue) or not isinstance(function, ast.FunctionDef):
            return _UNSEEN
        results = returned_values(function)
        if results is None or function.decorator_list:
            return _UNSEEN
        parts.append(Spread(made_by=frozenset({(value.file, value.scope)})))
        parts.extend(spread(program, value.file, result, depth + 1) for result in results)
    return _joined(parts) if parts else _UNSEEN


def _elements(program: Program, table: Spread, index: ast.expr | None, depth: int) -> Spread:
    """What the elements of a table spread, or the one that a constant picks."""
    parts: list[Spread] = [table._replace(rows=())]
    for row in table.rows:
        for element in _picked(row.node, index):
            parts.append(spread(program, row.file, element, depth + 1))
    return _joined(parts)


def _picked(node: ast.expr, index: ast.expr | None) -> list[ast.expr]:
    if isinstance(node, ast.Dict):
        pairs = [(k, v) for k, v in zip(node.keys, node.values, strict=True) if k is not None]
        if isinstance(index, ast.Constant):
            exactly = [v for k, v in pairs if isinstance(k, ast.Constant) and k.value == index.value]
            return exactly or [v for _, v in pairs]
        return [v for _, v in pairs]
    if isinstance(node, ast.List | ast.Tuple):
        return list(node.elts)
    return [keyword.value for keyword in node.keywords] if isinstance(node, ast.Call) else []


class Given(NamedTuple):
    """The expression that a target gets: itself ("value") or its elements ("element", "second", …)."""

    how: str
    node: ast.expr


@lru_cache(maxsize=512)
def given_to_targets(facts: FileFacts) -> Mapping[ast.AST, Given]:
    """What each name and attribute that the file binds gets, where that is written beside it."""
    found: dict[ast.AST, Given] = {}
    for node in ast.walk(facts.tree.module):
        match node:
            case ast.Assign(targets=targets, value=value):
                found.update((target, Given("value", value)) for target in targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                found[target] = Given("value", value)
            case ast.NamedExpr(target=target, value=value):
                found[target] = Given("value", value)
            case ast.For(target=target, iter=iterated) | ast.AsyncFor(target=target, iter=iterated):
                found.update(_looped(target, iterated))
            case ast.comprehension(target=target, iter=iterated):
                found.update(_looped(target, iterated))
    return found


def _looped(target: ast.expr, iterated: ast.expr) -> Iterator[tuple[ast.AST, Given]]:
    match iterated:
        case ast.Call(func=ast.Attribute(value=table, attr="items"), args=[]):
            if isinstance(target, ast.Tuple) and len(target.elts) == 2:
                yield target.elts[1], Given("element", table)
        case ast.Call(func=ast.Attribute(value=table, attr="values"), args=[]):
            yield target, Given("element", table)
        case ast.Call(func=ast.Name(id="enumerate"), args=[table, *_]):
            if isinstance(target, ast.Tuple) and len(target.elts) == 2:
                yield target.elts[1], Given("element", table)
        case _:
            yield target, Given("element", iterated)


def _of_variable(program: Program, variable: Variable, depth: int) -> Spread:
    facts = program.facts(variable.file)
    bindings = facts.bindings.get((variable.owner, variable.name), ()) if facts is not None else ()
    parts: list[Spread] = [Spread((), frozenset({variable}))]
    if facts is None or not bindings:
        hit = find_member(program, ClassKey(variable.file, variable.owner), variable.name) if facts else None
        targets = hit.member.targets if hit is not None else ()
    else:
        occurrences = facts.names.occurrences
        if any(occurrences[item].role is Role.AUGMENT for item in bindings):
            return _UNSEEN
        targets = tuple(
            facts.node_of_occurrence[item] for item in bindings if item in facts.node_of_occurrence
        )
    for target in targets:
        given = given_to_targets(facts).get(target) if facts is not None else None
        if facts is not None and isinstance(target, ast.arg):
            parts.append(_of_parameter(program, facts, variable, depth))
        elif given is None:
            parts.append(_UNSEEN)
        elif given.how == "value":
            parts.append(spread(program, variable.file, given.node, depth + 1))
        else:
            table = spread(program, variable.file, given.node, depth + 1)
            parts.append(_elements(program, table, None, depth))
    return _joined(parts) if len(parts) > 1 else _UNSEEN


def _of_parameter(program: Program, facts: FileFacts, variable: Variable, depth: int) -> Spread:
    """What the callers of the function pass. That these are all is not known."""
    from holdfast.python.project.given_arguments import given_arguments  # it asks what stars spread, in turn

    function = facts.names.scopes[variable.owner].node
    if not isinstance(function, ast.FunctionDef) or depth > _DEEPEST:
        return _UNSEEN
    taken = (function.args.vararg, function.args.kwarg)
    if any(argument is not None and argument.arg == variable.name for argument in taken):
        return _UNSEEN
    passed = list(given_arguments(program, variable.file, facts, function, variable.name))
    passed += [(variable.file, default) for default in _default_of(function, variable.name)]
    parts = [spread(program, caller, argument, depth + 1) for caller, argument in passed]
    return _joined(parts) if parts else _UNSEEN


def _default_of(function: ast.FunctionDef, name: str) -> list[ast.expr]:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(reversed(positional), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    return [
        default
        for argument, default in pairs
        if argument.arg == name and default is not None and not isinstance(default, ast.Constant)
    ]


def _keys(row: Row) -> Iterator[Key]:
    if isinstance(row.node, ast.Dict):
        for key in row.node.keys:
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield Key(row.file, key, key.value)
    elif isinstance(row.node, ast.Call):
        for keyword in row.node.keywords:
            if keyword.arg is not None:
                yield Key(row.file, keyword, keyword.arg)


def _assigned_keys(program: Program, variable: Variable) -> Iterator[Key]:
    """`options["name"] = value`"""
    facts = program.facts(variable.file)
    for node in ast.walk(facts.tree.module) if facts is not None else ():
        match node:
            case ast.Subscript(value=ast.Name() as base, slice=ast.Constant(value=str(name)) as key):
                if isinstance(node.ctx, ast.Store) and variable in variables_of(program, variable.file, base):
                    yield Key(variable.file, key, name)
