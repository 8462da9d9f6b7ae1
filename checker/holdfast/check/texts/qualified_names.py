"""The name of a class with the classes around it, where code shows it: `Tracer.Span(name='load')`.

A dataclass makes its own text with the qualified name. That text is another one once a nested class stands
in the module, and whoever prints an instance, or formats one, shows it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import order_of, own_member
from holdfast.python.project.elements import element_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import class_at
from holdfast.python.project.made_members import is_made
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, InstanceValue
from holdfast.records import dataclass
from holdfast.text.interval import Interval

#: Functions that show their arguments: by `repr`, or by `str`, which is `repr` unless the class has its own.
_BY_REPR = frozenset({"repr", "ascii", "pprint", "pformat"})
_BY_STR = frozenset({"str", "print", "format"})
_LOGGING = frozenset({"debug", "info", "warning", "error", "exception", "critical", "log"})


@dataclass(frozen=True, slots=True)
class _Shown:
    """A class whose own text changes, and which texts of it do."""

    key: ClassKey
    declared: Interval
    by_str: bool


def check_qualified_names(pair: Pair) -> Iterator[Finding]:
    """Places that show an instance of a class whose qualified name is part of its text."""
    renamed = [(key, old) for old, new in pair.moved.items() if (key := _renamed(pair, old, new)) is not None]
    if renamed:
        yield from _read(pair, renamed)
    shown = [item for key, old in renamed for item in _shown(pair.before, key, old)]
    if not shown:
        return
    for file in sorted(pair.before.index.files_with_any(_BY_REPR | _BY_STR | _LOGGING | {"f", "r", "s"})):
        facts = pair.before.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            for expression, by_repr in _showing(node):
                for item in shown:
                    if facts is not None and _is_shown(pair.before, file, expression, item, by_repr=by_repr):
                        yield _finding(file, facts, expression, item)


def _renamed(pair: Pair, old: Interval, new: Interval) -> ClassKey | None:
    """The class of before that has another qualified name in its new place."""
    before, after = class_at(pair.before, old), class_at(pair.after, new)
    if before is None or after is None or _path(pair.before, before.key) == _path(pair.after, after.key):
        return None
    return before.key


def _shown(program: Program, key: ClassKey, declared: Interval) -> Iterator[_Shown]:
    if _is_made_above(program, key, "__repr__"):
        yield _Shown(key, declared, not any(_has(program, key, name) for name in ("__str__", "__format__")))


def _read(pair: Pair, renamed: list[tuple[ClassKey, Interval]]) -> Iterator[Finding]:
    """`type(self).__qualname__` in a class whose qualified name changes, or in one that it extends."""
    for file in sorted(pair.before.index.files_with("__qualname__")):
        facts = pair.before.facts(file)
        for use in facts.names.attributes if facts is not None else ():
            if use.name != "__qualname__":
                continue
            named = {
                item.key
                for item in evaluate(pair.before, file, use.node.value).items
                if isinstance(item, ClassValue)
            }
            for key, declared in renamed:
                if named.intersection(order_of(pair.before, key).classes):
                    message = (
                        "this reads the name of the class with the one around it, which would be another"
                    )
                    clause = Clause(declared, "of this class")
                    place = Interval(file, use.start, use.end)
                    yield Finding("HF202", Severity.WARNING, place, message, (clause,))


def _path(program: Program, key: ClassKey) -> list[str]:
    """The qualified name of the class within its module."""
    facts = program.facts(key.file)
    assert facts is not None
    found = []
    scope = key.scope
    while scope > 0:
        found.append(facts.names.scopes[scope].name)
        scope = facts.names.scopes[scope].parent
    return found


def _is_made_above(program: Program, key: ClassKey, name: str) -> bool:
    """Is the member that instances get the one that a decorator makes?"""
    for item in order_of(program, key).classes:
        if isinstance(item, ClassKey):
            if is_made(program, item, name):
                return True
            if own_member(program, item, name) is not None:
                return False
    return False


def _has(program: Program, key: ClassKey, name: str) -> bool:
    classes = [item for item in order_of(program, key).classes if isinstance(item, ClassKey)]
    return any(own_member(program, item, name) is not None for item in classes)


def _showing(node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    """The expressions that the node turns into text, and whether by `repr`."""
    match node:
        case ast.FormattedValue(value=value, conversion=conversion):
            yield value, conversion in (ord("r"), ord("a"))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments):
            if name in _BY_REPR | _BY_STR | _LOGGING:
                yield from ((argument, name in _BY_REPR) for argument in arguments)
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod(), right=right):
            values = right.elts if isinstance(right, ast.Tuple) else [right]
            yield from ((value, "%r" in text) for value in values)


def _is_shown(program: Program, file: str, node: ast.expr, item: _Shown, *, by_repr: bool) -> bool:
    if isinstance(node, ast.Starred):
        return _is_shown_inside(program, file, node.value, item) and (by_repr or item.by_str)
    values = evaluate(program, file, node).items
    if any(isinstance(value, InstanceValue) and value.key == item.key for value in values):
        return by_repr or item.by_str
    return _is_shown_inside(program, file, node, item)  # a container shows its elements by `repr`


def _is_shown_inside(program: Program, file: str, node: ast.expr, item: _Shown) -> bool:
    values = element_of(program, file, node).items
    return any(isinstance(value, InstanceValue) and value.key == item.key for value in values)


def _finding(file: str, facts: FileFacts, node: ast.expr, item: _Shown) -> Finding:
    place = Interval(file, facts.tree.start(node), facts.tree.end(node))
    message = "this shows the name of the class with the one around it, which would be another"
    return Finding("HF202", Severity.WARNING, place, message, (Clause(item.declared, "it is one of these"),))
