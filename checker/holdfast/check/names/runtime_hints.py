"""Annotations that are kept as text and that somebody evaluates when the program runs.

`get_type_hints`, `inspect.signature(…, eval_str=True)`, `singledispatch` and models of libraries look the names of an
annotation up in its module. A name that only type checkers would still see there is not found.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.imports.type_checking_imports import is_text, newly_hidden
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, Occurrence, ScopeKind
from holdfast.python.project.classes import order_of, outside_ancestors
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.modules import External
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, FunctionValue
from holdfast.text.interval import Interval

#: Functions that evaluate the annotations of what they are given; the second set only if they are told to.
_EVALUATING = frozenset({"get_type_hints", "resolve_types"})
_IF_TOLD = frozenset({"signature", "get_annotations"})
#: Libraries whose classes evaluate the annotations of their fields.
_MODELS = ("pydantic.", "pydantic_settings.", "sqlmodel.", "msgspec.", "sqlalchemy.", "beanie.", "odmantic.")

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class _Annotated(NamedTuple):
    """A function or class one of whose annotations names what would be hidden."""

    name: str
    #: The class that it is, or that it is a method of.
    key: ClassKey | None
    #: The function's scope; None for the fields of a class.
    function: int | None
    read: Occurrence


class _Asking(NamedTuple):
    """A call that evaluates annotations: its place, what it is given, and the function around it."""

    place: Interval
    given: ast.expr | None


def check_runtime_hints(pair: Pair) -> Iterator[Finding]:
    asking: list[_Asking] | None = None
    for new_file, facts, newly in newly_hidden(pair):
        asking = list(_evaluations(pair.after)) if asking is None else asking
        for owner, name in newly:
            annotated = _annotated(new_file, facts, name) if owner == MODULE_SCOPE else ()
            found = [_judged(pair.after, new_file, facts, item, asking) for item in annotated]
            told = [item for item in found if item is not None]
            if told:
                strongest = min(told, key=lambda item: item[0] is not Severity.WARNING)
                yield _finding(pair, new_file, name, strongest)


def _finding(pair: Pair, file: str, name: str, told: tuple[Severity, Occurrence, Interval | None]) -> Finding:
    severity, read, asked = told
    place, quoted = pair.shown_at(Interval(file, read.start, read.end))
    clauses: tuple[Clause, ...] = ()
    if asked is not None:
        shown, line = pair.shown_at(asked)
        clauses = (Clause(shown, "annotations are evaluated here", line),)
    message = f"`{name}` would not be there when this annotation is evaluated"
    code = "HF103" if severity is Severity.WARNING else "HF501"
    return Finding(code, severity, place, message, clauses, quoted=quoted)


def _evaluations(program: Program) -> Iterator[_Asking]:
    for file in sorted(program.index.files_with_any(_EVALUATING | _IF_TOLD)):
        facts = program.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            if facts is None or not isinstance(node, ast.Call):
                continue
            word = last_name(node.func)
            told = any(item.arg == "eval_str" and _is_true(item.value) for item in node.keywords)
            if word in _EVALUATING or (word in _IF_TOLD and told):
                place = Interval(file, facts.tree.start(node), facts.tree.end(node))
                yield _Asking(place, node.args[0] if node.args else None)


def _is_true(node: ast.expr) -> bool:
    return not (isinstance(node, ast.Constant) and not node.value)


def _annotated(file: str, facts: FileFacts, name: str) -> Iterator[_Annotated]:
    """The functions and classes with annotations that name the variable."""
    for item in facts.names.occurrences:
        if item.name != name or item.owner != MODULE_SCOPE or not is_text(facts, item):
            continue
        scope = item.scope
        while facts.names.scopes[scope].kind is ScopeKind.ANNOTATION:
            scope = facts.names.scopes[scope].parent
        function = _function_around(facts, scope, item.start)
        if function is not None:
            owner = facts.enclosing_class(function)
            key = None if owner is None else ClassKey(file, owner)
            yield _Annotated(facts.names.scopes[function].name, key, function, item)
        elif facts.names.scopes[scope].kind is ScopeKind.CLASS:
            yield _Annotated(facts.names.scopes[scope].name, ClassKey(file, scope), None, item)


def _function_around(facts: FileFacts, scope: int, start: int) -> int | None:
    """The function in whose head the annotation stands."""
    for child in facts.names.scopes:
        node = child.node
        if isinstance(node, _Function) and child.parent == scope:
            if facts.tree.start(node) <= start < facts.tree.start(node.body[0]):
                return child.index
    return None


def _judged(
    program: Program, file: str, facts: FileFacts, item: _Annotated, asking: list[_Asking]
) -> tuple[Severity, Occurrence, Interval | None] | None:
    if item.function is not None and _is_dispatched(facts, item.function):
        return Severity.WARNING, item.read, None
    if item.function is None and item.key is not None and _is_model(program, item.key):
        return Severity.WARNING, item.read, None
    doubtful = None
    for call in asking:
        related = _is_given(program, call, file, item)
        if related:
            return Severity.WARNING, item.read, call.place
        if related is None:
            severity = Severity.WARNING if _is_handed_out(program, facts, item) else Severity.INFORMATION
            if severity is Severity.WARNING:
                return severity, item.read, call.place
            doubtful = (severity, item.read, call.place)
    return doubtful


def _is_dispatched(facts: FileFacts, function: int) -> bool:
    """`@area.register`: which function is called is read from the annotation of the first parameter."""
    node = facts.names.scopes[function].node
    decorators = node.decorator_list if isinstance(node, _Function) else []
    return any(
        isinstance(item, ast.Attribute) and item.attr == "register" and "singledispatch" in facts.text
        for item in decorators
    )


def _is_model(program: Program, key: ClassKey) -> bool:
    bases = outside_ancestors(program, key)
    return any(isinstance(base, External) and base.name.startswith(_MODELS) for base in bases)


def _is_given(program: Program, call: _Asking, file: str, item: _Annotated) -> bool | None:
    """Does the call evaluate the annotations of the definition? None if it is not known what it is given."""
    if call.given is None:
        return None
    values = evaluate(program, call.place.file, call.given).items
    answers: set[bool | None] = set()
    for value in values:
        if isinstance(value, ClassValue):
            mine = item.function is None and item.key is not None
            answers.add(mine and item.key in order_of(program, value.key).classes)
        elif isinstance(value, FunctionValue):
            answers.add(value.file == file and value.scope == item.function)
        else:
            answers.add(None)
    if True in answers:
        return True
    return None if None in answers or not answers else False


def _is_handed_out(program: Program, facts: FileFacts, item: _Annotated) -> bool:
    """Is the function or its class given to somebody as a value, by a decorator or as an argument?"""
    names = {item.name}
    if item.key is not None:
        names.add(facts.names.scopes[item.key.scope].name)
        node = facts.names.scopes[item.key.scope].node
        if isinstance(node, ast.ClassDef) and (node.bases or node.decorator_list):
            return True
    function = facts.names.scopes[item.function].node if item.function is not None else None
    if isinstance(function, _Function) and function.decorator_list:
        return True
    for other in program.index.files_with_any(names):
        given = program.facts(other)
        for node in ast.walk(given.tree.module) if given is not None else ():
            if isinstance(node, ast.Call):
                arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
                if any(
                    isinstance(value, ast.Name | ast.Attribute) and last_name(value) in names
                    for value in arguments
                ):
                    return True
            elif isinstance(node, ast.List | ast.Tuple | ast.Dict | ast.Set):
                if any(
                    isinstance(value, ast.Name) and value.id in names for value in ast.iter_child_nodes(node)
                ):
                    return True
    return False
