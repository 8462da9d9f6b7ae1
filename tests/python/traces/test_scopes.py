"""Variables that several functions see: closures, nonlocal, globals, class bodies."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same


@examples(
    same(
        "captured variable renamed",
        "def f(a=1):\n    n = a\n    def g():\n        return log(n)\n    return g()",
        "def f(a=1):\n    m = a\n    def g():\n        return log(m)\n    return g()",
    ),
    differs(
        "another variable captured",
        Difference.OTHER_VALUE,
        "def f(a=1, b=2):\n    n = a\n    m = b\n    def g():\n        return log(n)\n    return (g(), m)",
        "def f(a=1, b=2):\n    n = a\n    m = b\n    def g():\n        return log(m)\n    return (g(), m)",
    ),
    differs(
        "captured variable rebound later",
        Difference.OTHER_VALUE,
        "def f():\n    n = 1\n    m = 2\n    g = lambda: n\n    n = 3\n    return g()",
        "def f():\n    n = 1\n    m = 2\n    g = lambda: m\n    n = 3\n    return g()",
    ),
    differs(
        "value instead of a captured variable",
        Difference.LOST_STEP,
        "def f():\n    n = 1\n    g = lambda: n\n    n = 3\n    return g()",
        "def f():\n    n = 1\n    g = lambda: 1\n    n = 3\n    return g()",
    ),
    same(
        "nonlocal counter renamed",
        "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n        return n\n    g()\n    return (g(), n)",
        "def f():\n    m = 0\n    def g():\n        nonlocal m\n        m += 1\n        return m\n    g()\n    return (g(), m)",
    ),
    differs(
        "nonlocal lost",
        Difference.LOST_STEP,
        "def f():\n    n = 0\n    def g(a):\n        nonlocal n\n        n = a\n    g(1)\n    return n",
        "def f():\n    n = 0\n    def g(a):\n        n = a\n    g(1)\n    return n",
    ),
    differs(
        "value of a nonlocal read before the call that rebinds it",
        Difference.OTHER_VALUE,
        "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n = 1\n    g()\n    return log(n)",
        "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n = 1\n    m = n\n    g()\n    return log(m)",
    ),
    differs(
        "global read before the call that rebinds it",
        Difference.OTHER_VALUE,
        "n = 0\ndef g():\n    global n\n    n = 1\ndef f():\n    g()\n    return log(n)",
        "n = 0\ndef g():\n    global n\n    n = 1\ndef f():\n    m = n\n    g()\n    return log(m)",
    ),
    same(
        "global read once after the call",
        "n = 0\ndef g():\n    global n\n    n = 1\ndef f():\n    g()\n    return log(n + n)",
        "n = 0\ndef g():\n    global n\n    n = 1\ndef f():\n    g()\n    m = n\n    return log(m + m)",
    ),
    differs(
        "global statement lost",
        Difference.LOST_STEP,
        "n = 0\ndef f():\n    global n\n    n = 5\ndef h():\n    f()\n    return n",
        "n = 0\ndef f():\n    n = 5\ndef h():\n    f()\n    return n",
        "h()",
    ),
    same(
        "global statement extracted",
        "n = 0\ndef f(a=3):\n    global n\n    n = a\n    log(n)\n    return n",
        "n = 0\ndef f(a=3):\n    return g(a)\ndef g(a):\n    global n\n    n = a\n    log(n)\n    return n",
    ),
    differs(
        "module level order",
        Difference.MOVED_STEP,
        "log('a')\nx = 1\nfail = log('b')\ndef f():\n    return x",
        "fail = log('b')\nx = 1\nlog('a')\ndef f():\n    return x",
    ),
    differs(
        "module constant changed",
        Difference.OTHER_VALUE,
        "x = 1\ndef f():\n    return x",
        "x = 2\ndef f():\n    return x",
    ),
    differs(
        "local of the caller is not visible in the helper",
        Difference.OTHER_VALUE,
        "n = 10\ndef f(n=1):\n    return log(n)",
        "n = 10\ndef f(n=1):\n    return g()\ndef g():\n    return log(n)",
    ),
    same(
        "class attribute extracted in the class body",
        "class C:\n    size = 2 * 3\ndef f():\n    return C.size",
        "class C:\n    width = 2\n    size = width * 3\ndef f():\n    return C.size",
    ),
    differs(
        "class attribute changed",
        Difference.OTHER_VALUE,
        "class C:\n    size = 6\ndef f():\n    return C.size",
        "class C:\n    size = 7\ndef f():\n    return C.size",
    ),
    differs(
        "base class lost",
        Difference.LOST_STEP,
        "class A:\n    size = 6\nclass C(A):\n    pass\ndef f():\n    return C.size",
        "class A:\n    size = 6\nclass C:\n    pass\ndef f():\n    return C.size",
    ),
    differs(
        "decorator lost",
        Difference.LOST_STEP,
        "def twice(g):\n    return lambda: g() * 2\n@twice\ndef f():\n    return 1",
        "def twice(g):\n    return lambda: g() * 2\ndef f():\n    return 1",
    ),
    differs(
        "decorators exchanged",
        Difference.OTHER_VALUE,
        "def d(g):\n    return lambda: g() * 2\ndef e(g):\n    return lambda: g() + 1\n@d\n@e\ndef f():\n    return 1",
        "def d(g):\n    return lambda: g() * 2\ndef e(g):\n    return lambda: g() + 1\n@e\n@d\ndef f():\n    return 1",
    ),
    differs(
        "parameter made keyword only",
        Difference.OTHER_SIGNATURE,
        "def f(a=1):\n    return a",
        "def f(*, a=1):\n    return a",
        "f(2)",
    ),
    differs(
        "default of a parameter changed",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    return a",
        "def f(a=2):\n    return a",
    ),
    differs(
        "parameters exchanged",
        Difference.OTHER_SIGNATURE,
        "def f(a, b):\n    return a - b",
        "def f(b, a):\n    return a - b",
        "f(1, 2)",
    ),
)
def test_scopes(example: Example) -> None:
    check_example(example)
