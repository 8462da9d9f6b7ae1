"""Definitions that make themselves known when they are executed.

A decorator may put a function into a table; `__init_subclass__` and metaclasses hear of every class; and
`__subclasses__` lists them. Nothing needs to name such a definition for it to be used.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import NamedTuple

from holdfast.check.gone.class_hooks import may_act_for
from holdfast.python.project.classes import class_info, order_of, own_member
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.facts import last_name
from holdfast.python.project.lookup import metaclass_of
from holdfast.python.project.own_members import NEUTRAL_DECORATORS, PROPERTY_DECORATORS, decorator_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, ExternalValue, FunctionValue, InstanceValue
from holdfast.text.interval import Interval

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

#: Decorators of libraries that give back what they get, changed or not, and tell nobody.
QUIET = (
    NEUTRAL_DECORATORS
    | PROPERTY_DECORATORS
    | {
        *("dataclass", "dataclass_transform", "total_ordering", "runtime_checkable", "unique", "verify"),
        *("attrs", "define", "frozen", "mutable", "s", "attributes", "singledispatchmethod", "coroutine"),
        *("wraps", "lru_cache", "cache", "contextmanager", "asynccontextmanager", "override", "deprecated"),
    }
)
#: Functions of libraries that keep what they decorate, by their last words.
_KEEPING = frozenset({"register", "receiver", "connect", "subscribe", "listens_for", "hookimpl", "route"})
_MAKING_CLASSES = ("__new__", "__init__", "__prepare__")
#: Methods by which a container takes something in.
_TAKING_IN = frozenset(
    {"append", "add", "insert", "setdefault", "update", "extend", "register", "appendleft"}
)


class Heard(NamedTuple):
    """Who hears of a definition: in words, and where it stands, if that is in the project."""

    words: str
    place: Interval | None


def who_hears(program: Program, file: str, node: _Definition) -> Heard | None:
    """Who may keep the definition when it is executed, if anybody does."""
    for decorator in node.decorator_list:
        if _keeps(program, file, decorator):
            return Heard(f"`@{ast.unparse(decorator)}`", _place_of(program, file, decorator))
    facts = program.facts(file)
    if facts is None or not isinstance(node, ast.ClassDef):
        return None
    return _hears_of_classes(program, ClassKey(file, facts.names.scope_of_node[node]))


def _hears_of_classes(program: Program, key: ClassKey) -> Heard | None:
    above = [item for item in order_of(program, key).classes[1:] if isinstance(item, ClassKey)]
    for item in above:
        if _acts(program, item, ("__init_subclass__",)) and _acts_for(program, item, key):
            info = class_info(program, item)
            return Heard(f"`{info.name}.__init_subclass__`", info.interval)
    metaclass = metaclass_of(program, key)
    if metaclass is not None and _acts(program, metaclass, _MAKING_CLASSES):
        info = class_info(program, metaclass)
        return Heard(f"the metaclass `{info.name}`", info.interval)
    infos = {info.name: info for item in reversed(above) for info in (class_info(program, item),)}
    listed = _listed_subclasses(program, infos)
    return None if listed is None else Heard("`__subclasses__()`", infos[listed].interval)


def _place_of(program: Program, file: str, decorator: ast.expr) -> Interval | None:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    for value in evaluate(program, file, called).items:
        if isinstance(value, FunctionValue):
            facts = program.facts(value.file)
            assert facts is not None
            names = facts.names
            index = names.occurrence_of_node.get(names.scopes[value.scope].node)
            if index is not None:
                return Interval(value.file, names.occurrences[index].start, names.occurrences[index].end)
    return None


def _keeps(program: Program, file: str, decorator: ast.expr) -> bool:
    if decorator_name(decorator) in QUIET:
        return False
    is_call = isinstance(decorator, ast.Call)
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    values = evaluate(program, file, called).items
    # `@decorate(...)` runs a function inside `decorate`; what wrappers do comes later, when they are called.
    depth = 1 if is_call else 0
    for value in values:
        if isinstance(value, FunctionValue) and _takes_in(program, value.file, value.scope, depth):
            return True
        if isinstance(value, ClassValue) and _acts(program, value.key, ("__init__", "__call__", "__new__")):
            return True
        if isinstance(value, InstanceValue) and _acts(program, value.key, ("__call__",), depth):
            return True
        if isinstance(value, ExternalValue):
            word = qualified_name(program, value).rpartition(".")[2]
            if value.instance or word in _KEEPING:
                return True
    if not any(isinstance(value, ExternalValue | FunctionValue | ClassValue) for value in values):
        # An object whose class is not known, asked by a name that says what it does.
        return isinstance(called, ast.Attribute) and called.attr in _KEEPING
    return False


def _acts(program: Program, key: ClassKey, names: tuple[str, ...], depth: int = 0) -> bool:
    members = [member for name in names if (member := own_member(program, key, name)) is not None]
    return any(_takes_in(program, key.file, scope, depth) for member in members for scope in member.functions)


def _acts_for(program: Program, base: ClassKey, key: ClassKey) -> bool:
    """May the `__init_subclass__` of the base keep this very class, as far as its conditions can be decided?"""
    member, facts = own_member(program, base, "__init_subclass__"), program.facts(base.file)
    if member is None or facts is None or len(member.functions) != 1:
        return True
    scope = member.functions[0]
    node = facts.names.scopes[scope].node
    if not isinstance(node, ast.FunctionDef):
        return True
    own = _variables(node)
    return may_act_for(
        program, key, node, lambda inner: _keeps_something(program, base.file, scope, own, inner, 2)
    )


def _takes_in(program: Program, file: str, scope: int, depth: int, calls: int = 2) -> bool:
    """Does the function, or one at most `depth` levels inside it, put something where it outlives the call?

    A container that the function made itself does not; one of a module, a class or an object does. What it
    hands its arguments on to is followed through a few `calls`.
    """
    facts = program.facts(file)
    node = facts.names.scopes[scope].node if facts is not None else None
    if facts is None or not isinstance(node, _Function):
        return False
    own = _variables(node)
    return any(_keeps_something(program, file, scope, own, inner, calls) for inner in _within(node, depth))


def _variables(node: _Function) -> set[str]:
    own = {
        argument.arg
        for inner in ast.walk(node)
        if isinstance(inner, ast.arguments)
        for argument in inner.args
    }
    return own | {
        inner.id
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    }


def _keeps_something(
    program: Program, file: str, scope: int, own: Collection[str], inner: ast.AST, calls: int
) -> bool:
    """Does this part of a function put something where it outlives the call? `own` are the function's variables."""
    if isinstance(inner, ast.Subscript) and isinstance(inner.ctx, ast.Store):
        return not (isinstance(inner.value, ast.Name) and inner.value.id in own)
    if not isinstance(inner, ast.Call):
        return False
    if isinstance(inner.func, ast.Attribute) and inner.func.attr in _TAKING_IN:
        if not (isinstance(inner.func.value, ast.Name) and inner.func.value.id in own):
            return True
    given = [*inner.args, *(keyword.value for keyword in inner.keywords)]
    if not calls or not any(isinstance(argument, ast.Name) and argument.id in own for argument in given):
        return False
    return any(
        isinstance(value, FunctionValue)
        and value[:2] != (file, scope)
        and _takes_in(program, value.file, value.scope, 0, calls - 1)
        for value in evaluate(program, file, inner.func).items
    )


def _within(node: ast.AST, depth: int) -> Iterator[ast.AST]:
    """The nodes of a function's code, without functions more than `depth` levels inside it."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, _Function | ast.Lambda):
            if depth:
                yield from _within(inner, depth - 1)
        else:
            yield inner
            yield from _within(inner, depth)


def _listed_subclasses(program: Program, names: Collection[str]) -> str | None:
    """The class of these whose subclasses some code asks for, by its name or through what may be any class."""
    for file in sorted(program.index.files_with("__subclasses__")) if names else ():
        facts = program.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            if isinstance(node, ast.Attribute) and node.attr == "__subclasses__":
                word = last_name(node.value)
                if word in names:
                    return word
                if not word[:1].isupper():
                    return next(iter(names))
    return None
