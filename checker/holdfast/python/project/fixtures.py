"""Parameters that pytest fills: which fixture function each one names.

A fixture is looked for in the test's class and the classes above it, in its module (imported ones
count), then in the `conftest.py` of its folder and of every folder above. A fixture that asks for its
own name means the next one outwards. What is not found is a plugin's, outside the world.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.python.names.table import MODULE_SCOPE, ScopeKind
from holdfast.python.project.classes import order_of
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.exports import exported_names, lookup
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.layout import base, join, parent, stem
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.own_members import decorator_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

_FIXTURE_DECORATORS = frozenset({"fixture", "yield_fixture", "async_fixture"})
_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class FixtureUse(NamedTuple):
    """A token that asks for a fixture by name."""

    interval: Interval
    name: str
    #: The fixture functions of the world that it can mean; empty for a plugin's.
    fixtures: tuple[Declaration, ...]


class _Fixture(NamedTuple):
    name: str
    declaration: Declaration


def fixture_uses(program: Program, file: str) -> tuple[FixtureUse, ...]:
    """Every parameter of the file's tests and fixtures that names a fixture, and `usefixtures` strings."""
    facts = program.facts(file)
    if facts is None or not _has_tests(facts, file):
        return ()
    found: list[FixtureUse] = []
    for scope in facts.names.scopes:
        node = scope.node
        if not isinstance(node, _FunctionNode | ast.ClassDef):
            continue
        if scope.kind is ScopeKind.CLASS:
            found += _marked(program, facts, file, node, ClassKey(file, scope.index))
        elif scope.kind is ScopeKind.FUNCTION and isinstance(node, _FunctionNode):
            owner = facts.enclosing_class(scope.index)
            around = None if owner is None else ClassKey(file, owner)
            found += _marked(program, facts, file, node, around)
            if fixture_name(node) is not None or _is_test(file, node, scope.parent, owner):
                found += _filled(program, facts, file, node, around)
    return tuple(sorted(found))


def _filled(
    program: Program, facts: FileFacts, file: str, node: _FunctionNode, around: ClassKey | None
) -> Iterator[FixtureUse]:
    """The parameters of a test or fixture."""
    own = fixture_name(node)
    for argument in _requested(node, in_class=around is not None):
        index = facts.names.occurrence_of_node.get(argument)
        if index is not None:
            token = facts.names.occurrences[index]
            skip = Interval(file, *_name_token(facts, node)) if own == token.name else None
            fixtures = _visible(program, file, around, token.name, skip)
            yield FixtureUse(Interval(file, token.start, token.end), token.name, fixtures)


def _marked(
    program: Program, facts: FileFacts, file: str, node: _FunctionNode | ast.ClassDef, around: ClassKey | None
) -> Iterator[FixtureUse]:
    """The strings of `@pytest.mark.usefixtures("a", "b")`."""
    for item in node.decorator_list:
        if not isinstance(item, ast.Call) or decorator_name(item) != "usefixtures":
            continue
        for argument in item.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                name, start = argument.value, facts.tree.start(argument) + 1
                if facts.text.startswith(name, start):
                    fixtures = _visible(program, file, around, name, None)
                    yield FixtureUse(Interval(file, start, start + len(name)), name, fixtures)


def fixture_name(node: _FunctionNode) -> str | None:
    """The name under which a function is a fixture; None when it is none."""
    for item in node.decorator_list:
        if decorator_name(item) in _FIXTURE_DECORATORS:
            for keyword in item.keywords if isinstance(item, ast.Call) else ():
                if keyword.arg == "name" and isinstance(keyword.value, ast.Constant):
                    return str(keyword.value.value)
            return node.name
    return None


def _has_tests(facts: FileFacts, file: str) -> bool:
    name = base(stem(file))
    return name == "conftest" or name.startswith("test") or name.endswith("_test") or "fixture" in facts.text


def _is_test(file: str, node: _FunctionNode, around: int, owner: int | None) -> bool:
    if not node.name.startswith("test") or base(stem(file)) == "conftest":
        return False
    return around == MODULE_SCOPE or owner is not None


def _requested(node: _FunctionNode, *, in_class: bool) -> Iterator[ast.arg]:
    """The parameters that pytest fills: no defaults, not the instance, not those of `parametrize`."""
    positional = [*node.args.posonlyargs, *node.args.args]
    without_default = positional[: len(positional) - len(node.args.defaults)]
    if in_class and not any(decorator_name(item) == "staticmethod" for item in node.decorator_list):
        without_default = without_default[1:]
    keyword_only = [
        item
        for item, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        if default is None
    ]
    given = {name for item in node.decorator_list for name in _parametrised(item)}
    for argument in (*without_default, *keyword_only):
        if argument.arg not in given and argument.arg != "request":
            yield argument


