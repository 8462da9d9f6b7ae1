"""What a call gives back: what the return statements of a function say, and what calls of the language hand on."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.objects.kinds import NOTHING, UNKNOWN, Kinds, kinds_at, union
from holdfast.check.objects.sources import ANY, Way
from holdfast.python.project.call_targets import targets_of
from holdfast.python.project.calls import CHOOSING, SAME_KIND
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.lookup import find_member
from holdfast.python.project.program import Program

_SAME_ELEMENTS = frozenset(
    f"builtins.{name}" for name in ("list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "dict")
) | {"collections.deque", "itertools.chain", "itertools.islice"}
_PICKING = frozenset({"get", "pop", "popleft", "get_nowait", "setdefault", "__getitem__"})
_SAME = frozenset({"copy", "values", "union", "difference", "intersection", "_replace"})


def kinds_of_call(program: Program, file: str, node: ast.Call, way: Way) -> Kinds:
    names = {qualified_name(program, item) for item in evaluate(program, file, node.func).items}
    if node.args and names & SAME_KIND:
        return kinds_at(program, file, node.args[0], way)
    if node.args and names & CHOOSING:
        return _chosen(program, file, node, way)
    if names & _SAME_ELEMENTS and way:
        return union([kinds_at(program, file, item, way) for item in node.args]) if node.args else NOTHING
    if "builtins.filter" in names and len(node.args) == 2 and way:
        return kinds_at(program, file, node.args[1], way)
    targets = targets_of(program, file, node.func)
    parts = [
        kinds_given_back(program, target.file, target.scope, way)
        for target in targets.found
        if not target.makes
    ]
    if parts:
        return union(parts)
    made = kinds_at(program, file, node).classes if way else frozenset()
    if made:
        return union([_gone_through(program, key, way) for key in made])
    called = kinds_at(program, file, node.func)
    if called.types and not way:
        return Kinds(called.types, complete=called.complete)
    if called.functions:
        return union([kinds_given_back(program, *each, way) for each in sorted(called.functions)])
    return _of_container_method(program, file, node, way)


def _chosen(program: Program, file: str, node: ast.Call, way: Way) -> Kinds:
    many = len(node.args) > 1 and getattr(node.func, "id", "") in ("min", "max")
    if many:
        return union([kinds_at(program, file, item, way) for item in node.args])
    default = [item.value for item in node.keywords if item.arg == "default"] + node.args[1:]
    parts = [kinds_at(program, file, node.args[0], (ANY, *way))]
    return union([*parts, *(kinds_at(program, file, item, way) for item in default)])


def _of_container_method(program: Program, file: str, node: ast.Call, way: Way) -> Kinds:
    if not isinstance(node.func, ast.Attribute):
        return UNKNOWN
    holder, name = node.func.value, node.func.attr
    if name in _SAME and (way or name == "_replace"):
        return kinds_at(program, file, holder, way)
    if name in _PICKING:
        default = node.args[1:]
        parts = [kinds_at(program, file, item, way) for item in default]
        return union([kinds_at(program, file, holder, (ANY, *way)), *parts])
    return UNKNOWN


def _gone_through(program: Program, key: object, way: Way) -> Kinds:
    """What a loop over an object of the project comes to."""
    for name in ("__iter__", "__getitem__"):
        hit = find_member(program, key, name)  # type: ignore[arg-type]
        if hit is not None and hit.member.functions:
            inside = way if name == "__iter__" else way[1:]
            return kinds_given_back(program, hit.owner.file, hit.member.functions[0], inside)
    return UNKNOWN


def kinds_given_back(program: Program, file: str, scope: int, way: Way) -> Kinds:
    """What the function gives back, as its return statements, or the yields of a generator, say."""
    facts = program.facts(file)
    node = facts.names.scopes[scope].node if facts is not None else None
    if isinstance(node, ast.Lambda):
        return kinds_at(program, file, node.body, way)
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return UNKNOWN
    parts: list[Kinds] = []
    own = list(_own_nodes(node))
    if any(isinstance(item, ast.Yield | ast.YieldFrom) for item in own):
        for item in own if way else ():
            if isinstance(item, ast.Yield) and item.value is not None:
                parts.append(kinds_at(program, file, item.value, way[1:]))
            elif isinstance(item, ast.YieldFrom):
                parts.append(kinds_at(program, file, item.value, way))
        return union(parts)
    return union([kinds_at(program, file, value, way) for value in returned_by(program, file, scope)])


def returned_by(program: Program, file: str, scope: int) -> list[ast.expr]:
    """The expressions of a function's return statements."""
    facts = program.facts(file)
    node = facts.names.scopes[scope].node if facts is not None else None
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return []
    return [
        item.value for item in _own_nodes(node) if isinstance(item, ast.Return) and item.value is not None
    ]


def _own_nodes(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        item = waiting.pop()
        yield item
        if not isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(item))
