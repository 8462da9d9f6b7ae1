"""Methods that a refactoring makes or dissolves: self, cls, static methods, super, private names."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same


@examples(
    same(
        "method extracted",
        "class C:\n    def m(self, a=1):\n        return log(a + 1)\ndef f():\n    return C().m()",
        "class C:\n    def m(self, a=1):\n        return self.n(a)\n    def n(self, a):\n        return log(a + 1)\ndef f():\n    return C().m()",
    ),
    same(
        "method extracted under another name for self",
        "class C:\n    def m(self):\n        self.x = 1\n        return self.x\ndef f():\n    return C().m()",
        "class C:\n    def m(self):\n        self.n()\n        return self.x\n    def n(this):\n        this.x = 1\ndef f():\n    return C().m()",
    ),
    differs(
        "method extracted without self",
        Difference.LOST_STEP,
        "class C:\n    def m(self, a=1):\n        return log(a + 1)\ndef f():\n    return C().m()",
        "class C:\n    def m(self, a=1):\n        return self.n(a)\n    def n(a):\n        return log(a + 1)\ndef f():\n    return C().m()",
    ),
    same(
        "static method extracted",
        "class C:\n    def m(self, a=1):\n        return log(a + 1)\ndef f():\n    return C().m()",
        "class C:\n    def m(self, a=1):\n        return self.n(a)\n    @staticmethod\n    def n(a):\n        return log(a + 1)\ndef f():\n    return C().m()",
    ),
    same(
        "static method called through the class",
        "class C:\n    def m(self, a=1):\n        return log(a + 1)\ndef f():\n    return C().m()",
        "class C:\n    def m(self, a=1):\n        return C.n(a)\n    @staticmethod\n    def n(a):\n        return log(a + 1)\ndef f():\n    return C().m()",
    ),
    same(
        "class method extracted",
        "class C:\n    @classmethod\n    def m(cls, a=1):\n        return log(cls.__name__)\ndef f():\n    return C.m()",
        "class C:\n    @classmethod\n    def m(cls, a=1):\n        return cls.n()\n    @classmethod\n    def n(cls):\n        return log(cls.__name__)\ndef f():\n    return C.m()",
    ),
    same(
        "super in a new method",
        "class A:\n    def m(self):\n        return log('A')\nclass C(A):\n    def m(self):\n        return super().m()\ndef f():\n    return C().m()",
        "class A:\n    def m(self):\n        return log('A')\nclass C(A):\n    def m(self):\n        return self.n()\n    def n(self):\n        return super().m()\ndef f():\n    return C().m()",
    ),
    differs(
        "super in a function outside the class",
        Difference.OTHER_VALUE,
        "class A:\n    def m(self):\n        return log('A')\nclass C(A):\n    def m(self):\n        return super().m()\ndef f():\n    return C().m()",
        "class A:\n    def m(self):\n        return log('A')\nclass C(A):\n    def m(self):\n        return n(self)\ndef n(self):\n    return super().m()\ndef f():\n    return C().m()",
    ),
    differs(
        "private name outside its class",
        Difference.OTHER_VALUE,
        "class C:\n    def __init__(self):\n        self.__x = 1\n    def m(self):\n        return self.__x\ndef f():\n    return C().m()",
        "class C:\n    def __init__(self):\n        self.__x = 1\n    def m(self):\n        return n(self)\ndef n(self):\n    return self.__x\ndef f():\n    return C().m()",
    ),
    same(
        "private name in a new method",
        "class C:\n    def __init__(self):\n        self.__x = 1\n    def m(self):\n        return self.__x\ndef f():\n    return C().m()",
        "class C:\n    def __init__(self):\n        self.__x = 1\n    def m(self):\n        return self.__n()\n    def __n(self):\n        return self.__x\ndef f():\n    return C().m()",
    ),
    same(
        "method body moved to a function of the module",
        "class C:\n    def m(self):\n        return log(self.v)\n    v = 3\ndef f():\n    return C().m()",
        "class C:\n    def m(self):\n        return n(self)\n    v = 3\ndef n(c):\n    return log(c.v)\ndef f():\n    return C().m()",
    ),
    differs(
        "static becomes class method",
        Difference.OTHER_VALUE,
        "class C:\n    @staticmethod\n    def m(a=None):\n        return log(a is None)\ndef f():\n    return C.m()",
        "class C:\n    @classmethod\n    def m(a=None):\n        return log(a is None)\ndef f():\n    return C.m()",
    ),
)
def test_methods(example: Example) -> None:
    check_example(example)
