"""The index from words to files, and the scan below it."""

from __future__ import annotations

import random

from holdfast.python.project.index import FOLD_AT, HERE, IdentifierIndex, index_of
from holdfast.python.project.scan import ScannedImport, imports_of, words_of
from hypothesis import given
from hypothesis import strategies as st
from python.project.programs import program_of


def test_words_are_identifiers_in_their_normal_form() -> None:
    assert words_of("ab1 = 'in string'  # and_comment 12x") == {"ab1", "in", "string", "and_comment", "x"}
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
