"""Places that ask an object for the names of all it holds.

Left out is who does not look at the names: two objects compared, one copied into another, values alone, or a key
that is written down and is another.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from holdfast.python.project.program import Program

_LISTING = frozenset({"vars", "asdict", "getmembers"})
_WORDS = _LISTING | {"__dict__"}
#: Methods whose purpose is to carry an object over into one of the same class, or to compare it with one.
_CARRYING = frozenset(
    {"__getstate__", "__setstate__", "__copy__", "__deepcopy__", "__reduce__", "__eq__", "__ne__", "__hash__"}
)
_KEYED = frozenset({"get", "pop", "setdefault"})


class Listing(NamedTuple):
    file: str
    node: ast.expr
    #: The object that is asked; None where the function that asks is handed to somebody.
    of: ast.expr | None
    #: The key that is looked up in it, where one is written down.
    key: str | None
    #: The file names the class that is asked about.
    names_class: bool


def listings(program: Program, name: str, class_name: str) -> Iterator[Listing]:
    """Listings that would show the name of a field of the class."""
    for file in sorted(program.index.files_with_any(_WORDS)):
        facts = program.facts(file)
        if facts is None:
            continue
        parents = {
            child: node for node in ast.walk(facts.tree.module) for child in ast.iter_child_nodes(node)
        }
        near = class_name in program.index.words(file)
        for node in ast.walk(facts.tree.module):
            of = _asked(node, parents)
            if of is None or not isinstance(node, ast.expr):
                continue
            key = _key(node, parents)
            if (key is None and not _looks_away(node, parents)) or key == name:
                yield Listing(file, node, None if of is node else of, key, near)


def _asked(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> ast.expr | None:
    """The object whose names are asked for; the node itself where the asking function is handed on."""
    match node:
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=[first, *_]):
            return first if called in _LISTING else None
        case ast.Attribute(attr="__dict__", value=value, ctx=ast.Load()):
            return value
        case ast.Name(id="vars" | "asdict", ctx=ast.Load()):
            outer = parents.get(node)
            return None if isinstance(outer, ast.Call) and outer.func is node else node
    return None


def _key(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> str | None:
    outer = parents.get(node)
    match outer:
        case ast.Subscript(slice=ast.Constant(value=str(key))):
            return key
        case ast.Attribute(attr=method):
            call = parents.get(outer)
            match call:
                case ast.Call(args=[ast.Constant(value=str(key)), *_]) if method in _KEYED:
                    return key
        case ast.Compare(left=ast.Constant(value=str(key)), ops=[ast.In() | ast.NotIn()]):
            return key
    return None


def _looks_away(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    outer = parents.get(node)
    match outer:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
            return all(_asked(side, parents) is not None for side in (left, right))
        case ast.Attribute(attr="values"):
            return True
        case ast.Attribute(attr="update"):
            call = parents.get(outer)
            return isinstance(call, ast.Call) and all(_asked(item, parents) is not None for item in call.args)
        case ast.Call(func=ast.Name(id="len" | "bool" | "id")):
            return True
        case ast.Call(func=ast.Attribute(attr="update", value=target)):
            return _asked(target, parents) is not None
    while outer is not None:
        if isinstance(outer, ast.FunctionDef) and outer.name in _CARRYING:
            return True
        outer = parents.get(outer)
    return False
