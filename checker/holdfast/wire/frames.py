"""JSON-RPC framing without input or output: bytes in, frames out.

A frame keeps the bytes that it came in, so that it can be handed on byte for byte, and parses its body
only when somebody looks at it. Nothing that arrives can raise: what is no frame becomes a `BadFrame`
that says why, and reading goes on at the next header that can be found.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

#: A message longer than this is an attack or a mistake; editors send whole files, not disks.
MAX_BODY: Final = 256 * 1024 * 1024
MAX_HEADER: Final = 8 * 1024

_HEADER_END = re.compile(rb"\r\n\r\n|\n\n")
_HEADER_NAME = re.compile(rb"content-(?:length|type)[ \t]*:", re.IGNORECASE)
#: Any header may stand beside Content-Length, as in HTTP; it is carried along and not looked at.
_HEADER_LINE = re.compile(rb"[A-Za-z][A-Za-z0-9-]*[ \t]*:")
_LENGTH = re.compile(rb"[0-9]{1,18}\Z")
_CONTRADICTION: Final = "two different lengths in one header"
#: How many bytes at the end of a broken stretch may be the beginning of the next header.
_OVERLAP: Final = len(b"content-length")


class Frame:
    """One message: its raw bytes, and its content once asked for.

    Immutable to its users; the parsed content is remembered.
    """

    __slots__ = ("_content", "_header_length", "raw")

    def __init__(self, raw: bytes, header_length: int) -> None:
        self.raw = raw
        self._header_length = header_length
        self._content: Message | Malformed | None = None

    @property
    def body(self) -> bytes:
        return self.raw[self._header_length :]

    def content(self) -> Message | Malformed:
        """The message, or why the body is none."""
        if self._content is None:
            self._content = _parse(self.body)
        return self._content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self.raw == other.raw

    def __hash__(self) -> int:
        return hash(self.raw)

    def __repr__(self) -> str:
        return f"Frame({self.raw!r})"


@dataclass(frozen=True, slots=True)
class Message:
    """A JSON object that follows JSON-RPC as far as its keys say."""

    fields: Mapping[str, Any]

    @property
    def method(self) -> str | None:
        """The method of a request or notification; None for a response."""
        method = self.fields.get("method")
        return method if isinstance(method, str) else None

    @property
    def id(self) -> int | str | None:
        identity = self.fields.get("id")
        if isinstance(identity, bool) or not isinstance(identity, int | str):
            return None
        return identity

    @property
    def is_request(self) -> bool:
        return self.method is not None and self.id is not None

    @property
    def is_notification(self) -> bool:
        return self.method is not None and "id" not in self.fields

    @property
    def is_response(self) -> bool:
        return self.method is None and ("result" in self.fields or "error" in self.fields)


@dataclass(frozen=True, slots=True)
class Malformed:
    """A well-framed body that is no JSON object."""

    reason: str


@dataclass(frozen=True, slots=True)
class BadFrame:
    """Bytes that are no frame. `raw` is what was skipped; of an oversized body only the header is kept."""

    reason: str
    raw: bytes


def encode(message: Mapping[str, Any]) -> Frame:
    """The frame of `message`; key order is kept, and text is sent as UTF-8."""
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    header = b"Content-Length: %d\r\n\r\n" % len(body)
    return Frame(header + body, len(header))


class FrameReader:
    """Cuts a stream of bytes into frames. The one owner of the bytes that are not yet a frame."""

    __slots__ = ("_buffer", "_header_length", "_max_body", "_needed", "_searched", "_to_discard")

    def __init__(self, *, max_body: int = MAX_BODY) -> None:
        self._buffer = bytearray()
        self._max_body = max_body
        #: Length of the header at the start of the buffer and of the whole frame, once known.
        self._header_length = 0
        self._needed = 0
        #: Up to here the buffer holds no end of a header.
        self._searched = 0
        #: Bytes of an oversized body still to come.
        self._to_discard = 0

    def feed(self, data: bytes) -> list[Frame | BadFrame]:
        """Take in `data`; give every frame that is now complete, in order."""
        self._buffer += data
        found: list[Frame | BadFrame] = []
        while (item := self._next()) is not None:
            found.append(item)
        return found

    def close(self) -> BadFrame | None:
        """The stream has ended: whatever is left is a truncated frame."""
        if self._to_discard:
            missing, self._to_discard = self._to_discard, 0
            return BadFrame(f"the stream ended {missing} bytes before the end of an oversized message", b"")
        if not self._buffer:
            return None
        rest = bytes(self._buffer)
        if self._needed:
            reason = f"the stream ended after {len(rest)} of the {self._needed} bytes of a message"
        else:
            reason = "the stream ended inside a header"
        self._drop(len(rest))
        return BadFrame(reason, rest)

    @property
    def pending(self) -> int:
        """How many bytes are held back because their frame is not complete."""
        return len(self._buffer)

    def _next(self) -> Frame | BadFrame | None:
        if self._to_discard:
            gone = min(self._to_discard, len(self._buffer))
            self._to_discard -= gone
            self._drop(gone)
        if not self._buffer:
            return None
        if not self._needed:
            problem = self._read_header()
            if problem is not None or not self._needed:
                return problem
        if len(self._buffer) < self._needed:
            return None
        frame = Frame(bytes(memoryview(self._buffer)[: self._needed]), self._header_length)
        self._drop(self._needed)
        return frame

    def _read_header(self) -> BadFrame | None:
        """Find the header at the start of the buffer; on success `_needed` is set."""
        end = _HEADER_END.search(self._buffer, max(0, self._searched - 3))
        if end is None:
            if len(self._buffer) > MAX_HEADER:
                return self._skip_to_header(f"no end of header within {MAX_HEADER} bytes", len(self._buffer))
            self._searched = len(self._buffer)
            return None
        header = bytes(self._buffer[: end.start()])
        length = _content_length(header)
        if length == _CONTRADICTION:
            # Neither length can be trusted, so the second must not be taken for a header of its own.
            raw = bytes(self._buffer[: end.end()])
            self._drop(end.end())
            return BadFrame(_CONTRADICTION, raw)
        if isinstance(length, str):
            return self._skip_to_header(length, end.end())
        if length > self._max_body:
            raw = bytes(self._buffer[: end.end()])
            self._drop(end.end())
            self._to_discard = length
            return BadFrame(f"a message of {length} bytes is over the limit of {self._max_body}", raw)
        self._header_length = end.end()
        self._needed = end.end() + length
        return None

    def _skip_to_header(self, reason: str, limit: int) -> BadFrame:
        """Drop bytes up to the next possible header before `limit`, or up to it."""
        found = _HEADER_NAME.search(self._buffer, 1, limit)
        if found is not None:
            stop = found.start()
        elif limit == len(self._buffer):
            # The first bytes of a header may be the last ones that have arrived.
            stop = max(1, limit - _OVERLAP)
        else:
            stop = limit
        raw = bytes(self._buffer[:stop])
        self._drop(stop)
        return BadFrame(reason, raw)

    def _drop(self, count: int) -> None:
        del self._buffer[:count]
        self._needed = self._header_length = self._searched = 0


def _content_length(header: bytes) -> int | str:
    """The length that a header announces, or what is wrong with the header."""
    length: int | None = None
    for line in header.replace(b"\r\n", b"\n").split(b"\n"):
        if not _HEADER_LINE.match(line):
            return f"not a header line: {line[:80]!r}"
        name, _, value = line.partition(b":")
        if name.strip().lower() != b"content-length":
            continue
        if not _LENGTH.match(value.strip()):
            return f"not a length: {value.strip()[:80]!r}"
        if length is not None and length != int(value):
            return _CONTRADICTION
        length = int(value)
    return length if length is not None else "a header without Content-Length"


def _parse(body: bytes) -> Message | Malformed:
    try:
        # The text goes in decoded: given bytes, json guesses UTF-16 and UTF-32, which JSON-RPC excludes.
        value = json.loads(body.decode("utf-8", "surrogatepass"))
    except UnicodeDecodeError as error:
        return Malformed(f"the body is not UTF-8 at byte {error.start}")
    except json.JSONDecodeError as error:
        return Malformed(f"the body is not JSON: {error.msg} at character {error.pos}")
    except (RecursionError, ValueError) as error:
        return Malformed(f"the body cannot be parsed: {type(error).__name__}")
    if not isinstance(value, dict):
        return Malformed(f"the body is a JSON {type(value).__name__}, not an object")
    return Message(value)
