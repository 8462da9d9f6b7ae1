"""String literals of libcst: plain, concatenated, f-strings and t-strings."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

import libcst as cst

from holdfast.python.newer_syntax import nodes
from holdfast.python.newer_syntax.places import Places

Convert = Callable[[Places, cst.BaseExpression], ast.expr]
_Formatted = cst.FormattedString | cst.TemplatedString
_Field = cst.FormattedStringExpression | cst.TemplatedStringExpression
_Content = cst.BaseFormattedStringContent | cst.BaseTemplatedStringContent


def convert_string(places: Places, node: cst.BaseString, convert: Convert) -> ast.expr:
    """One literal, or an implicit concatenation of several, as the one node that `ast` makes of it."""
    pieces = list(_pieces(node))
    if not any(isinstance(piece, _Formatted) for piece in pieces):
        return places.at(_constant(pieces), node)
    values: list[ast.expr] = []
    template = any(isinstance(piece, cst.TemplatedString) for piece in pieces)
    for piece in pieces:
        if isinstance(piece, cst.SimpleString):
            values.append(places.at(ast.Constant(value=piece.evaluated_value, kind=None), piece))
        elif isinstance(piece, _Formatted):
            values += _contents(places, piece.parts, piece.start, convert)
    made = nodes.TemplateStr(values=_merged(values)) if template else ast.JoinedStr(values=_merged(values))
    placed: ast.expr = places.at(made, node)
    return placed


def _pieces(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    while isinstance(node, cst.ConcatenatedString):
        yield from _pieces(node.left)
        node = node.right
    yield node


def _constant(pieces: Sequence[cst.CSTNode]) -> ast.Constant:
    values = [piece.evaluated_value for piece in pieces if isinstance(piece, cst.SimpleString)]
    first = pieces[0]
    kind = "u" if isinstance(first, cst.SimpleString) and first.prefix == "u" else None
    empty = b"" if isinstance(values[0], bytes) else ""
    return ast.Constant(value=empty.join(values), kind=kind)  # type: ignore[arg-type]


def _contents(
    places: Places,
    parts: Sequence[_Content],
    opening: str,
    convert: Convert,
    in_specification: bool = False,
) -> Iterator[ast.expr]:
    for part in parts:
        if isinstance(part, cst.FormattedStringText | cst.TemplatedStringText):
            yield places.at(ast.Constant(value=_text_value(part.value, opening), kind=None), part)
        elif isinstance(part, _Field):
            yield from _field(places, part, opening, convert, in_specification)


def _field(
    places: Places, part: _Field, opening: str, convert: Convert, in_specification: bool
) -> Iterator[ast.expr]:
    value = convert(places, part.expression)
    specification: ast.expr | None = None
    if part.format_spec is not None:
        inner = _merged(list(_contents(places, part.format_spec, opening, convert, in_specification=True)))
        end = places.end(part) - 1
        first = part.format_spec[0] if part.format_spec else None
        begin = places.start(first) if first is not None else end
        specification = places.between(ast.JoinedStr(values=inner), begin, end)
    conversion = ord(part.conversion) if part.conversion else -1
    if part.equal is not None:
        # `{x=}` also shows its own text, and its value by repr unless told otherwise.
        shown = places.tree.text[places.start(part) + 1 : places.end(part.equal)]
        yield places.at(ast.Constant(value=shown, kind=None), part.expression)
        conversion = ord("r") if conversion < 0 and specification is None else conversion
    if isinstance(part, cst.FormattedStringExpression) or in_specification:
        made = ast.FormattedValue(value=value, conversion=conversion, format_spec=specification)
        yield places.at(made, part)
    else:
        text = places.tree.text[places.start(part.expression) : places.end(part.expression)]
        made = nodes.Interpolation(value=value, str=text, conversion=conversion, format_spec=specification)
        yield places.at(made, part)


def _text_value(text: str, opening: str) -> str:
    text = text.replace("{{", "{").replace("}}", "}")
    if "\\" not in text or "r" in opening.lower():
        return text
    quote = opening.lstrip("fFtTrR")
    try:
        return str(ast.literal_eval(quote + text + quote))
    except (SyntaxError, ValueError):
        return text


def _merged(values: list[ast.expr]) -> list[ast.expr]:
    """Neighbouring constants are one constant, and empty ones none."""
    merged: list[ast.expr] = []
    for value in values:
        before = merged[-1] if merged else None
        if not isinstance(value, ast.Constant):
            merged.append(value)
        elif isinstance(before, ast.Constant):
            before.value = str(before.value) + str(value.value)
            before.end_lineno, before.end_col_offset = value.end_lineno, value.end_col_offset
        elif value.value != "":
            merged.append(value)
    return merged
