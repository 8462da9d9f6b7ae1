"""Attributes and items of values."""

from __future__ import annotations

from holdfast.python.traces.contents import keys_of_contents
from holdfast.python.traces.global_values import held_global, identified
from holdfast.python.traces.identity import Passed
from holdfast.python.traces.memory import ANY_CALL, MemoryKey
from holdfast.python.traces.subject import HandedOut
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Origin, Value


def attribute_of(t: Tracer, base: Value, name: str, origin: Origin) -> Value:
    if name in t.subject.computed_attributes:
        key = (t.spelled(name),)
        return t.step("call-method", key, (base,), origin, changes=[ANY_CALL, ("touch", base)])
    held = t.subject.identities.held_by_field(name)
    if held is not None:
        return held_value(t, held, origin)
    keys = t.memory_of_attribute(base, name)
    name = t.spelled(name)
    look_up_attribute(t, base, name, origin)
    return t.value("attribute", name, (base,), origin, since=t.since(*keys))


def held_value(t: Tracer, held: Passed, origin: Origin) -> Value:
    """The constant or global that all callers pass, or that a field holds in every object."""
    if held.kind == "constant":
        return t.value("const", held.key, (), origin, immutable=True)
    return identified(t, held.key, origin)


def look_up_attribute(t: Tracer, base: Value, name: str, origin: Origin) -> Value:
    """Whether the attribute is there is one question, what it holds by now (`since`) another."""
    return t.evaluate(t.value("attribute", t.spelled(name), (base,), origin), origin)


def handed_out_value(t: Tracer, base: Value, handed: HandedOut, origin: Origin) -> Value:
    """The field behind a getter that hands out a copy or a view, where that is only looked at."""
    shown = attribute_of(t, base, handed.field, origin)
    if handed.is_looked_at:
        return shown
    return t.fresh(("handed out", handed.made), (shown,), origin, looks_into=(shown,))


def member_value(t: Tracer, base: Value, name: str, origin: Origin) -> Value | None:
    """The global that an attribute of a module is, or the class that a receiver has and that moved."""
    if base is t.first_parameter and t.class_name is not None:
        own = t.subject.identities.of_own_class(t.class_name, name)
        return None if own is None else identified(t, own, origin)
    if base.tag != "global" or base.since is not None:
        return None
    identity = t.subject.identities.of_attribute(base.key, name)
    return None if identity is None else held_global(t, identity, origin)


def item_of(t: Tracer, base: Value, index: Value, origin: Origin) -> Value:
    keys: list[MemoryKey] = []
    if not (base.tag == "parameter" and base.immutable):
        keys = keys_of_contents(t, base, deep=False)
        if not t.is_private(base) and not base.immutable:
            keys.append(ANY_CALL)
    return t.evaluate(t.value("item", None, (base, index), origin, since=t.since(*keys)), origin)
