"""Patterns of `match` of libcst as `ast` patterns."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

import libcst as cst

from holdfast.python.newer_syntax.expressions import convert_expression
from holdfast.python.newer_syntax.places import Places, identifier


def convert_pattern(places: Places, node: cst.MatchPattern) -> ast.pattern:
    """The `ast` pattern of a libcst pattern."""
    made: ast.pattern = _CONVERSIONS[type(node)](places, node)
    if isinstance(node, cst.MatchTuple) and node.lpar:
        return places.between(made, places.start(node.lpar[-1]), places.end(node.rpar[0]))
    return places.at(made, node.value if isinstance(node, cst.MatchValue) else node)


def _as(places: Places, node: cst.MatchAs) -> ast.pattern:
    inner = None if node.pattern is None else convert_pattern(places, node.pattern)
    return ast.MatchAs(pattern=inner, name=None if node.name is None else identifier(node.name))


def _elements(
    places: Places, elements: Sequence[cst.MatchSequenceElement | cst.MatchStar]
) -> list[ast.pattern]:
    made: list[ast.pattern] = []
    for element in elements:
        if isinstance(element, cst.MatchStar):
            name = None if element.name is None else identifier(element.name)
            # An unnamed star has no node for its underscore, and the element includes its comma.
            start = places.start(element)
            end = places.end(element.name) if element.name else places.tree.text.index("_", start) + 1
            made.append(places.between(ast.MatchStar(name=name), start, end))
        else:
            made.append(convert_pattern(places, element.value))
    return made


def _sequence(places: Places, node: cst.MatchList | cst.MatchTuple) -> ast.pattern:
    return ast.MatchSequence(patterns=_elements(places, node.patterns))


def _mapping(places: Places, node: cst.MatchMapping) -> ast.pattern:
    return ast.MatchMapping(
        keys=[convert_expression(places, element.key) for element in node.elements],
        patterns=[convert_pattern(places, element.pattern) for element in node.elements],
        rest=None if node.rest is None else identifier(node.rest),
    )


def _class(places: Places, node: cst.MatchClass) -> ast.pattern:
    return ast.MatchClass(
        cls=convert_expression(places, node.cls),
        patterns=[convert_pattern(places, element.value) for element in node.patterns],
        kwd_attrs=[identifier(element.key) for element in node.kwds],
        kwd_patterns=[convert_pattern(places, element.pattern) for element in node.kwds],
    )


def _singleton(places: Places, node: cst.MatchSingleton) -> ast.pattern:
    return ast.MatchSingleton(value={"None": None, "True": True, "False": False}[node.value.value])


_CONVERSIONS: dict[type[cst.CSTNode], Callable[..., ast.pattern]] = {
    cst.MatchAs: _as,
    cst.MatchList: _sequence,
    cst.MatchTuple: _sequence,
    cst.MatchMapping: _mapping,
    cst.MatchClass: _class,
    cst.MatchOr: lambda places, node: ast.MatchOr(
        patterns=[convert_pattern(places, element.pattern) for element in node.patterns]
    ),
    cst.MatchSingleton: _singleton,
    cst.MatchValue: lambda places, node: ast.MatchValue(value=convert_expression(places, node.value)),
}
