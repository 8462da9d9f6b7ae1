"""The short form of the judgement of names: a part of the standard library, and whether the judge can tell."""

from __future__ import annotations

import sys

import pytest
from holdfast.python.names import analyse
from holdfast.python.tree import parse
from judges.corpora import python_files, standard_library
from judges.mapped_scopes import shape_of_table
from judges.names_against_symtable import differing, judge_files, judge_text
from judges.random_scopes import random_program

HARD = (
    "test/test_scope.py",
    "test/test_named_expressions.py",
    "test/test_patma.py",
    "test/test_fstring.py",
    "test/test_grammar.py",
    "test/test_symtable.py",
    "test/test_type_params.py",
    "test/test_type_aliases.py",
    "test/test_unicode_identifiers.py",
    "argparse.py",
    "dataclasses.py",
    "typing.py",
    "_pydecimal.py",
)


def test_hard_files_of_the_standard_library() -> None:
    files = [standard_library() / name for name in HARD]
    judged, result = judge_files(path for path in files if path.exists())
    assert result.differences == ()
    assert judged >= 4


@pytest.mark.slow
def test_the_top_level_of_the_standard_library() -> None:
    top = [path for path in python_files(standard_library()) if path.parent == standard_library()]
    judged, result = judge_files(top)
    assert result.differences == ()
    assert judged > 100


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    x = 1\n    def g():\n        return x\n",
        "class C:\n    x = 1\n    y = [x for _ in z]\n",
        "def f():\n    return [y for y in z if (lambda: y)]\n",
        "def f(a):\n    [a for _ in b]\n    return lambda: a\n",
        "[y := 1 for x in z]\n",
        "class C:\n    def m(self):\n        return super().m, __class__\n",
        "def f():\n    global x\n    class C:\n        nonlocal_ = x\n",
        "from __future__ import annotations\ndef f(a: T, b: 'U') -> V: ...\nx: W\n",
        "def f(a: T, b: 'U') -> V:\n    c: W\n",
    ],
)
def test_small_programs(text: str) -> None:
    result = judge_text(text)
    assert result is not None
    assert result.differences == ()


def test_random_programs() -> None:
    judged = [judge_text(random_program(seed)) for seed in range(400)]
    results = [result for result in judged if result is not None]
    assert [result.differences for result in results if result.differences] == []
    assert len(results) > 200


def test_text_that_does_not_compile_is_not_judged() -> None:
    assert judge_text("def f(:\n") is None
    assert judge_text("def f():\n    nonlocal x\n") is None


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("def f():\n    x = 1\n    return x\n", "def f():\n    global x\n    x = 1\n    return x\n"),
        ("def f(x):\n    return lambda: 1\n", "def f(x):\n    return lambda: x\n"),
        ("def f(): ...\n", "def g(): ...\n"),
        ("import x\n", "x = 1\n"),
        ("x: int = 1\n", "x = 1\nint\n"),
    ],
)
def test_the_judge_tells_different_programs_apart(text: str, other: str) -> None:
    version = sys.version_info[:2]
    shapes = [shape_of_table(analyse(parse(each)), version) for each in (text, other)]
    assert list(differing("", shapes[0], shapes[1]))
    assert not list(differing("", shapes[0], shapes[0]))
