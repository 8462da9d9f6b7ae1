"""Globals, which are known by what they are, and the code of other files that they lead to."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from holdfast.python.traces.memory import ANY_CALL
from holdfast.python.traces.subject import Subject
from holdfast.python.traces.values import Origin, Value

if TYPE_CHECKING:
    from holdfast.python.traces.tracer import Tracer


def read_global(t: Tracer, name: str, origin: Origin) -> Value:
    identity = t.subject.identities.of_name(name)
    if t.subject.is_constant_global(name):
        return held_global(t, identity, origin)
    return _by_now(t, identity, origin)


def held_global(t: Tracer, identity: Hashable, origin: Origin) -> Value:
    """What a module has under a name, asked of the module: by now that may be something else."""
    if t.subject.identities.is_rebound(identity):
        return _by_now(t, identity, origin)
    return identified(t, identity, origin)


def store_global(t: Tracer, name: str, identity: Hashable, value: Value, origin: Origin) -> None:
    """A variable of a module is bound: in the module's own code known by its name, elsewhere by what it is."""
    known = t.subject.identities.in_both(identity) if t.level else None
    which = () if known is None else (t.value("global", known, (), origin),)
    t.step("store-global", name, (value, *which), origin, changes=[("global", identity)])


def store_in_module(t: Tracer, base: Value, name: str, value: Value, origin: Origin) -> bool:
    """`module.name = value`, where that is a variable of the module's own: the same as binding it there."""
    identity = _variable_of_module(t, base, name)
    if identity is not None:
        store_global(t, name, identity, value, origin)
    return identity is not None


def held_in_module(t: Tracer, base: Value, name: str, origin: Origin) -> Value | None:
    """What such a variable holds by now."""
    identity = _variable_of_module(t, base, name)
    return None if identity is None else held_global(t, identity, origin)


def _variable_of_module(t: Tracer, base: Value, name: str) -> Hashable | None:
    if base.tag != "global" or base.since is not None or t.level == 0:
        return None
    return t.subject.identities.of_own_variable(base.key, name)


def _by_now(t: Tracer, identity: Hashable, origin: Origin) -> Value:
    since = t.since(ANY_CALL, ("global", identity))
    return t.evaluate(t.value("global", identity, (), origin, since=since), origin)


def identified(t: Tracer, identity: Hashable, origin: Origin) -> Value:
    """The value of a global that stays what it is; a constant that is plumbing is read through."""
    known = t.subject.identities.transparent(identity)
    if known is None or not isinstance(known.node, ast.expr):
        return t.value("global", identity, (), origin)
    with elsewhere(t, known.subject, origin):
        return t.expressions[type(known.node).__name__](t, known.node)


@contextmanager
def elsewhere(t: Tracer, subject: Subject, origin: Origin) -> Iterator[None]:
    """Trace code of another file (or the same one) whose module level names are not ours to follow."""
    saved = (t.subject, t.names, t.activations, t.place)
    if subject is not t.subject:
        t.place = origin
        t.counter[0] += 1
        t.subject, t.names, t.activations = subject, subject.names, {0: t.counter[0]}
    try:
        yield
    finally:
        t.subject, t.names, t.activations, t.place = saved
