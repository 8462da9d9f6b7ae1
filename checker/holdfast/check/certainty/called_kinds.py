"""Of which classes the result of a call surely is."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from holdfast.check.certainty.kind_sets import (
    LIST,
    NOTHING,
    NUMBERS,
    REAL,
    TEXT,
    TRUTH,
    WHOLE,
    Kinds,
    either,
    is_number,
)
from holdfast.check.certainty.promised import promised_kinds
from holdfast.check.members.evidence import is_member
from holdfast.python.project.classes import class_info, own_member
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.library import type_of
from holdfast.python.project.lookup import find_class_member
from holdfast.python.project.own_members import decorator_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, ExternalValue, FunctionValue, Value

_BUILTINS: dict[str, Kinds] = {
    **dict.fromkeys(("len", "int", "ord", "hash", "id"), WHOLE),
    **dict.fromkeys(("str", "repr", "format", "chr", "hex", "bin", "oct", "ascii", "input"), TEXT),
    **dict.fromkeys(("bool", "isinstance", "issubclass", "callable", "hasattr", "any", "all"), TRUTH),
    **dict.fromkeys(("list", "sorted"), LIST),
    **{
        name: frozenset({f"builtins.{name}"})
        for name in ("dict", "set", "tuple", "frozenset", "range", "bytes")
    },
    "float": REAL,
}
#: Builtins whose result is what their arguments are.
_HANDING_ON = frozenset({"max", "min", "abs"})
#: Methods that texts alone have, to what they return.
_OF_TEXTS: dict[str, Kinds] = {
    **dict.fromkeys(
        (
            *("capitalize", "casefold", "expandtabs", "join", "ljust", "lower", "lstrip", "rjust", "rstrip"),
            *("strip", "swapcase", "title", "upper", "zfill", "removeprefix", "removesuffix", "splitlines"),
        ),
        TEXT,
    ),
    **dict.fromkeys(("startswith", "endswith", "isdigit", "isalpha", "isalnum", "isspace", "isupper"), TRUTH),
    **dict.fromkeys(("split", "rsplit", "splitlines"), LIST),
}


def kinds_of_call(program: Program, file: str, node: ast.Call) -> Kinds | None:
    called = evaluate(program, file, node.func)
    if called.complete:
        return either(_result(program, file, node, item) for item in called.items)
    if isinstance(node.func, ast.Attribute) and not is_member(program, node.func.attr):
        return _OF_TEXTS.get(node.func.attr)
    return None


def _result(program: Program, file: str, node: ast.Call, called: Value) -> Kinds | None:
    match called:
        case ClassValue(key):
            plain = class_info(program, key).metaclass is None
            made = find_class_member(program, key, "__new__") is None
            return frozenset({key}) if plain and made else None
        case FunctionValue(function_file, scope, _, receiver):
            kinds = kinds_returned(program, function_file, scope)
            return None if _is_overridden(program, called, receiver) else kinds
        case ExternalValue(name, instance):
            return _of_library(program, file, node, name, instance=instance)
    return None


def _is_overridden(program: Program, function: FunctionValue, receiver: ClassKey | None) -> bool:
    """Does a class below have its own method, of which no annotation says that it gives the same?"""
    facts = program.facts(function.file)
    scope = facts.names.scopes[function.scope] if facts is not None else None
    if receiver is None or scope is None or getattr(scope.node, "returns", None) is not None:
        return False
    return any(own_member(program, item, scope.name) is not None for item in subclasses(program, receiver))


def _of_library(program: Program, file: str, node: ast.Call, name: str, *, instance: bool) -> Kinds | None:
    if instance:
        return _known_type(type_of(name))
    builtin = name.removeprefix("builtins.")
    if builtin in _HANDING_ON or (builtin in ("round", "sum") and not node.keywords):
        return _of_arguments(program, file, node, builtin)
    return _BUILTINS.get(builtin) or _known_type(type_of(name))


def _known_type(name: str) -> Kinds | None:
    # What searches for a pattern may find nothing.
    return frozenset({name}) if name and name != "re.Match" else None


def _of_arguments(program: Program, file: str, node: ast.Call, name: str) -> Kinds | None:
    from holdfast.check.certainty.kinds import kinds_of  # which asks for calls in turn

    if name == "sum":
        match node.args:
            case [ast.GeneratorExp(elt=elt) | ast.ListComp(elt=elt)]:
                added = kinds_of(program, file, elt)
                return added | WHOLE if added is not None and added <= NUMBERS else None
        return None
    if any(isinstance(item, ast.Starred) for item in node.args) or any(
        keyword.arg not in ("key",) for keyword in node.keywords
    ):
        return None
    if name in ("max", "min") and len(node.args) < 2:
        return None
    kinds = either(kinds_of(program, file, item) for item in node.args)
    if name == "round" and is_number(kinds):
        return WHOLE if len(node.args) == 1 else NUMBERS
    return kinds if name != "round" else None


def kinds_returned(program: Program, file: str, scope: int) -> Kinds | None:
    """What a function gives back: what its annotation promises, or else what all its returns give."""
    facts = program.facts(file)
    node = None if facts is None else facts.names.scopes[scope].node
    if not isinstance(node, ast.FunctionDef):
        return None
    decorators = {decorator_name(item) for item in node.decorator_list}
    if not decorators <= {"property", "cached_property", "staticmethod", "classmethod"}:
        return None
    if node.returns is not None:
        return promised_kinds(program, file, node.returns)
    return program.memory.ask(
        ("kinds returned", file, scope), lambda: _returned(program, file, node), NOTHING, None
    )


def _returned(program: Program, file: str, node: ast.FunctionDef) -> Kinds | None:
    from holdfast.check.certainty.kinds import kinds_of  # which asks for functions in turn

    own = list(_own_nodes(node.body))
    if any(isinstance(item, ast.Yield | ast.YieldFrom) for item in own) or not leaves(node.body):
        return None
    returns = [item.value for item in own if isinstance(item, ast.Return)]
    return either(None if value is None else kinds_of(program, file, value) for value in returns)


def leaves(body: Sequence[ast.stmt]) -> bool:
    """Does control never come out at the end?"""
    match body[-1] if body else None:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(body=then, orelse=otherwise):
            return leaves(then) and leaves(otherwise)
        case ast.With(body=inner):
            return leaves(inner)
    return False


def _own_nodes(body: Sequence[ast.stmt]) -> list[ast.AST]:
    found: list[ast.AST] = []
    waiting: list[ast.AST] = list(body)
    while waiting:
        item = waiting.pop()
        found.append(item)
        if not isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(item))
    return found
