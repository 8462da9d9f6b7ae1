"""Bytes of a file to text and back, so that writing an edited file changes nothing but the edit.

A Python file says how it is encoded (PEP 263); any other text file is UTF-8 or is left alone. Newlines
stay as they are: the text of a world has the offsets of the file's own characters. A byte order mark is
no character of the text; it is remembered and written back.
"""

from __future__ import annotations

import codecs

from holdfast.errors import InputError
from holdfast.python import source
from holdfast.records import dataclass


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a file's bytes spell its text."""

    name: str
    bom: bool = False


UTF_8 = Encoding("utf-8")


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    encoding: Encoding


@dataclass(frozen=True, slots=True)
class Undecodable:
    """Why the bytes are no text."""

    reason: str


def decode(data: bytes, *, python: bool) -> Decoded | Undecodable:
    """The text of a file; `python` says whether an encoding declaration is looked for."""
    if b"\0" in data:
        return Undecodable("it is a binary file")
    encoding = declared_encoding(data) if python else Encoding("utf-8", data.startswith(codecs.BOM_UTF8))
    if isinstance(encoding, Undecodable):
        return encoding
    body = data[len(codecs.BOM_UTF8) :] if encoding.bom else data
    try:
        return Decoded(codecs.decode(body, encoding.name), encoding)
    except UnicodeDecodeError as error:
        return Undecodable(f"it is not valid {encoding.name} at byte {error.start}")
    except (LookupError, ValueError, TypeError) as error:
        return Undecodable(f"it cannot be read as {encoding.name} ({type(error).__name__})")


def declared_encoding(data: bytes) -> Encoding | Undecodable:
    """The encoding of a Python file by PEP 263: the mark, or a comment in the first two lines."""
    bom = data.startswith(codecs.BOM_UTF8)
    name = source.declared_encoding(data[len(codecs.BOM_UTF8) :] if bom else data)
    if name is None:
        return Encoding("utf-8", bom)
    try:
        codec = codecs.lookup(name)
    except LookupError:
        return Undecodable(f"it declares the unknown encoding {name}")
    if not getattr(codec, "_is_text_encoding", True):
        return Undecodable(f"it declares {name}, which is no text encoding")
    if bom and codec.name != "utf-8":
        return Undecodable(f"it has a UTF-8 byte order mark and declares {name}")
    return Encoding(codec.name, bom)


def encode(text: str, encoding: Encoding, file: str) -> bytes:
    """The bytes of `text`; text that the encoding cannot spell is refused."""
    try:
        data = text.encode(encoding.name)
    except UnicodeEncodeError as error:
        raise InputError(
            f"{file} is encoded as {encoding.name}, which has no {text[error.start]!r}; "
            "declare another encoding or choose another name.",
            file=file,
            offset=error.start,
        ) from None
    return (codecs.BOM_UTF8 if encoding.bom else b"") + data


def encode_for_reading(text: str, *, python: bool) -> bytes:
    """Bytes that a reader decodes to `text`, character for character, for copies nobody keeps.

    Where the declared encoding lacks a character it becomes `?`, so that every offset stays true.
    """
    if python:
        encoding = declared_encoding(text[:1000].encode("utf-8", "replace"))
        if isinstance(encoding, Encoding) and encoding.name != "utf-8":
            return text.encode(encoding.name, "replace")
    return text.encode("utf-8", "replace")
