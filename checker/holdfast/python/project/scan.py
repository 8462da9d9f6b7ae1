"""The words and the imports of a text, found by regular expressions, without parsing it.

Both are supersets of what a parse would find (words in comments and strings count too), so they serve
to decide which files are worth parsing. Nothing here resolves anything.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_ASCII_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_ANY_RUN = re.compile(r"(?:\w|[^\x00-\x7f])+")
_IMPORT = re.compile(
    r"""(?:^|[;:])[ \t\f]*                       # a statement starts
    (?:
      from (?:[ \t\f]|\\\r?\n)* (?P<dots>(?:\.|[ \t\f]|\\\r?\n)*) (?P<module>[\w.]*)
           (?:[ \t\f]|\\\r?\n)* import\b (?:[ \t\f]|\\\r?\n)*
           (?: \( (?P<many>[^)]*) \)? | (?P<few>(?:[^\r\n;\\#]|\\\r?\n)*) )
    | import\b (?P<plain>(?:[^\r\n;\\#]|\\\r?\n)+)
    )""",
    re.VERBOSE | re.MULTILINE,
)
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
    if text.isascii():
        return frozenset(_ASCII_WORD.findall(text))
    words = set(_ASCII_WORD.findall(text))
    for run in set(_ANY_RUN.findall(text)):
        if not run.isascii():
            words.update(_identifiers(unicodedata.normalize("NFKC", run)))
    return frozenset(words)


def imports_of(text: str) -> tuple[ScannedImport, ...]:
    """Every import statement that the text could contain."""
    if "import" not in text:
        return ()
    found = []
    for match in _IMPORT.finditer(text):
        plain = match["plain"]
        if plain is not None:
            for name in _names(plain):
                found.append(ScannedImport(0, tuple(name.split(".")), ()))
            continue
        members = tuple(_names(match["many"] if match["many"] is not None else match["few"] or ""))
        dots, module = match["dots"].count("."), match["module"]
        level = dots + len(module) - len(module.lstrip("."))
        found.append(ScannedImport(level, tuple(part for part in module.split(".") if part), members))
    return tuple(found)


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
