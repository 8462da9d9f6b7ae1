"""Which written texts an expression may be: those of displays, of callers, of variables and attributes on the way.

A text that is split into words may be each of them. What an object is asked for (`fields(thing)`, `vars(thing)`,
`thing.__slots__`) gives names that follow their declarations, and no text.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from holdfast.check.objects.callers import calls_of, passed_for
from holdfast.check.objects.containers import puts_into
from holdfast.check.objects.kinds import kinds_at
from holdfast.check.objects.sources import ANY, Way, sources_in
from holdfast.python.names.table import Role
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.lookup import find_member
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Variable, variables_of

_LISTING = frozenset({"fields", "vars", "dir", "getmembers", "signature", "get_type_hints"})
_LISTED = frozenset(
    {
        "__slots__",
        "__dict__",
        "__annotations__",
        "_fields",
        "__match_args__",
        "__dataclass_fields__",
        "__name__",
    }
)
_SAME = frozenset({"list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "next", "min", "max"})
#: Methods of a text that give the same name, or the words of it.
_OF_TEXTS = frozenset({"strip", "lstrip", "rstrip", "removeprefix", "removesuffix"})
_SPLITTING = frozenset({"split", "splitlines", "rsplit"})


class Texts(NamedTuple):
    """Constants, and keywords that become keys, with their files; `complete` says that there are no other texts."""

    found: frozenset[tuple[str, ast.Constant | ast.keyword]] = frozenset()
    complete: bool = True


_NOTHING = Texts()
_UNKNOWN = Texts(complete=False)


def texts_at(program: Program, file: str, node: ast.expr, way: Way = ()) -> Texts:
    question = ("texts", file, node, way)
    return program.memory.ask(question, lambda: _texts(program, file, node, way), _NOTHING, _UNKNOWN)


def keys_at(program: Program, file: str, node: ast.expr) -> Texts:
    """The keys of the dictionary that the expression may be."""
    question = ("keys", file, node)
    return program.memory.ask(question, lambda: _keys(program, file, node), _NOTHING, _UNKNOWN)


def _keys(program: Program, file: str, node: ast.expr) -> Texts:
    match node:
        case ast.Dict(keys=keys, values=values):
            parts = [
                texts_at(program, file, key) if key is not None else keys_at(program, file, value)
                for key, value in zip(keys, values, strict=True)
            ]
            return _union(parts) if parts else _NOTHING
        case ast.Call(func=ast.Name(id="dict"), args=arguments, keywords=keywords):
            named = Texts(frozenset((file, item) for item in keywords if item.arg))
            spread = [item.value for item in keywords if item.arg is None]
            return _union([named, *(keys_at(program, file, item) for item in (*arguments, *spread))])
        case ast.Call(func=ast.Attribute(value=holder, attr="copy" | "items" | "keys")):
            return keys_at(program, file, holder)
        case ast.IfExp(body=first, orelse=second) | ast.BinOp(left=first, op=ast.BitOr(), right=second):
            return _union([keys_at(program, file, item) for item in (first, second)])
        case ast.BoolOp(values=values):
            return _union([keys_at(program, file, item) for item in values])
        case ast.Name():
            variables = list(variables_of(program, file, node))
            return _union([_keys_of_variable(program, variable) for variable in variables])
    return _UNKNOWN


def _keys_of_variable(program: Program, variable: Variable) -> Texts:
    facts = program.facts(variable.file)
    if facts is None:
        return _UNKNOWN
    parts = []
    for index in facts.bindings.get((variable.owner, variable.name), ()):
        target = facts.node_of_occurrence.get(index)
        source = sources_in(facts).get(target) if target is not None else None
        if facts.names.occurrences[index].role is Role.PARAMETER and isinstance(target, ast.arg):
            parts += _keys_passed(program, variable, facts, target)
        else:
            is_whole = source is not None and not source.way
            parts.append(
                keys_at(program, variable.file, source.node) if source is not None and is_whole else _UNKNOWN
            )
    return _union(parts)


def _keys_passed(program: Program, variable: Variable, facts: FileFacts, parameter: ast.arg) -> list[Texts]:
    arguments = getattr(facts.names.scopes[variable.owner].node, "args", None)
    if arguments is None or parameter is not arguments.kwarg:
        passed = passed_for(program, variable.file, facts, variable.owner, parameter)
        return [keys_at(program, each.file, each.node) for each in passed if not each.way]
    named = {item.arg for item in (*arguments.args, *arguments.kwonlyargs)}
    parts = []
    for file, call in calls_of(program, variable.file, facts, variable.owner):
        parts.append(
            Texts(frozenset((file, item) for item in call.keywords if item.arg and item.arg not in named))
        )
        parts += [keys_at(program, file, item.value) for item in call.keywords if item.arg is None]
    return parts


def _union(parts: list[Texts]) -> Texts:
    if not parts:
        return _UNKNOWN
    found = frozenset(each for part in parts for each in part.found)
    return Texts(found, all(part.complete for part in parts))


def _texts(program: Program, file: str, node: ast.expr, way: Way) -> Texts:
    facts = program.facts(file)
    if facts is None or len(way) > 3:
        return _UNKNOWN
    if way[:2] == (ANY, 0) and isinstance(node, ast.Call) and last_name(node.func) == "items":
        return keys_at(program, file, node)
    match node:
        case ast.Constant(value=str()):
            return Texts(frozenset({(file, node)}))
        case ast.Constant():
            return _NOTHING
        case ast.Name():
            variables = list(variables_of(program, file, node))
            return _union([_of_variable(program, variable, way) for variable in variables])
        case ast.Attribute(attr=name) if name in _LISTED:
            return _NOTHING
        case ast.Attribute():
            return _of_attribute(program, file, node, way)
        case ast.Call():
            return _of_call(program, file, node, way)
        case ast.Subscript(value=value, slice=ast.Slice()):
            return texts_at(program, file, value, way)
        case ast.Subscript(value=value):
            return texts_at(program, file, value, (ANY, *way))
        case ast.IfExp(body=first, orelse=second):
            return _union([texts_at(program, file, item, way) for item in (first, second)])
        case ast.BinOp(left=first, op=ast.Add(), right=second) if way:
            return _union([texts_at(program, file, item, way) for item in (first, second)])
        case ast.BoolOp(values=values):
            return _union([texts_at(program, file, item, way) for item in values])
        case ast.NamedExpr(value=value) | ast.Starred(value=value):
            return texts_at(program, file, value, way)
    return _of_display(program, file, node, way) if way else _UNKNOWN


def _of_display(program: Program, file: str, node: ast.expr, way: Way) -> Texts:
    step, *rest = way
    inner = tuple(rest)
    match node:
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            chosen = [elements[step]] if 0 <= step < len(elements) else elements
            return _union([texts_at(program, file, item, inner) for item in chosen]) if chosen else _NOTHING
        case ast.Dict(keys=keys, values=values):
            # Who goes through a table gets its keys, who goes through its values or looks one up gets those.
            parts = [texts_at(program, file, value, inner) for value in values]
            parts += [texts_at(program, file, key, inner) for key in keys if key is not None]
            return _union(parts) if parts else _NOTHING
        case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.GeneratorExp(elt=element):
            return texts_at(program, file, element, inner)
    return _UNKNOWN


def _of_variable(program: Program, variable: Variable, way: Way) -> Texts:
    facts = program.facts(variable.file)
    if facts is None:
        return _UNKNOWN
    parts = []
    for index in facts.bindings.get((variable.owner, variable.name), ()):
        target = facts.node_of_occurrence.get(index)
        if facts.names.occurrences[index].role is Role.PARAMETER and isinstance(target, ast.arg):
            parts.append(_of_parameter(program, variable, facts, target, way))
        else:
            parts.append(_of_target(program, variable.file, facts, target, way))
    parts += _put_into(program, variable, way)
    return _union(parts)


def _of_target(program: Program, file: str, facts: FileFacts, target: ast.AST | None, way: Way) -> Texts:
    source = sources_in(facts).get(target) if target is not None else None
    return _UNKNOWN if source is None else texts_at(program, file, source.node, (*source.way, *way))


def _put_into(program: Program, variable: Variable, way: Way) -> list[Texts]:
    return [
        texts_at(program, file, put.value, way[put.depth + (0 if put.joins else 1) :])
        for file, put in (puts_into(program, variable) if way else ())
        if len(way) > put.depth
    ]


def _of_parameter(
    program: Program, variable: Variable, facts: FileFacts, parameter: ast.arg, way: Way
) -> Texts:
    arguments = getattr(facts.names.scopes[variable.owner].node, "args", None)
    if arguments is not None and parameter is arguments.vararg:
        way = way[1:]
    passed = passed_for(program, variable.file, facts, variable.owner, parameter)
    parts = [texts_at(program, each.file, each.node, (*each.way, *way)) for each in passed]
    return _union(parts)


def _of_attribute(program: Program, file: str, node: ast.Attribute, way: Way) -> Texts:
    hits = [find_member(program, key, node.attr) for key in kinds_at(program, file, node.value).owners]
    parts = []
    for hit in hits:
        facts = program.facts(hit.owner.file) if hit is not None else None
        if hit is None or facts is None or hit.member.functions:
            return _UNKNOWN
        parts += [_of_target(program, hit.owner.file, facts, each, way) for each in hit.member.targets]
        parts += _put_into(program, Variable(hit.owner.file, hit.owner.scope, node.attr), way)
    if not hits:
        parts = [_of_variable(program, each, way) for each in variables_of(program, file, node)]
        if not parts and node.attr == "name":
            return _of_target_name(program, file, node)
    return _union(parts)


def _of_target_name(program: Program, file: str, node: ast.Attribute) -> Texts:
    """`field.name` in a loop over `fields(thing)`: a name that follows its declaration."""
    facts = program.facts(file)
    index = facts.names.occurrence_of_node.get(node.value) if facts is not None else None
    if facts is None or index is None:
        return _UNKNOWN
    found = facts.names.occurrences[index]
    for binding in facts.bindings.get((found.owner, found.name), ()):
        source = sources_in(facts).get(facts.node_of_occurrence.get(binding))  # type: ignore[arg-type]
        if source is None or not isinstance(source.node, ast.Call | ast.Attribute):
            return _UNKNOWN
        called = source.node.func if isinstance(source.node, ast.Call) else source.node
        if last_name(called) not in _LISTING | _LISTED | {"values", "items"}:
            return _UNKNOWN
    return _NOTHING


def _of_call(program: Program, file: str, node: ast.Call, way: Way) -> Texts:
    name = last_name(node.func)
    if name in _LISTING:
        return _NOTHING
    if isinstance(node.func, ast.Attribute):
        holder = node.func.value
        if name in _OF_TEXTS:
            return texts_at(program, file, holder, way)
        if name in _SPLITTING and way:
            return texts_at(program, file, holder, way[1:])
        if name in ("keys", "values", "items", "copy"):
            return texts_at(program, file, holder, way)
        if name in ("get", "pop", "setdefault"):
            rest = [texts_at(program, file, item, way) for item in node.args[1:]]
            return _union([texts_at(program, file, holder, (ANY, *way)), *rest])
    if name in _SAME and node.args:
        inner = (ANY, *way) if name in ("next", "min", "max") else way
        return texts_at(program, file, node.args[0], inner)
    if name == "zip" or name == "enumerate" or name == "str":
        return _union([texts_at(program, file, item, way) for item in node.args])
    return _UNKNOWN
