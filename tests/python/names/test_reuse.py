"""After an edit, what did not change is taken over, and the table is as if it were new."""

from __future__ import annotations

import ast
import random
import sysconfig
from pathlib import Path

import holdfast.python.names.analysis as analysis
import pytest
from holdfast.python.names import analyse
from holdfast.python.names.table import NameTable
from holdfast.python.names.walk import walk_statement
from holdfast.python.tree import Tree, parse

TEXT = """import os
LIMIT = 3

@staticmethod
def f(a, b=LIMIT):
    return [x for x in a if x < LIMIT] + os.getcwd(k=b)

class C(Base):
    __slots__ = ("x",)
    path = __qualname__
    def m(self) -> "C":
        return f"{self.x} {(lambda y: y)}"

def g():
    global STATE
    STATE = exec("x")
    from m import z
    return z
"""


def shown(table: NameTable, tree: Tree) -> dict[str, object]:
    """Everything a table says, with nodes as their classes and places."""
    order = {node: number for number, node in enumerate(ast.walk(tree.module))}

    def place(node: ast.AST) -> object:
        return order.get(node, type(node).__name__)

    return {
        "occurrences": list(table.occurrences),
        "scopes": [
            (
                s.index,
                s.kind,
                s.name,
                s.start,
                s.end,
                s.parent,
                s.mangling,
                dict(s.symbols),
                list(s.children),
                place(s.node),
            )
            for s in table.scopes
        ],
        "attributes": [(*use[:4], place(use.node), use.augmented) for use in table.attributes],
        "keywords": [(*use[:4], place(use.node)) for use in table.keywords],
        "imports": list(table.imports),
        "strings": list(table.strings),
        "unseen": list(table.unseen),
        "module names": table.module_names,
        "scope of node": {place(node): scope for node, scope in table.scope_of_node.items()},
        "occurrence of node": {place(node): index for node, index in table.occurrence_of_node.items()},
    }


def assert_as_if_new(text: str, previous: NameTable) -> NameTable:
    tree = parse(text)
    table = analyse(tree, previous)
    fresh_tree = parse(text)
    assert shown(table, tree) == shown(analyse(fresh_tree), fresh_tree)
    return table


EDITS = [
    ("LIMIT = 3", "LIMIT = 4"),
    ("LIMIT = 3\n", "LIMIT = 3\n\n\n"),
    ("LIMIT = 3\n", ""),
    ("import os\n", ""),
    ("import os", "import os, sys; é = 'é'"),
    ("def g():", "@decorated\ndef g(h=lambda: 1):"),
    ("class C(Base):", "class D(Base):"),
    ("STATE", "OTHER"),
    ("LIMIT = 3", "LIMIT = exec = 3"),
    ("import os\n", "from __future__ import annotations\nimport os\n"),
    ("import os\n", "import os\nfrom m import *\n"),
    ("import os\nLIMIT = 3\n", "LIMIT = 3\nimport os\n"),
    ("LIMIT = 3\n", "LIMIT = 3\nLIMIT = 3\n"),
    ("LIMIT = 3\n", "LIMIT = 3 3\n"),
]


@pytest.mark.parametrize(("old", "new"), EDITS)
def test_an_edit_gives_the_table_of_the_new_text(old: str, new: str) -> None:
    before = analyse(parse(TEXT))
    after = assert_as_if_new(TEXT.replace(old, new, 1), before)
    assert_as_if_new(TEXT, after)


def test_chains_of_edits_keep_their_nodes() -> None:
    generator = random.Random(20)
    text, table = TEXT, analyse(parse(TEXT))
    for _ in range(60):
        old, new = generator.choice(EDITS)
        if generator.random() < 0.5:
            old, new = new, old
        if not old or old not in text:
            continue
        text = text.replace(old, new, 1)
        table = assert_as_if_new(text, table)


def test_unchanged_statements_are_not_walked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = analyse(parse(TEXT))
    walked: list[str] = []
    original = walk_statement

    def counting(tree: Tree, statement: ast.stmt, *rest: object) -> object:
        walked.append(type(statement).__name__)
        return original(tree, statement, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(analysis, "walk_statement", counting)
    analyse(parse(TEXT.replace("return z", "return z + 1")), before)
    assert walked == ["FunctionDef"]


def test_nodes_stay_the_same_objects_where_lines_do_not_move() -> None:
    tree = parse(TEXT)
    before = analyse(tree)
    after_tree = parse(TEXT.replace("LIMIT = 3", "LIMIT = 1000"))
    analyse(after_tree, before)
    kept = [one is other for one, other in zip(tree.module.body, after_tree.module.body, strict=True)]
    assert kept == [True, False, True, True, True]


def test_names_that_change_hands_are_looked_up_again() -> None:
    before = analyse(parse("x = 1\ndef f():\n    return x, print\n"))
    after = analyse(parse("print = 1\ndef f():\n    return x, print\n"), before)
    assert [(each.name, each.owner) for each in after.occurrences] == [
        ("print", 0),
        ("f", 0),
        ("x", -2),
        ("print", 0),
    ]


def test_a_real_file() -> None:
    text = Path(sysconfig.get_path("stdlib"), "argparse.py").read_text("utf-8")
    before = analyse(parse(text))
    lines = text.splitlines(keepends=True)
    for at in (10, 400, len(lines) - 1):
        assert_as_if_new("".join([*lines[:at], "\n", *lines[at:]]), before)


def test_nodes_are_found_statement_by_statement() -> None:
    """Also where statements share lines, and without looking at those that nobody asked for."""
    text = "a = (b,\n c); d = e; f = (g,\n h)\ni = j\n"
    tree = parse(text)
    moved = parse("\n" + text)
    for each, table in ((tree, analyse(tree)), (moved, analyse(moved, analyse(tree)))):
        names = [node for node in ast.walk(each.module) if isinstance(node, ast.Name)]
        for node in names:
            assert table.occurrences[table.occurrence_of_node[node]].start == each.start(node)
            assert node in table.occurrence_of_node
        assert ast.Name(id="x", lineno=2, col_offset=0) not in table.occurrence_of_node
        assert each.module not in table.occurrence_of_node
        assert table.scope_of_node[each.module] == 0
