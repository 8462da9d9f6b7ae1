"""The idioms, put together: how each kind of expression and statement is traced in canonical form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from holdfast.python.traces.canonical.calls import trace_canonical_call
from holdfast.python.traces.canonical.conditions import (
    trace_boolean,
    trace_comparison,
    trace_conditional,
    trace_unary,
)
from holdfast.python.traces.canonical.gathering import trace_comprehension
from holdfast.python.traces.canonical.statements import trace_canonical_statements
from holdfast.python.traces.canonical.texts import trace_binary, trace_text
from holdfast.python.traces.canonical.tracer import CanonicalTracer
from holdfast.python.traces.expressions import EXPRESSIONS
from holdfast.python.traces.subject import Subject
from holdfast.python.traces.tracer import Language
from holdfast.python.traces.values import Value

_CANONICAL: dict[str, Callable[[Any, Any], Value]] = {
    "Call": trace_canonical_call,
    "BoolOp": trace_boolean,
    "Compare": trace_comparison,
    "IfExp": trace_conditional,
    "UnaryOp": trace_unary,
    "BinOp": trace_binary,
    "JoinedStr": trace_text,
    "ListComp": trace_comprehension,
    "SetComp": trace_comprehension,
    "DictComp": trace_comprehension,
    "GeneratorExp": trace_comprehension,
}

CANONICAL_EXPRESSIONS = {**EXPRESSIONS, **_CANONICAL}
_LANGUAGE = Language(CANONICAL_EXPRESSIONS, trace_canonical_statements)  # type: ignore[arg-type]


def canonical_tracer(subject: Subject, activations: dict[int, int], number: int) -> CanonicalTracer:
    return CanonicalTracer(subject, _LANGUAGE, activations, [number])
