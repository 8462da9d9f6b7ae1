"""Functions whose parameters changed, in both worlds, and which of their parameters are the same.

A parameter is the same in both worlds when its token corresponds, or else when it has the same name. A function
that passes its stars on to such a function takes other parameters as well (`relays`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from holdfast.check.calls.relays import Function, Place, Relay, relay_of
from holdfast.check.code.plumbing import scope_paths
from holdfast.check.pair import Pair
from holdfast.python.names.table import NameTable, ScopeKind
from holdfast.python.project.call_targets import INITIALISERS
from holdfast.python.project.classes import class_info
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.own_members import receives
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.python.traces.build import parameters_of
from holdfast.text.interval import Interval

#: Functions that pass on to functions that pass on.
_DEEPEST = 4


class Changed(NamedTuple):
    """A function that takes other parameters, in both worlds. What it passes on is written out among them."""

    place: Place
    place_after: Place
    before: Function
    after: Function
    #: Name after to name before, for the parameters that both have.
    shared: Mapping[str, str]
    #: Its name before.
    token: Interval
    #: Its calls before that pass its own stars on.
    passing_on: tuple[ast.Call, ...] = ()
    #: Whether the parameters that it declares itself are as they were.
    only_passes_on: bool = False
    #: Whether the stars that it passes on hold nothing but the parameters written out.
    is_whole: bool = False


def changed_functions(pair: Pair, renamed: Mapping[str, str]) -> tuple[Changed, ...]:
    """Every function that both worlds have and that takes other parameters."""
    found = {item.place: item for item in _declared(pair, renamed)}
    fresh = tuple(found)
    for _ in range(_DEEPEST):
        if not fresh:
            break
        fresh = tuple(
            item.place for item in _passing_on(pair, renamed, found, fresh) if _is_news(found, item)
        )
    return tuple(found.values())


def _is_news(found: dict[Place, Changed], item: Changed) -> bool:
    known = found.get(item.place)
    found[item.place] = item
    return known is None or spelled(known.before) != spelled(item.before)


def _declared(pair: Pair, renamed: Mapping[str, str]) -> Iterator[Changed]:
    for file in pair.edited_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None or facts[0].tree.error or facts[1].tree.error:
            continue
        functions = _functions(facts[1], {})
        for path, first in _functions(facts[0], renamed).items():
            second = functions.get(path)
            token = Interval(file, *_token(facts[0].names, first))
            if second is None or spelled(first) == spelled(second) or token in pair.kept.before:
                continue  # what is kept is compared as each class has it
            places = (
                (file, facts[0].names.scope_of_node[first]),
                (new_file, facts[1].names.scope_of_node[second]),
            )
            yield Changed(*places, first, second, _shared(pair, file, facts, first, second), token)


def _functions(facts: FileFacts, renamed: Mapping[str, str]) -> dict[tuple[str, ...], Function]:
    paths = scope_paths(facts.names, renamed)
    return {
        paths[scope.index]: scope.node for scope in facts.names.scopes if isinstance(scope.node, Function)
    }


def spelled(node: Function) -> tuple[str, str]:
    """The parameters without their annotations, which do not change what a call does, and the defaults."""
    parameters = [(kind, argument.arg) for kind, argument in parameters_of(node)]
    defaults = [
        ast.dump(default) if default else "" for default in (*node.args.defaults, *node.args.kw_defaults)
    ]
    return repr(parameters), repr(defaults)


def _shared(
    pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], first: Function, second: Function
) -> dict[str, str]:
    """Name after to name before, for the parameters that both have."""
    names_after = {argument.arg for _, argument in parameters_of(second)}
    names_before = {argument.arg for _, argument in parameters_of(first)}
    shared = {name: name for name in names_before & names_after}
    for _, argument in parameters_of(first):
        if argument.arg in names_after:
            continue
        place = pair.to_after(Interval(file, *_token(facts[0].names, argument)))
        if place is not None:
            became = facts[1].text[place.start : place.end]
            if became in names_after and became not in names_before:
                shared[became] = argument.arg
    old, new = ([argument.arg for _, argument in parameters_of(node)] for node in (first, second))
    if len(old) == len(new):
        # A new name at the place of one that is gone, while all others stay, is the same parameter.
        changed = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
        if len(changed) == 1 and changed[0][0] not in new and changed[0][1] not in old:
            shared[changed[0][1]] = changed[0][0]
    if receives(first) != receives(second):
        # An object is not what its class is, whatever the parameter is called.
        received = {_receiver(first), _receiver(second)}
        shared = {new: name for new, name in shared.items() if not received & {new, name}}
    return shared


def _receiver(node: Function) -> str | None:
    taken = receives(node) != "static"
    return (
        next((argument.arg for argument in (*node.args.posonlyargs, *node.args.args)), None)
        if taken
        else None
    )


def _token(names: NameTable, node: ast.AST) -> tuple[int, int]:
    occurrence = names.occurrences[names.occurrence_of_node[node]]
    return occurrence.start, occurrence.end


def _passing_on(
    pair: Pair, renamed: Mapping[str, str], found: dict[Place, Changed], fresh: tuple[Place, ...]
) -> list[Changed]:
    """The functions that pass their stars on to one of the fresh ones, and that take other parameters so."""
    before = {item.place: item.before.args for item in found.values()}
    after = {item.place_after: item.after.args for item in found.values()}
    by_place = {item.place: item for item in found.values()}
    words = names_called(pair.before, (found[place] for place in fresh))
    made = []
    for file in sorted(pair.before.index.files_with_any(words)):
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None:
            continue
        functions = _functions(facts[1], {})
        for path, first in _functions(facts[0], renamed).items():
            second = functions.get(path)
            if second is None or not (first.args.vararg or first.args.kwarg):
                continue
            place = (file, facts[0].names.scope_of_node[first])
            place_after = (new_file, facts[1].names.scope_of_node[second])
            relay = relay_of(pair.before, place, before.get)
            if relay is None or relay.target not in by_place or relay.target == place:
                continue
            target = by_place[relay.target]
            relay_after = relay_of(pair.after, place_after, after.get)
            if relay_after is None and (second.args.vararg or second.args.kwarg):
                continue  # what it does with them now is not seen
            other = second if relay_after is None else relay_after.node
            known = found.get(place)
            own = known.shared if known is not None else {a.arg: a.arg for _, a in parameters_of(second)}
            token = Interval(file, *_token(facts[0].names, first))
            shared = _shared_on_the_way(relay, other, own, target)
            only = known is None or known.only_passes_on
            whole = relay.is_whole and (relay_after is None or relay_after.is_whole)
            item = Changed(place, place_after, relay.node, other, shared, token, relay.calls, only, whole)
            made.append(item)  # also where it makes up for the change, by a default of its own
    return made


def _shared_on_the_way(
    relay: Relay, other: Function, own: Mapping[str, str], target: Changed
) -> dict[str, str]:
    """The same for parameters that are passed on: they are the same where those of the other function are."""
    names_before = {argument.arg for _, argument in parameters_of(relay.node)}
    shared: dict[str, str] = {}
    for _, argument in parameters_of(other):
        old = own.get(argument.arg)
        if old not in names_before:
            old = target.shared.get(argument.arg, argument.arg)
        if old in names_before and old not in shared.values():
            shared[argument.arg] = old
    return shared


def names_called(program: Program, changed: Iterable[Changed]) -> set[str]:
    """The words by which these functions are called: an initialiser by the classes that have it."""
    found: set[str] = set()
    for item in changed:
        facts = program.facts(item.place[0])
        own = ClassKey(item.place[0], facts.names.scopes[item.place[1]].parent) if facts is not None else None
        if facts is None or own is None or item.before.name not in INITIALISERS:
            found.add(item.before.name)
        elif facts.names.scopes[own.scope].kind is ScopeKind.CLASS:
            found.update(class_info(program, key).name for key in (own, *subclasses(program, own)))
    return found
