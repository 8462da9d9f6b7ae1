"""Loops that fill, add up, search or hand on, and the expressions that say the same."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same


@examples(
    same(
        "append as list comprehension",
        "def f(a=(1, 2, 3)):\n    r = []\n    for x in a:\n        if x > 1:\n            r.append(x * 2)\n    return r",
        "def f(a=(1, 2, 3)):\n    return [x * 2 for x in a if x > 1]",
    ),
    same(
        "append with calls and local variables",
        """
        def f(a=(1, 2, 3)):
            r = []
            for x in a:
                if x == 2:
                    continue
                y = log(x)
                if y > 2:
                    y = -y
                r.append(y)
            return r
        """,
        """
        def one(x):
            y = log(x)
            return -y if y > 2 else y

        def f(a=(1, 2, 3)):
            return [one(x) for x in a if x != 2]
        """,
    ),
    same(
        "items as dict comprehension",
        "def f(a=(1, 2)):\n    r = {}\n    for x in a:\n        r[x] = str(x)\n    return r",
        "def f(a=(1, 2)):\n    return {x: str(x) for x in a}",
    ),
    same(
        "nested loops as one comprehension",
        "def f(a=((1, 2), (3,))):\n    r = set()\n    for x in a:\n        for y in x:\n            r.add(y)\n    return r",
        "def f(a=((1, 2), (3,))):\n    return {y for x in a for y in x}",
    ),
    same(
        "sum",
        "def f(a=(1, 2)):\n    t = 0\n    for x in a:\n        if x:\n            t += x * 2\n    return t",
        "def f(a=(1, 2)):\n    return sum(x * 2 for x in a if x)",
    ),
    same(
        "any",
        "def f(a=(1, 2)):\n    for x in a:\n        if x == 2:\n            return True\n    return False",
        "def f(a=(1, 2)):\n    return any(x == 2 for x in a)",
    ),
    same(
        "all",
        "def f(a=(1, 2)):\n    for x in a:\n        if x <= 0:\n            return False\n    return True",
        "def f(a=(1, 2)):\n    return all(x > 0 for x in a)",
    ),
    same(
        "a flag",
        "def f(a=(1, 2)):\n    r = False\n    for x in a:\n        if x == 2:\n            r = True\n            break\n    return log(r)",
        "def f(a=(1, 2)):\n    return log(any(x == 2 for x in a))",
    ),
    same(
        "the first of a kind",
        "def f(a=(1, 2)):\n    for x in a:\n        if x > 1:\n            return x\n    return None",
        "def f(a=(1, 2)):\n    return next((x for x in a if x > 1), None)",
    ),
    same(
        "yield from",
        "def f(a=(1, 2)):\n    for x in a:\n        yield x",
        "def f(a=(1, 2)):\n    yield from a",
    ),
    same(
        "extend",
        "def f(a=(1, 2), b=Box([])):\n    for x in a:\n        b.value.append(x)\n    return b.value",
        "def f(a=(1, 2), b=Box([])):\n    b.value.extend(a)\n    return b.value",
    ),
    same(
        "a list written down",
        "def f(a=1):\n    r = []\n    r.append(a)\n    r.append('x')\n    return r",
        "def f(a=1):\n    return [a, 'x']",
    ),
    same(
        "generator gone through at once",
        "def f(a='ab'):\n    return ','.join([log(x) for x in a])",
        "def f(a='ab'):\n    return ','.join(log(x) for x in a)",
    ),
    same(
        "adding is calculating",
        "def f(a=1):\n    t = 0\n    t += a\n    return t",
        "def f(a=1):\n    t = 0\n    t = t + a\n    return t",
    ),
    differs(
        "condition lost",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2, 3)):\n    r = []\n    for x in a:\n        if x > 1:\n            r.append(x)\n    return r",
        "def f(a=(1, 2, 3)):\n    return [x for x in a]",
    ),
    differs(
        "condition inverted",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2, 3)):\n    r = []\n    for x in a:\n        if x > 1:\n            continue\n        r.append(x)\n    return r",
        "def f(a=(1, 2, 3)):\n    return [x for x in a if x > 1]",
    ),
    differs(
        "break is not continue",
        Difference.LOST_STEP,
        "def f(a=(1, 2, 1)):\n    r = []\n    for x in a:\n        if x > 1:\n            break\n        r.append(x)\n    return r",
        "def f(a=(1, 2, 1)):\n    return [x for x in a if x <= 1]",
    ),
    differs(
        "the list is seen by others",
        Difference.LOST_STEP,
        "def f(a=(1, 2)):\n    r = []\n    b = Box(r)\n    for x in a:\n        r.append(x)\n    return b.value",
        "def f(a=(1, 2)):\n    r = []\n    b = Box(r)\n    r = [x for x in a]\n    return b.value",
    ),
    differs(
        "the list is filled and filled again",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2)):\n    r = []\n    for n in a:\n        for x in a:\n            r.append(x)\n        log(list(r))\n    return r",
        "def f(a=(1, 2)):\n    for n in a:\n        r = [x for x in a]\n        log(list(r))\n    return r",
    ),
    differs(
        "any for all",
        Difference.OTHER_VALUE,
        "def f(a=(1, 0)):\n    for x in a:\n        if x <= 0:\n            return False\n    return True",
        "def f(a=(1, 0)):\n    return any(x > 0 for x in a)",
    ),
    differs(
        "last instead of first",
        Difference.LOST_STEP,
        "def f(a=(1, 2, 3)):\n    for x in a:\n        if x > 1:\n            return x\n    return None",
        "def f(a=(1, 2, 3)):\n    r = None\n    for x in a:\n        if x > 1:\n            r = x\n    return r",
    ),
    differs(
        "the loop's variable is used afterwards",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2), x=0):\n    r = []\n    for x in a:\n        r.append(x)\n    return r, x",
        "def f(a=(1, 2), x=0):\n    r = [x for x in a]\n    return r, x",
    ),
    differs(
        "start of the sum",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2)):\n    t = 5\n    for x in a:\n        t += x\n    return t",
        "def f(a=(1, 2)):\n    return sum(x for x in a)",
    ),
)
def test_loops(example: Example) -> None:
    check_example(example)
