"""The words and the imports of a text, found by regular expressions, without parsing it.

Both are supersets of what a parse would find (words in comments and strings count too), so they serve
to decide which files are worth parsing. Nothing here resolves anything.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

#: Every character that no ASCII identifier has becomes a blank; `str.translate` with such a string and
#: `split` find the words in half the time of a regular expression.
_BLANKED = "".join(chr(code) if chr(code).isalnum() or chr(code) == "_" else " " for code in range(128))
_ANY_RUN = re.compile(r"(?:\w|[^\x00-\x7f])+")
_IMPORT = re.compile(
    r"""(?:^|[;:])[ \t\f]*                       # a statement starts
    (?:
      from (?P<module>(?:[\w.]|[ \t\f]|\\\r?\n)*?) (?<!\w)import\b (?:[ \t\f]|\\\r?\n)*
           (?: \( (?P<many>(?:[^)\#]|\#[^\n]*)*) \)? | (?P<few>(?:[^\r\n;\\#]|\\\r?\n)*) )
    | import\b (?P<plain>(?:[^\r\n;\\#]|\\\r?\n)+)
    )""",
    re.VERBOSE | re.MULTILINE,
)
_CLOSING = re.compile(r"(?:[^)#]|#[^\n]*)*\)")
_BLANK = re.compile(r"[ \t\f]|\\\r?\n")
_DROPPED = re.compile(r"#[^\n]*|\\\r?\n|[()]")


class ScannedImport(NamedTuple):
    """One import as the text shows it: `members` is empty for a plain `import`."""

    level: int
    parts: tuple[str, ...]
    members: tuple[str, ...]


class Scan(NamedTuple):
    """What one text mentions."""

    words: frozenset[str]
    imports: tuple[ScannedImport, ...]


def scan(text: str) -> Scan:
    return Scan(words_of(text), imports_of(text))


def words_of(text: str) -> frozenset[str]:
    """Every identifier that the text could contain, normalised as Python normalises identifiers."""
    ascii_text = text if text.isascii() else text.encode("ascii", "replace").decode("ascii")
    # A run that starts with a digit is a number: no identifier starts inside it.
    words = {word for word in set(ascii_text.translate(_BLANKED).split()) if not word[0].isdigit()}
    if ascii_text is not text:
        for run in set(_ANY_RUN.findall(text)):
            if not run.isascii():
                words.update(_identifiers(unicodedata.normalize("NFKC", run)))
    return frozenset(words)


def imports_of(text: str) -> tuple[ScannedImport, ...]:
    """Every import statement that the text could contain."""
    found = []
    for match in _import_matches(text):
        plain = match["plain"]
        if plain is not None:
            for name in _names(plain):
                found.append(ScannedImport(0, tuple(name.split(".")), ()))
            continue
        members = tuple(_names(match["many"] if match["many"] is not None else match["few"] or ""))
        module = _BLANK.sub("", match["module"])
        level = len(module) - len(module.lstrip("."))
        parts = tuple(unicodedata.normalize("NFKC", part) for part in module.split(".") if part)
        found.append(ScannedImport(level, parts, members))
    return tuple(found)


def _import_matches(text: str) -> Iterator[re.Match[str]]:
    """The matches of the import pattern, looked for only in the lines that have the word."""
    done = 0
    place = text.find("import")
    while place >= 0:
        start = max(done, text.rfind("\n", 0, place) + 1)
        while start > done and text.endswith(("\\\n", "\\\r\n"), 0, start):
            start = max(done, text.rfind("\n", 0, start - 1) + 1)
        done = _statement_end(text, place)
        yield from _IMPORT.finditer(text, start, done)
        place = text.find("import", done)


def _statement_end(text: str, place: int) -> int:
    end = _line_end(text, place)
    opening = text.find("(", place, end)
    if opening >= 0:
        closing = _CLOSING.match(text, opening)
        return len(text) if closing is None else max(end, _line_end(text, closing.end()))
    return end


def _line_end(text: str, place: int) -> int:
    """The end of the line, those included that a backslash joins to it."""
    end = text.find("\n", place)
    while end > 0 and text[end - 1] in "\\\r" and text[place:end].rstrip("\r").endswith("\\"):
        end = text.find("\n", end + 1)
    return len(text) if end < 0 else end


def _names(listed: str) -> list[str]:
    """The names of a comma-separated list, without their aliases."""
    names = []
    for item in _DROPPED.sub(" ", listed).split(","):
        words = item.split()
        if words:
            names.append(unicodedata.normalize("NFKC", words[0]))
    return names


def _identifiers(run: str) -> list[str]:
    """The identifiers inside a run of word and non-ASCII characters, each as long as it can be."""
    found = []
    start = 0
    while start < len(run):
        end = start
        while end < len(run) and run[start : end + 1].isidentifier():
            end += 1
        if end > start:
            found.append(run[start:end])
        start = max(end, start + 1)
    return found
