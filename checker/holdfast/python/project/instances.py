"""Which classes can have instances of their own, as far as the text says.

A class with an abstract member that nothing implements cannot be called. One that has subclasses and that no
code calls or hands on is only there to be extended.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from holdfast.python.project.classes import class_info, order_of, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.hierarchy import direct_subclasses
from holdfast.python.project.lookup import find_class_member
from holdfast.python.project.modules import External
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue

_ABSTRACT_BASES = frozenset({External("abc.ABC"), External("typing.Protocol")})
_ABSTRACT_METACLASS = External("abc.ABCMeta")
#: Calls that only look at a class.
_LOOKING = frozenset({"isinstance", "issubclass", "cast", "TypeVar"})


def abstract_members(program: Program, key: ClassKey) -> tuple[str, ...]:
    """The names that must be implemented before the class can be called."""
    order = order_of(program, key).classes
    if not any(_checks_abstract(program, item) for item in order):
        return ()
    found: dict[str, bool] = {}
    for item in order:
        if isinstance(item, ClassKey):
            for name, member in own_members(program, item).items():
                if member.on_class:
                    found.setdefault(name, member.abstract)
    return tuple(sorted(name for name, abstract in found.items() if abstract))


def _checks_abstract(program: Program, item: object) -> bool:
    if isinstance(item, ClassKey):
        return class_info(program, item).metaclass == _ABSTRACT_METACLASS
    return item in _ABSTRACT_BASES


def may_have_instances(program: Program, key: ClassKey) -> bool:
    """Whether something may be an instance of this very class, not only of one below it."""
    known: dict[ClassKey, bool] = program.memory.table("may have instances")
    if key not in known:
        known[key] = not abstract_members(program, key) and (
            not direct_subclasses(program, key) or is_handed_on(program, key)
        )
    return known[key]


def is_called(program: Program, key: ClassKey) -> bool:
    """Whether some code plainly calls the class."""
    for file, node in _mentions(program, key):
        facts = program.facts(file)
        parent = facts.parents.get(node) if facts is not None else None
        if isinstance(parent, ast.Call) and parent.func is node:
            return True
    return False


def is_handed_on(program: Program, key: ClassKey) -> bool:
    """Whether some code reads the class in a way that may end in a call of it."""
    return any(_handed_on(program, key))


def _handed_on(program: Program, key: ClassKey) -> Iterator[ast.expr]:
    """Reads of the class that may end in a call of it."""
    for file, node in _mentions(program, key):
        facts = program.facts(file)
        if facts is not None and not _only_looks(program, key, facts.parents, node):
            yield node


def _mentions(program: Program, key: ClassKey) -> Iterator[tuple[str, ast.expr]]:
    name = class_info(program, key).name
    for file in sorted(program.index.files_with(name)):
        facts = program.facts(file)
        if facts is None:
            continue
        names = {name, *facts.aliases.get(name, ())}
        for node in ast.walk(facts.tree.module):
            word = (
                node.id
                if isinstance(node, ast.Name)
                else node.attr
                if isinstance(node, ast.Attribute)
                else ""
            )
            if (
                word in names
                and isinstance(node, ast.Name | ast.Attribute)
                and isinstance(node.ctx, ast.Load)
            ):
                values = evaluate(program, file, node).items
                if any(isinstance(value, ClassValue) and value.key == key for value in values):
                    yield file, node


def _only_looks(program: Program, key: ClassKey, parents: Mapping[ast.AST, ast.AST], node: ast.expr) -> bool:
    """Is the class only extended, annotated with, compared against, or asked for something it keeps?"""
    inner: ast.AST = node
    outer = parents.get(inner)
    if isinstance(outer, ast.Attribute):
        hit = find_class_member(program, key, outer.attr)
        return hit is not None and (
            hit.member.kind is Kind.CLASS_ATTRIBUTE or hit.member.receives == "static"
        )
    while outer is not None:
        match outer:
            case ast.ClassDef(bases=bases):
                return inner in bases
            case ast.arg() | ast.ExceptHandler() | ast.MatchClass():
                return inner is not None
            case ast.AnnAssign(annotation=annotation):
                return inner is annotation
            case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
                return inner is returns
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _LOOKING:
                return inner in outer.args[1:] or name == "cast"
            case ast.stmt() | ast.Call():
                return False
        inner, outer = outer, parents.get(outer)
    return False
