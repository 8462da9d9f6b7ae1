"""Differences that are easy to overlook: copies of contents, closures with other values, suppressed errors."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples


@examples(
    differs(
        "global alias changed",
        Difference.OTHER_VALUE,
        "h = log\ndef f():\n    return h('a')",
        "h = fail\ndef f():\n    return h('a')",
    ),
    differs(
        "global alias changed used in changed fn",
        Difference.OTHER_VALUE,
        "h = log\ndef f():\n    return h('a')",
        "h = fail\ndef f():\n    x = 'a'\n    return h(x)",
    ),
    differs(
        "captured bound to other value",
        Difference.OTHER_VALUE,
        "def f():\n    n = 1\n    def g():\n        return n\n    return g()",
        "def f():\n    n = 2\n    def g():\n        return n\n    return g()",
    ),
    differs(
        "captured by lambda other value",
        Difference.OTHER_VALUE,
        "def f():\n    n = log(1)\n    return (lambda: n)()",
        "def f():\n    n = log(1) + 1\n    return (lambda: n)()",
    ),
    differs(
        "captured swapped",
        Difference.OTHER_VALUE,
        "def f(a=1,b=2):\n    n, m = a, b\n    def g():\n        return n - m\n    return g()",
        "def f(a=1,b=2):\n    m, n = a, b\n    def g():\n        return n - m\n    return g()",
    ),
    differs(
        "captured parameter swapped",
        Difference.OTHER_SIGNATURE,
        "def f(a=1,b=2):\n    def g():\n        return a - b\n    return g()",
        "def f(b=1,a=2):\n    def g():\n        return a - b\n    return g()",
    ),
    differs(
        "list copy",
        Difference.OTHER_VALUE,
        "def f():\n    d=[1]\n    n=list(d)\n    d.append(2)\n    return n",
        "def f():\n    d=[1]\n    d.append(2)\n    n=list(d)\n    return n",
    ),
    differs(
        "sorted",
        Difference.OTHER_VALUE,
        "def f():\n    d=[1]\n    n=sorted(d)\n    d.append(2)\n    return n",
        "def f():\n    d=[1]\n    d.append(2)\n    n=sorted(d)\n    return n",
    ),
    differs(
        "listcomp",
        Difference.OTHER_VALUE,
        "def f():\n    d=[1]\n    n=[x for x in d]\n    d.append(2)\n    return n",
        "def f():\n    d=[1]\n    d.append(2)\n    n=[x for x in d]\n    return n",
    ),
    differs(
        "star display",
        Difference.OTHER_VALUE,
        "def f():\n    d=[1]\n    n=[*d]\n    d.append(2)\n    return n",
        "def f():\n    d=[1]\n    d.append(2)\n    n=[*d]\n    return n",
    ),
    differs(
        "dict star",
        Difference.OTHER_VALUE,
        "def f():\n    d={}\n    n={**d}\n    d['a']=2\n    return n",
        "def f():\n    d={}\n    d['a']=2\n    n={**d}\n    return n",
    ),
    differs(
        "list times",
        Difference.OTHER_VALUE,
        "def f():\n    d=[1]\n    n=d*2\n    d.append(2)\n    return n",
        "def f():\n    d=[1]\n    d.append(2)\n    n=d*2\n    return n",
    ),
    differs(
        "text mod",
        Difference.OTHER_VALUE,
        "def f():\n    d=[1]\n    n='%s' % d\n    d.append(2)\n    return n",
        "def f():\n    d=[1]\n    d.append(2)\n    n='%s' % d\n    return n",
    ),
    differs(
        "getattr",
        Difference.OTHER_VALUE,
        "def f():\n    d=Box(1)\n    n=getattr(d,'value')\n    d.put(2)\n    return n",
        "def f():\n    d=Box(1)\n    d.put(2)\n    n=getattr(d,'value')\n    return n",
    ),
    differs(
        "getattr store",
        Difference.OTHER_VALUE,
        "def f():\n    d=Box(1)\n    n=getattr(d,'value')\n    d.value=2\n    return n",
        "def f():\n    d=Box(1)\n    d.value=2\n    n=getattr(d,'value')\n    return n",
    ),
    differs(
        "hasattr store",
        Difference.OTHER_VALUE,
        "def f():\n    d=Box(1)\n    n=hasattr(d,'x')\n    d.x=2\n    return n",
        "def f():\n    d=Box(1)\n    d.x=2\n    n=hasattr(d,'x')\n    return n",
    ),
    differs(
        "global list len",
        Difference.OTHER_VALUE,
        "d=[1]\ndef g():\n    d.append(2)\ndef f():\n    n=len(d)\n    g()\n    return n",
        "d=[1]\ndef g():\n    d.append(2)\ndef f():\n    g()\n    n=len(d)\n    return n",
    ),
    differs(
        "global list in",
        Difference.OTHER_VALUE,
        "d=[1]\ndef g():\n    d.append(2)\ndef f(x=2):\n    n=x in d\n    g()\n    return n",
        "d=[1]\ndef g():\n    d.append(2)\ndef f(x=2):\n    g()\n    n=x in d\n    return n",
    ),
    differs(
        "global list item",
        Difference.OTHER_VALUE,
        "d=[1]\ndef g():\n    d[0]=2\ndef f(x=2):\n    n=d[0]\n    g()\n    return n",
        "d=[1]\ndef g():\n    d[0]=2\ndef f(x=2):\n    g()\n    n=d[0]\n    return n",
    ),
    differs(
        "str of object",
        Difference.OTHER_VALUE,
        "def f():\n    d=[1]\n    n=str(d)\n    d.append(2)\n    return n",
        "def f():\n    d=[1]\n    d.append(2)\n    n=str(d)\n    return n",
    ),
    differs(
        "suppress after",
        Difference.OTHER_VALUE,
        "from contextlib import suppress\ndef f():\n    with suppress(KeyError):\n        return fail('a')\n    log('x')",
        "from contextlib import suppress\ndef f():\n    with suppress(KeyError):\n        return fail('a')\n    log('y')",
    ),
    differs(
        "suppress interrupted",
        Difference.OTHER_VALUE,
        "from contextlib import suppress\ndef f():\n    x=1\n    with suppress(KeyError):\n        fail('a')\n        x=2\n    return x",
        "from contextlib import suppress\ndef f():\n    x=1\n    with suppress(KeyError):\n        x=2\n        fail('a')\n    return x",
    ),
    differs(
        "try interrupted",
        Difference.OTHER_VALUE,
        "def f():\n    x=1\n    try:\n        fail('a')\n        x=2\n    except KeyError:\n        pass\n    return x",
        "def f():\n    x=1\n    try:\n        x=2\n        fail('a')\n    except KeyError:\n        pass\n    return x",
    ),
    differs(
        "dataclass field annotation lost",
        Difference.LOST_STEP,
        "from dataclasses import dataclass\n@dataclass\nclass C:\n    x: int = 1\ndef f():\n    return repr(C())",
        "from dataclasses import dataclass\n@dataclass\nclass C:\n    x = 1\ndef f():\n    return repr(C())",
    ),
    differs(
        "loop exit left",
        Difference.OTHER_VALUE,
        "def f(a=(1,)):\n    for x in a:\n        if x: return 1\n    else:\n        return 2\n    return 3",
        "def f(a=()):\n    for x in a:\n        if x: return 1\n    else:\n        return 2\n    return 3",
    ),
    differs(
        "gen lazily reads",
        Difference.OTHER_VALUE,
        "def f():\n    n=1\n    g=(n for _ in (1,))\n    n=2\n    return list(g)",
        "def f():\n    n=1\n    g=[n for _ in (1,)]\n    n=2\n    return list(g)",
    ),
    differs(
        "gen expr closure",
        Difference.LOST_STEP,
        "def f():\n    n=1\n    m=1\n    g=(n for _ in (1,))\n    n=2\n    return list(g)",
        "def f():\n    n=1\n    m=1\n    g=(m for _ in (1,))\n    n=2\n    return list(g)",
    ),
    differs(
        "class member order",
        Difference.MOVED_STEP,
        "class M(type):\n    pass\nclass C:\n    a=1\n    b=2\ndef f():\n    return [k for k in vars(C) if len(k)==1]",
        "class M(type):\n    pass\nclass C:\n    b=2\n    a=1\ndef f():\n    return [k for k in vars(C) if len(k)==1]",
    ),
    differs(
        "delete attr",
        Difference.OTHER_VALUE,
        "def f():\n    b=Box(1)\n    del b.value\n    return b.value",
        "def f():\n    b=Box(1)\n    return b.value",
    ),
    differs(
        "raise bare",
        Difference.OTHER_VALUE,
        "def f():\n    try:\n        fail('a')\n    except KeyError:\n        raise",
        "def f():\n    try:\n        fail('a')\n    except KeyError:\n        raise ValueError",
    ),
    differs(
        "assert msg",
        Difference.OTHER_VALUE,
        "def f(a=0):\n    assert a, 'x'",
        "def f(a=0):\n    assert not a, 'x'",
    ),
    differs(
        "method default",
        Difference.OTHER_VALUE,
        "class C:\n    def m(self, a=1): return a\ndef f():\n    return C().m()",
        "class C:\n    def m(self, a=2): return a\ndef f():\n    return C().m()",
    ),
    differs(
        "nested method body",
        Difference.OTHER_VALUE,
        "class C:\n    class D:\n        def m(self): return 1\ndef f():\n    return C.D().m()",
        "class C:\n    class D:\n        def m(self): return 2\ndef f():\n    return C.D().m()",
    ),
    differs(
        "property",
        Difference.OTHER_VALUE,
        "class C:\n    @property\n    def m(self): return 1\ndef f():\n    return C().m",
        "class C:\n    def m(self): return 1\ndef f():\n    return C().m",
    ),
    differs(
        "lambda default",
        Difference.OTHER_VALUE,
        "def f():\n    g=[lambda i=i: i for i in (1,2)]\n    return [h() for h in g]",
        "def f():\n    g=[lambda: i for i in (1,2)]\n    return [h() for h in g]",
    ),
    differs(
        "loop variable renamed without its reader",
        Difference.OTHER_VALUE,
        "def f(a=(1,)):\n    x=0\n    for x in a: pass\n    return x",
        "def f(a=(1,)):\n    x=0\n    for y in a: pass\n    return x",
    ),
    differs(
        "unpack order",
        Difference.MOVED_STEP,
        "def f():\n    b=Box()\n    b.x, b.y = 1, 2\n    return list(vars(b))",
        "def f():\n    b=Box()\n    b.y, b.x = 2, 1\n    return list(vars(b))",
    ),
    differs(
        "dict kw star order",
        Difference.OTHER_VALUE,
        "def f():\n    return dict(a=1, **{'b':2})",
        "def f():\n    return dict(**{'b':2}, a=1)",
    ),
    differs(
        "is vs ==",
        Difference.OTHER_VALUE,
        "def f(a=1.0,b=1):\n    return a is b",
        "def f(a=1.0,b=1):\n    return a == b",
    ),
    differs(
        "format spec order",
        Difference.OTHER_VALUE,
        "def f(a=1,b=5):\n    return f'{a:{b}}'",
        "def f(a=1,b=5):\n    return f'{b:{a}}'",
    ),
    differs(
        "fstring text",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    return f'x{a}'",
        "def f(a=1):\n    return f'{a}x'",
    ),
    differs(
        "conditional import",
        Difference.OTHER_VALUE,
        "def f():\n    from math import floor as g\n    return g(1.5)",
        "def f():\n    from math import ceil as g\n    return g(1.5)",
    ),
    differs(
        "star param swap",
        Difference.OTHER_SIGNATURE,
        "def f(*a, **k):\n    return (a, k)",
        "def f(*k, **a):\n    return (a, k)",
    ),
    differs(
        "if in loop continue",
        Difference.OTHER_VALUE,
        "def f(a=(1,2)):\n    for x in a:\n        if x==1: continue\n        log(x)",
        "def f(a=(1,2)):\n    for x in a:\n        if x!=1: continue\n        log(x)",
    ),
    differs(
        "recursive helper",
        Difference.OTHER_VALUE,
        "def f(n=3):\n    return g(n)\ndef g(n):\n    return n and g(n-1)+1",
        "def f(n=3):\n    return h(n)\ndef h(n):\n    return n and h(n-2)+1",
    ),
    differs(
        "early return in loop helper",
        Difference.OTHER_VALUE,
        "def f(a=(1,2)):\n    r=g(a)\n    return log(r)\ndef g(a):\n    for x in a:\n        if x>0: return x\n    return 0",
        "def f(a=(1,2)):\n    r=0\n    for x in a:\n        if x>0: r=x\n    return log(r)",
    ),
    differs(
        "early return in try helper",
        Difference.OTHER_EXIT,
        "def f(a=1):\n    r=g(a)\n    return log(r)\ndef g(a):\n    try:\n        return log(a)\n    except KeyError:\n        pass\n    return 5",
        "def f(a=1):\n    try:\n        r=log(a)\n    except KeyError:\n        pass\n    r=5\n    return log(r)",
    ),
    differs(
        "early return in with helper",
        Difference.OTHER_VALUE,
        "from contextlib import nullcontext\ndef f(a=1):\n    r=g(a)\n    return log(r)\ndef g(a):\n    with nullcontext():\n        return log(a)\n    return 5",
        "from contextlib import nullcontext\ndef f(a=1):\n    with nullcontext():\n        r=log(a)\n    r=5\n    return log(r)",
    ),
    differs(
        "early return in match helper",
        Difference.OTHER_VALUE,
        "def f(a=1):\n    r=g(a)\n    return log(r)\ndef g(a):\n    match a:\n        case 1:\n            return 'one'\n    return 'other'",
        "def f(a=1):\n    match a:\n        case 1:\n            r='one'\n    r='other'\n    return log(r)",
    ),
    differs(
        "helper return in tail try",
        Difference.OTHER_EXIT,
        "def f(a=1):\n    try:\n        return g(a)\n    finally:\n        log('z')\ndef g(a):\n    return log(a)",
        "def f(a=1):\n    try:\n        r = log(a)\n    finally:\n        log('z')\n    return r+1",
    ),
)
def test_easily_overlooked(example: Example) -> None:
    check_example(example)
