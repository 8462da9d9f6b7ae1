"""Open documents: their text as the editor has it, and how a change notification changes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from holdfast.errors import InputError
from holdfast.text.positions import LineIndex, Unit


@dataclass(frozen=True, slots=True)
class Document:
    """One open document, under the URI by which the editor calls it."""

    uri: str
    text: str
    version: int | None = None


def changed(document: Document, version: int | None, changes: object, unit: Unit) -> Document:
    """The document after a `didChange`; each change speaks of the text that the one before it left."""
    if not isinstance(changes, list):
        raise InputError(f"{document.uri}: a change without content changes")
    text = document.text
    for change in changes:
        if not isinstance(change, Mapping) or not isinstance(change.get("text"), str):
            raise InputError(f"{document.uri}: a change without text")
        span = change.get("range")
        if span is None:
            text = change["text"]
            continue
        lines = LineIndex(text)
        start, end = (lines.offset(_position(span, side), unit) for side in ("start", "end"))
        text = text[:start] + change["text"] + text[max(start, end) :]
    return Document(document.uri, text, version)


def text_key(text: str | None) -> str:
    """Equal for equal texts; short, so that many can be kept."""
    if text is None:
        return ""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _position(span: object, side: str) -> tuple[int, int]:
    place: Any = span.get(side) if isinstance(span, Mapping) else None
    if isinstance(place, Mapping):
        line, column = place.get("line"), place.get("character")
        if isinstance(line, int) and isinstance(column, int):
            return line, column
    raise InputError("a change with a range that has no positions")
