"""Functions whose parameters changed, so that calls of both worlds can be compared parameter by parameter.

A parameter is the same in both worlds when its token corresponds, or else when it has the same name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from holdfast.check.calls.passed_values import passed_by_all
from holdfast.check.code.plumbing import scope_paths
from holdfast.check.code.sides import Side
from holdfast.check.pair import Pair
from holdfast.python.names.table import NameTable
from holdfast.python.project.facts import FileFacts
from holdfast.python.traces.binding import defaults_of
from holdfast.python.traces.build import parameters_of
from holdfast.python.traces.identity import Signature
from holdfast.text.interval import Interval

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def find_changed_signatures(pair: Pair, before: Side, after: Side, *, may_change: bool) -> None:
    """Tell both sides the functions that are called differently now.

    Where signatures may not change, defaults are compared where they stand, and not once more at the calls.
    """
    for file in pair.edited_python_files():
        facts = pair.facts(file)
        new_file = pair.file_after(file)
        if facts is None or new_file is None:
            continue
        for first, second in changed_functions(*facts, before.renamed):
            if not may_change and _spelled(first)[0] == _spelled(second)[0]:
                continue
            if Interval(file, *_token(facts[0].names, first)) in pair.kept.before:
                continue  # compared as each class has it
            shared = shared_parameters(pair, file, facts, first, second)
            added = frozenset(a.arg for _, a in parameters_of(second)) - shared.keys()
            removed = frozenset(a.arg for _, a in parameters_of(first)) - set(shared.values())
            subject = after.subject(new_file)
            if subject is not None and added:
                subject.added_parameters[second] = added
            followed = _follow(after, new_file, second, added)
            assumed = {name: node for name, node in defaults_of(second).items() if name in added - followed}
            key = (new_file, facts[1].names.scope_of_node[second])
            renamed = {old: new for new, old in shared.items() if old != new}
            before.signatures[file, facts[0].names.scope_of_node[first]] = Signature(
                first,
                shared,
                _follow(before, file, first, removed),
                renamed=renamed,
                key=key,
                subject=before.subject(file),
            )
            after.signatures[key] = Signature(
                second,
                {name: name for name in shared},
                followed,
                assumed,
                renamed={name: name for name in renamed.values()},
                key=key,
                subject=subject,
            )


def _follow(side: Side, file: str, function: _Function, names: frozenset[str]) -> frozenset[str]:
    """Tell the side what callers pass for parameters that the other world does not have."""
    subject = side.subject(file)
    passed = passed_by_all(side, file, function, names)
    if subject is None or not passed:
        return frozenset()
    subject.passed[function] = passed
    return frozenset(passed)


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


def _spelled(node: _Function) -> tuple[str, str]:
    """The parameters without their annotations, which do not change what a call does, and the defaults."""
    parameters = [(kind, argument.arg) for kind, argument in parameters_of(node)]
    defaults = [
        ast.dump(default) if default else "" for default in (*node.args.defaults, *node.args.kw_defaults)
    ]
    return repr(parameters), repr(defaults)


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
