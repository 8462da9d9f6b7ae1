"""Methods that are entered at their calls: those that a refactoring made or dissolved."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from holdfast.python.project.classes import order_of, own_member
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.values import ClassKey, FunctionValue
from holdfast.python.traces.identity import Known
from holdfast.python.traces.properties import is_property
from holdfast.python.traces.subject import FunctionNode, Subject
from holdfast.text.interval import Interval

if TYPE_CHECKING:
    from holdfast.check.code.sides import Side


def transparent_method(side: Side, name: str) -> Known | None:
    """The method of that name that is plumbing in some edited file, if nothing else has the name.

    Where several classes got one with the very same code, any of them stands for all.
    """
    found = []
    for file in dict.fromkeys([*_own_edited_files(side), *_files_of_dissolved(side, name)]):
        subject = side.subject(file)
        if subject is None:
            continue
        for node in subject.transparent:
            if isinstance(node, FunctionNode) and node.name == name and _stands_in_class(subject, node):
                if not is_property(node):  # what it hands out is called, not it
                    found.append(Known(subject, node))
    others = sum(
        name in members
        for file in side.program.index.files_with(name)
        if (facts := side.program.facts(file)) is not None
        for members in facts.members.values()
    )
    return found[0] if len(found) == others and _are_alike([known.node for known in found]) else None


def _files_of_dissolved(side: Side, name: str) -> list[str]:
    return sorted(side.program.index.files_with(name)) if name in names_dissolved(side) else []


def names_dissolved(side: Side) -> Collection[str]:
    if side.is_before:
        return side.dissolved
    return {side.renamed.get(name, name) for name in side.dissolved}


def transparent_method_at(
    side: Side, file: str, callee: ast.Attribute, *, bound: bool = True
) -> Known | None:
    """The plumbing that the expression leads to by what its receiver is, if no class below has its own.

    If it is not bound, it is `Class.method`, which takes the instance as an argument.
    """
    if callee.attr not in _names_entered(side):
        return None
    values = evaluate(side.program, file, callee).items
    if len(values) != 1 or not isinstance(values[0], FunctionValue) or values[0].bound != bound:
        return None
    function = values[0]
    subject = side.subject(function.file)
    node = subject.names.scopes[function.scope].node if subject is not None else None
    if subject is None or node is None or node not in subject.transparent or function.receiver is None:
        return None
    related = (
        *order_of(side.program, function.receiver).classes,
        *subclasses(side.program, function.receiver),
    )
    having = [
        key
        for key in related
        if isinstance(key, ClassKey) and own_member(side.program, key, callee.attr) is not None
    ]
    return Known(subject, node) if len(having) == 1 else None


def _names_entered(side: Side) -> frozenset[str]:
    """Names of functions that are entered in some file."""
    if side.names_entered is None:
        names = set()
        for file in _own_edited_files(side):
            subject = side.subject(file)
            if subject is not None:
                names |= {node.name for node in subject.transparent if isinstance(node, FunctionNode)}
        # What stands elsewhere in the other world is compared with what it became.
        text = {place.file: side.program.world.text(place.file) or "" for place in moved_places(side)}
        names -= {text[place.file][place.start : place.end] for place in moved_places(side)}
        side.names_entered = frozenset(names) | frozenset(names_dissolved(side))
    return side.names_entered


def _own_edited_files(side: Side) -> list[str]:
    edited = side.pair.edited_python_files()
    if side.is_before:
        return edited
    return [side.pair.file_after(file) or file for file in edited] + sorted(
        file for file in side.pair.edits.created if file.endswith((".py", ".pyi"))
    )


def moved_places(side: Side) -> Collection[Interval]:
    return side.pair.moved.keys() if side.is_before else set(side.pair.moved.values())


def _are_alike(functions: Sequence[ast.AST]) -> bool:
    """Is there one function, or several of the same code in which nothing depends on where it stands?"""
    if len(functions) < 2:
        return bool(functions)
    first = functions[0]
    assert isinstance(first, FunctionNode)
    parameters = {argument.arg for argument in (*first.args.posonlyargs, *first.args.args)}
    return len({ast.dump(function) for function in functions}) == 1 and all(
        node.id in parameters if isinstance(node, ast.Name) else not _is_private(node)
        for node in ast.walk(first)
    )


def _is_private(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr.startswith("__") and not node.attr.endswith("__")


def _stands_in_class(subject: Subject, node: ast.AST) -> bool:
    scope = subject.names.scopes[subject.names.scope_of_node[node]]
    return isinstance(subject.names.scopes[scope.parent].node, ast.ClassDef)
