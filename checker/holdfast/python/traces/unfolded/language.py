"""The unfolded form, put together: the idioms of canonical form, with statements of its own."""

from __future__ import annotations

from collections.abc import Callable

from holdfast.python.traces.canonical.language import CANONICAL_EXPRESSIONS
from holdfast.python.traces.canonical.tracer import TooManyWaysError
from holdfast.python.traces.subject import Subject
from holdfast.python.traces.tracer import Language, Tracer
from holdfast.python.traces.unfolded.places import AskedAgainError, Place
from holdfast.python.traces.unfolded.statements import trace_unfolded_statements
from holdfast.python.traces.unfolded.tracer import UnfoldedTracer
from holdfast.python.traces.values import FunctionTrace

_LANGUAGE = Language(CANONICAL_EXPRESSIONS, trace_unfolded_statements)  # type: ignore[arg-type]

#: How often code is traced anew, each time along the ways of one more place.
_MOST_TIMES = 12


def unfolded(
    subject: Subject, activations: dict[int, int], number: int, trace: Callable[[Tracer], FunctionTrace]
) -> FunctionTrace:
    """The trace in which nothing is asked twice on one way, as far as that can be had."""
    pushed: frozenset[Place] = frozenset()
    for _ in range(_MOST_TIMES):
        try:
            return trace(UnfoldedTracer(subject, _LANGUAGE, activations, [number], pushed))
        except AskedAgainError as asked:
            pushed |= asked.places
    raise TooManyWaysError
