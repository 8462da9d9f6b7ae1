"""Functions that a refactoring makes or dissolves: what their parameters, returns and exits do."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same


@examples(
    same(
        "statements extracted",
        "def f(a=1):\n    b = log(a + 1)\n    c = log(b * 2)\n    return b + c",
        "def f(a=1):\n    b, c = g(a)\n    return b + c\ndef g(a):\n    b = log(a + 1)\n    c = log(b * 2)\n    return b, c",
    ),
    differs(
        "results exchanged",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    b = log(a + 1)\n    c = log(b * 2)\n    return (b, c)",
        "def f(a=1):\n    c, b = g(a)\n    return (b, c)\ndef g(a):\n    b = log(a + 1)\n    c = log(b * 2)\n    return b, c",
    ),
    differs(
        "arguments exchanged",
        Difference.OTHER_VALUE,
        "def f(a=1, b=2):\n    return a - b",
        "def f(a=1, b=2):\n    return g(b, a)\ndef g(a, b):\n    return a - b",
    ),
    same(
        "arguments by keyword in another order",
        "def f(a=1, b=2):\n    return a - b",
        "def f(a=1, b=2):\n    return g(b=b, a=a)\ndef g(a, b):\n    return a - b",
    ),
    differs(
        "argument missing",
        Difference.LOST_STEP,
        "def f(a=1):\n    return log(a)",
        "def f(a=1):\n    return g()\ndef g(a):\n    return log(a)",
    ),
    differs(
        "too many arguments",
        Difference.LOST_STEP,
        "def f(a=1):\n    return log(a)",
        "def f(a=1):\n    return g(a, a)\ndef g(a):\n    return log(a)",
    ),
    same(
        "default of the helper",
        "def f(a=1):\n    return log(a + 2)",
        "def f(a=1):\n    return g(a)\ndef g(a, n=2):\n    return log(a + n)",
    ),
    differs(
        "default of the helper not overridden",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    return log(a + 3)",
        "def f(a=1):\n    return g(a)\ndef g(a, n=2):\n    return log(a + n)",
    ),
    same(
        "star parameter of the helper",
        "def f(a=1):\n    return (a, 2)",
        "def f(a=1):\n    return g(a, 2)\ndef g(*both):\n    return both",
    ),
    differs(
        "star parameter of the helper gets less",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    return (a, 2)",
        "def f(a=1):\n    return g(a, 2)\ndef g(first, *both):\n    return both",
    ),
    same(
        "keyword only and positional only parameters",
        "def f(a=1):\n    return log(a) - 2",
        "def f(a=1):\n    return g(a, n=2)\ndef g(a, /, *, n):\n    return log(a) - n",
    ),
    differs(
        "keyword for a positional only parameter",
        Difference.LOST_STEP,
        "def f(a=1):\n    return log(a)",
        "def f(a=1):\n    return g(a=a)\ndef g(a, /):\n    return log(a)",
    ),
    differs(
        "positional argument for a keyword only parameter",
        Difference.LOST_STEP,
        "def f(a=1):\n    return log(a)",
        "def f(a=1):\n    return g(a)\ndef g(*, a):\n    return log(a)",
    ),
    differs(
        "a positional only name is free for the keywords",
        Difference.OTHER_VALUE,
        "def f():\n    return (1, 1)",
        "def f():\n    return g(1, a=2)\ndef g(a, /, **rest):\n    return (a, rest['a'])",
    ),
    same(
        "early return inlined as else",
        "def f(a=1):\n    r = g(a)\n    return log(r)\ndef g(a):\n    if a > 0:\n        return 'plus'\n    log('x')\n    return 'minus'",
        "def f(a=1):\n    if a > 0:\n        r = 'plus'\n    else:\n        log('x')\n        r = 'minus'\n    return log(r)",
    ),
    differs(
        "early return inlined as a return",
        Difference.OTHER_EXIT,
        "def f(a=1):\n    r = g(a)\n    return log(r)\ndef g(a):\n    if a > 0:\n        return 'plus'\n    log('x')\n    return 'minus'",
        "def f(a=1):\n    if a > 0:\n        return 'plus'\n    log('x')\n    r = 'minus'\n    return log(r)",
    ),
    differs(
        "early return inlined without its condition",
        Difference.LOST_STEP,
        "def f(a=1):\n    r = g(a)\n    return log(r)\ndef g(a):\n    if a > 0:\n        return 'plus'\n    log('x')\n    return 'minus'",
        "def f(a=1):\n    r = 'minus'\n    if a > 0:\n        r = 'plus'\n    log('x')\n    return log(r)",
    ),
    same(
        "nested early returns",
        "def f(a=1):\n    r = g(a)\n    return log(r)\ndef g(a):\n    if a > 0:\n        if a > 5:\n            return 'big'\n        return 'plus'\n    return 'minus'",
        "def f(a=1):\n    if a > 0:\n        if a > 5:\n            r = 'big'\n        else:\n            r = 'plus'\n    else:\n        r = 'minus'\n    return log(r)",
    ),
    same(
        "helper without a return",
        "def f():\n    log('x')\n    return None",
        "def f():\n    return g()\ndef g():\n    log('x')",
    ),
    differs(
        "result of the helper dropped",
        Difference.OTHER_VALUE,
        "def f():\n    return log('x')",
        "def f():\n    g()\ndef g():\n    return log('x')",
    ),
    differs(
        "return of the helper forgotten",
        Difference.OTHER_VALUE,
        "def f():\n    return log('x')",
        "def f():\n    return g()\ndef g():\n    log('x')",
    ),
    same(
        "helper that raises",
        "def f(a=1):\n    if a:\n        raise ValueError(a)\n    return 0",
        "def f(a=1):\n    if a:\n        g(a)\n    return 0\ndef g(a):\n    raise ValueError(a)",
    ),
    same(
        "helper that may raise",
        "def f(a=0):\n    if a:\n        raise ValueError(a)\n    return log(0)",
        "def f(a=0):\n    g(a)\n    return log(0)\ndef g(a):\n    if a:\n        raise ValueError(a)",
    ),
    differs(
        "exception becomes a return",
        Difference.OTHER_EXIT,
        "def f(a=1):\n    if a:\n        raise ValueError(a)\n    return 0",
        "def f(a=1):\n    if a:\n        return ValueError(a)\n    return 0",
    ),
    differs(
        "argument evaluated twice",
        Difference.NEW_STEP,
        "def f():\n    return g(log(2))\ndef g(a):\n    return a + a",
        "def f():\n    return log(2) + log(2)",
    ),
    same(
        "argument evaluated once",
        "def f():\n    return g(log(2))\ndef g(a):\n    return a + a",
        "def f():\n    a = log(2)\n    return a + a",
    ),
    differs(
        "argument never evaluated",
        Difference.LOST_STEP,
        "def f():\n    return g(log(2))\ndef g(a):\n    return 5",
        "def f():\n    return 5",
    ),
    differs(
        "arguments evaluated in another order",
        Difference.OTHER_VALUE,
        "def f():\n    return g(log(1), log(2))\ndef g(a, b):\n    return (b, a)",
        "def f():\n    return (log(2), log(1))",
    ),
    same(
        "two levels of helpers",
        "def f(a=1):\n    return log(log(a) + 1)",
        "def f(a=1):\n    return g(a)\ndef g(a):\n    return log(h(a))\ndef h(a):\n    return log(a) + 1",
    ),
    same(
        "one helper for two places",
        "def f(a=1, b=2):\n    return (log(a) + 1, log(b) + 1)",
        "def f(a=1, b=2):\n    return (g(a), g(b))\ndef g(x):\n    return log(x) + 1",
    ),
    differs(
        "one helper for two places that differ",
        Difference.OTHER_VALUE,
        "def f(a=1, b=2):\n    return (log(a) + 1, log(b) + 2)",
        "def f(a=1, b=2):\n    return (g(a), g(b))\ndef g(x):\n    return log(x) + 1",
    ),
    same(
        "recursive function with a renamed local",
        "def f(n=3):\n    rest = n - 1\n    return log(n) + f(rest) if n else 0",
        "def f(n=3):\n    left = n - 1\n    return log(n) + f(left) if n else 0",
    ),
    differs(
        "recursion with another argument",
        Difference.OTHER_VALUE,
        "def f(n=4):\n    return log(n) + f(n - 1) if n > 0 else 0",
        "def f(n=4):\n    return log(n) + f(n - 2) if n > 0 else 0",
    ),
    same(
        "lambda called at once",
        "def f(a=2):\n    return a + 1",
        "def f(a=2):\n    def g(b):\n        return b + 1\n    return g(a)",
    ),
    differs(
        "a call makes a generator",
        Difference.LOST_STEP,
        "def f(a=(1, 2)):\n    for x in a:\n        yield x",
        "def f(a=(1, 2)):\n    g(a)\n    return iter(())\ndef g(a):\n    for x in a:\n        yield x",
    ),
    same(
        "generator delegated to",
        "def f(a=(1, 2)):\n    for x in a:\n        yield log(x)",
        "def f(a=(1, 2)):\n    yield from g(a)\ndef g(a):\n    for x in a:\n        yield log(x)",
    ),
    same(
        "coroutine awaited",
        "async def f(a=1):\n    return log(a) + 1",
        "async def f(a=1):\n    return await g(a)\nasync def g(a):\n    return log(a) + 1",
    ),
    differs(
        "coroutine not awaited",
        Difference.OTHER_VALUE,
        "async def f(a=1):\n    log(a)\n    return await h(1)\nasync def h(b):\n    return b",
        "async def f(a=1):\n    log(a)\n    x = h(1)\n    x.close()\n    return type(x).__name__\nasync def h(b):\n    return b",
    ),
    differs(
        "a function inside that only another one inside calls",
        Difference.LOST_STEP,
        """
        def f(a=1):
            def g(x):
                return h(x) + 1
            def h(x):
                log(x)
                return x
            return g(a)
        """,
        """
        def f(a=1):
            def g(x):
                return h(x) + 1
            def h(x):
                return x
            return g(a)
        """,
    ),
    differs(
        "yields in another order",
        Difference.OTHER_VALUE,
        "def f(a=1, b=2):\n    yield a\n    yield b",
        "def f(a=1, b=2):\n    yield b\n    yield a",
    ),
)
def test_functions(example: Example) -> None:
    check_example(example)
