"""What variables hold: reading, binding and unbinding them.

A variable that no code elsewhere rebinds is followed as the value that it holds; any other is memory.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable
from typing import TYPE_CHECKING

from holdfast.python.names.table import BINDING_ROLES, BUILTIN, NOBODY, Role
from holdfast.python.traces.global_values import read_global, store_global
from holdfast.python.traces.memory import ANY_CALL
from holdfast.python.traces.subject import Symbol
from holdfast.python.traces.values import Origin, Value, Variable

if TYPE_CHECKING:
    from holdfast.python.traces.tracer import Tracer

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def read_variable(t: Tracer, node: ast.AST) -> Value:
    origin = t.origin(node)
    index = t.names.occurrence_of_node.get(node)
    if index is None:
        return t.value("opaque", ast.dump(node), (), origin)
    occurrence = t.names.occurrences[index]
    return t.read_symbol(occurrence.owner, occurrence.name, origin)


def held_by(t: Tracer, owner: int, name: str, origin: Origin) -> Value:
    if owner == BUILTIN:
        brought = t.subject.identities.brought_by_star(name)
        if brought is not None:
            return t.value("global", brought, (), origin)
        return t.value("builtin", name, (), origin)
    if owner == NOBODY:
        identity = t.subject.identities.of_name(name)
        if isinstance(identity, tuple) and identity[0] != "name":
            return t.value("global", identity, (), origin)  # it comes with a star import
        return t.evaluate(t.value("nobody", name, (), origin), origin)
    variable = t.variable(owner, name)
    if variable in t.environment and _follows_value(t, owner, name):
        held = t.environment[variable]
        if held.tag == "unbound":
            t.evaluate(held, origin)
        return held
    if owner == 0:
        if t.level == 0 and not t.loops and _is_bound_below(t, name, origin):
            return t.evaluate(t.value("unbound", name, (), origin), origin)
        return read_global(t, name, origin)
    if variable[0] not in t.own:
        known = t.around.get(variable, []) if t.around is not None else []
        if len(known) == 1 and t.subject.binding_counts[owner, name] == 1:
            if known[0].tag == "const":
                return t.value("const", known[0].key, (), origin, immutable=True)
            if known[0].tag == "parameter":
                return known[0]  # whichever variable carries it here, it is what came in
        # Whoever declares it `nonlocal` may bind it meanwhile.
        keys = (ANY_CALL, ("cell", variable)) if _rebound_inside(t, (owner, name)) else ()
        return t.value("outer", variable, (), origin, since=t.since(*keys))
    if _follows_value(t, owner, name):
        if isinstance(t.names.scopes[owner].node, ast.ClassDef) and t.subject.binding_counts[0, name]:
            return t.read_symbol(0, name, origin)  # a class body looks further, in the module
        return t.evaluate(t.value("unbound", name, (), origin), origin)
    return t.value("cell", variable, (), origin, since=t.since(ANY_CALL, ("cell", variable)))


def _follows_value(t: Tracer, owner: int, name: str) -> bool:
    """Can the variable be followed as a value, or may code elsewhere rebind it meanwhile?"""
    if owner == 0:
        return name not in t.subject.rebound_globals
    symbol: Symbol = (owner, name)
    if symbol not in t.subject.captured:
        return True
    return not _rebound_inside(t, symbol)


def _is_bound_below(t: Tracer, name: str, origin: Origin) -> bool:
    """Is a name that the module's own code reads here bound only further down in the file?"""
    if t.activations.get(0) not in t.own or t.inlined or name in t.subject.rebound_globals:
        return False
    places = [
        item.start
        for item in t.names.occurrences
        if item.owner == 0 and item.name == name and item.role in BINDING_ROLES
    ]
    return bool(places) and min(places) > origin[1]


def _rebound_inside(t: Tracer, symbol: Symbol) -> bool:
    """Does an inner function rebind the variable through `nonlocal`?"""
    owner, name = symbol
    return any(
        o.owner == owner and o.name == name and o.scope != owner and o.role is Role.DECLARE_NONLOCAL
        for o in t.names.occurrences
    )


def bind_variable(t: Tracer, owner: int, name: str, value: Value, origin: Origin) -> None:
    variable = t.variable(owner, name)
    symbol: Symbol = (owner, name)
    if owner == 0:
        identity = t.subject.identities.of_name(name)
        if variable[0] in t.own:
            stays = value.tag in ("function", "global") or (value.tag == "result" and value.since is not None)
            lasting = stays and t.subject.is_constant_global(name) and symbol not in t.subject.plumbing
            remember(t, variable, t.value("global", identity, (), origin) if lasting else value)
        # An import, or a definition that moved, only makes a name stand for what it is.
        is_itself = value.tag == "global" and value.key == identity
        if (symbol not in t.subject.plumbing or _stands_elsewhere(t, identity)) and not is_itself:
            store_global(t, name, identity, value, origin)
        return
    if variable[0] not in t.own:
        t.step("store-outer", variable, (value,), origin, changes=[("cell", variable)])
        return
    remember(t, variable, value)
    if symbol in t.subject.captured:
        t.trace.kept.append(value)
        t.let_go(value)
    if t.level == owner and in_class_body(t):
        if symbol not in t.subject.plumbing:
            t.step("member", name, (value,), origin)
    elif symbol in t.subject.captured and t.subject.binding_counts[symbol] > 1:
        t.step("store-cell", variable, (value,), origin, changes=[("cell", variable)])


def _stands_elsewhere(t: Tracer, identity: Hashable) -> bool:
    """Does a function bind a variable that is another module's in the other world?"""
    return t.level != 0 and t.subject.identities.in_both(identity) is not None


def in_class_body(t: Tracer) -> bool:
    return isinstance(t.names.scopes[t.level].node, ast.ClassDef)


def remember(t: Tracer, variable: Variable, value: Value) -> None:
    t.environment[variable] = value
    t.trace.bindings.setdefault(variable, []).append(_as_captured(t, variable, value))
    watch(t, variable, value)


def _as_captured(t: Tracer, variable: Variable, value: Value) -> Value:
    """What inner functions see of a binding: a variable of a loop is one variable with many values."""
    symbol = (variable[1], variable[2])
    if symbol not in t.subject.captured:
        return value
    if not t.loops and not isinstance(t.names.scopes[symbol[0]].node, _COMPREHENSIONS):
        return value
    if not t.subject.is_kept_by_functions(symbol):
        return value
    return t.value("each round", None, (value,), value.origin)


def watch(t: Tracer, variable: Variable, value: Value) -> None:
    if not t.watchers:
        return
    for block in (t.block, *(outer for outer, _ in t.enclosing)):
        if block.bound_after is None:
            block.bound_after = len(block.evaluated)
    # A handler sees the value only if control came past the step in front of it.
    held = t.value("held", None, (value,), value.origin, since=t.latest)
    for watcher in t.watchers:
        watcher.setdefault(variable, []).append(held)


def unbind_variable(t: Tracer, owner: int, name: str, origin: Origin) -> None:
    variable = t.variable(owner, name)
    if owner == 0:
        identity = t.subject.identities.of_name(name)
        t.step("delete-global", name, (), origin, changes=[("global", identity)])
    remember(t, variable, t.value("unbound", name, (), origin))
