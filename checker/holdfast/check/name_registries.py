"""Registries that file functions and classes under their names, and texts that look them up.

`HANDLERS[function.__name__] = function` in a decorator, or `cls.__name__` in `__init_subclass__`, turns a
name into a key. A text that is the old name may be that key: whether it is depends on values.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import NameTable, Role
from holdfast.python.project.classes import order_of, own_member
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.lookup import metaclass_of
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, FunctionValue
from holdfast.text.interval import Interval

_NAMES = frozenset({"__name__", "__qualname__"})
#: Calls that only tell a person.
_SHOWING = frozenset(
    {"print", "format", *("debug", "info", "warning", "error", "exception", "critical", "log")}
)
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
#: What runs when a subclass is made, in the class above it or in its metaclass.
_MAKING_SUBCLASSES = ("__init_subclass__",)
_MAKING_CLASSES = ("__new__", "__init__")


def check_name_registries(pair: Pair, affected: Affected) -> Iterator[Finding]:
    """Texts that were left alone and are the old name of something that is filed under its name."""
    if not pair.before.index.files_with_any(_NAMES | {"__init_subclass__", "type"}):
        return
    for token in sorted(affected.tokens):
        facts = pair.before.facts(token.file)
        occurrence = facts.occurrence_at.get(token.start) if facts is not None else None
        if facts is None or occurrence is None or occurrence.role not in (Role.FUNCTION, Role.CLASS):
            continue
        node = _definition_at(facts, facts.names, token.start)
        if node is None or not _is_filed(pair.before, token.file, facts, node):
            continue
        for place in texts_that_are(pair, node.name):
            message = f'"{node.name}" may look up what is filed under its name, which was renamed'
            yield Finding("HF501", Severity.INFORMATION, place, message, (Clause(token, "it is filed here"),))


def _definition_at(facts: FileFacts, names: NameTable, start: int) -> _Definition | None:
    for scope in names.scopes:
        if isinstance(scope.node, _Definition):
            if names.occurrences[names.occurrence_of_node[scope.node]].start == start:
                return scope.node
    return None


def _is_filed(program: Program, file: str, facts: FileFacts, node: _Definition) -> bool:
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        for value in evaluate(program, file, called).items:
            if isinstance(value, FunctionValue) and _reads_name(program, value.file, value.scope):
                return True
            if isinstance(value, ClassValue) and _any_reads(program, value.key, ("__init__", "__call__")):
                return True
    if not isinstance(node, ast.ClassDef):
        return False
    key = ClassKey(file, facts.names.scope_of_node[node])
    metaclass = metaclass_of(program, key)
    if metaclass is not None and any(
        own_member(program, metaclass, name) is not None for name in _MAKING_CLASSES
    ):
        return True
    above = [item for item in order_of(program, key).classes[1:] if isinstance(item, ClassKey)]
    return any(_any_reads(program, item, _MAKING_SUBCLASSES) for item in above)


def _any_reads(program: Program, key: ClassKey, names: tuple[str, ...]) -> bool:
    members = [member for name in names if (member := own_member(program, key, name)) is not None]
    return any(_reads_name(program, key.file, scope) for member in members for scope in member.functions)


def _reads_name(program: Program, file: str, scope: int) -> bool:
    facts = program.facts(file)
    node = facts.names.scopes[scope].node if facts is not None else None
    return node is not None and _takes_name(node)


def _takes_name(node: ast.AST) -> bool:
    """Is a name read for more than to be shown or passed on as the name of a wrapper?"""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Call) and last_name(node.func) in _SHOWING):
        return False
    if isinstance(node, ast.Assign) and all(last_name(target) in _NAMES for target in node.targets):
        return False
    if isinstance(node, ast.Attribute) and node.attr in _NAMES:
        return True
    return any(_takes_name(inner) for inner in ast.iter_child_nodes(node))


def texts_that_are(pair: Pair, name: str) -> Iterator[Interval]:
    """Texts of the program that are the name and nothing else, outside `__all__`."""
    for file in sorted(pair.before.index.files_with(name)):
        facts = pair.before.facts(file)
        if facts is None or pair.file_after(file) is None:
            continue
        if f'"{name}"' not in facts.text and f"'{name}'" not in facts.text:
            continue
        exported = {use.start for use in facts.names.strings if use.kind == "all"}
        for node in ast.walk(facts.tree.module):
            if not isinstance(node, ast.Constant) or node.value != name:
                continue
            place = Interval(file, facts.tree.start(node), facts.tree.end(node))
            if not any(place.start <= start < place.end for start in exported):
                if not pair.tokens(file).is_touched(place.start, place.end):
                    yield place
