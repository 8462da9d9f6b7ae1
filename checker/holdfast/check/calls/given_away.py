"""Functions that are not called by name: kept in a table, or handed to somebody who calls them.

When the parameters of such a function change, the calls have no name to find them by. Those through a table
(`TABLE[key](…)`) are bound anew; where nobody is seen calling, a person has to look.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.exports import lookup
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.spread import given_to_targets
from holdfast.python.project.values import FunctionValue
from holdfast.text.interval import Interval

_TABLES = (ast.Dict, ast.List, ast.Tuple, ast.Set)
_PICKING = frozenset({"get", "pop", "setdefault"})

#: What is wrong with a call of a changed function: the function by file and scope, how many parameters are
#: taken before the call, and the arguments; None for the arguments of a call that passes all it can.
Problem = Callable[[tuple[str, int], int, ast.Call | None], str | None]


class _Given(NamedTuple):
    """A function of the program where it stands for itself."""

    file: str
    node: ast.expr
    value: FunctionValue
    #: The variable of the file that holds the table around it.
    table: ast.Name | None
    #: How many parameters are taken before a call.
    taken: int


def check_given_away(
    pair: Pair, functions: dict[tuple[str, int], Interval], names: set[str], problem: Problem
) -> Iterator[Finding]:
    """`functions` are those whose parameters change, with their tokens, and `names` their names."""
    told: set[Interval] = set()
    for file in sorted(pair.before.index.files_with_any(names)):
        facts = pair.before.facts(file)
        if facts is None or pair.file_after(file) is None:
            continue
        for given in _given(pair, file, facts, names):
            key, taken = (given.value.file, given.value.scope), given.taken
            token = functions.get(key)
            if token is None or problem(key, taken, None) is None or _is_touched(pair, facts, given):
                continue
            clause = Clause(token, "the parameters of this function change")
            calls = [*_calls_through(pair, given), *_called_by_builtin(given, facts)]
            for place, call in calls:
                wrong = problem(key, taken, call)
                if place in told or pair.tokens(place.file).is_touched(place.start, place.end):
                    continue
                if wrong is not None:
                    told.add(place)
                    yield Finding("HF109", Severity.WARNING, place, wrong, (clause,))
            if not calls:
                place = Interval(file, facts.tree.start(given.node), facts.tree.end(given.node))
                message = "whoever is given this function may call it as before, which cannot be seen"
                yield Finding("HF109", Severity.INFORMATION, place, message, (clause,))


def _is_touched(pair: Pair, facts: FileFacts, given: _Given) -> bool:
    return pair.tokens(given.file).is_touched(facts.tree.start(given.node), facts.tree.end(given.node))


def _given(pair: Pair, file: str, facts: FileFacts, names: set[str]) -> Iterator[_Given]:
    tables = _tables(facts)
    called = _called_or_declared(facts)
    partials = _partials_handed_on(facts)
    for node in ast.walk(facts.tree.module):
        if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        if (node.id if isinstance(node, ast.Name) else node.attr) not in names:
            continue
        whole = partials.get(node)
        if node in called and whole is None:
            continue
        given: ast.expr = node if whole is None else whole
        for value in evaluate(pair.before, file, node).items:
            if isinstance(value, FunctionValue):
                taken = int(value.bound) + (len(whole.args) - 1 if whole is not None else 0)
                yield _Given(file, given, value, tables.get(given), taken)


def _partials_handed_on(facts: FileFacts) -> dict[ast.expr, ast.Call]:
    """Functions of partials that no variable holds, to those partials."""
    held = {given.node for given in given_to_targets(facts).values()}
    return {
        node.args[0]: node
        for node in ast.walk(facts.tree.module)
        if isinstance(node, ast.Call) and node not in held and _is_partial(node)
    }


def _is_partial(node: ast.Call) -> bool:
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    plain = not any(isinstance(item, ast.Starred) for item in node.args)
    return called == "partial" and bool(node.args) and plain


def _called_or_declared(facts: FileFacts) -> set[ast.AST]:
    """Nodes that are called, decorate, or are looked into: these hand nothing to anybody."""
    found: set[ast.AST] = set()
    for node in ast.walk(facts.tree.module):
        if isinstance(node, ast.Call):
            found.add(node.func)
            # `partial(f, 1)` is looked at as a call.
            if node.args and getattr(node.func, "attr", getattr(node.func, "id", "")) == "partial":
                found.add(node.args[0])
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.update(node.decorator_list)
        elif isinstance(node, ast.Attribute | ast.Expr):
            found.add(node.value)
        elif isinstance(node, ast.Compare):
            found.update((node.left, *node.comparators))
    return found


#: Builtins that call a function they are given with so many arguments; -1: one for each of the others.
_CALLING = {"map": -1, "filter": 1, "reduce": 2}
_WITH_KEY = frozenset({"sorted", "min", "max", "sort", "groupby"})


def _called_by_builtin(given: _Given, facts: FileFacts) -> Iterator[tuple[Interval, ast.Call]]:
    """The call that `map`, `filter`, `reduce` or a `key=` makes, at the place where the function is handed over."""
    for node in ast.walk(facts.tree.module):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        count = 0
        if called in _CALLING and node.args and node.args[0] is given.node:
            count = _CALLING[called] if _CALLING[called] > 0 else len(node.args) - 1
        elif called in _WITH_KEY and any(
            item.arg == "key" and item.value is given.node for item in node.keywords
        ):
            count = 1
        if count:
            made = ast.Call(given.node, [ast.Constant(None)] * count, [])
            yield Interval(given.file, facts.tree.start(node), facts.tree.end(node)), made


def _tables(facts: FileFacts) -> dict[ast.expr, ast.Name]:
    """Elements of displays that a variable holds, to that variable."""
    found: dict[ast.expr, ast.Name] = {}
    for target, bound in given_to_targets(facts).items():
        if isinstance(target, ast.Name) and bound.how == "value" and isinstance(bound.node, _TABLES):
            elements = bound.node.values if isinstance(bound.node, ast.Dict) else bound.node.elts
            found.update((element, target) for element in elements)
    return found


def _calls_through(pair: Pair, given: _Given) -> Iterator[tuple[Interval, ast.Call]]:
    """Calls of what a table holds, in every file that names the table."""
    facts = pair.before.facts(given.file)
    if given.table is None or facts is None:
        return
    owner = facts.names.occurrences[facts.names.occurrence_of_node[given.table]].owner
    for file in sorted(pair.before.index.files_with(given.table.id)) if owner == 0 else [given.file]:
        other = pair.before.facts(file)
        for node in ast.walk(other.tree.module) if other is not None else ():
            if other is None or not isinstance(node, ast.Call):
                continue
            holder = _picked_from(node.func)
            if holder is not None and _is_table(pair, file, other, holder, given, owner):
                yield Interval(file, other.tree.start(node), other.tree.end(node)), node


def _picked_from(node: ast.expr) -> ast.expr | None:
    """`T` of `T[key]` and of `T.get(key)`."""
    if isinstance(node, ast.Subscript):
        return node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _PICKING:
        return node.func.value
    return None


def _is_table(pair: Pair, file: str, facts: FileFacts, node: ast.expr, given: _Given, owner: int) -> bool:
    assert given.table is not None
    if isinstance(node, ast.Attribute):
        return owner == 0 and node.attr == given.table.id and file != given.file
    if not isinstance(node, ast.Name):
        return False
    index = facts.names.occurrence_of_node.get(node)
    found = None if index is None else facts.names.occurrences[index]
    if found is None or file == given.file:
        return found is not None and (found.owner, found.name) == (owner, given.table.id)
    return found.owner == 0 and _same_declaration(pair, (file, node.id), (given.file, given.table.id))


def _same_declaration(pair: Pair, *variables: tuple[str, str]) -> bool:
    places: Sequence[set[Interval]] = [
        {item.interval for item in lookup(pair.before, *variable).declarations} for variable in variables
    ]
    return bool(places[0]) and places[0] == places[1]
