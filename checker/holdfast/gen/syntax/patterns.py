"""Patterns of match statements. The defaults match one of the subjects 7, [1, 2, 3], {"key": 4},
and `thing`."""

from __future__ import annotations

from holdfast.gen.holes import plugged
from holdfast.gen.space import Space, literal
from holdfast.gen.syntax.element import PATTERN, Code, Element


def value_pattern() -> Space[str]:
    return literal("7", "-1", "'text'", "True", "None")


def capture_pattern(bound: Code = "held") -> Space[str]:
    return plugged("‹b›", b=bound)


def dotted_pattern(path: Code = "thing.size") -> Space[str]:
    return plugged("‹p›", p=path)


def sequence_pattern(bound: Code = "held") -> Space[str]:
    return plugged(literal("[‹b›, *_]", "(1, ‹b›, 3)", "[*‹b›, 3]", "[1, [2, ‹b›]]"), b=bound)


def mapping_pattern(bound: Code = "held") -> Space[str]:
    return plugged(literal('{"key": ‹b›}', "{**‹b›}"), b=bound)


def class_pattern(owner: Code = "Thing", field: Code = "size", bound: Code = "held") -> Space[str]:
    return plugged(literal("‹o›(‹f›=‹b›)", "‹o›(‹f›=int() as ‹b›)"), o=owner, f=field, b=bound)


def or_pattern(bound: Code = "held") -> Space[str]:
    return plugged(literal("[‹b›] | [‹b›, *_]", '{"key": ‹b›} | (int() as ‹b›)'), b=bound)


def as_pattern(bound: Code = "held") -> Space[str]:
    return plugged(literal("7 as ‹b›", "int() as ‹b›", "(1 | 7) as ‹b›", "[_, *_] as ‹b›"), b=bound)


def wildcard_pattern() -> Space[str]:
    return literal("_")


ELEMENTS = (
    Element("value pattern", value_pattern, "match_case", PATTERN),
    Element("capture pattern", capture_pattern, "MatchAs", PATTERN),
    Element("dotted pattern", dotted_pattern, "MatchValue", PATTERN),
    Element("sequence pattern", sequence_pattern, "MatchSequence", PATTERN),
    Element("mapping pattern", mapping_pattern, "MatchMapping", PATTERN),
    Element("class pattern", class_pattern, "MatchClass", PATTERN),
    Element("or pattern", or_pattern, "MatchOr", PATTERN),
    Element("as pattern", as_pattern, "MatchAs", PATTERN),
    Element("wildcard pattern", wildcard_pattern, "MatchAs", PATTERN),
)
