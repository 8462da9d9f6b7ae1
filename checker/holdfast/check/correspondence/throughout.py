"""Files in which one word was exchanged for another one throughout.

When every occurrence of a word in a file became a word that the file did not have, nothing *within* the
file can mean anything else than before: it is the same text up to a name. Only what the name means to
other files, and to Python itself, is left to look at. A wide rename is mostly such files, and they need
neither be parsed nor compared again.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Mapping

from holdfast.python.names.table import ImportUse
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.text.edits import EditSet

#: File to (old word, new word).
Exchanged = Mapping[str, tuple[str, str]]


def exchanged_throughout(before: Program, after: Program, edits: EditSet) -> Exchanged:
    """The edited files, by their names before and after alike, in which a word was exchanged throughout."""
    found: dict[str, tuple[str, str]] = {}
    for file, replacements in edits.replacements.items():
        if not file.endswith((".py", ".pyi")) or file in edits.renamed:
            continue
        text = before.world.text(file) or ""
        words = {(text[start:end], new) for start, end, new in replacements}
        if len(words) != 1:
            continue
        old, new = words.pop()
        if _is_plain(old) and _is_plain(new):
            if new not in before.index.words(file) and old not in after.index.words(file):
                found[file] = (old, new)
    return found


def _is_plain(word: str) -> bool:
    """An identifier that means nothing special to Python: no keyword, builtin, dunder or mangled name."""
    if not word.isidentifier() or not word.isascii() or keyword.iskeyword(word) or word.startswith("__"):
        return False
    return not hasattr(builtins, word)


def imports_after(facts: FileFacts, old: str, new: str) -> list[ImportUse]:
    """The import tokens of such a file after the edit, in the order of those before."""
    found = []
    for use in facts.names.imports:
        if use.member == old or old in use.parts:
            parts = tuple(new if part == old else part for part in use.parts)
            use = use._replace(parts=parts, member=new if use.member == old else use.member)
        found.append(use)
    return found
