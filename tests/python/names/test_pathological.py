"""Input that is deep, wide or broken: an answer in bounded time, never a crash."""

from __future__ import annotations

import time

import pytest
from holdfast.python.names import analyse
from holdfast.python.names.table import NameTable
from holdfast.python.source import decode
from holdfast.python.tree import Tree, parse


def analysed(text: str) -> tuple[Tree, NameTable]:
    tree = parse(text)
    return tree, analyse(tree)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 1000 + ")" * 1000 + "\n",
        "x = " + "[" * 1000 + "\n",
        "".join(" " * level + f"def f{level}():\n" for level in range(500)) + " " * 500 + "pass\n",
        "x = " + "+".join(["y"] * 50_000) + "\n",
        "x = " + "-" * 50_000 + "1\n",
        "x = y" + ".z" * 50_000 + "\n",
        "if x: pass\n" + "elif x: pass\n" * 20_000,
        "type X = " + "(" * 1000 + ")" * 1000 + "\n",
        "type X = " + "-" * 50_000 + "1\n",
    ],
)
def test_too_deep_for_python_is_an_error_of_that_statement(text: str) -> None:
    tree, table = analysed(text + "after = 1\n")
    if tree.error is None:
        assert table.occurrences[-1].name == "after"
        return
    names = [each.name for each in table.occurrences]
    assert names in (["after"], [])
    assert tree.unseen


def test_five_hundred_nested_lambdas() -> None:
    text = "".join(f"lambda a{level}: " for level in range(500)) + "a0 + a499\n"
    tree, table = analysed(text)
    assert tree.error is None
    assert len(table.scopes) == 501
    assert [each.owner for each in table.occurrences[-2:]] == [1, 500]


def test_as_many_nested_functions_as_python_takes() -> None:
    text = (
        "".join(" " * level + f"def f{level}(a{level}):\n" for level in range(95)) + " " * 95 + "return a0\n"
    )
    tree, table = analysed(text)
    assert tree.error is None
    assert table.occurrences[-1].owner == 1


def test_deep_expressions_that_python_parses_are_walked() -> None:
    for text in ("+".join(["y"] * 900), "y" + ".z" * 900, "y" + "()" * 900, "-" * 900 + "y"):
        tree, table = analysed(text + "\n")
        assert tree.error is None
        assert table.occurrences


def test_one_line_of_two_hundred_thousand_characters() -> None:
    text = "x = [" + "abcd, " * 33_333 + "]\n"
    tree, table = analysed(text)
    assert tree.error is None
    assert len(table.occurrences) == 33_334
    wide = "x = ['é', " + "abcd, " * 33_333 + "]\n"
    start = time.perf_counter()
    tree, table = analysed(wide)
    assert len(table.occurrences) == 33_334
    assert all(wide.startswith(each.name, each.start) for each in table.occurrences)
    assert time.perf_counter() - start < 10


@pytest.mark.slow
def test_a_data_module_of_five_megabytes() -> None:
    text = "DATA = [\n" + "    ('key', 12345, {'a': [1, 2, 3]}, NAME),\n" * 116_000 + "]\n"
    assert len(text) > 5_000_000
    tree, table = analysed(text)
    assert tree.error is None
    assert len(table.occurrences) == 116_001


def test_ten_thousand_bindings_and_reads() -> None:
    tree, table = analysed("def f():\n" + "    x = 1\n" * 10_000 + "    x\n" * 10_000)
    assert tree.error is None
    assert {each.owner for each in table.occurrences[1:]} == {1}


def test_a_broken_file_takes_time_in_proportion() -> None:
    tree, _ = analysed("def f(:\n    pass\n" * 2_000)
    assert len(tree.unseen) == 2_000


def test_bytes_that_are_no_text() -> None:
    source = decode(b"x = 1\ny = '\xff\xfe'\n")
    assert source.problem is not None
    _, table = analysed(source.text)
    assert [each.name for each in table.occurrences] == ["x", "y"]
