"""Do the calls that the edit left alone still give each parameter its argument?

When the parameters of a function change, calls that were not edited bind their arguments anew. They may
stand in any file, name the function through its class, `super()` or a `partial`, or pass a star. Calls
that were edited are compared by what they do (`behaviour_findings`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from holdfast.check.given_away import check_given_away
from holdfast.check.pair import Pair
from holdfast.check.signatures import changed_functions, shared_parameters
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import NameTable
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import member_family
from holdfast.python.project.lookup import find_class_member
from holdfast.python.project.values import ClassKey, ClassValue, FunctionValue, Value
from holdfast.text.interval import Interval

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_INITIALISERS = ("__init__", "__new__")


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
            yield (
                (file, names.scope_of_node[first]),
                _Changed(first, second, shared, _name_token(file, names, first)),
            )


def _name_token(file: str, names: NameTable, node: ast.AST) -> Interval:
    occurrence = names.occurrences[names.occurrence_of_node[node]]
    return Interval(file, occurrence.start, occurrence.end)


def _class_names(pair: Pair, changed: _Table) -> set[str]:
    """The classes whose calls are calls of a changed initialiser, as far as their own files say."""
    found: set[str] = set()
    for (file, scope), item in changed.items():
        facts = pair.before.facts(file)
        if item.before.name in _INITIALISERS and facts is not None:
            found.add(facts.names.scopes[facts.names.scopes[scope].parent].name)
    return found


def _is_touched(pair: Pair, file: str, facts: FileFacts, node: ast.expr) -> bool:
    return pair.tokens(file).is_touched(facts.tree.start(node), facts.tree.end(node))


def _call(pair: Pair, changed: _Table, file: str, facts: FileFacts, node: ast.Call) -> Iterator[Finding]:
    called, positional = evaluate(pair.before, file, node.func), node.args
    if len(called.items) == 1 and node.args:
        if qualified_name(pair.before, called.items[0]) == "functools.partial":
            called, positional = evaluate(pair.before, file, node.args[0]), node.args[1:]
    is_partial = positional is not node.args
    for value in called.items:
        target = _target(pair, value)
        item = changed.get(target[0]) if target else None
        if target is None or item is None:
            continue
        problem = _problem(item, target[1], positional, node.keywords, is_partial=is_partial)
        if problem is not None:
            place = Interval(file, facts.tree.start(node), facts.tree.end(node))
            clause = Clause(item.token, "the parameters of this function change")
            severity = Severity.ERROR if called.proven else Severity.WARNING
            yield Finding("HF109", severity, place, problem, (clause,))
            return


def _target(pair: Pair, value: Value) -> tuple[tuple[str, int], int] | None:
    """The function that a call of the value runs, and how many parameters are taken before the call."""
    if isinstance(value, FunctionValue):
        return (value.file, value.scope), int(value.bound)
    if isinstance(value, ClassValue):
        for name in _INITIALISERS:
            hit = find_class_member(pair.before, value.key, name)
            if hit is not None and hit.member.functions:
                return (hit.owner.file, hit.member.functions[0]), 1
    return None


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