def _parametrised(node: ast.expr) -> list[str]:
    """The names that `@pytest.mark.parametrize("a, b", ...)` fills."""
    if not isinstance(node, ast.Call) or decorator_name(node) != "parametrize" or not node.args:
        return []
    names = node.args[0]
    if isinstance(names, ast.Constant) and isinstance(names.value, str):
        return [name.strip() for name in names.value.split(",")]
    entries = names.elts if isinstance(names, ast.Tuple | ast.List) else []
    return [item.value for item in entries if isinstance(item, ast.Constant) and isinstance(item.value, str)]


def _visible(
    program: Program, file: str, around: ClassKey | None, name: str, skip: Interval | None
) -> tuple[Declaration, ...]:
    for fixtures in _places(program, file, around):
        found = [item.declaration for item in fixtures if item.name == name]
        found = [item for item in found if item.interval != skip]
        if found:
            return tuple(found)
    return ()


def _places(program: Program, file: str, around: ClassKey | None) -> Iterator[list[_Fixture]]:
    """The fixtures of each place that is searched, the nearest first."""
    if around is not None:
        for key in order_of(program, around).classes:
            if isinstance(key, ClassKey):
                yield _fixtures_in(program, key.file, key.scope)
    yield _of_module(program, file)
    folder = parent(file)
    while True:
        conftest = join(folder, "conftest.py")
        if conftest != file and conftest in program.world.files():
            yield _of_module(program, conftest)
        for plugin in _plugins(program, conftest):
            yield _of_module(program, plugin)
        if not folder:
            return
        folder = parent(folder)


def _plugins(program: Program, conftest: str) -> list[str]:
    """The modules of the world that a `conftest.py` names in `pytest_plugins`."""
    facts = program.facts(conftest)
    found = []
    for index in facts.bindings.get((MODULE_SCOPE, "pytest_plugins"), ()) if facts is not None else ():
        assert facts is not None
        node = facts.node_of_occurrence.get(index)
        bound = None if node is None else facts.bound_values.get(node)
        entries = getattr(bound.node, "elts", [bound.node]) if bound is not None else []
        for entry in entries:
            if isinstance(entry, ast.Constant) and isinstance(entry.value, str):
                module = program.resolve_module(conftest, 0, tuple(entry.value.split(".")))
                if isinstance(module, ModuleFile):
                    found.append(module.file)
    return found


def _of_module(program: Program, file: str) -> list[_Fixture]:
    known: dict[str, list[_Fixture]] = program.memory.table("fixtures")
    if file not in known:
        known[file] = [*_fixtures_in(program, file, MODULE_SCOPE), *_imported(program, file)]
    return known[file]


def _imported(program: Program, file: str) -> Iterator[_Fixture]:
    facts = program.facts(file)
    if facts is None:
        return
    names = {
        facts.names.occurrences[index].name
        for index, use in facts.import_of_occurrence.items()
        if use.scope == MODULE_SCOPE and use.member is not None
    }
    for use in facts.stars:
        module = program.resolve_module(file, use.level, use.parts)
        if isinstance(module, ModuleFile):
            names |= exported_names(program, module.file)[0]
    for name in sorted(names):
        for item in lookup(program, file, name).declarations:
            if item.kind is Kind.FUNCTION and item.interval.file != file:
                other = _fixtures_in(program, item.interval.file, MODULE_SCOPE)
                for fixture in other:
                    if fixture.declaration.interval == item.interval:
                        renamed = fixture.name == fixture.declaration.name
                        yield fixture._replace(name=name) if renamed else fixture


def _fixtures_in(program: Program, file: str, scope: int) -> list[_Fixture]:
    """The fixtures that a module or class scope defines itself."""
    facts = program.facts(file)
    found: list[_Fixture] = []
    for inner in facts.names.scopes if facts is not None else ():
        node = inner.node
        if facts is None or inner.parent != scope or not isinstance(node, _FunctionNode):
            continue
        name = fixture_name(node)
        if name is not None and inner.kind is ScopeKind.FUNCTION:
            interval = Interval(file, *_name_token(facts, node))
            found.append(_Fixture(name, Declaration(interval, Kind.FUNCTION, node.name)))
    return found


def _name_token(facts: FileFacts, node: _FunctionNode) -> tuple[int, int]:
    token = facts.names.occurrences[facts.names.occurrence_of_node[node]]
    return token.start, token.end
