"""Which classes of the project an object may be of, also where no annotation and no constructor tells.

Parameters are what callers pass, elements are what is put into the container, and what a function gives back is
what its return statements say. What is found is a lower bound; `complete` says that nothing unknown is among it.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from holdfast.check.members.narrowing import tested_classes
from holdfast.check.objects.callers import passed_for
from holdfast.check.objects.sources import ANY, Way, sources_in
from holdfast.python.names.table import Role
from holdfast.python.project.evaluate import bound_value, evaluate, instance_of
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.lookup import find_member
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Variable, variables_of
from holdfast.python.project.values import (
    ClassKey,
    ClassValue,
    ExternalValue,
    FunctionValue,
    InstanceValue,
    SuperValue,
    Values,
)

#: Types whose instances tell nothing about what they are used for.
_ANYTHING = frozenset({"builtins.object", "typing.Any", "typing_extensions.Any"})
#: Operators, whose other side is of the same class where nothing else is said.
_OPERATORS = frozenset(
    f"__{name}__"
    for operator in ("add", "sub", "mul", "truediv", "floordiv", "mod", "and", "or", "xor", "matmul")
    for name in (operator, f"i{operator}", f"r{operator}")
) | {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"}
#: A way that goes deeper into containers is not followed.
_DEEPEST = 4


class Kinds(NamedTuple):
    """The classes of the object; or the classes and functions (by file and scope) that it is itself."""

    classes: frozenset[ClassKey] = frozenset()
    #: Dotted names of types outside the project.
    outside: frozenset[str] = frozenset()
    complete: bool = True
    types: frozenset[ClassKey] = frozenset()
    functions: frozenset[tuple[str, int]] = frozenset()

    @property
    def owners(self) -> frozenset[ClassKey]:
        """The classes in which an attribute of the object is looked up."""
        return self.classes | self.types


NOTHING = Kinds()
UNKNOWN = Kinds(complete=False)

#: Where one question leads to more others than this, nobody waits for what is still open.
_MOST_INSIDE = 1500


def kinds_at(program: Program, file: str, node: ast.expr, way: Way = ()) -> Kinds:
    """What the object that the way leads to, starting from an expression, may be."""
    if len(way) > _DEEPEST:
        return UNKNOWN
    question = ("kinds", file, node, way)
    asked: dict[int, int] = program.memory.table("kinds asked")

    def compute() -> Kinds:
        whole = program.memory.outermost
        asked[whole] = asked.get(whole, 0) + 1
        return UNKNOWN if asked[whole] > _MOST_INSIDE else _kinds(program, file, node, way)

    return program.memory.ask(question, compute, NOTHING, UNKNOWN)


def known_classes(program: Program, file: str, node: ast.expr) -> frozenset[ClassKey] | None:
    """The classes of the project that the object is seen to be of; None where nobody knows."""
    found = kinds_at(program, file, node)
    return found.owners if found.owners or found.complete else None


def union(parts: list[Kinds]) -> Kinds:
    """All that one of them may be."""
    if not parts:
        return UNKNOWN
    return Kinds(
        frozenset(each for part in parts for each in part.classes),
        frozenset(each for part in parts for each in part.outside),
        all(part.complete for part in parts),
        frozenset(each for part in parts for each in part.types),
        frozenset(each for part in parts for each in part.functions),
    )


def _kinds(program: Program, file: str, node: ast.expr, way: Way) -> Kinds:
    facts = program.facts(file)
    if facts is None:
        return UNKNOWN
    if not way:
        told = tested_classes(program, file, facts, node)
        if told:
            return _of_values(instance_of(Values(told)))
    plain = _written(program, file, node, way)
    if plain.complete:
        return plain
    looked_up = _looked_up(program, file, facts, node, way)
    # What an annotation leaves open is told by who calls; what both leave open stays open.
    return (
        union([plain._replace(complete=looked_up.complete), looked_up])
        if plain.owners or plain.functions
        else looked_up
    )


def _written(program: Program, file: str, node: ast.expr, way: Way) -> Kinds:
    """What annotations and constructors say."""
    from holdfast.python.project.elements import contents_of  # only for containers

    values = evaluate(program, file, node) if not way else contents_of(program, file, node, len(way))
    if not values.items:
        return UNKNOWN if way else NOTHING
    return _of_values(values)


def _of_values(values: Values) -> Kinds:
    classes: set[ClassKey] = set()
    outside: set[str] = set()
    types: set[ClassKey] = set()
    functions: set[tuple[str, int]] = set()
    complete = True
    for item in values.items:
        match item:
            case InstanceValue(key) | SuperValue(key):
                classes.add(key)
            case ClassValue(key):
                types.add(key)
            case FunctionValue(file, scope):
                functions.add((file, scope))
            case ExternalValue(name, _) if name not in _ANYTHING and _is_type(name):
                if name != "builtins.NoneType":
                    outside.add(name)
            case _:
                complete = False
    return Kinds(frozenset(classes), frozenset(outside), complete, frozenset(types), frozenset(functions))


def _is_type(name: str) -> bool:
    """Is this dotted name that of a class, rather than of a function that may hand anything out?"""
    module, _, last = name.rpartition(".")
    return module == "builtins" or last[:1].isupper()


def _looked_up(program: Program, file: str, facts: FileFacts, node: ast.expr, way: Way) -> Kinds:
    match node:
        case ast.Name():
            return _of_name(program, file, facts, node, way)
        case ast.Attribute():
            return _of_attribute(program, file, node, way)
        case ast.Call():
            from holdfast.check.objects.results import kinds_of_call  # it asks in turn

            return kinds_of_call(program, file, node, way)
        case ast.Subscript(value=value, slice=ast.Slice()):
            return kinds_at(program, file, value, way)
        case ast.Subscript(value=value, slice=index):
            return kinds_at(program, file, value, (_position(index), *way))
        case ast.IfExp(body=first, orelse=second):
            return union([kinds_at(program, file, item, way) for item in (first, second)])
        case ast.BoolOp(values=values):
            return union([kinds_at(program, file, item, way) for item in values])
        case ast.NamedExpr(value=value) | ast.Await(value=value) | ast.Starred(value=value):
            return kinds_at(program, file, value, way)
        case ast.Lambda():
            return Kinds(functions=frozenset({(file, facts.names.scope_of_node[node])}))
        case ast.BinOp(left=left, op=ast.Add() | ast.BitOr(), right=right) if way:
            return union([kinds_at(program, file, item, way) for item in (left, right)])
    return _of_display(program, file, node, way) if way else UNKNOWN


def _position(index: ast.expr) -> int:
    match index:
        case ast.Constant(value=int(place)) if place >= 0:
            return place
        case _:
            return ANY


def _of_display(program: Program, file: str, node: ast.expr, way: Way) -> Kinds:
    step, *rest = way
    inner = tuple(rest)
    match node:
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            plain = not any(isinstance(item, ast.Starred) for item in elements)
            chosen = [elements[step]] if plain and 0 <= step < len(elements) else elements
            parts = [
                kinds_at(program, file, item.value, way)
                if isinstance(item, ast.Starred)
                else kinds_at(program, file, item, inner)
                for item in chosen
            ]
            return union(parts) if parts else NOTHING
        case ast.Dict(keys=keys, values=values):
            parts = [
                kinds_at(program, file, value, inner if key is not None else way)
                for key, value in zip(keys, values, strict=True)
            ]
            return union(parts) if parts else NOTHING
        case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.GeneratorExp(elt=element):
            return kinds_at(program, file, element, inner)
        case ast.DictComp(value=element):
            return kinds_at(program, file, element, inner)
    return UNKNOWN


def _of_name(program: Program, file: str, facts: FileFacts, node: ast.Name, way: Way) -> Kinds:
    variables = list(variables_of(program, file, node))
    return union([kinds_of_variable(program, variable, way) for variable in variables])


def kinds_of_variable(program: Program, variable: Variable, way: Way) -> Kinds:
    """What a variable of a module or function may hold."""
    from holdfast.check.objects.containers import put_into  # it asks in turn

    facts = program.facts(variable.file)
    if facts is None:
        return UNKNOWN
    indices = facts.bindings.get((variable.owner, variable.name), ())
    parts = [_of_binding(program, variable, facts, index, way) for index in indices]
    parts += put_into(program, variable, way) if way else []
    return union(parts)


def _of_binding(program: Program, variable: Variable, facts: FileFacts, index: int, way: Way) -> Kinds:
    target = facts.node_of_occurrence.get(index)
    if facts.names.occurrences[index].role is Role.PARAMETER and isinstance(target, ast.arg):
        return _of_parameter(program, variable, facts, target, way)
    return kinds_of_target(program, variable.file, facts, target, way)


def kinds_of_target(program: Program, file: str, facts: FileFacts, target: ast.AST | None, way: Way) -> Kinds:
    """What a name or an attribute gets where it is bound."""
    source = sources_in(facts).get(target) if target is not None else None
    if source is not None:
        return kinds_at(program, file, source.node, (*source.way, *way))
    bound = facts.bound_values.get(target) if target is not None else None
    if bound is not None and not way:
        return _of_values(bound_value(program, file, bound))
    if isinstance(target, ast.MatchAs) and isinstance(target.pattern, ast.MatchClass) and not way:
        return _of_values(instance_of(evaluate(program, file, target.pattern.cls)))
    return UNKNOWN


def _of_parameter(
    program: Program, variable: Variable, facts: FileFacts, parameter: ast.arg, way: Way
) -> Kinds:
    function = facts.names.scopes[variable.owner].node
    arguments = getattr(function, "args", None)
    inside = way
    if arguments is not None and parameter in (arguments.vararg, arguments.kwarg):
        if not way:
            return UNKNOWN
        inside = way[1:]
    passed = passed_for(program, variable.file, facts, variable.owner, parameter)
    parts = [kinds_at(program, each.file, each.node, (*each.way, *inside)) for each in passed]
    found = union(parts)._replace(complete=False)
    if not way and not found.owners:
        owner = facts.enclosing_class(variable.owner)
        is_other = getattr(function, "name", "") in _OPERATORS or variable.name == "other"
        if is_other and owner is not None:
            return Kinds(frozenset({ClassKey(variable.file, owner)}), complete=False)
        return union([_registered(program, variable.file, function, parameter), found])
    return found


def _registered(program: Program, file: str, function: ast.AST, parameter: ast.arg) -> Kinds:
    """`@show.register(Circle)` above a function of one parameter: an implementation for that class."""
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return UNKNOWN
    classes = [
        item.args[0]
        for item in function.decorator_list
        if isinstance(item, ast.Call) and last_name(item.func) == "register" and len(item.args) == 1
    ]
    if not classes or function.args.args[:1] != [parameter]:
        return UNKNOWN
    return _of_values(instance_of(evaluate(program, file, classes[0])))


def _of_attribute(program: Program, file: str, node: ast.Attribute, way: Way) -> Kinds:
    from holdfast.check.objects.containers import kinds_of_member  # it asks in turn

    owners = kinds_at(program, file, node.value).owners
    if not owners:
        # An attribute of a module, as far as anybody can see.
        return union([kinds_of_variable(program, item, way) for item in variables_of(program, file, node)])
    hits = {
        (hit.owner, hit.member.name)
        for key in owners
        if (hit := find_member(program, key, node.attr)) is not None
    }
    return union([kinds_of_member(program, owner, name, way) for owner, name in sorted(hits)])
