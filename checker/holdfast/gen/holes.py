"""Text with holes and marks: how a generated program is put together.

A *hole* `‹name›` waits for a plug. A hole that stands alone on its line takes a block: every line of the
plug gets the hole's indentation, and an empty plug takes the line away. Any other hole takes the plug
as it is. A *mark* `«label|text»` says that this text is an interval of interest; marks nest and survive
plugging, because they travel inside the text. `render` takes the marks out and says where they were.

The two pairs of quotation marks are therefore not available to generated programs. Text with holes was
preferred to syntax trees because building and printing a libcst tree measured fifty times dearer, and
because a generator then looks like the program that it makes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from holdfast.errors import HoldfastError
from holdfast.gen.space import Space, combine

_HOLE = re.compile(r"^([ \t]*)‹(\w+)›(\n|\Z)|‹(\w+)›", re.MULTILINE)
_MARK = re.compile(r"«(\w+)\||(»)")


class TemplateError(HoldfastError):
    """A template and its plugs do not fit together: a mistake in a generator."""


class Rendered(NamedTuple):
    """A text without marks, and the offsets of what was marked, in reading order by label."""

    text: str
    spans: Mapping[str, tuple[tuple[int, int], ...]]


def mark(label: str, text: str) -> str:
    """`text` as an interval of interest."""
    return f"«{label}|{text}»"


def holes(template: str) -> tuple[str, ...]:
    """The names of the holes of a template, in order, each once."""
    return tuple(dict.fromkeys(part.name for part in _parts(template) if isinstance(part, Hole)))


def fill(template: str, **plugs: str) -> str:
    """The template with some of its holes plugged; holes without a plug stay open."""
    pieces = []
    used = set()
    for part in _parts(template):
        if isinstance(part, str):
            pieces.append(part)
            continue
        plug = plugs.get(part.name)
        if plug is None:
            pieces.append(f"{part.indent or ''}‹{part.name}›{part.end}")
            continue
        used.add(part.name)
        pieces.append(plug if part.indent is None else _block(plug, part))
    if len(used) != len(plugs):
        raise TemplateError(f"no hole for {sorted(plugs.keys() - used)} in {template!r}")
    return "".join(pieces)


def plugged(template: str | Space[str], **plugs: str | Space[str]) -> Space[str]:
    """Every way to fill the template with one plug from each space."""
    names = tuple(plugs)

    def filled(values: tuple[Any, ...]) -> str:
        return fill(values[0], **dict(zip(names, values[1:], strict=True)))

    return combine(template, *plugs.values()).map(filled)


def block(*statements: str) -> str:
    """Statements under each other; empty ones are left out."""
    return "\n".join(statement.rstrip("\n") for statement in statements if statement)


def indented(text: str, by: str = "    ") -> str:
    """The text with every line that is not empty moved right."""
    return "".join(by + line if line.strip() else line for line in text.splitlines(keepends=True))


def render(markup: str) -> Rendered:
    """Take the marks out of a finished text."""
    if "‹" in markup:
        raise TemplateError(f"holes left open: {holes(markup)}")
    pieces: list[str] = []
    open_marks: list[tuple[str, int]] = []
    spans: dict[str, list[tuple[int, int]]] = {}
    length = cursor = 0
    for found in _MARK.finditer(markup):
        start = found.start()
        pieces.append(markup[cursor:start])
        length += start - cursor
        cursor = found.end()
        label = found[1]
        if label is not None:
            open_marks.append((label, length))
        else:
            if not open_marks:
                raise TemplateError(f"a mark is closed that was never opened: {markup!r}")
            label, began = open_marks.pop()
            spans.setdefault(label, []).append((began, length))
    if open_marks:
        raise TemplateError(f"marks left open: {open_marks}")
    pieces.append(markup[cursor:])
    return Rendered("".join(pieces), {label: tuple(sorted(found)) for label, found in spans.items()})


def unmarked(markup: str) -> str:
    """The text without its marks."""
    return _MARK.sub("", markup)


class Hole(NamedTuple):
    """A hole; one that takes a block has an indentation, and the end of its line."""

    name: str
    indent: str | None = None
    end: str = ""


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[str | Hole, ...]:
    """A template cut at its holes."""
    parts: list[str | Hole] = []
    cursor = 0
    for found in _HOLE.finditer(template):
        if found.start() > cursor:
            parts.append(template[cursor : found.start()])
        cursor = found.end()
        parts.append(Hole(found[2], found[1], found[3]) if found[4] is None else Hole(found[4]))
    if cursor < len(template):
        parts.append(template[cursor:])
    return tuple(parts)


def _block(plug: str, hole: Hole) -> str:
    if not plug:
        return ""
    if hole.end and not plug.endswith("\n"):
        plug += "\n"
    return indented(plug, hole.indent) if hole.indent else plug
