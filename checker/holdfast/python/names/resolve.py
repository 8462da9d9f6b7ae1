"""Which scope owns each name that a scope mentions, by the rules of Python's own symbol table.

Works on the drafts of one top-level statement. The module stands for everything outside: whether it
binds a name or the name is a builtin is decided when all statements are known.
"""

from __future__ import annotations

from holdfast.python.names.draft import (
    ASSIGNED,
    BOUND,
    DECLARED_GLOBAL,
    DECLARED_NONLOCAL,
    READ,
    Draft,
    ScopeDraft,
)
from holdfast.python.names.table import ScopeKind, SymbolFlag

_CELL = int(SymbolFlag.CELL)
_FREE = int(SymbolFlag.FREE)
_DECLARED = DECLARED_GLOBAL | DECLARED_NONLOCAL
_CLASS = ScopeKind.CLASS


def resolve(draft: Draft) -> frozenset[str]:
    """Fill the owners of every scope; the names that inner scopes bind as globals are returned."""
    bound_globals = _bind_walruses(draft)
    module = draft.module
    for scope in draft.scopes:
        symbols, owners = scope.symbols, scope.owners
        if scope.kind is not _CLASS and symbols.get("super", 0) & READ:
            # `super()` reads the class that it stands in through the hidden variable.
            symbols["__class__"] = symbols.get("__class__", 0) | READ
        # A list, because resolving a name adds it to the scopes between.
        for name, flags in list(symbols.items()):
            if flags & _DECLARED:
                if flags & DECLARED_GLOBAL:
                    owners[name] = module
                    if flags & BOUND:
                        bound_globals.add(name)
                else:
                    owner = _enclosing(scope, name, module)
                    owners[name] = None if owner is module else owner
            elif flags & BOUND:
                owners[name] = scope
            else:
                owners[name] = _enclosing(scope, name, module)
    return frozenset(bound_globals)


def _enclosing(scope: ScopeDraft, name: str, module: ScopeDraft) -> ScopeDraft:
    """The scope around `scope` that provides `name`, with the cells and free variables that this makes."""
    visible = _visible_class(scope)
    if visible is not None:
        flags = visible.symbols.get(name, 0)
        if flags & DECLARED_GLOBAL:
            scope.symbols[name] |= DECLARED_GLOBAL
            return module
        if flags & BOUND and not flags & DECLARED_NONLOCAL:
            return visible
    between = [scope]
    outer = scope.parent
    while outer is not None and outer is not module:
        flags = outer.symbols.get(name, 0)
        if outer.kind is _CLASS:
            if name == "__class__":
                _close_over(outer, between, name, scope.phantom)
                return outer
        elif flags & DECLARED_GLOBAL:
            return module
        elif flags & BOUND and not flags & DECLARED_NONLOCAL:
            _close_over(outer, between, name, scope.phantom)
            return outer
        between.append(outer)
        outer = outer.parent
    return module


def _visible_class(scope: ScopeDraft) -> ScopeDraft | None:
    """The class body that `scope` looks into before anything around it.

    In `class C: T = 1; type A[T] = T` the alias is 1: a type expression asks the class even before the type
    parameters that it stands in. Annotations see those first, as one reads them.
    """
    outer = scope.parent
    if scope.kind is ScopeKind.TYPE_EXPRESSION:
        while outer is not None and outer.kind is ScopeKind.TYPE_PARAMETERS:
            outer = outer.parent
    return outer if scope.sees_class and outer is not None and outer.kind is _CLASS else None


def _close_over(owner: ScopeDraft, between: list[ScopeDraft], name: str, phantom: bool) -> None:
    if phantom:
        return
    if owner.kind is not _CLASS:
        owner.symbols[name] |= _CELL
    for scope in between:
        # A class that has the name itself, or a scope that sees the class's, passes this variable on
        # without naming it. What encloses a scope has been resolved before it.
        if scope.owners.get(name, owner) is owner:
            scope.symbols[name] = scope.symbols.get(name, 0) | _FREE
            scope.owners[name] = owner


def _bind_walruses(draft: Draft) -> set[str]:
    """A walrus in a comprehension binds in the nearest scope around that is no comprehension."""
    bound_globals = set()
    for comprehension, name in draft.walruses:
        target = comprehension.parent
        while target is not None and target.kind is ScopeKind.COMPREHENSION:
            target = target.parent
        if target is None or target is draft.module:
            comprehension.symbols[name] |= DECLARED_GLOBAL
            symbols = draft.module.symbols
            symbols[name] = symbols.get(name, 0) | DECLARED_GLOBAL
            bound_globals.add(name)
        else:
            flags = target.symbols.get(name, 0)
            comprehension.symbols[name] |= DECLARED_GLOBAL if flags & DECLARED_GLOBAL else DECLARED_NONLOCAL
            target.symbols[name] = flags | ASSIGNED
    return bound_globals
