"""Untouched code that does with a value what its new kind does not allow, in an ordinary edit.

A dictionary became an object, and is still asked for a key; a list became a tuple, and is still appended to; a class
became a function, and is still extended. Told where the new value is read from the code, all of it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from typing import NamedTuple

from holdfast.check.ordinary.changed_sources import changed_sources, leads_to
from holdfast.check.ordinary.special_uses import Asks, special_uses
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.names.table import BUILTIN
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.members import Absent, resolve_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import (
    ClassValue,
    ExternalValue,
    FunctionValue,
    InstanceValue,
    Value,
    Values,
)
from holdfast.text.interval import Interval

_Lacks = Callable[[Program, Value], bool]
_LEFT_OUT = (Asks.TESTED, Asks.HASHED, Asks.CALLED)


class _Use(NamedTuple):
    operand: ast.expr
    #: Where what is done with it ends: behind the first character after the operand, or behind an attribute.
    end: int
    what: str
    lacks: _Lacks


def check_changed_values(pair: Pair) -> Iterator[Finding]:
    names = changed_sources(pair)
    for file in sorted(pair.before.index.files_with_any(names)) if names else ():
        facts = pair.facts(file)
        if facts is not None:
            yield from _in_file(pair, file, facts, names)


def _in_file(
    pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], names: frozenset[str]
) -> Iterator[Finding]:
    before, after = facts
    new_file = pair.file_after(file) or file
    nodes: dict[tuple[int, int], ast.expr] = {}
    told: set[Interval] = set()
    for use in _uses(before):
        if not leads_to(before, use.operand, names):
            continue
        place = Interval(file, before.tree.start(use.operand), before.tree.end(use.operand))
        new_place = pair.tokens(file).to_after(place.start, use.end)
        if place in told or new_place is None:
            continue
        if not nodes:
            nodes = {
                (after.tree.start(node), after.tree.end(node)): node
                for node in ast.walk(after.tree.module)
                if isinstance(node, ast.Name | ast.Attribute | ast.Call)
            }
        other = nodes.get((new_place[0], new_place[0] + place.end - place.start))
        if other is None:
            continue
        first, second = evaluate(pair.before, file, use.operand), evaluate(pair.after, new_file, other)
        if _all_lack(pair.after, second, use.lacks) and not _all_lack(pair.before, first, use.lacks):
            told.add(place)
            kinds = ", ".join(sorted({f"`{qualified_name(pair.after, value)}`" for value in second.items}))
            message = f"this would be of another kind, {kinds}, which {use.what}"
            yield Finding("HF103", Severity.WARNING, place, message)


def _all_lack(program: Program, values: Values, lacks: _Lacks) -> bool:
    return values.complete and all(lacks(program, value) for value in values.items)


def _uses(facts: FileFacts) -> Iterator[_Use]:
    for use in special_uses(facts.tree.module):
        if use.asks not in _LEFT_OUT:
            end = facts.tree.end(use.operand) + 1
            yield _Use(use.operand, end, f"has no `{use.asks.value[0]}`", _lacking_special(use.asks))
    for attribute in facts.names.attributes:
        if isinstance(attribute.node.ctx, ast.Load):
            name = attribute.name
            yield _Use(attribute.node.value, attribute.end, f"has no `{name}`", _lacking_attribute(name))
    for node in _classes_asked(facts):
        yield _Use(node, facts.tree.end(node) + 1, "is no class", _is_no_class)


def _classes_asked(facts: FileFacts) -> Iterator[ast.expr]:
    """Expressions that must be classes: bases, what `isinstance` is given, and what handlers take."""
    for node in ast.walk(facts.tree.module):
        options: list[ast.expr] = []
        match node:
            case ast.ClassDef(bases=bases):
                options = bases
            case ast.ExceptHandler(type=kind) if kind is not None:
                options = [kind]
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass") as function, args=[_, kind]):
                index = facts.names.occurrence_of_node.get(function)
                if index is not None and facts.names.occurrences[index].owner == BUILTIN:
                    options = [kind]
        for option in options:
            yield from option.elts if isinstance(option, ast.Tuple) else [option]


def _lacking_special(asks: Asks) -> _Lacks:
    names = [name for name in asks.value if name != "__class_getitem__"]

    def lacks(program: Program, value: Value) -> bool:
        match value:
            case InstanceValue():
                return all(isinstance(resolve_member(program, value, name), Absent) for name in names)
            case ExternalValue(_, True):
                kind = _builtin(value)
                return kind is not None and not any(hasattr(kind, name) for name in names)
            case FunctionValue():
                return True
            case _:
                return False

    return lacks


def _lacking_attribute(attribute: str) -> _Lacks:
    def lacks(program: Program, value: Value) -> bool:
        match value:
            case InstanceValue() | ClassValue():
                found = resolve_member(program, value, attribute)
                return isinstance(found, Absent) and found.exact
            case ExternalValue(_, True):
                kind = _builtin(value)
                return kind is not None and not hasattr(kind, attribute)
            case _:
                return False

    return lacks


def _is_no_class(program: Program, value: Value) -> bool:
    del program
    return isinstance(value, FunctionValue | InstanceValue)


def _builtin(value: ExternalValue) -> type | None:
    """The builtin type of an instance; None where it is another one, or None, which stands for what is to come."""
    module, _, name = value.name.rpartition(".")
    found = getattr(builtins, name, None) if module == "builtins" else None
    return found if isinstance(found, type) else None
