"""Scopes and symbols in one shape, from `symtable` and from a name table, so that they can be compared.

The shape follows what `symtable` knows. From the name table are left out the annotations that `symtable`
does not look into (string annotations; all annotations under `from __future__ import annotations`), and on
Python 3.12 and later comprehensions that the compiler inlines are folded into their parents. From
`symtable` are left out the symbols that only the compiler uses (`.0`, `.type_params`, `__classdict__`).
"""

from __future__ import annotations

import ast
import symtable
from dataclasses import dataclass
from typing import NamedTuple

from holdfast.python.names.table import NameTable, Scope, ScopeKind, SymbolFlag

_KINDS = {1: "local", 2: "global by statement", 3: "global by rule", 4: "free", 5: "cell"}
_COMPILER_ONLY = frozenset({"__classdict__", "__conditional_annotations__"})


class Symbol(NamedTuple):
    """What a scope does with a name."""

    kind: str
    flags: frozenset[str]


@dataclass(frozen=True, slots=True)
class ScopeShape:
    """One scope. A symbol has several possible descriptions where several inlined comprehensions bring
    it along: CPython keeps that of the comprehension which its symbol table happens to visit first.
    """

    kind: str
    name: str
    line: int
    symbols: dict[str, frozenset[Symbol]]
    children: tuple[ScopeShape, ...]

    def label(self) -> tuple[str, str, int]:
        return (self.kind, self.name, self.line)


_PASSED_ON = frozenset({Symbol("free", frozenset())})
#: What the versions of Python call the hidden scopes of type parameters.
_HIDDEN_KINDS = {
    "type parameter": "type parameters",
    "type alias": "type expression",
    "TypeVar bound": "type expression",
    "type variable": "type expression",
}


def shape_of_symtable(table: symtable.SymbolTable) -> ScopeShape:
    """The shape of what CPython found."""
    symbols = {}
    for symbol in table.get_symbols():
        name = symbol.get_name()
        if name.startswith(".") or name in _COMPILER_ONLY:
            continue
        flags = {
            "referenced": symbol.is_referenced(),
            "parameter": symbol.is_parameter(),
            "nonlocal": symbol.is_nonlocal(),
            "imported": symbol.is_imported(),
            "assigned": symbol.is_assigned(),
            "annotated": symbol.is_annotated(),
        }
        # Cells have no public question before Python 3.14.
        kind = _KINDS[symbol._Symbol__scope]  # type: ignore[attr-defined]
        symbols[name] = frozenset({Symbol(kind, frozenset(flag for flag, is_set in flags.items() if is_set))})
    kind = str(getattr(table.get_type(), "value", table.get_type()))
    children = map(shape_of_symtable, table.get_children())
    kind = _HIDDEN_KINDS.get(kind, kind)
    line = 0 if kind == "module" else table.get_lineno()
    name = "" if kind == "module" else table.get_name()
    return ScopeShape(kind, name, line, symbols, tuple(children))


_FLAG_NAMES = {
    SymbolFlag.READ: "referenced",
    SymbolFlag.PARAMETER: "parameter",
    SymbolFlag.DECLARED_NONLOCAL: "nonlocal",
    SymbolFlag.IMPORTED: "imported",
    SymbolFlag.ASSIGNED: "assigned",
    SymbolFlag.ANNOTATED: "annotated",
}
_FLAG_BITS = tuple((int(flag), name) for flag, name in _FLAG_NAMES.items())
_HIDDEN = frozenset({ScopeKind.TYPE_PARAMETERS, ScopeKind.TYPE_EXPRESSION})
_SHAPE_KINDS = {
    ScopeKind.MODULE: "module",
    ScopeKind.CLASS: "class",
    ScopeKind.FUNCTION: "function",
    ScopeKind.LAMBDA: "function",
    ScopeKind.COMPREHENSION: "function",
}


def shape_of_table(table: NameTable, version: tuple[int, int]) -> ScopeShape:
    """The shape of what Holdfast found."""
    return _shape(table, table.scopes[0], version)


def _shape(table: NameTable, scope: Scope, version: tuple[int, int]) -> ScopeShape:
    symbols = {name: frozenset({_symbol(flags)}) for name, flags in scope.symbols.items() if flags}
    children: list[ScopeShape] = []
    inlined: list[ScopeShape] = []
    for inner in (table.scopes[index] for index in scope.children):
        if inner.kind is ScopeKind.ANNOTATION:
            continue
        shape = _shape(table, inner, version)
        if _is_inlined(table, inner, version):
            inlined.append(shape)
            children += shape.children
        else:
            children.append(shape)
    if inlined:
        symbols = _folded(scope, symbols, inlined, children)
    kind = _SHAPE_KINDS.get(scope.kind, scope.kind.value)
    line = 0 if scope.kind is ScopeKind.MODULE else getattr(scope.node, "lineno", 0)
    return ScopeShape(kind, scope.name, line, symbols, tuple(children))


def _is_inlined(table: NameTable, scope: Scope, version: tuple[int, int]) -> bool:
    if scope.kind is not ScopeKind.COMPREHENSION or version < (3, 12):
        return False
    if isinstance(scope.node, ast.GeneratorExp):
        return False
    # Not in the hidden scopes of type parameters and aliases that look into a class body.
    parent = table.scopes[scope.parent]
    hidden = parent.kind in _HIDDEN
    while parent.kind in _HIDDEN:
        parent = table.scopes[parent.parent]
    return not (hidden and parent.kind is ScopeKind.CLASS)


def _folded(
    scope: Scope,
    symbols: dict[str, frozenset[Symbol]],
    inlined: list[ScopeShape],
    children: list[ScopeShape],
) -> dict[str, frozenset[Symbol]]:
    """The symbols of a scope that has taken in comprehensions; `children` are those it has afterwards."""
    result = dict(symbols)
    for shape in inlined:
        for name, described in shape.symbols.items():
            # A name that the scope only passes on is not yet there when CPython folds.
            if symbols.get(name, _PASSED_ON) == _PASSED_ON:
                result[name] = (result.get(name, _PASSED_ON) - _PASSED_ON) | described
    if scope.kind in (ScopeKind.MODULE, ScopeKind.CLASS):
        return result
    for name, described in result.items():
        closed_over = any(_closes_over(child, name) for child in children)
        cell, other = ("local", "cell") if closed_over else ("cell", "local")
        result[name] = frozenset(
            each._replace(kind=other) if each.kind == cell else each for each in described
        )
    return result


def _closes_over(shape: ScopeShape, name: str) -> bool:
    """Whether a scope, or for a class a scope in it, takes `name` from outside."""
    if any(each.kind == "free" for each in shape.symbols.get(name, ())):
        return True
    return shape.kind == "class" and any(_closes_over(child, name) for child in shape.children)


def _symbol(flags: int) -> Symbol:
    if flags & SymbolFlag.DECLARED_GLOBAL:
        kind = "global by statement"
    elif flags & SymbolFlag.FREE:
        kind = "free"
    elif flags & SymbolFlag.CELL:
        kind = "cell"
    elif flags & SymbolFlag.BOUND:
        kind = "local"
    else:
        kind = "global by rule"
    return Symbol(kind, frozenset(name for bit, name in _FLAG_BITS if flags & bit))
