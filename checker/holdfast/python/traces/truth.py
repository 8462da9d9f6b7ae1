"""Whether a value counts as true: for a list or any other object that may be changed, as it is by then.

`if items:` in front of `items.append(x)` asks something else than behind it, although the object is the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdfast.python.traces.known import is_boolean, is_display
from holdfast.python.traces.values import Step, Value

if TYPE_CHECKING:
    from holdfast.python.traces.tracer import Tracer

TRUTH = "truth"


def truth_by_now(t: Tracer, value: Value) -> Value:
    """What a test of the value asks at this place."""
    if value.immutable or value.tag == "tuple":
        return truth_since(t, value, None)
    since = t.since_contents(_alternatives(value))
    if since is None and is_display(value) and t.is_private(value):
        return t.constant(bool(value.parts), value.origin)
    return truth_since(t, value, since)


def truth_since(t: Tracer, value: Value, since: Step | None) -> Value:
    """Whether the value is true, as it is after the last step that may have changed it."""
    if _is_answer(value):
        return value
    return t.value("op", TRUTH, (value,), value.origin, since=since, immutable=True)


def asked_of(value: Value) -> Value:
    """The value that a test is about."""
    return value.parts[0] if value.tag == "op" and value.key == TRUTH else value


def _is_answer(value: Value) -> bool:
    """Is the value itself the answer to a question, so that nothing changes it?"""
    if value.tag == "op":
        if value.key == TRUTH or (isinstance(value.key, tuple) and value.key[0] in ("matches", "completes")):
            return True
    return value.tag == "const" or is_boolean(value)


def _alternatives(value: Value) -> tuple[Value, ...]:
    """The objects that the value may be."""
    if value.tag != "choice":
        return (value,)
    return (value, *(item for part in value.parts[1:] for item in _alternatives(part)))
