"""Loops: what one round hands to the next, how loops are left, what is evaluated how often."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same

COUNT = "def f(a=(1, 2, 3)):\n    total = 0\n    for x in a:\n        total = total + x\n    return total"


@examples(
    same("carried variable renamed", COUNT, COUNT.replace("total", "s").replace("x", "item")),
    differs(
        "reset in every round",
        Difference.OTHER_VALUE,
        COUNT,
        "def f(a=(1, 2, 3)):\n    for x in a:\n        total = 0\n        total = total + x\n    return total",
    ),
    differs("starts with another value", Difference.OTHER_VALUE, COUNT, COUNT.replace("= 0", "= 1")),
    same(
        "body extracted with its carried variable",
        COUNT,
        "def f(a=(1, 2, 3)):\n    total = 0\n    for x in a:\n        total = add(total, x)\n    return total\n"
        "def add(t, x):\n    t = t + x\n    return t",
    ),
    differs(
        "body extracted without its result",
        Difference.OTHER_VALUE,
        COUNT,
        "def f(a=(1, 2, 3)):\n    total = 0\n    for x in a:\n        add(total, x)\n    return total\n"
        "def add(t, x):\n    t = t + x\n    return t",
    ),
    same(
        "whole loop extracted",
        COUNT,
        "def f(a=(1, 2, 3)):\n    return total_of(a)\n"
        "def total_of(a):\n    total = 0\n    for x in a:\n        total = total + x\n    return total",
    ),
    differs(
        "call out of the loop",
        Difference.LOST_STEP,
        "def f(a=(1, 2)):\n    for x in a:\n        log('x')",
        "def f(a=(1, 2)):\n    y = log('x')\n    for x in a:\n        y",
    ),
    differs(
        "call into the loop",
        Difference.NEW_STEP,
        "def f(a=(1, 2)):\n    y = log('x')\n    for x in a:\n        log(y)",
        "def f(a=(1, 2)):\n    for x in a:\n        log(log('x'))",
    ),
    same(
        "iterable extracted",
        "def f(a=2):\n    for x in range(log(a)):\n        log(x)",
        "def f(a=2):\n    n = log(a)\n    for x in range(n):\n        log(x)",
    ),
    differs(
        "condition of while extracted",
        Difference.LOST_STEP,
        "def f(a=2):\n    b = Box(a)\n    while log(b.value):\n        b.value = b.value - 1",
        "def f(a=2):\n    b = Box(a)\n    n = log(b.value)\n    while b.value:\n        b.value = b.value - 1",
    ),
    differs(
        "break lost",
        Difference.OTHER_EXIT,
        "def f(a=(1, 2)):\n    for x in a:\n        log(x)\n        break",
        "def f(a=(1, 2)):\n    for x in a:\n        log(x)",
    ),
    differs(
        "continue for break",
        Difference.OTHER_EXIT,
        "def f(a=(1, 2)):\n    for x in a:\n        if x == 1:\n            continue\n        log(x)",
        "def f(a=(1, 2)):\n    for x in a:\n        if x == 1:\n            break\n        log(x)",
    ),
    differs(
        "break of the inner loop moves to the outer",
        Difference.OTHER_EXIT,
        "def f(a=(1, 2)):\n    for x in a:\n        for y in a:\n            log(y)\n            break\n        log(x)",
        "def f(a=(1, 2)):\n    for x in a:\n        for y in a:\n            log(y)\n        log(x)\n        break",
    ),
    differs(
        "else of a loop is not what follows it",
        Difference.LOST_STEP,
        "def f(a=(1, 2)):\n    for x in a:\n        if x == 1:\n            break\n    else:\n        log('else')\n    return x",
        "def f(a=(1, 2)):\n    for x in a:\n        if x == 1:\n            break\n    log('else')\n    return x",
    ),
    same(
        "return from a loop extracted with it",
        "def f(a=(1, 2)):\n    for x in a:\n        if x > 1:\n            return log(x)\n    return 0",
        "def f(a=(1, 2)):\n    return g(a)\ndef g(a):\n    for x in a:\n        if x > 1:\n            return log(x)\n    return 0",
    ),
    differs(
        "return from a loop extracted, result dropped",
        Difference.OTHER_EXIT,
        "def f(a=(1, 2)):\n    for x in a:\n        if x > 1:\n            return log(x)\n    return 0",
        "def f(a=(1, 2)):\n    g(a)\n    return 0\ndef g(a):\n    for x in a:\n        if x > 1:\n            return log(x)",
    ),
    differs(
        "loop variable after the loop",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2), y=9):\n    for y in a:\n        log(y)\n    return y",
        "def f(a=(1, 2), y=9):\n    for z in a:\n        log(z)\n    return y",
    ),
    same(
        "nested loops with a carried pair",
        "def f(a=(1, 2)):\n    n = m = 0\n    for x in a:\n        for y in a:\n            n, m = m + x, n + y\n    return (n, m)",
        "def f(a=(1, 2)):\n    p = q = 0\n    for x in a:\n        for y in a:\n            kept = p\n            p = q + x\n            q = kept + y\n    return (p, q)",
    ),
    differs(
        "order of the updates of a carried pair",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2)):\n    n = m = 0\n    for x in a:\n        n, m = m + x, n + 1\n    return (n, m)",
        "def f(a=(1, 2)):\n    n = m = 0\n    for x in a:\n        n = m + x\n        m = n + 1\n    return (n, m)",
    ),
    differs(
        "value of the round before",
        Difference.OTHER_VALUE,
        "def f(a=(1, 2)):\n    last = 0\n    for x in a:\n        log(last)\n        last = x",
        "def f(a=(1, 2)):\n    last = 0\n    for x in a:\n        last = x\n        log(last)",
    ),
    differs(
        "invariant of the loop that the loop changes",
        Difference.OTHER_VALUE,
        "def f(n=3):\n    while n:\n        log(n * 2)\n        n = n - 1",
        "def f(n=3):\n    m = n * 2\n    while n:\n        log(m)\n        n = n - 1",
    ),
    same(
        "augmented in the loop",
        "def f(a=(1, 2)):\n    n = 0\n    for x in a:\n        n += x\n    return n",
        "def f(a=(1, 2)):\n    m = 0\n    for y in a:\n        m += y\n    return m",
    ),
    differs(
        "loops fused",
        Difference.LOST_STEP,
        "def f(a=(1, 2)):\n    for x in a:\n        log(x)\n    for x in a:\n        log(-x)",
        "def f(a=(1, 2)):\n    for x in a:\n        log(x)\n        log(-x)",
    ),
    same(
        "a loop whose function binds an outer variable",
        """
        def f(a=(1, 2)):
            total = 0
            for x in a:
                total = total + x
                log(total)
            return total
        """,
        """
        def f(a=(1, 2)):
            total = 0
            def add(x):
                nonlocal total
                total = total + x
            for x in a:
                add(x)
                log(total)
            return total
        """,
    ),
    differs(
        "a loop whose function no longer binds the outer variable",
        Difference.OTHER_VALUE,
        """
        def f(a=(1, 2)):
            total = 0
            for x in a:
                y = x
            return total
        """,
        """
        def f(a=(1, 2)):
            total = 0
            def keep(x):
                nonlocal total
                total = x
            for x in a:
                keep(x)
            return total
        """,
    ),
    differs(
        "a while loop whose function no longer binds the outer variable",
        Difference.OTHER_VALUE,
        """
        def f(a=3):
            last = 0
            n = 0
            while n < a:
                n = n + 1
            return last, n
        """,
        """
        def f(a=3):
            last = 0
            n = 0
            def keep():
                nonlocal last
                last = n
            while n < a:
                n = n + 1
                keep()
            return last, n
        """,
    ),
    differs(
        "an outer variable that starts anew in each round",
        Difference.OTHER_VALUE,
        """
        def f(a=(1, 2)):
            total = 0
            for x in a:
                total = 0 + x
                log(total)
            return total
        """,
        """
        def f(a=(1, 2)):
            total = 0
            def add(x):
                nonlocal total
                total = total + x
            for x in a:
                add(x)
                log(total)
            return total
        """,
    ),
)
def test_loops(example: Example) -> None:
    check_example(example)
