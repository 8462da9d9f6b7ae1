"""Other inputs: what they bring to light, and what they leave alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from holdfast.fuzz.grouping import differs
from holdfast.fuzz.inputs import OtherRun, other_runs
from holdfast.fuzz.running import Runner
from holdfast.gen.library.pieces import SHOW


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with Runner() as runner:
        yield runner


def tells_apart(runner: Runner, before: str, after: str) -> bool:
    files = {"main.py": before}, {"main.py": after}
    assert runner.run(files[0], "main.py") == runner.run(files[1], "main.py")
    return any(differs(other, runner) for other in other_runs(*files, "main.py"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("a = 1\nb = 1\nprint(a)\n", "a = 1\nb = 1\nprint(a)\n", id="equal"),
        pytest.param("print((1 + 2) * 3)\n", "new = (1 + 2)\nprint(new * 3)\n", id="extracted in order"),
        pytest.param(
            "print([1 + 2 for _ in '.'])\n", "n = 1 + 2\nprint([n for _ in '.'])\n", id="only constants"
        ),
        pytest.param("print(f'{1 + 2}')\n", "new = 1 + 2\nprint(f'{new}')\n", id="out of an f-string"),
        pytest.param(
            "match 1:\n    case 1:\n        print(1)\n", "match 1:\n    case 1: print(1)\n", id="pattern"
        ),
        pytest.param(
            "class A:\n    size = 1\n    def f(self, a):\n        a.size = 2\nprint(A.size)\n",
            "class B:\n    area = 1\n    def g(self, a):\n        a.area = 2\nprint(B.area)\n",
            id="renamed rightly",
        ),
    ],
)
def test_what_is_the_same_stays_the_same(runner: Runner, before: str, after: str) -> None:
    assert not tells_apart(runner, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("if 0:\n    print('a')\n", "if 0:\n    print('b')\n", id="a branch not taken"),
        pytest.param("x = True\nprint(x and 1)\n", "x = True\nprint(1)\n", id="a truth value"),
        pytest.param(
            "a = 1\n[a + 2 for _ in '..']\nprint()\n",
            "a = 1\nn = a + 2\n[n for _ in '..']\nprint()\n",
            id="how often",
        ),
        pytest.param(
            "a = 1\nb = a + 2\nc = a * 4\nprint(b, c)\n",
            "a = 1\nc = a * 4\nb = a + 2\nprint(b, c)\n",
            id="order",
        ),
        pytest.param("__all__ = ['f']\nf = len\nprint()\n", "__all__ = ['f']\ng = len\nprint()\n", id="star"),
        pytest.param(
            "class A: ...\ndef f(a: 'A'): ...\nprint()\n",
            "class B: ...\ndef f(a: 'A'): ...\nprint()\n",
            id="annotation",
        ),
        pytest.param(
            "def f(x, y): return x or y\nprint(f(1, 5))\n",
            "def f(x, y): return x\nprint(f(1, 5))\n",
            id="true",
        ),
        pytest.param(
            "def f(x):\n    'abc'[x]\n    return 8\nprint(f(1))\n",
            "def f(x):\n    return 8\nprint(f(1))\n",
            id="beyond the end",
        ),
        pytest.param(
            "def f(x, s='abc'): return [s[x] for _ in range(2)]\nprint(f(1))\n",
            "def f(x, s='abc'):\n    y = s[x]\n    return [y for _ in range(2)]\nprint(f(1))\n",
            id="no round",
        ),
        pytest.param(
            "print(bool(each for each in '..'))\n", "print(bool(print(1) for each in '..'))\n", id="lazy"
        ),
        pytest.param(
            SHOW + "show(lambda: print(1))\n", SHOW + "print(1)\nshow(lambda: None)\n", id="out of a function"
        ),
        pytest.param(
            "class A:\n    def ask(self): return self.run()\nclass B(A):\n    def run(self): ...\nprint()\n",
            "class A:\n    def ask(self): return self.run()\nclass B(A):\n    def go(self): ...\nprint()\n",
            id="a method that nobody calls",
        ),
        pytest.param(
            "class A:\n    size = 1\n    def f(self, a): a.size = 2\nprint(A.size)\n",
            "class A:\n    area = 1\n    def f(self, a): a.size = 2\nprint(A.area)\n",
            id="a store that nobody reads",
        ),
    ],
)
def test_what_one_run_does_not_reach_is_found(runner: Runner, before: str, after: str) -> None:
    assert tells_apart(runner, before, after)


def test_what_does_not_end_is_no_evidence(runner: Runner) -> None:
    endless, ends = {"main.py": "while True: pass\n"}, {"main.py": "print(1)\n"}
    assert not differs(OtherRun(endless, ends, "main.py"), runner)
    assert not differs(OtherRun(ends, endless, "main.py"), runner)
