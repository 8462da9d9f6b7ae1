"""What code asks of an object: the names of all attributes that are used at its place.

A class that lacks one of them is not the class of the object. Nothing is said of objects that are tested for what
they are (`isinstance`, `hasattr`, `match`), and what stands in a `try` that expects an attribute to be missing does
not count.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from holdfast.check.objects.places import Place, place_of
from holdfast.check.objects.sources import Way
from holdfast.python.project.call_nodes import calls_in
from holdfast.python.project.call_targets import targets_of
from holdfast.python.project.calls import SAME_KIND
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Variable

_TESTING = frozenset({"isinstance", "hasattr", "getattr", "callable", "type", "issubclass", "setattr"})
_MISSING = frozenset({"AttributeError", "Exception", "TypeError"})
#: How often an object is followed into the functions that it is passed to.
_DEEPEST = 2


class _Uses(NamedTuple):
    """What one file does with objects, by their places."""

    names: Mapping[Place, frozenset[str]]
    tested: frozenset[Place]
    #: Parameters of functions that get the object.
    passed: Mapping[Place, tuple[Place, ...]]


def names_asked(program: Program, file: str, node: ast.expr, way: Way = ()) -> frozenset[str]:
    """The attributes that the object of the expression must have, as far as code near it tells."""
    place = place_of(program, file, node, way)
    return frozenset() if place is None else _asked(program, {file, place.variable.file}, place, 0)


def _asked(program: Program, files: set[str], place: Place, depth: int) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for file in sorted(files):
        uses = _uses_in(program, file)
        if uses is None:
            continue
        if place in uses.tested:
            return frozenset()
        found |= uses.names.get(place, frozenset())
        for other in uses.passed.get(place, ()) if depth < _DEEPEST else ():
            found |= _asked(program, {other.variable.file}, other, depth + 1)
    return found


def _uses_in(program: Program, file: str) -> _Uses | None:
    known: dict[str, _Uses | None] = program.memory.table("uses of objects")
    if file not in known:
        facts = program.facts(file)
        known[file] = None if facts is None else _find_uses(program, file, facts)
    return known[file]


def _find_uses(program: Program, file: str, facts: FileFacts) -> _Uses:
    names: dict[Place, set[str]] = {}
    tested: set[Place] = set()
    passed: dict[Place, list[Place]] = {}
    expecting = _expecting_failure(facts.tree.module)
    for use in facts.names.attributes:
        place = place_of(program, file, use.node.value) if use.node not in expecting else None
        if place is not None and not isinstance(use.node.ctx, ast.Del):
            names.setdefault(place, set()).add(use.name)
    for node in ast.walk(facts.tree.module):
        if isinstance(node, ast.Match):
            place = place_of(program, file, node.subject)
            tested |= {place} if place is not None else set()
    for call in calls_in(facts.tree.module):
        if isinstance(call.func, ast.Name) and call.func.id in _TESTING and call.args:
            place = place_of(program, file, call.args[0])
            tested |= {place} if place is not None else set()
            continue
        for argument, parameter in _arguments(program, file, call):
            place = place_of(program, file, argument)
            if place is not None:
                passed.setdefault(place, []).append(parameter)
        for thing in _replaced(program, file, call) if call.keywords else ():
            place = place_of(program, file, thing)
            if place is not None:
                names.setdefault(place, set()).update(item.arg for item in call.keywords if item.arg)
    return _Uses(
        {place: frozenset(found) for place, found in names.items()},
        frozenset(tested),
        {place: tuple(found) for place, found in passed.items()},
    )


def _replaced(program: Program, file: str, call: ast.Call) -> Iterator[ast.expr]:
    """`replace(line, size=3)` asks the line for its field `size`, also through a function that takes any keywords."""
    thing = replaced_thing(program, file, call)
    if thing is not None:
        yield thing
        return
    for argument, parameter in _arguments(program, file, call):
        facts = program.facts(parameter.variable.file)
        node = facts.names.scopes[parameter.variable.owner].node if facts is not None else None
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.args.kwarg is not None:
            for inner in calls_in(node):
                thing = replaced_thing(program, parameter.variable.file, inner)
                if isinstance(thing, ast.Name) and thing.id == parameter.variable.name:
                    if any(each.arg is None for each in inner.keywords):
                        yield argument


def replaced_thing(program: Program, file: str, call: ast.Call) -> ast.expr | None:
    """The thing of which `replace(thing, …)` or `thing._replace(…)` makes another."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in ("_replace", "__replace__"):
        return call.func.value
    if not call.args or isinstance(call.args[0], ast.Starred):
        return None
    names = {qualified_name(program, item) for item in evaluate(program, file, call.func).items}
    return call.args[0] if names & SAME_KIND else None


def _arguments(program: Program, file: str, call: ast.Call) -> Iterator[tuple[ast.expr, Place]]:
    """The arguments of a call of a function of the project, each with the parameter that it is passed for."""
    if not call.args and not call.keywords:
        return
    targets = targets_of(program, file, call.func)
    for target in targets.found if len(targets.found) == 1 else ():
        facts = program.facts(target.file)
        node = facts.names.scopes[target.scope].node if facts is not None else None
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        positional = [item.arg for item in (*node.args.posonlyargs, *node.args.args)][target.taken :]
        given = [*zip(positional, call.args, strict=False)]
        given += [(item.arg, item.value) for item in call.keywords if item.arg]
        for name, argument in given:
            if isinstance(argument, ast.Starred):
                break
            yield argument, Place(Variable(target.file, target.scope, name), ())


def _expecting_failure(module: ast.AST) -> frozenset[ast.AST]:
    """Everything in a `try` that goes on where an attribute is missing."""
    return frozenset(
        inner
        for node in ast.walk(module)
        if isinstance(node, ast.Try)
        and any(handler.type is None or _names_in(handler.type) & _MISSING for handler in node.handlers)
        for statement in node.body
        for inner in ast.walk(statement)
    )


def _names_in(node: ast.expr) -> frozenset[str]:
    return frozenset(each.id for each in ast.walk(node) if isinstance(each, ast.Name))
