"""Syntax trees by content, in memory and on disk."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from holdfast.resolve.worker.script import name_at, newest_grammar
from holdfast.resolve.worker.trees import Trees, prune
from parso.python.tree import PythonBaseNode

LONG = "".join(f"name{number} = {number}\n" for number in range(300))


def test_equal_texts_share_one_tree() -> None:
    trees, grammar = Trees(""), newest_grammar()
    assert trees.parse(grammar, LONG) is trees.parse(grammar, "".join(LONG))
    assert trees.parse(grammar, LONG) is not trees.parse(grammar, LONG + "#")


def test_trees_outlive_the_process(tmp_path: Path) -> None:
    grammar = newest_grammar()
    Trees(str(tmp_path)).parse(grammar, LONG)
    (entry,) = (tmp_path / "trees").iterdir()
    again = Trees(str(tmp_path)).parse(grammar, LONG)
    assert again.node.get_code() == LONG == again.text
    entry.write_bytes(b"no pickle")
    assert Trees(str(tmp_path)).parse(grammar, LONG).node.get_code() == LONG


def test_an_unwritable_folder_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert Trees(str(tmp_path / "file")).parse(newest_grammar(), LONG).node.get_code() == LONG


def test_the_least_recently_used_trees_go_first(tmp_path: Path) -> None:
    for number, name in enumerate(["old", "middle", "new"]):
        (tmp_path / name).write_bytes(b"x" * 100)
        os.utime(tmp_path / name, (number, number))
    prune(str(tmp_path), limit=150)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_mistakes_are_counted() -> None:
    trees, grammar = Trees(""), newest_grammar()
    assert trees.parse(grammar, "x = 1\n").errors == 0
    assert trees.parse(grammar, "x = = 1\n").errors > 0


def test_the_name_at_a_place_is_the_one_that_parso_finds() -> None:
    text = "a.b = [c for  d in e] # f\n\nclass G(h, i=j):\n    k: 'l' = m if n else o.p()\n"
    base: Any = PythonBaseNode
    module: Any = newest_grammar().parse(text)
    for line, content in enumerate(text.splitlines(), start=1):
        for column in range(len(content) + 1):
            slow = base.get_name_of_position(module, (line, column))
            assert name_at(module, (line, column)) is slow, (line, column)
