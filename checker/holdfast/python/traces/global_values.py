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
        return identified(t, identity, origin)
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
