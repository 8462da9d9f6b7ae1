"""Conditions written in another way: guard clauses, De Morgan, `match`, truth values."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same


@examples(
    same(
        "nested if as guard clauses",
        """
        def f(a='#x'):
            if a:
                if not a.startswith('#'):
                    log(a)
                    return a
                else:
                    return None
            else:
                return None
        """,
        """
        def f(a='#x'):
            if not a or a.startswith('#'):
                return None
            log(a)
            return a
        """,
    ),
    same(
        "guard clauses in a loop",
        """
        def f(a=(1, 0, 5)):
            for x in a:
                if x:
                    if x < 3:
                        log(x)
                    else:
                        log('big')
        """,
        """
        def f(a=(1, 0, 5)):
            for x in a:
                if not x:
                    continue
                if x >= 3:
                    log('big')
                    continue
                log(x)
        """,
    ),
    same(
        "comparison returned",
        "def f(a=1, b=2):\n    if a == b:\n        return True\n    else:\n        return False",
        "def f(a=1, b=2):\n    return a == b",
    ),
    same(
        "comparison returned inverted",
        "def f(a=1, b=2):\n    if a == b:\n        return False\n    return True",
        "def f(a=1, b=2):\n    return a != b",
    ),
    same(
        "two conditions returned",
        "def f(a=1, b=2):\n    if a > 0:\n        if b > 0:\n            return True\n    return False",
        "def f(a=1, b=2):\n    return a > 0 and b > 0",
    ),
    same(
        "De Morgan",
        "def f(a=1, b=0):\n    if not (a and b):\n        log('x')\n    else:\n        log('y')",
        "def f(a=1, b=0):\n    if not a or not b:\n        log('x')\n    else:\n        log('y')",
    ),
    same(
        "chained comparison",
        "def f(a=1):\n    return a >= 0 and a < 10",
        "def f(a=1):\n    return 0 <= a < 10",
    ),
    same(
        "equal to None",
        "def f(a=None):\n    return a == None",
        "def f(a=None):\n    return a is None",
    ),
    same(
        "one of several",
        "def f(a='x'):\n    if a == 'x' or a == 'y':\n        return log(1)\n    return log(2)",
        "def f(a='x'):\n    if a in ('x', 'y'):\n        return log(1)\n    return log(2)",
    ),
    same(
        "conditional return",
        "def f(a=1):\n    if a:\n        return log('x')\n    return log('y')",
        "def f(a=1):\n    return log('x') if a else log('y')",
    ),
    same(
        "if at the end as guard clause",
        "def f(a=0):\n    if a:\n        log('x')\n        log('y')",
        "def f(a=0):\n    if not a:\n        return\n    log('x')\n    log('y')",
    ),
    same(
        "match on constants",
        """
        def f(a='b'):
            if a == 'a':
                return log(1)
            elif a == 'b' or a == 'c':
                return log(2)
            else:
                raise KeyError(a)
        """,
        """
        def f(a='b'):
            match a:
                case 'a':
                    return log(1)
                case 'b' | 'c':
                    return log(2)
                case _:
                    raise KeyError(a)
        """,
    ),
    same(
        "match on classes and attributes",
        """
        def f(a=Box(3)):
            if isinstance(a, Box):
                if a.value == 3:
                    return log('three')
                return log(a.value)
            if isinstance(a, (int, str)):
                return a
            return None
        """,
        """
        def f(a=Box(3)):
            match a:
                case Box(value=3):
                    return log('three')
                case Box(value=inner):
                    return log(inner)
                case int() | str():
                    return a
            return None
        """,
    ),
    same(
        "helper with early returns",
        "def f(a=1):\n    if a > 2:\n        r = 'big'\n    else:\n        r = 'small'\n    return log(r)",
        """
        def size(a):
            if a > 2:
                return 'big'
            return 'small'

        def f(a=1):
            return log(size(a))
        """,
    ),
    differs(
        "guard with the wrong operator",
        Difference.OTHER_VALUE,
        "def f(a=1, b=0):\n    if a and b:\n        return log('x')\n    return log('y')",
        "def f(a=1, b=0):\n    if not a and not b:\n        return log('y')\n    return log('x')",
    ),
    differs(
        "return instead of continue",
        Difference.OTHER_EXIT,
        "def f(a=(0, 1)):\n    for x in a:\n        if x:\n            log(x)",
        "def f(a=(0, 1)):\n    for x in a:\n        if not x:\n            return\n        log(x)",
    ),
    differs(
        "sets are ordered in part",
        Difference.OTHER_VALUE,
        "def f(a=frozenset('x'), b=frozenset('y')):\n    return not a <= b",
        "def f(a=frozenset('x'), b=frozenset('y')):\n    return a > b",
    ),
    differs(
        "or for a default",
        Difference.OTHER_VALUE,
        "def f(a=0):\n    return a if a is not None else 3",
        "def f(a=0):\n    return a or 3",
    ),
    differs(
        "bound included",
        Difference.OTHER_VALUE,
        "def f(a=10):\n    return a >= 0 and a < 10",
        "def f(a=10):\n    return 0 <= a <= 10",
    ),
    differs(
        "attribute before the test that it needs",
        Difference.OTHER_CONDITION,
        "def f(a=None):\n    if a is not None and a.value == 1:\n        return log('x')\n    return log('y')",
        "def f(a=None):\n    v = a.value\n    if a is None or v != 1:\n        return log('y')\n    return log('x')",
    ),
    differs(
        "a case too early",
        Difference.LOST_STEP,
        "def f(a=True):\n    if isinstance(a, bool):\n        return 'b'\n    if isinstance(a, int):\n        return 'i'\n    return ''",
        "def f(a=True):\n    match a:\n        case int():\n            return 'i'\n        case bool():\n            return 'b'\n    return ''",
    ),
    differs(
        "value of an or returned as truth",
        Difference.OTHER_VALUE,
        "def f(a=3, b=0):\n    return a or b",
        "def f(a=3, b=0):\n    if a:\n        return True\n    return b",
    ),
)
def test_conditions(example: Example) -> None:
    check_example(example)
