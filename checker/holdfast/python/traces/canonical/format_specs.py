"""How a value is put into a text: one spelling for the codes of `%` and of `format`.

Pure text: what `%-10s` and `{:<10}` have in common. What depends on the type of the value says so.
"""

from __future__ import annotations

import re
import string
from typing import NamedTuple


class Field(NamedTuple):
    """A place in a text: which argument goes there, converted how, with which format."""

    argument: str | int
    conversion: str
    spec: str


#: Pieces of a text in turn: what stands there, and what is put in.
Pieces = list[str | Field]

_PERCENT = re.compile(
    r"%(?:\((?P<key>[^)]*)\))?(?P<flags>[-+ #0]*)(?P<width>\d*)(?:\.(?P<precision>\d+))?(?P<type>.)"
)
_SPEC = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<alternate>#?)(?P<zero>0?)(?P<width>\d*)"
    r"(?P<grouping>[_,]?)(?:\.(?P<precision>\d+))?(?P<type>[a-zA-Z%]?)"
)
_OF_NUMBERS = frozenset("deEfFgGoxX")


def percent_pieces(text: str) -> Pieces | None:
    """The pieces of a text that is formatted by `%`; None where a code is out of the ordinary."""
    pieces: Pieces = []
    end = count = 0
    for found in _PERCENT.finditer(text):
        pieces.append(text[end : found.start()])
        end = found.end()
        if found["type"] == "%":
            pieces.append("%")
            continue
        field = _percent_field(found, count)
        if field is None:
            return None
        count += 1
        pieces.append(field)
    if "%" in text[end:]:
        return None
    return [*pieces, text[end:]]


def _percent_field(found: re.Match[str], count: int) -> Field | None:
    flags, kind = found["flags"], found["type"]
    argument: str | int = count if found["key"] is None else found["key"]
    width, precision = found["width"], found["precision"]
    if kind in "sra":
        if set(flags) - {"-"} or (width and width.startswith("0")):
            return None
        spec = ("<" if "-" in flags else ">") + width if width else ""
        spec += f".{precision}" if precision is not None else ""
        return Field(argument, kind, spec)
    kind = "d" if kind in "iu" else kind
    if kind not in _OF_NUMBERS or (kind in "dxXo" and precision is not None):
        return None
    spec = "<" if "-" in flags and width else ""
    spec += "+" if "+" in flags else " " if " " in flags else ""
    spec += "#" if "#" in flags else ""
    spec += "0" if "0" in flags and "-" not in flags else ""
    spec += width + (f".{precision}" if precision is not None else "")
    return Field(argument, "%", normal_spec(spec + kind))


def format_pieces(text: str) -> Pieces | None:
    """The pieces of a text whose method `format` is called; formats within formats are out of the ordinary."""
    pieces: Pieces = []
    count = 0
    try:
        for literal, name, spec, conversion in string.Formatter().parse(text):
            pieces.append(literal)
            if name is None:
                continue
            if "{" in (spec or "") or not re.fullmatch(r"\w*", name):
                return None
            argument: str | int = count if not name else int(name) if name.isdigit() else name
            count += not name
            pieces.append(Field(argument, conversion or "", normal_spec(spec or "")))
    except ValueError:
        return None
    return pieces


def normal_spec(spec: str) -> str:
    """The format without what goes without saying."""
    found = _SPEC.fullmatch(spec)
    if found is None:
        return spec
    kind, align, fill, zero = found["type"], found["align"] or "", found["fill"] or "", found["zero"]
    if fill == "0" and align == "=":
        fill, align, zero = "", "", "0"
    fill = "" if fill == " " else fill
    if kind == "s":
        kind = ""
    if align == ">" and not fill and kind in _OF_NUMBERS and kind:
        align = ""
    if not found["width"]:
        align = fill = zero = ""
    sign = "" if found["sign"] == "-" else found["sign"]
    precision = f".{found['precision']}" if found["precision"] is not None else ""
    return (
        f"{fill}{align}{sign}{found['alternate']}{zero}{found['width']}{found['grouping']}{precision}{kind}"
    )


def for_integer(spec: str) -> str:
    """The format of an integer: `3` and `>3` mean `3d`."""
    found = _SPEC.fullmatch(spec)
    if found is None or found["type"] or found["precision"] is not None:
        return spec
    return normal_spec(spec + "d") if spec else ""


def for_text(spec: str) -> str:
    """The format of a text: `10` means `<10`."""
    found = _SPEC.fullmatch(spec)
    if found is None or not found["width"] or found["align"] or found["zero"]:
        return spec
    return "<" + spec
