"""Do the calls that the edit left alone still give each parameter its argument?

When the parameters of a function change, calls that were not edited bind their arguments anew. They may
stand in any file, name the function through its class, `super()` or a `partial`, or pass a star. Calls
that were edited are compared by what they do (`behaviour_findings`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from holdfast.check.calls.call_targets import INITIALISERS, partial_of, targets_of
from holdfast.check.calls.given_away import check_given_away
from holdfast.check.calls.signatures import changed_functions, shared_parameters
from holdfast.check.calls.spread_arguments import keys_left, texts_spread, written_out
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import NameTable, ScopeKind
from holdfast.python.project.classes import class_info
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import member_family, subclasses
from holdfast.python.project.spread import given_to_targets
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class _Changed(NamedTuple):
    before: _Function
    after: _Function
    #: Name after to name before.
    shared: Mapping[str, str]
    token: Interval


#: The changed functions by file and scope of before.
_Table = Mapping[tuple[str, int], _Changed]


def check_call_sites(pair: Pair, renamed: Mapping[str, str]) -> Iterator[Finding]:
    changed = dict(_changed(pair, renamed))
    if not changed:
        return
    names = {item.before.name for item in changed.values()}
    wanted = names | _class_names(pair, changed)
    wanted |= set(_partial_names(pair, changed, names))
    for file in sorted(pair.before.index.files_with_any(wanted)):
        facts = pair.before.facts(file)
        if facts is None or pair.file_after(file) is None:
            continue
        for node in ast.walk(facts.tree.module):
            if isinstance(node, ast.Call) and not _is_touched(pair, file, facts, node):
                yield from _call(pair, changed, file, facts, node)
    yield from _families(pair, changed)

    def problem(function: tuple[str, int], taken: int, call: ast.Call | None) -> str | None:
        item = changed[function]
        if call is None:  # every position that there is
            count = len(_Slots.of(item.before, taken).positional)
            return _problem(item, taken, [ast.Constant(None)] * count, [], is_partial=False)
        return _problem(item, taken, call.args, call.keywords, is_partial=False)

    yield from check_given_away(pair, {key: item.token for key, item in changed.items()}, names, problem)


def _changed(pair: Pair, renamed: Mapping[str, str]) -> Iterator[tuple[tuple[str, int], _Changed]]:
    for file in pair.edited_python_files():
        facts = pair.facts(file)
        if facts is None or facts[0].tree.error or facts[1].tree.error:
            continue
        for first, second in changed_functions(*facts, renamed):
            shared = shared_parameters(pair, file, facts, first, second)
            names = facts[0].names
            if _name_token(file, names, first) in pair.kept.before:
                continue  # compared as each class has it
            yield (
                (file, names.scope_of_node[first]),
                _Changed(first, second, shared, _name_token(file, names, first)),
            )


def _name_token(file: str, names: NameTable, node: ast.AST) -> Interval:
    occurrence = names.occurrences[names.occurrence_of_node[node]]
    return Interval(file, occurrence.start, occurrence.end)


def _class_names(pair: Pair, changed: _Table) -> set[str]:
    """The classes whose calls may be calls of a changed initialiser."""
    found: set[str] = set()
    for (file, scope), item in changed.items():
        facts = pair.before.facts(file)
        if item.before.name in INITIALISERS and facts is not None:
            own = ClassKey(file, facts.names.scopes[scope].parent)
            if facts.names.scopes[own.scope].kind is ScopeKind.CLASS:
                found.update(
                    class_info(pair.before, key).name for key in (own, *subclasses(pair.before, own))
                )
    return found


def _partial_names(pair: Pair, changed: _Table, names: set[str]) -> Iterator[str]:
    """Variables that hold a `partial` of a changed function."""
    for file in sorted(pair.before.index.files_with_any(names) & pair.before.index.files_with("partial")):
        facts = pair.before.facts(file)
        for target, given in given_to_targets(facts).items() if facts is not None else ():
            if isinstance(given.node, ast.Call) and isinstance(target, ast.Name | ast.Attribute):
                function = partial_of(pair.before, file, given.node)
                found = targets_of(pair.before, file, function).found if function is not None else ()
                if any(item.function in changed for item in found):
                    yield target.id if isinstance(target, ast.Name) else target.attr


def _is_touched(pair: Pair, file: str, facts: FileFacts, node: ast.expr) -> bool:
    return pair.tokens(file).is_touched(facts.tree.start(node), facts.tree.end(node))


def _call(pair: Pair, changed: _Table, file: str, facts: FileFacts, node: ast.Call) -> Iterator[Finding]:
    function = partial_of(pair.before, file, node)
    targets = targets_of(pair.before, file, node.func if function is None else function)
    for target in targets.found:
        item = changed.get(target.function)
        if item is None:
            continue
        clause = Clause(item.token, "the parameters of this function change")
        severity = Severity.ERROR if targets.exact and targets.complete else Severity.WARNING
        positional = node.args if function is None else node.args[1:]
        for written in written_out(pair, file, positional):
            is_partial = function is not None or bool(target.given)
            problem = _problem(item, target.taken, written, node.keywords, is_partial=is_partial)
            if problem is not None:
                place = Interval(file, facts.tree.start(node), facts.tree.end(node))
                yield Finding("HF109", severity, place, problem, (clause,))
                return
        lost = {name for name in _by_keyword(item.before) if item.shared.get(name) != name}
        if not item.before.args.kwarg and item.after.args.kwarg:
            continue  # one of the others now, which the function may look for
        for place, name in keys_left(pair, file, node, lost):
            message = f"what this passes for `{name}` would no longer arrive in that parameter"
            yield Finding("HF109", Severity.WARNING, place, message, (clause,))
        for place, name in list(texts_spread(pair, file, node, lost))[:1] if lost else ():
            here = Interval(file, facts.tree.start(node), facts.tree.end(node))
            message = f"what is spread here may name `{name}`, which would no longer be a parameter"
            text = Clause(place, "this text is its name")
            yield Finding("HF109", Severity.WARNING, here, message, (clause, text))


def _by_keyword(node: _Function) -> set[str]:
    return {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}


def _problem(
    item: _Changed, taken: int, positional: list[ast.expr], keywords: list[ast.keyword], *, is_partial: bool
) -> str | None:
    first, second = _Slots.of(item.before, taken), _Slots.of(item.after, taken)
    count = len(positional)
    if any(isinstance(argument, ast.Starred) for argument in positional):
        # How many values the star has is not known: every position must mean the same.
        count = len(first.positional)
    old = [first.at(position) for position in range(count)]
    new = [item.shared.get(second.at(position), "") for position in range(count)]
    for position, (before, after) in enumerate(zip(old, new, strict=True)):
        gathers = before == first.rest, second.at(position) == second.rest
        if before and before == after and gathers[0] != gathers[1]:
            return f"an argument of this call would arrive in `{before}` by itself, not as one of several"
        if before != after and before and before in item.shared.values():
            return f"an argument of this call would arrive in another parameter than `{before}`"
        if before and not after and before not in item.shared.values():
            return f"this call still passes an argument for `{before}`"
    if is_partial or any(keyword.arg is None for keyword in keywords):
        return None
    lost = {name for name in _by_keyword(item.before) if item.shared.get(name) != name}
    if item.before.args.kwarg and item.after.args.kwarg:
        swallowed = [keyword.arg for keyword in keywords if keyword.arg in lost]
        if swallowed:  # without the star the keyword itself is told
            return f"what this call passes for `{swallowed[0]}` would be one of the other keywords"
    if any(isinstance(argument, ast.Starred) for argument in positional):
        return None
    for keyword in keywords:
        if keyword.arg in second.positional_only and keyword.arg not in first.positional_only:
            return f"this call names `{keyword.arg}`, which would be passed by position only"
    given = {second.at(position) for position in range(count)} | {keyword.arg for keyword in keywords}
    missing = sorted(second.needed - given - first.needed)
    return f"this call has no value for the parameter `{missing[0]}`" if missing else None


class _Slots(NamedTuple):
    """What the positions of a call mean."""

    positional: tuple[str, ...]
    rest: str
    needed: frozenset[str]
    positional_only: frozenset[str]

    @classmethod
    def of(cls, node: _Function, taken: int) -> _Slots:
        arguments = node.args
        plain = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
        without = plain[: len(plain) - len(arguments.defaults)][taken:]
        only = [a.arg for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is None]
        rest = arguments.vararg.arg if arguments.vararg else ""
        by_position = (
            frozenset(a.arg for a in arguments.posonlyargs) if arguments.kwarg is None else frozenset()
        )
        return cls(tuple(plain[taken:]), rest, frozenset((*without, *only)), by_position)

    def at(self, position: int) -> str:
        return self.positional[position] if position < len(self.positional) else self.rest


def _families(pair: Pair, changed: _Table) -> Iterator[Finding]:
    """Methods of an override family that took the same parameters and no longer do."""
    for (file, scope), item in changed.items():
        facts = pair.before.facts(file)
        assert facts is not None
        parent = facts.names.scopes[scope].parent
        name = item.before.name
        is_special = name.startswith("__") and name.endswith("__")
        if not isinstance(facts.names.scopes[parent].node, ast.ClassDef) or is_special:
            continue
        for owner, member in member_family(pair.before, ClassKey(file, parent), name).members:
            for other in member.functions:
                if (owner.file, other) not in changed:
                    yield from _left_behind(pair, item, owner.file, other)


def _left_behind(pair: Pair, item: _Changed, file: str, scope: int) -> Iterator[Finding]:
    facts = pair.before.facts(file)
    node = facts.names.scopes[scope].node if facts else None
    if facts is None or not isinstance(node, _Function) or pair.file_after(file) is None:
        return
    own, before, after = _Slots.of(node, 0), _Slots.of(item.before, 0), _Slots.of(item.after, 0)
    kept = tuple(item.shared.get(name, name) for name in after.positional)
    if own.positional == before.positional != kept:
        place = _name_token(file, facts.names, node)
        message = (
            f"this `{node.name}` keeps its parameters, while the method that it shares calls with changes"
        )
        clause = Clause(item.token, "the parameters of this method change")
        yield Finding("HF109", Severity.ERROR, place, message, (clause,))
