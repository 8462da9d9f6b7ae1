"""Texts with values in them: `%`, `format`, f-strings and `+` have one form.

A text is its pieces: what stands there, and fields, each a value with how it is shown. Whether `%d` shows
a value as `{}` does depends on its type: it does for integers.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from holdfast.python.traces.canonical.format_specs import (
    Field,
    Pieces,
    for_integer,
    for_text,
    format_pieces,
    normal_spec,
    percent_pieces,
)
from holdfast.python.traces.expressions import EXPRESSIONS, trace_expression
from holdfast.python.traces.known import is_integer, is_number, is_text
from holdfast.python.traces.operations import operation
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Origin, Value

#: A piece that stands there, or a value that was made a text already.
Piece = str | Value


def text_of(t: Tracer, pieces: Sequence[Piece], origin: Origin) -> Value:
    literals, fields = [""], []
    for piece in pieces:
        for inner in _spliced(piece):
            if isinstance(inner, str):
                literals[-1] += inner
            else:
                fields.append(inner)
                literals.append("")
    if not fields:
        return t.constant(literals[0], origin)
    if literals == ["", ""] and is_text(fields[0].parts[0]) and fields[0].key == "field ":
        return fields[0].parts[0]
    key = ("text", *literals)
    return t.value("op", key, tuple(fields), origin, immutable=True)


def _spliced(piece: Piece) -> list[Piece]:
    """A text in a text is part of it."""
    if isinstance(piece, str) or piece.tag != "op" or piece.key != "field ":
        return [piece]
    inner = piece.parts[0]
    if inner.tag == "const" and isinstance(inner.key, tuple):
        kind, shown = inner.key
        if kind == "str":
            return [ast.literal_eval(shown)]
        return [shown] if kind in ("int", "bool", "NoneType") else [piece]
    if inner.tag == "op" and isinstance(inner.key, tuple) and inner.key[0] == "text":
        found: list[Piece] = []
        for position, literal in enumerate(inner.key[1:]):
            found.append(str(literal))
            found.extend(inner.parts[position : position + 1])
        return found
    return [piece]


def field_of(t: Tracer, value: Value, conversion: str, spec: str, origin: Origin) -> Value:
    """The value as it is shown: `conversion` is that of `format`, or `%` for a code of numbers."""
    if is_integer(value):
        if conversion in ("%", "", "s"):
            conversion, spec = "", for_integer(spec)
            spec = "" if spec == "d" else spec
    elif is_text(value):
        spec = for_text(spec) if conversion in ("", "s") else spec
    if conversion == "s" and (not spec or is_text(value) or is_number(value)):
        conversion = ""
    if conversion == "%" and spec != "d" and not spec.endswith("d"):
        conversion = ""  # %f and {:f} are one; %d takes numbers that {:d} does not take
    since = None if value.immutable else t.since(("touch", value))
    return t.value("op", f"field {conversion}{spec}", (value,), origin, since=since, immutable=True)


def trace_text(t: Tracer, node: ast.JoinedStr) -> Value:
    pieces: list[Piece] = []
    origin = t.origin(node)
    for piece in node.values:
        if isinstance(piece, ast.Constant):
            pieces.append(str(piece.value))
        elif isinstance(piece, ast.FormattedValue):
            value = trace_expression(t, piece.value)
            conversion = "" if piece.conversion == -1 else chr(piece.conversion)
            spec = trace_expression(t, piece.format_spec) if piece.format_spec is not None else None
            if spec is None or (spec.tag == "const" and isinstance(spec.key, tuple)):
                shown = "" if spec is None else normal_spec(ast.literal_eval(str(spec.key[1])))  # type: ignore[index]
                pieces.append(field_of(t, value, conversion, shown, origin))
            else:
                key = f"field {conversion} by"
                shown_by = t.value("op", key, (value, spec), origin, immutable=True)
                pieces.append(t.evaluate(shown_by, origin))
    return text_of(t, pieces, origin)


def trace_binary(t: Tracer, node: ast.BinOp) -> Value:
    origin = t.origin(node)
    if (
        isinstance(node.op, ast.Mod)
        and isinstance(node.left, ast.Constant)
        and isinstance(node.left.value, str)
    ):
        pieces = percent_pieces(node.left.value)
        value = _percent(t, pieces, node.right, origin) if pieces is not None else None
        if value is not None:
            return value
    if not isinstance(node.op, ast.Add):
        return EXPRESSIONS["BinOp"](t, node)
    left, right = trace_expression(t, node.left), trace_expression(t, node.right)
    return added(t, left, right, origin)


def added(t: Tracer, left: Value, right: Value, origin: Origin) -> Value:
    """A sum, or one text behind the other: what a text is added to is a text."""
    if is_text(left) or is_text(right):
        return text_of(t, [_as_text(t, left, origin), _as_text(t, right, origin)], origin)
    return operation(t, "Add", (left, right), origin)


def _as_text(t: Tracer, value: Value, origin: Origin) -> Value:
    return t.value("op", "field ", (value,), origin, immutable=True)


def _percent(t: Tracer, pieces: Pieces, operand: ast.expr, origin: Origin) -> Value | None:
    fields = [piece for piece in pieces if isinstance(piece, Field)]
    named = any(isinstance(field.argument, str) for field in fields)
    given: dict[str | int, Value] = {}
    if named:
        if not isinstance(operand, ast.Dict) or not all(
            isinstance(key, ast.Constant) for key in operand.keys
        ):
            return None
        for key, value in zip(operand.keys, operand.values, strict=True):
            given[key.value] = trace_expression(t, value)  # type: ignore[union-attr]
    elif isinstance(operand, ast.Tuple):
        if any(isinstance(item, ast.Starred) for item in operand.elts) or len(operand.elts) != len(fields):
            return None
        given = {position: trace_expression(t, item) for position, item in enumerate(operand.elts)}
    elif len(fields) == 1:
        # One code takes the value itself; that it is no tuple is what the code says.
        given = {0: trace_expression(t, operand)}
    else:
        given = _elements(t, trace_expression(t, operand), len(fields), origin)
    return _filled(t, pieces, given, origin)


def _elements(t: Tracer, value: Value, count: int, origin: Origin) -> dict[str | int, Value]:
    """The elements of a tuple that is not written out, as unpacking it gives them."""
    if value.tag == "tuple" and len(value.parts) == count:
        return dict(enumerate(value.parts))
    since = t.since(("touch", value), ("item",))
    unpacked = t.evaluate(t.value("op", ("unpack", "." * count), (value,), origin, since=since), origin)
    return {position: t.value("op", ("element", position), (unpacked,), origin) for position in range(count)}


def _filled(t: Tracer, pieces: Pieces, given: dict[str | int, Value], origin: Origin) -> Value | None:
    found: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str):
            found.append(piece)
        elif piece.argument in given:
            found.append(field_of(t, given[piece.argument], piece.conversion, piece.spec, origin))
        else:
            return None
    return text_of(t, found, origin)


def trace_format(t: Tracer, node: ast.Call) -> Value | None:
    """`"…".format(…)`, `format(x, "…")` and `str(x)`, where it is known what goes where."""
    origin = t.origin(node)
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            pieces = format_pieces(text)
            if pieces is None or any(isinstance(item, ast.Starred) for item in node.args):
                return None
            if any(keyword.arg is None for keyword in node.keywords):
                return None
            wanted = {piece.argument for piece in pieces if isinstance(piece, Field)}
            names = {*range(len(node.args)), *(keyword.arg for keyword in node.keywords)}
            if not wanted <= names:
                return None
            given: dict[str | int, Value] = {}
            for position, argument in enumerate(node.args):
                given[position] = trace_expression(t, argument)
            for keyword in node.keywords:
                given[str(keyword.arg)] = trace_expression(t, keyword.value)
            return _filled(t, pieces, given, origin)
        case ast.Call(func=ast.Name(id="str"), args=[argument], keywords=[]):
            if isinstance(argument, ast.Starred):
                return None
            return text_of(t, [field_of(t, trace_expression(t, argument), "", "", origin)], origin)
        case ast.Call(
            func=ast.Name(id="format"), args=[argument, ast.Constant(value=str(spec))], keywords=[]
        ):
            value = trace_expression(t, argument)
            return text_of(t, [field_of(t, value, "", normal_spec(spec), origin)], origin)
    return None
