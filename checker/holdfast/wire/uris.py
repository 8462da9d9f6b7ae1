"""File URIs and paths, for every platform on any platform.

A path here is text in the spelling of the disk. Editors spell one file in many ways
(`file:///c%3A/x`, `file:///C:/x`, composed and decomposed accents), so two URIs are compared by their
`document_key` only, and an answer uses the spelling that the client sent. Nothing here touches a disk.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from enum import Enum
from typing import Final
from urllib.parse import quote_from_bytes, unquote_to_bytes

from holdfast.errors import InputError

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_DRIVE = re.compile(r"[A-Za-z]:(?=/|\Z)")
_LOCAL_HOSTS: Final = ("", "localhost")


class PathStyle(Enum):
    """How a platform spells and compares paths."""

    POSIX = "posix"
    #: Like POSIX, but case and the composition of accents do not distinguish files.
    MACOS = "macos"
    WINDOWS = "windows"

    @staticmethod
    def here() -> PathStyle:
        if sys.platform == "win32":
            return PathStyle.WINDOWS
        return PathStyle.MACOS if sys.platform == "darwin" else PathStyle.POSIX


def path_of_uri(uri: str, style: PathStyle) -> str | None:
    """The path that a `file:` URI names; None for any other scheme (`untitled:`, `git:`, notebooks).

    A malformed file URI is an `InputError`.
    """
    scheme = _SCHEME.match(uri)
    if scheme is None:
        raise InputError(f"{uri!r} is no URI: it has no scheme such as file:.")
    if scheme[1].lower() != "file":
        return None
    rest = uri[scheme.end() :].partition("#")[0].partition("?")[0]
    host = ""
    if rest.startswith("//"):
        host, slash, tail = rest[2:].partition("/")
        rest = slash + tail
    host = _decode(host, uri)
    path = _decode(rest, uri)
    if style is PathStyle.WINDOWS:
        return _windows_path(host, path, uri)
    if host.lower() not in _LOCAL_HOSTS:
        raise InputError(f"{uri} names the other machine {host!r}; only local files can be read.")
    if not path.startswith("/"):
        raise InputError(f"{uri} names no absolute path.")
    return path


def uri_of_path(path: str, style: PathStyle) -> str:
    """The `file:` URI of an absolute path, spelt as editors do: colon encoded, drive letter in lower case."""
    if style is PathStyle.WINDOWS:
        path = path.replace("\\", "/").removeprefix("//?/")
        if path.startswith("//"):
            host, _, tail = path[2:].partition("/")
            return f"file://{_encode(host)}/{_encode(tail)}"
        if not _DRIVE.match(path):
            raise InputError(f"{path} is no absolute path.")
        return f"file:///{path[0].lower()}%3A{_encode(path[2:])}"
    if not path.startswith("/"):
        raise InputError(f"{path} is no absolute path.")
    return f"file://{_encode(path)}"


def document_key(uri: str, style: PathStyle) -> str:
    """Equal for two URIs exactly when they name one document on that platform."""
    try:
        path = path_of_uri(uri, style)
    except InputError:
        return uri
    return uri if path is None else f"file:{path_key(path, style)}"


def path_key(path: str, style: PathStyle) -> str:
    """Equal for two spellings of one path; not itself a path to open."""
    if style is PathStyle.WINDOWS:
        # NTFS folds case by its own table; casefold() would equate `ß` and `ss`, which it does not.
        return path.replace("\\", "/").lower()
    if style is PathStyle.MACOS:
        return unicodedata.normalize("NFC", path).lower()
    return path


def relative_file(path: str, root: str, style: PathStyle) -> str | None:
    """`path` relative to `root` with forward slashes, or None when it lies outside. Lexical only."""
    parts = _parts(path, style)
    root_parts = _parts(root, style)
    if parts is None or root_parts is None:
        return None
    head = parts[: len(root_parts)]
    if len(parts) <= len(root_parts) or [path_key(p, style) for p in head] != [
        path_key(p, style) for p in root_parts
    ]:
        return None
    return "/".join(parts[len(root_parts) :])


def join_file(root: str, file: str, style: PathStyle) -> str:
    """The path of a world-relative file under `root`; the opposite of `relative_file`."""
    if style is PathStyle.WINDOWS:
        return root.rstrip("\\/") + "\\" + file.replace("/", "\\")
    return root.rstrip("/") + "/" + file


def _parts(path: str, style: PathStyle) -> list[str] | None:
    """The parts of an absolute path with `.` and `..` worked out; None when `..` leaves the root."""
    if style is PathStyle.WINDOWS:
        path = path.replace("\\", "/").removeprefix("//?/")
    prefix = "//" if path.startswith("//") and style is PathStyle.WINDOWS else ""
    parts: list[str] = [prefix]
    for part in path.split("/"):
        if part == "..":
            if len(parts) == 1:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return parts


def _windows_path(host: str, path: str, uri: str) -> str:
    if host and _DRIVE.match(host):
        # `file://c:/x`, as some clients write it, means drive c and not a machine of that name.
        host, path = "", f"/{host}{path}"
    if host.lower() not in _LOCAL_HOSTS:
        return "\\\\" + host + path.replace("/", "\\")
    if path.startswith("//"):
        return path.replace("/", "\\")
    path = path.removeprefix("/")
    if not _DRIVE.match(path):
        raise InputError(f"{uri} names no drive.")
    return path[0].lower() + path[1:].replace("/", "\\") + ("\\" if len(path) == 2 else "")


def _decode(text: str, uri: str) -> str:
    # Clients also send characters that should have been encoded; they mean themselves.
    decoded = unquote_to_bytes(text.encode("utf-8", "surrogateescape"))
    if b"\0" in decoded:
        raise InputError(f"{uri} contains a null character.")
    # A file name on Linux may be any bytes; Python spells the undecodable ones as lone surrogates.
    return decoded.decode("utf-8", "surrogateescape")


def _encode(path: str) -> str:
    # The unreserved characters of RFC 3986 only: what is encoded too much is still understood.
    return quote_from_bytes(path.encode("utf-8", "surrogateescape"), safe="/")
