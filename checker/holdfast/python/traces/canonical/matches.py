"""`match` as the questions that it asks: equality, identity, classes and their attributes.

A pattern of sequences or mappings stays one question, since what it asks is not written as a condition.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from holdfast.python.traces.attributes import attribute_of
from holdfast.python.traces.canonical.comparisons import any_of, compared
from holdfast.python.traces.canonical.conditions import decide, decide_value
from holdfast.python.traces.canonical.tracer import CanonicalTracer
from holdfast.python.traces.expressions import trace_expression
from holdfast.python.traces.operations import operation
from holdfast.python.traces.patterns import bind_captures, pattern_shape
from holdfast.python.traces.values import Origin, Value
from holdfast.python.traces.variables import bind_variable

Way = Callable[[], Value | None]
Follow = Callable[[Sequence[ast.stmt]], Value | None]


def trace_cases(
    t: CanonicalTracer, node: ast.Match, subject: Value, index: int, follow: Follow
) -> Value | None:
    t.count()
    if index == len(node.cases):
        return follow(())
    case = node.cases[index]
    origin = t.origin(case.pattern)

    def next_case() -> Value | None:
        return trace_cases(t, node, subject, index + 1, follow)

    def taken() -> Value | None:
        if case.guard is None:
            return follow(case.body)
        return decide(t, case.guard, origin, lambda: follow(case.body), next_case)

    return _match(t, case.pattern, subject, origin, taken, next_case)


def _match(
    t: CanonicalTracer, pattern: ast.pattern, subject: Value, origin: Origin, taken: Way, otherwise: Way
) -> Value | None:
    match pattern:
        case ast.MatchValue(value=value):
            test = compared(t, "Eq", subject, trace_expression(t, value), origin)
            return decide_value(t, test, origin, taken, otherwise)
        case ast.MatchSingleton(value=constant):
            test = compared(t, "Is", subject, t.constant(constant, origin), origin)
            return decide_value(t, test, origin, taken, otherwise)
        case ast.MatchAs(pattern=None):
            _bind(t, pattern, subject)
            return taken()
        case ast.MatchAs(pattern=inner) if inner is not None:

            def bound() -> Value | None:
                _bind(t, pattern, subject)
                return taken()

            return _match(t, inner, subject, origin, bound, otherwise)
        case ast.MatchOr(patterns=patterns) if (tests := _tests(t, patterns, subject, origin)) is not None:
            return decide_value(t, any_of(t, tests, origin), origin, taken, otherwise)
        case ast.MatchClass(cls=cls, patterns=[]):
            test = operation(t, "isinstance()", (subject, trace_expression(t, cls)), origin)
            members = list(zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True))
            ways = (lambda: _match_members(t, members, subject, origin, taken, otherwise)), otherwise
            return decide_value(t, test, origin, *ways)
        case _:
            key = ("matches", pattern_shape(pattern))
            test = t.value("op", key, (subject,), origin, since=t.since(("touch", subject)))

            def captured() -> Value | None:
                bind_captures(t, pattern, subject)
                return taken()

            return decide_value(t, test, origin, captured, otherwise)


def _match_members(
    t: CanonicalTracer,
    members: Sequence[tuple[str, ast.pattern]],
    subject: Value,
    origin: Origin,
    taken: Way,
    otherwise: Way,
) -> Value | None:
    if not members:
        return taken()
    (name, pattern), *others = members
    was_quiet, t.quiet = t.quiet, isinstance(pattern, ast.MatchAs)
    value = attribute_of(t, subject, name, origin)
    t.quiet = was_quiet
    if isinstance(pattern, ast.MatchAs) and value.tag == "attribute":
        t.captured.add(value)  # whether it is there is asked where the name is read
    return _match(
        t,
        pattern,
        value,
        origin,
        lambda: _match_members(t, others, subject, origin, taken, otherwise),
        otherwise,
    )


def _tests(
    t: CanonicalTracer, patterns: Sequence[ast.pattern], subject: Value, origin: Origin
) -> list[Value] | None:
    """The questions of alternatives, where each is one."""
    tests: list[Value] = []
    for pattern in patterns:
        match pattern:
            case ast.MatchValue(value=value):
                tests.append(compared(t, "Eq", subject, trace_expression(t, value), origin))
            case ast.MatchSingleton(value=constant):
                tests.append(compared(t, "Is", subject, t.constant(constant, origin), origin))
            case ast.MatchClass(cls=cls, patterns=[], kwd_patterns=[]):
                tests.append(operation(t, "isinstance()", (subject, trace_expression(t, cls)), origin))
            case _:
                return None
    return tests


def _bind(t: CanonicalTracer, pattern: ast.pattern, value: Value) -> None:
    index = t.names.occurrence_of_node.get(pattern)
    if index is not None:
        occurrence = t.names.occurrences[index]
        bind_variable(t, occurrence.owner, occurrence.name, value, (occurrence.start, occurrence.end))
