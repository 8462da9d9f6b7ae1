"""Where an object is kept: expressions that are the same object, or elements of the same container, have one place.

`for line in lines:` and `sorted(lines, key=lambda line: line.size)` both speak of elements of `lines`, so that what
the one does with them tells about the other. A variable that is bound more than once has no place, except in the
loop that binds it.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from holdfast.check.objects.callers import passed_for
from holdfast.check.objects.containers import puts_into
from holdfast.check.objects.kinds import kinds_at
from holdfast.check.objects.sources import ANY, Way, simplified, sources_in
from holdfast.check.texts.name_keys import parents_of
from holdfast.python.names.table import Role
from holdfast.python.project.call_targets import targets_of
from holdfast.python.project.calls import CHOOSING, SAME_KIND
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import find_member
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Variable, variables_of
from holdfast.python.project.values import ClassKey

_SAME_ELEMENTS = frozenset(
    f"builtins.{name}" for name in ("list", "tuple", "set", "frozenset", "sorted", "reversed", "iter")
)
_DEEPEST = 8


class Place(NamedTuple):
    """A variable, or an attribute by the scope of its class, and the way into what it holds."""

    variable: Variable
    way: Way


def place_of(program: Program, file: str, node: ast.expr, way: Way = (), depth: int = 0) -> Place | None:
    """Where the object that the expression (and the way from it) leads to is kept."""
    if depth > _DEEPEST:
        return None
    match node:
        case ast.Name():
            return _of_name(program, file, node, way, depth)
        case ast.Attribute():
            return _of_attribute(program, file, node, way)
        case ast.Subscript(value=value, slice=index):
            inner = way if isinstance(index, ast.Slice) else (ANY, *way)
            return place_of(program, file, value, inner, depth + 1)
        case ast.ListComp(elt=element) | ast.GeneratorExp(elt=element) | ast.SetComp(elt=element) if way:
            return place_of(program, file, element, way[1:], depth + 1)
        case ast.Call(func=ast.Attribute(value=value, attr="values" | "copy"), args=[]) if way:
            return place_of(program, file, value, way, depth + 1)
        case ast.Call(func=ast.Attribute(value=value, attr="get" | "pop" | "popleft")):
            return place_of(program, file, value, (ANY, *way), depth + 1)
        case ast.Call(args=[first, *_]) if isinstance(node, ast.Call):
            names = {qualified_name(program, item) for item in evaluate(program, file, node.func).items}
            if names & _SAME_ELEMENTS and way:
                return place_of(program, file, first, way, depth + 1)
            if names & SAME_KIND:
                return place_of(program, file, first, way, depth + 1)
            if names & CHOOSING and (len(node.args) == 1 or "builtins.next" in names):
                return place_of(program, file, first, (ANY, *way), depth + 1)
            return _handed_back(program, file, node, way, depth)
    return None


def _handed_back(program: Program, file: str, node: ast.Call, way: Way, depth: int) -> Place | None:
    """The one place of all that a function of the project gives back: one of its parameters, say."""
    from holdfast.check.objects.results import returned_by

    targets = targets_of(program, file, node.func).found
    if len(targets) != 1 or targets[0].makes:
        return None
    found: set[Place | None] = set()
    for value in returned_by(program, targets[0].file, targets[0].scope):
        source = simplified(value, way)
        if not (isinstance(source.node, ast.Constant) and source.node.value is None):
            found.add(place_of(program, targets[0].file, source.node, source.way, depth + 1))
    return found.pop() if len(found) == 1 else None


def _of_name(program: Program, file: str, node: ast.Name, way: Way, depth: int) -> Place | None:
    variables = list(variables_of(program, file, node))
    facts = program.facts(variables[0].file) if len(variables) == 1 else None
    if facts is None:
        return None
    variable = variables[0]
    targets = [
        (facts.names.occurrences[index].role, facts.node_of_occurrence.get(index))
        for index in facts.bindings.get((variable.owner, variable.name), ())
    ]
    if len(targets) != 1:
        targets = [item for item in targets if variable.file == file and _is_around(facts, node, item[1])]
    if len(targets) != 1:
        return None
    role, target = targets[0]
    if role is Role.PARAMETER and isinstance(target, ast.arg):
        if isinstance(facts.names.scopes[variable.owner].node, ast.Lambda):
            given = list(passed_for(program, variable.file, facts, variable.owner, target))
            if len(given) == 1:
                found = place_of(program, given[0].file, given[0].node, (*given[0].way, *way), depth + 1)
                return found or Place(variable, way)
        return Place(variable, way)
    source = sources_in(facts).get(target) if target is not None else None
    if source is None:
        return None
    if way and not source.way and _is_empty(source.node):
        return _of_what_comes_in(program, variable, way, depth) or Place(variable, way)
    found = place_of(program, variable.file, source.node, (*source.way, *way), depth + 1)
    return found or Place(variable, way)


def _is_empty(node: ast.expr) -> bool:
    match node:
        case ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in ("defaultdict", "deque", "OrderedDict") or (
                name in ("list", "dict", "set") and not node.args
            )
    return False


def _of_what_comes_in(program: Program, variable: Variable, way: Way, depth: int) -> Place | None:
    """`picked.append(line)`: the elements of a container that is filled from one place alone are kept there."""
    found = {
        place_of(program, file, put.value, way[put.depth + (0 if put.joins else 1) :], depth + 1)
        for file, put in puts_into(program, variable)
        if len(way) > put.depth and not _is_empty(put.value)
    }
    return found.pop() if len(found) == 1 else None


def _is_around(facts: FileFacts, node: ast.AST, target: ast.AST | None) -> bool:
    """Is the target that of a loop around the expression?"""
    parents = parents_of(facts)
    around: ast.AST | None = node
    while around is not None:
        inner, around = around, parents.get(around)
        if isinstance(around, ast.For | ast.AsyncFor) and inner is not around.iter:
            if target is not None and any(each is target for each in ast.walk(around.target)):
                return True
    return False


def _of_attribute(program: Program, file: str, node: ast.Attribute, way: Way) -> Place | None:
    owners = {
        hit.owner
        for key in kinds_at(program, file, node.value).owners
        if (hit := find_member(program, key, node.attr)) is not None and not hit.member.functions
    }
    if not owners:
        owners = set(_only_holders(program, node.attr))
    if len(owners) == 1:
        owner = owners.pop()
        return Place(Variable(owner.file, owner.scope, node.attr), way)
    variables = list(variables_of(program, file, node)) if not owners else []
    return Place(variables[0], way) if len(variables) == 1 else None


def _only_holders(program: Program, name: str) -> list[ClassKey]:
    """The class that has an attribute of that name, where there is only one."""
    known: dict[str, list[ClassKey]] = program.memory.table("holders of an attribute")
    if name not in known:
        holders = [
            ClassKey(file, scope)
            for file in sorted(program.index.files_with(name))
            if (facts := program.facts(file)) is not None
            for scope, members in facts.members.items()
            if name in members and not members[name].functions
        ]
        known[name] = holders if len(holders) == 1 else []
    return known[name]
