"""A new binding with the name of a function, class, import or variable of the module that stays, in an ordinary edit.

Both bind one variable, the later one for good. A variable that is assigned again was changed; a function, class or
import that takes its name is another thing. Where the first was taken out or rewritten, or the new one
uses what it replaces (`class Reader(Reader)`, `load = cached(load)`), the exchange is meant; where the first
stays as it was and untouched code reads the name, that code was captured.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.code.plumbing import touched_statements
from holdfast.check.imports.outside_readers import imports_of
from holdfast.check.names.references import Reference, Shift, shift_of
from holdfast.check.names.straight_bindings import Straight, reads_its_own_name, straight_bindings
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, ImportUse, Occurrence, Role
from holdfast.python.project.exports import resolve_import
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval

_KINDS = {
    Role.IMPORT: "an import",
    Role.FUNCTION: "a function",
    Role.CLASS: "a class",
    Role.BIND: "a variable",
}
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class _Hidden(NamedTuple):
    """What bound the name, all of it, and the binding that now comes last."""

    old: tuple[Occurrence, ...]
    new: Straight


def check_hidden_definitions(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None or facts[0].tree.error or facts[1].tree.error:
            continue
        for hidden in _hidden(pair, file, new_file, facts):
            yield from _findings(pair, file, new_file, facts[0], hidden)


def _hidden(pair: Pair, file: str, new_file: str, facts: tuple[FileFacts, FileFacts]) -> Iterator[_Hidden]:
    before, after = facts
    last = {item.token.name: item for item in straight_bindings(after)}
    for name, new in last.items():
        if isinstance(new.statement, ast.For | ast.AsyncFor | ast.With | ast.AsyncWith):
            continue  # see `incidental_bindings`
        indices = before.bindings.get((MODULE_SCOPE, name), ())
        old = tuple(before.names.occurrences[index] for index in indices)
        if not old or name == "_" or pair.has_stood(Interval(new_file, new.token.start, new.token.end)):
            continue
        if not all(item.role in _KINDS for item in old) or reads_its_own_name(new):
            continue
        kept = [_kept(pair, file, facts, item, new) for item in old]
        if all(kept) and _is_made_for_new_code(pair, new_file, after, new):
            yield _Hidden(old, new)


def _kept(pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], item: Occurrence, new: Straight) -> bool:
    """Does what bound the name still do so, above the new binding, and is that something else?"""
    before, after = facts
    place = pair.tokens(file).to_after(item.start, item.end)
    other = after.occurrence_at.get(place[0]) if place else None
    if (
        other is None
        or other.role is not item.role
        or other.name != item.name
        or other.start > new.token.start
    ):
        return False
    if other.owner != MODULE_SCOPE:
        return False
    straight = next((one for one in straight_bindings(after) if one.token is other), None)
    if straight is None or straight.in_main_block:
        return False
    if item.role is Role.IMPORT:
        return _is_other_import(pair, file, facts, item, other, new)
    node = straight.statement
    if item.role is Role.BIND:
        return _holds_something(node) and isinstance(
            new.statement, (*_DEFINITIONS, ast.Import, ast.ImportFrom)
        )
    assert isinstance(node, _Definition)
    if _is_group(node) or _is_touched(pair, file, before, item):
        return False
    # Of two definitions it is not said which one the text before became.
    return not isinstance(new.statement, _Definition) or _code(after, new.statement) != _code(after, node)


def _holds_something(statement: ast.stmt) -> bool:
    """An assignment of a value; None only says that there is nothing yet."""
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    return value is not None and not (isinstance(value, ast.Constant) and value.value is None)


def _is_other_import(
    pair: Pair,
    file: str,
    facts: tuple[FileFacts, FileFacts],
    item: Occurrence,
    kept: Occurrence,
    new: Straight,
) -> bool:
    before, after = facts
    new_file = pair.file_after(file) or file
    first, second = _use(before, item), _use(after, kept)
    if first is None or second is None or first.context != "plain" or second.context != "plain":
        return False
    found = resolve_import(pair.before, file, first), resolve_import(pair.after, new_file, second)
    if found[0].external != found[1].external or found[0].missing or found[1].missing:
        return False
    third = _use(after, new.token)
    if third is None:
        return True
    brought = resolve_import(pair.after, new_file, third)
    if brought.missing or brought.external == found[0].external != ():
        return False
    place = Interval(file, item.start, item.end)
    return shift_of(pair, Reference(place, found[0], brought)) is Shift.OTHER


def _use(facts: FileFacts, occurrence: Occurrence) -> ImportUse | None:
    for index, use in facts.import_of_occurrence.items():
        if facts.names.occurrences[index] is occurrence:
            return use
    return None


def _is_group(node: _Definition) -> bool:
    """Do decorators make several definitions of the name belong together?"""
    words = {"overload", "register", "singledispatch", "dispatch", "typechecked_overload"}
    return any(
        getattr(part, "attr", getattr(part, "id", "")) in words
        for decorator in node.decorator_list
        for part in ast.walk(decorator)
    )


def _is_touched(pair: Pair, file: str, before: FileFacts, item: Occurrence) -> bool:
    """Was the definition itself rewritten, so that two of them may be one that is about to move?"""
    node = before.definition_at[item.start]
    return pair.tokens(file).is_touched(before.tree.start(node), before.tree.end(node))


def _code(facts: FileFacts, node: ast.stmt) -> str:
    return " ".join(facts.text[facts.tree.start(node) : facts.tree.end(node)].split())


def _is_made_for_new_code(pair: Pair, new_file: str, after: FileFacts, new: Straight) -> bool:
    """An import or assignment that only old code reads was made for that code. Definitions stand for
    themselves."""
    if isinstance(new.statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return True
    return any(
        item.owner == MODULE_SCOPE
        and item.name == new.token.name
        and item.role is Role.READ
        and not pair.has_stood(Interval(new_file, item.start, item.end))
        for item in after.names.occurrences
    )


def _findings(pair: Pair, file: str, new_file: str, before: FileFacts, hidden: _Hidden) -> Iterator[Finding]:
    name, token = hidden.new.token.name, hidden.new.token
    shown, quoted = pair.shown_at(Interval(new_file, token.start, token.end))
    clauses = [Clause(Interval(file, item.start, item.end), "it means this") for item in hidden.old]
    clauses.append(Clause(shown, "would mean this instead", quoted))
    what = _KINDS[hidden.old[0].role]
    message = f"`{name}` means {what} that stays, and would mean what is defined below it"
    places = [
        Interval(file, read.start, read.end)
        for read in _untouched_reads(pair, file, before, name, token.start)
    ]
    places += imports_of(pair, file, name)
    for place in places or _tests(file, hidden):
        yield Finding("HF101", Severity.ERROR, place, message, tuple(clauses))


def _tests(file: str, hidden: _Hidden) -> list[Interval]:
    """A test is read by nobody but the runner, which would find the other one."""
    first = hidden.old[0]
    both = (first.role, hidden.new.token.role)
    is_test = first.name.startswith(("test_", "Test")) and all(
        role in (Role.FUNCTION, Role.CLASS) for role in both
    )
    return [Interval(file, first.start, first.end)] if is_test else []


def _untouched_reads(pair: Pair, file: str, before: FileFacts, name: str, start: int) -> Iterator[Occurrence]:
    """Reads in statements that the edit left alone and that run when the new definition is there."""
    touched = touched_statements(before, pair.tokens(file))
    for item in before.names.occurrences:
        if item.owner != MODULE_SCOPE or item.name != name or item.role is not Role.READ:
            continue
        place = pair.to_after(Interval(file, item.start, item.end))
        if place is None or any(first <= item.start < last for first, last in touched):
            continue
        if item.scope != MODULE_SCOPE or place.start > start:
            yield item
