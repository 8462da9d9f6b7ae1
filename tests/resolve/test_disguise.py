"""New syntax in disguise: parso reads it, and every name stays in its place."""

from __future__ import annotations

import io
import sys
import sysconfig
import tokenize
from pathlib import Path

import pytest
from holdfast.resolve.worker.disguise import readable
from holdfast.resolve.worker.script import newest_grammar
from holdfast.resolve.worker.trees import Trees
from resolve.conftest import Opener
from resolve.marked import marked, places_of

#: Words that a disguise takes away or puts there.
CHANGED = {"match", "case", "with", "as", "or", "if", "type"}

SNIPPETS = [
    "match point:\n    case Point(x=0, y=yy) if yy > 0:\n        yy.go()\n    case [a, *rest] | (a, rest): pass\n",
    "match a, b:\n    case {'k': v, **rest}: v\n    case (str() as s, None): s\n    case _: pass\n",
    "def f():\n    match é.ü:\n        case ß.ö | -1 if (ß\n            and é): é.ß\n",
    "match match:\n    case case: case.match\n",
    "with (open(a) as b, open(c) as d):\n    b.x\n",
    "with (\n    open(a) as b,  # why\n\n    f(x,\n      y) as d,\n):\n    b.x; d.y\n",
    "async def f():\n    async with (a as b):\n        b.x\n",
    "try:\n    a\nexcept* E as e:\n    e.x\nexcept *F:\n    f.y\n",
    "a[*b, c].d\n",
    "def f(*args: *Ts): args.x\n",
]
NEWER = [
    "type X = int\nX.y\n",
    "class A:\n    type X[T] = list[T]\n    def f(self): pass\n",
    'a = f"{b["c"]} {d.e}"\n',
]


def places_of_names(text: str) -> set[tuple[str, tuple[int, int]]]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {(token.string, token.start) for token in tokens if token.type == tokenize.NAME}


def check_disguise(text: str) -> None:
    grammar, trees = newest_grammar(), Trees("")
    assert trees.parse(grammar, text).errors
    disguise = readable(text)
    assert disguise is not None
    assert not trees.parse(grammar, disguise).errors, disguise
    assert len(disguise.splitlines()) == len(text.splitlines())
    there = places_of_names(disguise)
    lost = {(name, place) for name, place in places_of_names(text) - there if name not in CHANGED}
    assert lost <= {("T", (2, 11))}, disguise  # the type parameter itself


@pytest.mark.parametrize("text", SNIPPETS)
def test_names_stay_in_their_places(text: str) -> None:
    check_disguise(text)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the interpreter must know the syntax")
@pytest.mark.parametrize("text", NEWER)
def test_names_stay_in_their_places_in_newer_syntax(text: str) -> None:
    check_disguise(text)


@pytest.mark.parametrize("text", ["x = 1\n", "with (a): pass\n", "x = = 1\n", "with (a) as b: pass\n", ""])
def test_what_needs_no_disguise_gets_none(text: str) -> None:
    assert readable(text) is None


def test_real_code_is_read() -> None:
    folder = Path(sysconfig.get_paths()["stdlib"])
    files = [folder / "asyncio" / "taskgroups.py", folder / "dataclasses.py", folder / "ast.py"]
    for file in files:
        text = file.read_text(encoding="utf-8")
        trees, grammar = Trees(""), newest_grammar()
        disguise = readable(text)
        assert not trees.parse(grammar, text if disguise is None else disguise).errors


def test_members_in_and_behind_new_syntax_are_found(resolver: Opener) -> None:
    case = marked(
        {
            "a.py": (
                "class A:\n    b = 1\n\n"
                "def f(x, it: A):\n"
                "    match x:\n        case [1, *_] if it.«b»:\n            it.«b»\n"
                "    with (\n        open(x) as y,\n        open(it.«b») as z,\n    ):\n        return it.«b»\n"
            )
        }
    )
    answers = resolver(case.world).ask([case.question("a.py", number) for number in range(4)])
    assert [places_of(case.world, answer) for answer in answers] == [[("a.py", 2, "statement")]] * 4
