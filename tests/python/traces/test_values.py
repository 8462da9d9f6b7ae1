"""Variables are followed to the values they hold: locals, extracted and inlined expressions, unpacking."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same


@examples(
    same(
        "local renamed",
        "def f(a=1):\n    b = a + 1\n    return b * b",
        "def f(a=1):\n    c = a + 1\n    return c * c",
    ),
    same(
        "expression extracted",
        "def f(a=2):\n    return log(a * 3) + a * 3",
        "def f(a=2):\n    part = a * 3\n    return log(part) + part",
    ),
    same(
        "two variables exchanged consistently",
        "def f(a=1, b=2):\n    x = a\n    y = b\n    return (x, y)",
        "def f(a=1, b=2):\n    y = a\n    x = b\n    return (y, x)",
    ),
    differs(
        "two variables exchanged in one place",
        Difference.OTHER_VALUE,
        "def f(a=1, b=2):\n    x = a\n    y = b\n    return (x, y)",
        "def f(a=1, b=2):\n    x = a\n    y = b\n    return (y, x)",
    ),
    differs(
        "precedence lost",
        Difference.OTHER_VALUE,
        "def f(a=1, b=2):\n    total = a + b\n    return total * 2",
        "def f(a=1, b=2):\n    return a + b * 2",
    ),
    same(
        "precedence kept",
        "def f(a=1, b=2):\n    total = a + b\n    return total * 2",
        "def f(a=1, b=2):\n    return (a + b) * 2",
    ),
    differs(
        "rebound in between",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    x = a + 1\n    a = 7\n    return x + a",
        "def f(a=1):\n    a = 7\n    return a + 1 + a",
    ),
    same(
        "rebound afterwards",
        "def f(a=1):\n    x = a + 1\n    log(x)\n    a = 7\n    return a",
        "def f(a=1):\n    log(a + 1)\n    a = 7\n    return a",
    ),
    differs(
        "rebound on one branch only",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    x = a\n    if a:\n        a = 5\n    return x",
        "def f(a=1):\n    if a:\n        a = 5\n    return a",
    ),
    same(
        "tuple unpacked and packed",
        "def f(a=1, b=2):\n    x, y = a, b\n    return (y, x)",
        "def f(a=1, b=2):\n    return (b, a)",
    ),
    same(
        "swap through a third variable",
        "def f(a=1, b=2):\n    a, b = b, a\n    return (a, b)",
        "def f(a=1, b=2):\n    kept = a\n    a = b\n    b = kept\n    return (a, b)",
    ),
    differs(
        "swap without a third variable",
        Difference.OTHER_VALUE,
        "def f(a=1, b=2):\n    a, b = b, a\n    return (a, b)",
        "def f(a=1, b=2):\n    a = b\n    b = a\n    return (a, b)",
    ),
    same(
        "chained assignment", "def f(a=1):\n    x = y = a\n    return x + y", "def f(a=1):\n    return a + a"
    ),
    same(
        "walrus instead of an assignment",
        "def f(a=1):\n    x = a + 1\n    if x > 1:\n        log(x)\n    return x",
        "def f(a=1):\n    if (x := a + 1) > 1:\n        log(x)\n    return x",
    ),
    differs(
        "walrus behind a short circuit",
        Difference.OTHER_VALUE,
        "def f(a=0, x=5):\n    x = a\n    if a and x:\n        log(x)\n    return x",
        "def f(a=0, x=5):\n    if a and (x := a):\n        log(x)\n    return x",
    ),
    same(
        "star target",
        "def f(a=(1, 2, 3)):\n    first, *rest = a\n    return (first, rest)",
        "def f(a=(1, 2, 3)):\n    head, *tail = a\n    return (head, tail)",
    ),
    differs(
        "star target elsewhere",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2, 3)):\n    first, *rest = a\n    return (first, rest)",
        "def f(a=(1, 2, 3)):\n    *first, rest = a\n    return (first, rest)",
    ),
    same(
        "constant extracted to module level",
        "def f(a=3):\n    return a * 12",
        "MONTHS = 12\ndef f(a=3):\n    return a * MONTHS",
    ),
    differs(
        "True is not 1",
        Difference.OTHER_VALUE,
        "def f():\n    return True",
        "def f():\n    return 1",
    ),
    differs(
        "1.0 is not 1",
        Difference.OTHER_VALUE,
        "def f():\n    return 1",
        "def f():\n    return 1.0",
    ),
    same(
        "f-string part extracted",
        "def f(a=1):\n    return f'{a + 1!r:>4}|'",
        "def f(a=1):\n    b = a + 1\n    return f'{b!r:>4}|'",
    ),
    differs(
        "f-string conversion dropped",
        Difference.OTHER_VALUE,
        "def f(a='x'):\n    return f'{a!r}'",
        "def f(a='x'):\n    return f'{a}'",
    ),
    differs(
        "f-string format dropped",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    return f'{a:>4}'",
        "def f(a=1):\n    return f'{a}'",
    ),
    differs(
        "slice bounds exchanged",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2, 3), n=1):\n    return a[n:]",
        "def f(a=(1, 2, 3), n=1):\n    return a[:n]",
    ),
    differs(
        "operand order of subtraction",
        Difference.OTHER_VALUE,
        "def f(a=1, b=2):\n    return a - b",
        "def f(a=1, b=2):\n    return b - a",
    ),
    differs(
        "negation lost",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    missing = not a\n    return missing",
        "def f(a=1):\n    return bool(a)",
    ),
    same(
        "annotation added",
        "def f(a=1):\n    x = a\n    return x",
        "def f(a=1):\n    x: int = a\n    return x",
    ),
    differs(
        "deleted before the read",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    x = a\n    return x",
        "def f(a=1):\n    x = a\n    del x\n    return x",
    ),
)
def test_values(example: Example) -> None:
    check_example(example)
