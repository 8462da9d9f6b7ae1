"""Functions that pass their own `*args` and `**kwargs` on to another: what they take is what the other takes.

`Named(…)` of `def __init__(self, name, **options): super().__init__(**options)` takes what the base class takes. Its
parameters are written out here, with those of the other in the place of the stars, so that its calls are calls of
something that changed as well. That holds where a star goes nowhere else.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import NamedTuple

from holdfast.python.project.call_targets import Target, targets_of
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program

Function = ast.FunctionDef | ast.AsyncFunctionDef
#: A function of one world, by file and scope.
Place = tuple[str, int]
#: The parameters of a function that is called differently in the other world; None for any other.
Parameters = Callable[[Place], ast.arguments | None]


class Relay(NamedTuple):
    """A function with the parameters that it passes on written out."""

    node: Function
    #: The function that gets them, and the calls that pass them.
    target: Place
    calls: tuple[ast.Call, ...]
    #: Whether what the stars hold is all of that, and nothing is taken out before.
    is_whole: bool = True


class _Stars(NamedTuple):
    """The stars of a function, by name, and what its body does to the keywords before they go on."""

    positional: str | None
    keywords: str | None
    #: Defaults of its own for keywords that it passes on (`setdefault`), and keywords that it takes out (`pop`).
    set: dict[str, ast.expr]
    taken_out: dict[str, ast.expr | None]


def relay_of(program: Program, place: Place, parameters: Parameters) -> Relay | None:
    """What the function takes, if it passes its stars on to a function that has such parameters."""
    facts = program.facts(place[0])
    node = None if facts is None else facts.names.scopes[place[1]].node
    if facts is None or not isinstance(node, Function) or not (node.args.vararg or node.args.kwarg):
        return None
    calls = [call for call in ast.walk(node) if isinstance(call, ast.Call) and _passes_star(node, call)]
    stars = _stars(facts, place[1], node, calls)
    found = [
        (made, target.function, call)
        for call in calls
        for target in _targets(program, place[0], call)
        if (own := parameters(target.function)) is not None
        and stars is not None
        and (made := _written_out(node, stars, call, own, target.taken)) is not None
    ]
    if (
        stars is None
        or not found
        or len({ast.dump(made) for made, _, _ in found}) != 1
        or len(calls) != len({c for *_, c in found})
    ):
        return None
    relay = copy.copy(node)
    relay.args = found[0][0]
    return Relay(relay, found[0][1], tuple(calls), not stars.taken_out)


def _targets(program: Program, file: str, call: ast.Call) -> Iterator[Target]:
    yield from targets_of(program, file, call.func, tables=True).found


def _passes_star(node: Function, call: ast.Call) -> bool:
    own = {argument.arg for argument in (node.args.vararg, node.args.kwarg) if argument is not None}
    positional = (item.value for item in call.args if isinstance(item, ast.Starred))
    named = (
        part for keyword in call.keywords if keyword.arg is None for part in _spread_parts(keyword.value)
    )
    return any(isinstance(item, ast.Name) and item.id in own for item in (*positional, *named))


def _spread_parts(node: ast.expr) -> Iterator[ast.expr]:
    """`options` of `**options` and of `**{"size": 2, **options}`."""
    if isinstance(node, ast.Dict):
        yield from (value for key, value in zip(node.keys, node.values, strict=True) if key is None)
    else:
        yield node


def _stars(facts: FileFacts, scope: int, node: Function, calls: list[ast.Call]) -> _Stars | None:
    """The stars that the calls pass on; None where the body does more with one than can be followed."""
    passed = {
        part
        for call in calls
        for part in (
            *(item.value for item in call.args if isinstance(item, ast.Starred)),
            *(
                part
                for keyword in call.keywords
                if keyword.arg is None
                for part in _spread_parts(keyword.value)
            ),
        )
    }
    vararg, kwarg = node.args.vararg, node.args.kwarg
    names = {argument.arg: argument for argument in (vararg, kwarg) if argument is not None}
    used = {name for part in passed if isinstance(part, ast.Name) and (name := part.id) in names}
    stars = _Stars(
        vararg.arg if vararg is not None and vararg.arg in used else None,
        kwarg.arg if kwarg is not None and kwarg.arg in used else None,
        {},
        {},
    )
    parents = {child: outer for outer in ast.walk(node) for child in ast.iter_child_nodes(outer)}
    for inner in ast.walk(node):
        if not isinstance(inner, ast.Name) or inner.id not in used or inner in passed:
            continue
        index = facts.names.occurrence_of_node.get(inner)
        if index is None or facts.names.occurrences[index].owner != scope:
            continue
        if inner.id != stars.keywords or not _is_followed(stars, inner, parents):
            return None
    return stars


def _is_followed(stars: _Stars, node: ast.Name, parents: dict[ast.AST, ast.AST]) -> bool:
    """`options.setdefault("size", 2)`, `options.pop("size", 2)`, `options.get("size")` and `"size" in options`"""
    outer = parents[node]
    call = parents.get(outer)
    match outer, call:
        case ast.Attribute(attr="setdefault"), ast.Call(args=[ast.Constant(value=str(key)), value]):
            stars.set.setdefault(key, value)
            return isinstance(parents.get(call), ast.Expr)
        case ast.Attribute(attr="pop"), ast.Call(args=[ast.Constant(value=str(key)), *others]):
            stars.taken_out[key] = others[0] if others else None
            return key not in stars.set
        case ast.Attribute(attr="get"), ast.Call(args=[ast.Constant(), *_]):
            return True
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[right]), _:
            return right is node
        case ast.Subscript(ctx=ast.Load(), slice=ast.Constant()), _:
            return True
    return False


def _written_out(
    node: Function, stars: _Stars, call: ast.Call, given: ast.arguments, taken: int
) -> ast.arguments | None:
    """The parameters of the function, with those of the one that it calls in the place of its stars."""
    if any(isinstance(item, ast.Starred) for item in call.args[:-1]):
        return None
    own = node.args
    positional = [*own.posonlyargs, *own.args]
    spread_last = bool(call.args) and isinstance(call.args[-1], ast.Starred)
    written = {keyword.arg for keyword in call.keywords if keyword.arg} | set(_keys_behind(call))
    left = [*given.posonlyargs, *given.args][taken + len(call.args) - int(spread_last) :]
    named = {argument.arg for argument in (*positional, *own.kwonlyargs)}
    defaults = {**_defaults(given), **_keys_in_front(call), **stars.set}
    only_by_position = {argument.arg for argument in given.posonlyargs}
    by_position: list[ast.arg] = []
    if spread_last and stars.positional is not None:
        for argument in left:
            if argument.arg in written:
                break
            by_position.append(argument)
    rest = [argument for argument in (*left, *given.kwonlyargs) if argument not in by_position]
    by_name = [a for a in rest if a.arg not in only_by_position | written | stars.taken_out.keys()]
    if stars.keywords is None:
        by_name = []
    by_position = [argument for argument in by_position if argument.arg not in named]
    by_name = [argument for argument in by_name if argument.arg not in named]
    optional = [*own.defaults, *(defaults[a.arg] for a in by_position if a.arg in defaults)]
    if own.defaults and any(a.arg not in defaults for a in by_position):
        return None  # what is required stands behind what is not
    taken_out = [(ast.arg(name), default) for name, default in stars.taken_out.items() if name not in named]
    return ast.arguments(
        posonlyargs=[],
        args=[*positional, *by_position],
        vararg=given.vararg if spread_last and stars.positional is not None else own.vararg,
        kwonlyargs=[*own.kwonlyargs, *by_name, *(argument for argument, _ in taken_out)],
        kw_defaults=[
            *own.kw_defaults,
            *(defaults.get(argument.arg) for argument in by_name),
            *(default for _, default in taken_out),
        ],
        kwarg=given.kwarg if stars.keywords is not None else own.kwarg,
        defaults=optional,
    )


def _keys_in_front(call: ast.Call) -> dict[str, ast.expr]:
    """`size` of `**{"size": 2, **options}`: what is passed where the keywords do not say otherwise."""
    found: dict[str, ast.expr] = {}
    for keyword in call.keywords:
        if keyword.arg is None and isinstance(keyword.value, ast.Dict):
            for key, value in zip(keyword.value.keys, keyword.value.values, strict=True):
                if key is None:
                    break
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found[key.value] = value
    return found


def _keys_behind(call: ast.Call) -> Iterator[str]:
    """`size` of `**{**options, "size": 2}`: what is passed whatever the keywords say."""
    for keyword in call.keywords:
        if keyword.arg is None and isinstance(keyword.value, ast.Dict):
            keys = keyword.value.keys
            behind = keys[keys.index(None) + 1 :] if None in keys else keys
            for key in behind:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value


def _defaults(arguments: ast.arguments) -> dict[str, ast.expr]:
    positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    found = dict(zip(reversed(positional), reversed(arguments.defaults), strict=False))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None:
            found[argument.arg] = default
    return found
