"""The index from words to files, and the scan below it."""

from __future__ import annotations

import random
import unicodedata

from holdfast.python.names import analyse
from holdfast.python.project.index import FOLD_AT, HERE, IdentifierIndex, index_of
from holdfast.python.project.scan import ScannedImport, imports_of, words_of
from holdfast.python.tree import parse
from hypothesis import given
from hypothesis import strategies as st
from judges.corpora import standard_library
from python.project.programs import program_of


def test_words_are_identifiers_in_their_normal_form() -> None:
    assert words_of("ab1 = 'in string'  # and_comment 12x") == {"ab1", "in", "string", "and_comment"}
    # U+FB01 is one character for two letters; a combining accent belongs to its letter.
    assert "file" in words_of("\ufb01le = 1")
    assert "\u00e9t\u00e9" in words_of("e\u0301te\u0301 = 1")
    assert {"x", "y"} <= words_of("x\u2192y")


def test_imports_are_found_without_parsing() -> None:
    text = (
        "import a.b, c as d\nfrom ..m import (x,  # why\n    y as z)\nif True: import e\n"
        "from . import f; from g \\\n  import h\nfrom k import *\n    from .. p import q\n"
    )
    assert imports_of(text) == (
        ScannedImport(0, ("a", "b"), ()),
        ScannedImport(0, ("c",), ()),
        ScannedImport(2, ("m",), ("x", "y")),
        ScannedImport(0, ("e",), ()),
        ScannedImport(1, (), ("f",)),
        ScannedImport(0, ("g",), ("h",)),
        ScannedImport(0, ("k",), ("*",)),
        ScannedImport(2, ("p",), ("q",)),
    )


def unscanned(text: str) -> set[str]:
    """Names and imports that a parse finds and the scan does not."""
    table = analyse(parse(text))
    words, imports = words_of(text), imports_of(text)
    places = [(item.start, item.end) for item in table.occurrences]
    places += [(use.start, use.end) for use in table.attributes]
    places += [(use.start, use.end) for use in table.keywords]
    missed = {unicodedata.normalize("NFKC", text[start:end]) for start, end in places} - words
    plain = {item.parts[:length] for item in imports for length in range(1, len(item.parts) + 1)}
    members = {(item.level, item.parts, member) for item in imports for member in item.members}
    for use in table.imports:
        if use.member is not None:
            known = (use.level, use.parts, use.member) in members
        else:
            known = use.parts in plain
        if not known:
            missed.add(f"import {use.level} {use.parts} {use.member}")
    return missed


def test_the_scan_misses_nothing_that_a_parse_finds() -> None:
    files = sorted(standard_library().glob("[a-f]*.py"))[:40]
    assert len(files) >= 30
    assert {
        path.name: found for path in files if (found := unscanned(path.read_text(encoding="utf-8")))
    } == {}
    assert (
        unscanned(
            "if 1: from a \\\n . \\\n b import (c, # )\n d as e)\ntry: import f; import g.h as i, j\nfinally: pass\n"
        )
        == set()
    )
    assert unscanned("def f():\r\n\tfrom . import (\r\n  x,\r\n  y)\r\n\timport \\\r\n  z\r\n") == set()


def same(one: IdentifierIndex, other: IdentifierIndex) -> bool:
    words = {word for index in (one, other) for file in index.files() for word in index.words(file)}
    keys = {*words, HERE}
    return (
        one.files() == other.files()
        and all(one.files_with(word) == other.files_with(word) for word in words)
        and all(one.files_importing(key) == other.files_importing(key) for key in keys)
    )


_TEXTS = st.sampled_from(["", "a b", "import a\nb", "from . import c", "from a.b import c\nd", "d d a"])
_CHANGES = st.dictionaries(st.sampled_from(["1.py", "2.py", "3.py", "4.py"]), _TEXTS | st.none(), max_size=3)


@given(_CHANGES, st.lists(_CHANGES, max_size=6))
def test_updates_equal_a_new_index_and_leave_the_old_one(
    first: dict[str, str | None], steps: list[dict[str, str | None]]
) -> None:
    texts = {file: text for file, text in first.items() if text is not None}
    index = index_of(texts.items())
    for changes in steps:
        before, before_texts = index, dict(texts)
        index = index.updated(changes)
        for file, text in changes.items():
            texts.pop(file, None)
            if text is not None:
                texts[file] = text
        assert same(index, index_of(texts.items()))
        assert same(before, index_of(before_texts.items()))


def test_a_layer_that_has_grown_is_folded() -> None:
    texts = {f"{number}.py": f"word{number} shared" for number in range(400)}
    index = index_of(texts.items())
    order = random.Random(7).sample(sorted(texts), FOLD_AT + 40)
    for file in order:
        texts[file] = f"changed {file[:-3].replace('.', '')}x import shared"
        index = index.updated({file: texts[file]})
    assert same(index, index_of(texts.items()))
    assert len(index._layer) < FOLD_AT


def test_who_imports_whom() -> None:
    program = program_of(
        {
            "pkg/__init__.py": "from .a import f\n",
            "pkg/a.py": "from . import b\n",
            "pkg/b.py": "from .. import nothing\n",
            "app.py": "import pkg.a\n",
            "other.py": "from pkg import b as c\n# import a\nx = 'pkg'\n",
        }
    )
    assert program.importers("pkg/a.py") == {"pkg/__init__.py", "app.py"}
    assert program.importers("pkg/b.py") == {"pkg/a.py", "other.py"}
    assert program.importers("pkg/__init__.py") == {"pkg/a.py", "app.py", "other.py"}
    assert program.imported_files("other.py") == {"pkg/__init__.py", "pkg/b.py"}
