"""Bytes of a Python file to text, by Python's own rules (BOM, PEP 263), as a value and never a crash.

Pure: knows neither files nor trees. The text is what the offsets of every analysis count, so line ends
are kept as they are; a byte order mark is dropped from the text and remembered.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:[#\r\n]|$)")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_BOM = codecs.BOM_UTF8


class Source(NamedTuple):
    """The text of a file and how it was encoded. `problem` says what could not be decoded, or is None.

    Text with a problem is still text: undecodable bytes are U+FFFD, so that mentions can be searched,
    but it is no program and must not be edited.
    """

    text: str
    encoding: str
    bom: bool
    problem: str | None

    def encode(self, text: str) -> bytes:
        """The bytes of `text` in the encoding of this source; UnicodeEncodeError if it has no such character."""
        return (_BOM if self.bom else b"") + text.encode(self.encoding)


def decode(data: bytes) -> Source:
    """The text of a Python source file."""
    bom = data.startswith(_BOM)
    body = data[len(_BOM) :] if bom else data
    declared = declared_encoding(body)
    if declared is None:
        return _decoded(body, "utf-8", bom, None)
    try:
        encoding = codecs.lookup(declared).name
    except LookupError:
        return _decoded(body, "utf-8", bom, f"unknown encoding {declared!r}")
    if encoding == "utf-8-sig":
        # The byte order mark has been dealt with; Python takes this for UTF-8 too.
        encoding = "utf-8"
    if bom and encoding != "utf-8":
        return _decoded(body, "utf-8", bom, f"a UTF-8 byte order mark, but the file declares {declared!r}")
    return _decoded(body, encoding, bom, None)


def declared_encoding(data: bytes) -> str | None:
    """The encoding that one of the first two lines declares, as it is written there."""
    position = 0
    for _ in range(2):
        end = _LINE_END.search(data, position)
        line = data[position : end.start() if end else len(data)]
        cookie = _COOKIE.match(line)
        if cookie:
            return cookie.group(1).decode("ascii", "replace")
        if end is None or not _BLANK.match(line):
            return None
        position = end.end()
    return None


def _decoded(body: bytes, encoding: str, bom: bool, problem: str | None) -> Source:
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        found = f"byte {error.start} (0x{body[error.start]:02x}) is not {encoding}: {error.reason}"
        return Source(body.decode(encoding, "replace"), encoding, bom, problem or found)
    except (LookupError, ValueError) as error:
        # Codecs that do not yield text (rot13, hex) and stateful ones that fail in their own way.
        return Source(body.decode("utf-8", "replace"), "utf-8", bom, problem or f"{encoding}: {error}")
    if not isinstance(text, str):
        return Source(body.decode("utf-8", "replace"), "utf-8", bom, f"{encoding} does not encode text")
    return Source(text, encoding, bom, problem)
