"""Functions whose parameters changed, so that calls of both worlds can be compared parameter by parameter.

A parameter is the same in both worlds when its token corresponds, or else when it has the same name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from holdfast.check.identities import Side
from holdfast.check.pair import Pair
from holdfast.check.plumbing import scope_paths
from holdfast.python.names.table import NameTable
from holdfast.python.project.facts import FileFacts
from holdfast.python.traces.build import parameters_of
from holdfast.python.traces.identity import Signature
from holdfast.text.interval import Interval

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def find_changed_signatures(pair: Pair, before: Side, after: Side) -> None:
    """Tell both sides the functions that are called differently now."""
    for file in pair.edited_python_files():
        facts = pair.facts(file)
        new_file = pair.file_after(file)
        if facts is None or new_file is None:
            continue
        for first, second in changed_functions(*facts, before.renamed):
            shared = shared_parameters(pair, file, facts, first, second)
            added = frozenset(a.arg for _, a in parameters_of(second)) - shared.keys()
            subject = after.subject(new_file)
            if subject is not None and added:
                subject.added_parameters[second] = added
            one = Signature(first, shared)
            other = Signature(second, {name: name for name in shared})
            if _in_class(facts[1].names, second):
                before.signatures[("method", first.name)] = one
                after.signatures[("method", second.name)] = other
            else:
                place = Interval(new_file, *_token(facts[1].names, second))
                before.signatures[("declaration", place)] = one
                after.signatures[("declaration", place)] = other


def changed_functions(
    old: FileFacts, new: FileFacts, renamed: Mapping[str, str]
) -> Iterator[tuple[_Function, _Function]]:
    """The functions of a file that both worlds have and that take other parameters, before and after."""
    functions = _functions(new, {})
    for path, node in _functions(old, dict(renamed)).items():
        other = functions.get(path)
        if other is not None and _spelled(node) != _spelled(other):
            yield node, other


def _functions(facts: FileFacts, renamed: dict[str, str]) -> dict[tuple[str, ...], _Function]:
    paths = scope_paths(facts.names, renamed)
    return {
        paths[scope.index]: scope.node for scope in facts.names.scopes if isinstance(scope.node, _Function)
    }


def _spelled(node: _Function) -> str:
    """The parameters without their annotations: those do not change what a call does."""
    parameters = [(kind, argument.arg) for kind, argument in parameters_of(node)]
    defaults = [
        ast.dump(default) if default else "" for default in (*node.args.defaults, *node.args.kw_defaults)
    ]
    return repr((parameters, defaults))


def shared_parameters(
    pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], first: _Function, second: _Function
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
    return shared


def _token(names: NameTable, node: ast.AST) -> tuple[int, int]:
    occurrence = names.occurrences[names.occurrence_of_node[node]]
    return occurrence.start, occurrence.end


def _in_class(names: NameTable, node: ast.AST) -> bool:
    scope = names.scopes[names.scope_of_node[node]]
    return isinstance(names.scopes[scope.parent].node, ast.ClassDef)
