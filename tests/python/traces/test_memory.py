"""What is read from objects depends on when it is read, and new objects are new each time."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same


@examples(
    differs(
        "attribute read before the call that changes it",
        Difference.OTHER_VALUE,
        "def f():\n    b = Box(1)\n    b.put(2)\n    return log(b.value)",
        "def f():\n    b = Box(1)\n    v = b.value\n    b.put(2)\n    return log(v)",
    ),
    same(
        "attribute read twice with nothing between",
        "def f():\n    b = Box(1)\n    return log(b.value + b.value)",
        "def f():\n    b = Box(1)\n    v = b.value\n    return log(v + v)",
    ),
    differs(
        "attribute read before a store",
        Difference.OTHER_VALUE,
        "def f():\n    b = Box(1)\n    b.value = 5\n    return log(b.value)",
        "def f():\n    b = Box(1)\n    v = b.value\n    b.value = 5\n    return log(v)",
    ),
    differs(
        "attribute changed through an alias",
        Difference.OTHER_VALUE,
        "def f():\n    b = Box(1)\n    c = b\n    c.value = 5\n    return log(b.value)",
        "def f():\n    b = Box(1)\n    c = b\n    v = b.value\n    c.value = 5\n    return log(v)",
    ),
    differs(
        "item read before a store",
        Difference.OTHER_VALUE,
        "def f():\n    d = {'a': 1}\n    d['a'] = 2\n    return log(d['a'])",
        "def f():\n    d = {'a': 1}\n    v = d['a']\n    d['a'] = 2\n    return log(v)",
    ),
    differs(
        "length read before a change",
        Difference.OTHER_VALUE,
        "def f():\n    d = [1]\n    d.append(2)\n    return log(len(d))",
        "def f():\n    d = [1]\n    n = len(d)\n    d.append(2)\n    return log(n)",
    ),
    differs(
        "comparison read before a change",
        Difference.OTHER_VALUE,
        "def f():\n    d = [1]\n    e = [1, 2]\n    d.append(2)\n    return log(d == e)",
        "def f():\n    d = [1]\n    e = [1, 2]\n    n = d == e\n    d.append(2)\n    return log(n)",
    ),
    differs(
        "membership read before a change",
        Difference.OTHER_VALUE,
        "def f(x=2):\n    d = [1]\n    d.append(2)\n    return log(x in d)",
        "def f(x=2):\n    d = [1]\n    n = x in d\n    d.append(2)\n    return log(n)",
    ),
    differs(
        "membership of a constant read before a change",
        Difference.OTHER_VALUE,
        "def f():\n    d = [1]\n    d.append(2)\n    return log(2 in d)",
        "def f():\n    d = [1]\n    n = 2 in d\n    d.append(2)\n    return log(n)",
    ),
    differs(
        "iterable copied before a change",
        Difference.OTHER_VALUE,
        "def f():\n    d = [1]\n    d.append(2)\n    return log(tuple(d))",
        "def f():\n    d = [1]\n    n = tuple(d)\n    d.append(2)\n    return log(n)",
    ),
    differs(
        "one list instead of two",
        Difference.OTHER_VALUE,
        "def f():\n    a = []\n    b = []\n    a.append(1)\n    return b",
        "def f():\n    a = []\n    b = a\n    a.append(1)\n    return b",
    ),
    differs(
        "two lists instead of one",
        Difference.OTHER_VALUE,
        "def f():\n    a = [1]\n    return (a, a)",
        "def f():\n    return ([1], [1])",
        "(lambda pair: pair[0] is pair[1])(f())",
    ),
    differs(
        "new list in every round",
        Difference.OTHER_CONDITION,
        "def f(n=(1, 2)):\n    r = ()\n    for x in n:\n        item = []\n        item.append(x)\n        r = (*r, item)\n    return r",
        "def f(n=(1, 2)):\n    r = ()\n    item = []\n    for x in n:\n        item.append(x)\n        r = (*r, item)\n    return r",
    ),
    same(
        "list named and returned",
        "def f(a=1):\n    return [a, [a]]",
        "def f(a=1):\n    inner = [a]\n    return [a, inner]",
    ),
    differs(
        "augmented assignment changes the object",
        Difference.LOST_STEP,
        "def f():\n    a = [1]\n    b = a\n    b += [2]\n    return a",
        "def f():\n    a = [1]\n    b = a\n    b = b + [2]\n    return a",
    ),
    differs(
        "string read before augmenting",
        Difference.OTHER_VALUE,
        "def f(a='x'):\n    a += 'y'\n    return (a, a)",
        "def f(a='x'):\n    b = a\n    a += 'y'\n    return (a, b)",
    ),
    differs(
        "formatted before a change",
        Difference.OTHER_VALUE,
        "def f():\n    d = [1]\n    d.append(2)\n    return f'{d}'",
        "def f():\n    d = [1]\n    n = f'{d}'\n    d.append(2)\n    return n",
    ),
    differs(
        "attribute of an attribute read before a change",
        Difference.OTHER_VALUE,
        "def f():\n    b = Box(Box(1))\n    b.value.put(2)\n    return log(b.value.value)",
        "def f():\n    b = Box(Box(1))\n    v = b.value.value\n    b.value.put(2)\n    return log(v)",
    ),
    same(
        "result of a call used twice",
        "def f():\n    b = Box(1)\n    b.put(2)\n    b.put(2)\n    return b.value",
        "def f():\n    c = Box(1)\n    c.put(2)\n    c.put(2)\n    return c.value",
    ),
    differs(
        "deleted item",
        Difference.OTHER_VALUE,
        "def f():\n    d = {'a': 1}\n    n = len(d)\n    del d['a']\n    return n",
        "def f():\n    d = {'a': 1}\n    del d['a']\n    return len(d)",
    ),
)
def test_memory(example: Example) -> None:
    check_example(example)


@examples(
    differs(
        "operands exchanged",
        Difference.OTHER_VALUE,
        "def f():\n    return log(1) + log(2)",
        "def f():\n    b = log(2)\n    a = log(1)\n    return a + b",
    ),
    same(
        "operands named in order",
        "def f():\n    return log(1) + log(2)",
        "def f():\n    a = log(1)\n    b = log(2)\n    return a + b",
    ),
    differs(
        "only the second operand named",
        Difference.OTHER_VALUE,
        "def f():\n    return log(1) - log(2)",
        "def f():\n    b = log(2)\n    return log(1) - b",
    ),
    same(
        "only the first operand named",
        "def f():\n    return log(1) - log(2)",
        "def f():\n    a = log(1)\n    return a - log(2)",
    ),
    differs(
        "keyword argument before a positional one",
        Difference.OTHER_VALUE,
        "def f():\n    return dict([(1, log(1))], x=log(2))",
        "def f():\n    b = log(2)\n    return dict([(1, log(1))], x=b)",
    ),
    differs(
        "value of an assignment before its target",
        Difference.OTHER_VALUE,
        "def f():\n    d = {}\n    d[log('key')] = log('value')\n    return d",
        "def f():\n    d = {}\n    k = log('key')\n    d[k] = log('value')\n    return d",
    ),
    same(
        "value of an assignment named",
        "def f():\n    d = {}\n    d[log('key')] = log('value')\n    return d",
        "def f():\n    d = {}\n    v = log('value')\n    d[log('key')] = v\n    return d",
    ),
    differs(
        "key of a dictionary after its value",
        Difference.OTHER_VALUE,
        "def f():\n    return {log('k'): log('v')}",
        "def f():\n    v = log('v')\n    return {log('k'): v}",
    ),
    differs(
        "element of a comprehension: key before value",
        Difference.OTHER_VALUE,
        "def f():\n    return {log('k'): log('v') for _ in (1,)}",
        "def f():\n    return {(v := log('v')) and log('k'): v for _ in (1,)}",
    ),
    differs(
        "stores in another order",
        Difference.MOVED_STEP,
        "def f():\n    b = Box()\n    b.x = 1\n    b.y = 2\n    return list(vars(b))",
        "def f():\n    b = Box()\n    b.y = 2\n    b.x = 1\n    return list(vars(b))",
    ),
    differs(
        "callee looked up after its arguments",
        Difference.OTHER_VALUE,
        "def f():\n    return log(print)(log('x') and 'y')",
        "def f():\n    a = log('x') and 'y'\n    return log(print)(a)",
    ),
)
def test_order(example: Example) -> None:
    check_example(example)
