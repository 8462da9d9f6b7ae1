"""What happens only under a condition stays under it: if, short circuits, lambdas, comprehensions, match."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same


@examples(
    differs(
        "call out of the right operand of and",
        Difference.LOST_STEP,
        "def f(a=0):\n    return a and log('x')",
        "def f(a=0):\n    x = log('x')\n    return a and x",
    ),
    differs(
        "failing expression out of the right operand of and",
        Difference.OTHER_CONDITION,
        "def f(a=0):\n    return a and 1 / a > 2",
        "def f(a=0):\n    x = 1 / a\n    return a and x > 2",
    ),
    same(
        "call out of the left operand of and",
        "def f(a=0):\n    return log('x') and a",
        "def f(a=0):\n    x = log('x')\n    return x and a",
    ),
    differs(
        "or instead of and",
        Difference.OTHER_VALUE,
        "def f(a=1, b=2):\n    return a and b",
        "def f(a=1, b=2):\n    return a or b",
    ),
    same(
        "conditional expression as statement",
        "def f(a=1):\n    return log('x') if a else log('y')",
        "def f(a=1):\n    if a:\n        r = log('x')\n    else:\n        r = log('y')\n    return r",
    ),
    differs(
        "branches exchanged",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    return 'x' if a else 'y'",
        "def f(a=1):\n    return 'y' if a else 'x'",
    ),
    differs(
        "call out of a conditional expression",
        Difference.LOST_STEP,
        "def f(a=0):\n    return log('x') if a else 0",
        "def f(a=0):\n    x = log('x')\n    return x if a else 0",
    ),
    differs(
        "second operand of a chained comparison",
        Difference.LOST_STEP,
        "def f(a=5):\n    return 1 < a < 3 < log(4)",
        "def f(a=5):\n    x = log(4)\n    return 1 < a < 3 < x",
    ),
    differs(
        "chained comparison is not two from the left",
        Difference.OTHER_VALUE,
        "def f(a=5, b=3):\n    return (a > b) == True",
        "def f(a=5, b=3):\n    return a > b == True",
    ),
    same(
        "elif as nested if",
        "def f(a=2):\n    if a == 1:\n        log('x')\n    elif a == 2:\n        log('y')",
        "def f(a=2):\n    if a == 1:\n        log('x')\n    else:\n        if a == 2:\n            log('y')",
    ),
    differs(
        "elif becomes if",
        Difference.NEW_STEP,
        "def f(a=1):\n    if a:\n        log('x')\n    elif a == 1:\n        log('y')",
        "def f(a=1):\n    if a:\n        log('x')\n    if a == 1:\n        log('y')",
    ),
    differs(
        "call out of a lambda",
        Difference.NEW_STEP,
        "def f():\n    return (lambda: log('x'))",
        "def f():\n    x = log('x')\n    return (lambda: x)",
        "(f(), f()) and len(events)",
    ),
    same(
        "expression extracted inside a lambda",
        "def f():\n    return (lambda a: (a + 1) * (a + 1))(2)",
        "def f():\n    return (lambda a: (b := a + 1) * b)(2)",
    ),
    same(
        "lambda parameter renamed",
        "def f():\n    g = lambda a: log(a)\n    return g(1)",
        "def f():\n    g = lambda b: log(b)\n    return g(1)",
    ),
    differs(
        "call out of a comprehension element",
        Difference.LOST_STEP,
        "def f(a=(1, 2)):\n    return [log('x') for _ in a]",
        "def f(a=(1, 2)):\n    x = log('x')\n    return [x for _ in a]",
    ),
    same(
        "first iterable of a comprehension extracted",
        "def f(a=2):\n    return [x for x in range(log(a))]",
        "def f(a=2):\n    n = log(a)\n    return [x for x in range(n)]",
    ),
    differs(
        "second iterable of a comprehension extracted",
        Difference.LOST_STEP,
        "def f(a=(1, 2)):\n    return [x + y for x in a for y in (log(5),)]",
        "def f(a=(1, 2)):\n    ys = (log(5),)\n    return [x + y for x in a for y in ys]",
    ),
    same(
        "comprehension variable renamed",
        "def f(a=(1, 2)):\n    return {x: x * x for x in a if x > 1}",
        "def f(a=(1, 2)):\n    return {y: y * y for y in a if y > 1}",
    ),
    differs(
        "comprehension condition lost",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2)):\n    return [x for x in a if x > 1]",
        "def f(a=(1, 2)):\n    return [x for x in a]",
    ),
    differs(
        "key and value exchanged",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2)):\n    return {x: x + 1 for x in a}",
        "def f(a=(1, 2)):\n    return {x + 1: x for x in a}",
    ),
    differs(
        "comprehension variable does not leak",
        Difference.OTHER_VALUE,
        "def f(x=5):\n    [x for x in (1, 2)]\n    return x",
        "def f(x=5):\n    for x in (1, 2):\n        pass\n    return x",
    ),
    differs(
        "generator expression is not evaluated now",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2)):\n    return [x for x in a]",
        "def f(a=(1, 2)):\n    return (x for x in a)",
        "type(f()).__name__",
    ),
    same(
        "match captures renamed",
        "def f(a=(1, 2)):\n    match a:\n        case (x, y) if x < y:\n            return log(x)\n        case _:\n            return 0",
        "def f(a=(1, 2)):\n    match a:\n        case (p, q) if p < q:\n            return log(p)\n        case _:\n            return 0",
    ),
    differs(
        "match captures exchanged",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2)):\n    match a:\n        case (x, y):\n            return log(x)",
        "def f(a=(1, 2)):\n    match a:\n        case (y, x):\n            return log(x)",
    ),
    differs(
        "match guard moved out",
        Difference.LOST_STEP,
        "def f(a=3):\n    match a:\n        case 1 if log('x'):\n            return 1\n    return 0",
        "def f(a=3):\n    x = log('x')\n    match a:\n        case 1 if x:\n            return 1\n    return 0",
    ),
    differs(
        "cases reordered",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    match a:\n        case 1:\n            r = 'one'\n        case int():\n            r = 'int'\n    return r",
        "def f(a=1):\n    match a:\n        case int():\n            r = 'int'\n        case 1:\n            r = 'one'\n    return r",
    ),
    same(
        "match subject extracted",
        "def f(a=1):\n    match log(a):\n        case 1:\n            return 'one'",
        "def f(a=1):\n    subject = log(a)\n    match subject:\n        case 1:\n            return 'one'",
    ),
    differs(
        "message of an assertion is evaluated when it fails",
        Difference.LOST_STEP,
        "def f(a=1):\n    assert a, log('x')",
        "def f(a=1):\n    m = log('x')\n    assert a, m",
    ),
    differs(
        "default argument is evaluated once",
        Difference.LOST_STEP,
        "def f():\n    def g(a=log('x')):\n        return a\n    g()\n    return g()",
        "def f():\n    def g(a=None):\n        if a is None:\n            a = log('x')\n        return a\n    g()\n    return g()",
    ),
)
def test_conditions(example: Example) -> None:
    check_example(example)
