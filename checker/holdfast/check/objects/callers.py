"""What callers pass for a parameter: by calls, through tables of functions, and where a function is given to
something that calls it with elements (`sorted(lines, key=…)`, `map(label, lines)`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from holdfast.check.objects.calls_by_name import by_name, calls_named
from holdfast.check.objects.sources import ANY, Way
from holdfast.check.texts.name_keys import parents_of
from holdfast.python.project.call_targets import targets_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.program import Program
from holdfast.python.project.spread import elements
from holdfast.python.project.values import ClassKey, FunctionValue, UnknownValue

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

#: Functions that call their first argument with the elements of the second.
_APPLYING = frozenset({"map", "filter", "starmap", "takewhile", "dropwhile", "filterfalse", "reduce"})
#: Functions and methods that call their `key` with the elements of what they get.
_ORDERING = frozenset({"sorted", "min", "max", "nlargest", "nsmallest", "groupby", "sort"})


class Passed(NamedTuple):
    """An expression of a caller, and the way from it to what the parameter gets."""

    file: str
    node: ast.expr
    way: Way


def passed_for(
    program: Program, file: str, facts: FileFacts, scope: int, parameter: ast.arg
) -> tuple[Passed, ...]:
    """What the parameter of the function with that scope is seen to get, its default included.

    For `*parameter` and `**parameter` these are the elements. Looked for once: no answer about objects leads here
    back to the question, which only asks what expressions are by plain reading.
    """
    known: dict[tuple[str, int, ast.arg], tuple[Passed, ...]] = program.memory.table("passed for")
    key = (file, scope, parameter)
    if key not in known:
        known[key] = tuple(_passed_for(program, file, facts, scope, parameter))
    return known[key]


def _passed_for(
    program: Program, file: str, facts: FileFacts, scope: int, parameter: ast.arg
) -> Iterator[Passed]:
    function = facts.names.scopes[scope].node
    if not isinstance(function, Function):
        return
    default = _default(function.args, parameter)
    if default is not None:
        yield Passed(file, default, ())
    for caller, call, taken in _calls(program, file, facts, scope, function):
        yield from _bound(caller, call, function.args, parameter, taken)
    for caller, node in _mentions(program, file, facts, function):
        other = program.facts(caller)
        if other is not None:
            yield from _applied(caller, other, node, function, parameter)


def calls_of(program: Program, file: str, facts: FileFacts, scope: int) -> Iterator[tuple[str, ast.Call]]:
    """The calls that are seen to run the function with that scope."""
    function = facts.names.scopes[scope].node
    if isinstance(function, Function):
        for caller, call, _ in _calls(program, file, facts, scope, function):
            yield caller, call


def _default(arguments: ast.arguments, parameter: ast.arg) -> ast.expr | None:
    positional = [*arguments.posonlyargs, *arguments.args]
    if parameter in positional:
        place = positional.index(parameter) - len(positional) + len(arguments.defaults)
        return arguments.defaults[place] if place >= 0 else None
    if parameter in arguments.kwonlyargs:
        return arguments.kw_defaults[arguments.kwonlyargs.index(parameter)]
    return None


def _calls(
    program: Program, file: str, facts: FileFacts, scope: int, function: Function
) -> Iterator[tuple[str, ast.Call, int]]:
    """The calls that run the function, each with the number of parameters that are taken before its arguments."""
    if isinstance(function, ast.Lambda):
        yield from ((caller, call, 0) for caller, call in _calls_through_tables(program, file, function))
        return
    owner = facts.enclosing_class(scope)
    key = ClassKey(file, owner) if owner is not None else None
    for name in _names(program, facts, function, key):
        for caller, call in calls_named(program, name):
            targets = targets_of(program, caller, call.func)
            hit = next((item for item in targets.found if item.function == (file, scope)), None)
            if hit is not None:
                yield caller, call, hit.taken
            elif key is not None and not targets.found and _may_be_method(program, caller, call, name):
                yield caller, call, 1


def _names(program: Program, facts: FileFacts, function: ast.AST, key: ClassKey | None) -> Iterator[str]:
    name = getattr(function, "name", "")
    yield name
    if name not in ("__init__", "__new__") or key is None:
        return
    yield "cls"
    for each in (key, *subclasses(program, key)):
        other = program.facts(each.file)
        if other is not None:
            title = other.names.scopes[each.scope].name
            yield title
            for near in program.index.files_with(title):
                aliases = program.facts(near)
                yield from aliases.aliases.get(title, ()) if aliases is not None else ()


def _may_be_method(program: Program, file: str, call: ast.Call, name: str) -> bool:
    """Is something unknown asked for a method that only one class of the project has?"""
    if not isinstance(call.func, ast.Attribute) or name.startswith("__"):
        return False
    values = evaluate(program, file, call.func.value).items
    if values and not any(isinstance(item, UnknownValue) for item in values):
        return False
    return len(_classes_with_method(program, name)) == 1


def _classes_with_method(program: Program, name: str) -> frozenset[ClassKey]:
    known: dict[str, frozenset[ClassKey]] = program.memory.table("classes with a method")
    if name not in known:
        known[name] = frozenset(
            ClassKey(file, scope)
            for file in program.index.files_with(name)
            if (facts := program.facts(file)) is not None
            for scope, members in facts.members.items()
            if name in members and members[name].functions
        )
    return known[name]


def _calls_through_tables(
    program: Program, file: str, function: ast.Lambda
) -> Iterator[tuple[str, ast.Call]]:
    """`ACTIONS[word](…)`, where the function stands in the display behind `ACTIONS`."""
    for caller in sorted({file, *program.importers(file)}):
        facts = program.facts(caller)
        for call in by_name(facts.tree.module).get("", ()) if facts is not None else ():
            if isinstance(call.func, ast.Subscript | ast.Call):
                found = elements(program, caller, call.func)
                if found is not None and any(node is function for _, node in found[0]):
                    yield caller, call


def _bound(
    file: str, call: ast.Call, arguments: ast.arguments, parameter: ast.arg, taken: int
) -> Iterator[Passed]:
    positional = [*arguments.posonlyargs, *arguments.args][taken:]
    if parameter is arguments.vararg:
        for place, item in enumerate(call.args):
            if isinstance(item, ast.Starred):
                yield Passed(file, item.value, (ANY,))
            elif place >= len(positional):
                yield Passed(file, item, ())
        return
    if parameter is arguments.kwarg:
        named = {item.arg for item in (*positional, *arguments.kwonlyargs)}
        yield from (
            Passed(file, item.value, ()) for item in call.keywords if item.arg and item.arg not in named
        )
        return
    yield from (Passed(file, item.value, ()) for item in call.keywords if item.arg == parameter.arg)
    for place, item in enumerate(call.args):
        if isinstance(item, ast.Starred):
            if parameter in positional[place:]:
                yield Passed(file, item.value, (positional[place:].index(parameter),))
            return
        if place < len(positional) and positional[place] is parameter:
            yield Passed(file, item, ())


def _mentions(
    program: Program, file: str, facts: FileFacts, function: Function
) -> Iterator[tuple[str, ast.expr]]:
    """The places where the function stands as a value."""
    if isinstance(function, ast.Lambda):
        yield file, function
        return
    for caller in sorted(program.index.files_with(function.name)):
        other = program.facts(caller)
        for node in _values_by_name(other.tree.module).get(function.name, ()) if other is not None else ():
            items = evaluate(program, caller, node).items
            if any(
                isinstance(item, FunctionValue) and item.file == file and _stands_at(facts, item, function)
                for item in items
            ):
                yield caller, node


@lru_cache(maxsize=256)
def _values_by_name(module: ast.AST) -> Mapping[str, Sequence[ast.expr]]:
    """Names and attributes that are arguments of calls, by their last word."""
    found: dict[str, list[ast.expr]] = {}
    for calls in by_name(module).values():
        for call in calls:
            for item in (*call.args, *(keyword.value for keyword in call.keywords)):
                if isinstance(item, ast.Name | ast.Attribute):
                    found.setdefault(last_name(item), []).append(item)
    return found


def _stands_at(facts: FileFacts, value: FunctionValue, function: Function) -> bool:
    return facts.names.scopes[value.scope].node is function


def _applied(
    file: str, facts: FileFacts, node: ast.expr, function: Function, parameter: ast.arg
) -> Iterator[Passed]:
    """What the function gets from something that is seen to call it with elements."""
    positional = [*function.args.posonlyargs, *function.args.args]
    if isinstance(node, ast.Attribute) and isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        positional = positional[1:]  # a bound method has its object already
    if parameter in positional:
        yield from elements_given(file, facts, node, positional.index(parameter))


def elements_given(file: str, facts: FileFacts, node: ast.expr, place: int = 0) -> Iterator[Passed]:
    """What a callable gets for its first (second, …) parameter from the call that it is an argument of."""
    around = parents_of(facts).get(node)
    call = parents_of(facts).get(around) if isinstance(around, ast.keyword) else around
    if not isinstance(call, ast.Call):
        return
    name = last_name(call.func)
    if isinstance(around, ast.keyword) and around.arg == "key" and name in _ORDERING and place == 0:
        yield from _ordered(file, call, name)
    elif call.args and call.args[0] is node and name in _APPLYING and len(call.args) > 1:
        if name == "reduce":
            if place == 1 or len(call.args) == 2:
                yield Passed(file, call.args[1], (ANY,))
            else:
                yield Passed(file, call.args[2], ())
        elif name == "starmap":
            yield Passed(file, call.args[1], (ANY, place))
        elif place + 1 < len(call.args):
            yield Passed(file, call.args[place + 1], (ANY,))
    elif name == "groupby" and len(call.args) > 1 and call.args[1] is node:
        yield Passed(file, call.args[0], (ANY,))


def _ordered(file: str, call: ast.Call, name: str) -> Iterator[Passed]:
    if name == "sort" and isinstance(call.func, ast.Attribute):
        yield Passed(file, call.func.value, (ANY,))
    elif name in ("nlargest", "nsmallest") and len(call.args) > 1:
        yield Passed(file, call.args[1], (ANY,))
    elif name in ("min", "max") and len(call.args) > 1:
        yield from (Passed(file, item, ()) for item in call.args if not isinstance(item, ast.Starred))
    elif call.args and not isinstance(call.args[0], ast.Starred):
        yield Passed(file, call.args[0], (ANY,))
