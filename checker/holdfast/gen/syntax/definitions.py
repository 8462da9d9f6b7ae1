"""Functions, classes, and what belongs to them; parameters and arguments.

Every definition is followed by a use that prints, so that running the block shows what it defined.
"""

from __future__ import annotations

from holdfast.gen.holes import plugged
from holdfast.gen.space import Space, chain, literal
from holdfast.gen.syntax.element import ARGUMENTS, IN_COROUTINE, PARAMETERS, STATEMENT, Code, Element


def parameters(one: Code = "first", other: Code = "second") -> Space[str]:
    """Parameter lists for which a call with two positional arguments, or none, is legal."""
    return plugged(
        literal(
            "‹a›=1, ‹b›=2",
            "‹a›=1, /, ‹b›=2",
            "‹a›=1, *‹b›",
            "*‹b›, ‹a›=1",
            "‹a›=1, *others, ‹b›=2",
            "‹a›=1, _=0, *, ‹b›=2",
            "‹a›=1, _=0, **‹b›",
            "‹a›: int = 1, ‹b›: 'int' = 2",
        ),
        a=one,
        b=other,
    )


def arguments(value: Code = "x", keyword: Code = "step") -> Space[str]:
    """Argument lists for a function `work(value, step=1)`."""
    keywords = literal("1, ‹k›=‹v›", "*[1], **{'‹k›': ‹v›}", "‹k›=‹v›, value=1")
    return chain(plugged(literal("‹v›", "‹v›, 2", "*[‹v›]"), v=value), plugged(keywords, v=value, k=keyword))


def function(defined: Code = "made", body: Code = "return x", parameter: Code = "each=1") -> Space[str]:
    return plugged(
        literal("def ‹n›(‹p›):\n    ‹b›\n\nprint(‹n›())", "def ‹n›(‹p›) -> object:\n    ‹b›\n\nprint(‹n›())"),
        n=defined,
        p=parameter,
        b=body,
    )


def nested_function(defined: Code = "made", body: Code = "return x") -> Space[str]:
    return plugged(
        "def around():\n    def ‹n›():\n        ‹b›\n\n    return ‹n›\n\nprint(around()())", n=defined, b=body
    )


def generator_function(defined: Code = "made", value: Code = "x") -> Space[str]:
    return plugged(
        literal(
            "def ‹n›():\n    yield ‹v›\n    yield 2\n\nprint(list(‹n›()))",
            "def ‹n›():\n    yield from [‹v›, 2]\n\nprint(list(‹n›()))",
        ),
        n=defined,
        v=value,
    )


def coroutine(defined: Code = "made", value: Code = "x") -> Space[str]:
    return plugged("async def ‹n›():\n    return ‹v›\n\nprint(await ‹n›())", n=defined, v=value)


def docstring(defined: Code = "made", text: Code = "What it does.") -> Space[str]:
    return plugged(
        literal(
            'def ‹n›():\n    """‹t›"""\n\nprint(‹n›.__doc__)',
            'class ‹n›:\n    """‹t›"""\n\nprint(‹n›.__doc__)',
        ),
        n=defined,
        t=text,
    )


def decorated(defined: Code = "made", decorator: Code = "twice") -> Space[str]:
    return plugged(
        literal(
            "def ‹d›(wrapped):\n    return lambda: 2 * wrapped()\n\n@‹d›\ndef ‹n›():\n    return 1\n\nprint(‹n›())",
            "def ‹d›(times):\n    return lambda wrapped: lambda: times * wrapped()\n\n"
            "@‹d›(3)\n@‹d›(5)\ndef ‹n›():\n    return 1\n\nprint(‹n›())",
        ),
        n=defined,
        d=decorator,
    )


def class_definition(defined: Code = "Made", field: Code = "size", value: Code = "1") -> Space[str]:
    return plugged(
        literal(
            "class ‹n›:\n    ‹f› = ‹v›\n\nprint(‹n›.‹f›)",
            "class ‹n›(Exception):\n    ‹f› = ‹v›\n\nprint(‹n›().‹f›)",
            "class ‹n›:\n    __slots__ = ('‹f›',)\n\nmade = ‹n›()\nmade.‹f› = ‹v›\nprint(made.‹f›)",
        ),
        n=defined,
        f=field,
        v=value,
    )


def nested_class(outer: Code = "Outer", inner: Code = "Inner") -> Space[str]:
    return plugged("class ‹o›:\n    class ‹i›:\n        size = 1\n\nprint(‹o›.‹i›.size)", o=outer, i=inner)


def method(owner: Code = "Made", defined: Code = "work", body: Code = "return 1") -> Space[str]:
    return plugged(
        literal(
            "class ‹o›:\n    def ‹n›(self):\n        ‹b›\n\nprint(‹o›().‹n›())",
            "class ‹o›:\n    def __init__(self):\n        self.made = self.‹n›()\n\n"
            "    def ‹n›(self):\n        ‹b›\n\nprint(‹o›().made)",
        ),
        o=owner,
        n=defined,
        b=body,
    )


def class_method(owner: Code = "Made", defined: Code = "work", body: Code = "return cls.size") -> Space[str]:
    return plugged(
        "class ‹o›:\n    size = 3\n\n    @classmethod\n    def ‹n›(cls):\n        ‹b›\n\nprint(‹o›.‹n›())",
        o=owner,
        n=defined,
        b=body,
    )


def static_method(owner: Code = "Made", defined: Code = "work", body: Code = "return 1") -> Space[str]:
    return plugged(
        "class ‹o›:\n    @staticmethod\n    def ‹n›():\n        ‹b›\n\nprint(‹o›.‹n›())",
        o=owner,
        n=defined,
        b=body,
    )


def property_group(owner: Code = "Made", defined: Code = "size") -> Space[str]:
    return plugged(
        literal(
            "class ‹o›:\n    @property\n    def ‹n›(self):\n        return 1\n\nprint(‹o›().‹n›)",
            "class ‹o›:\n    kept = 1\n\n    @property\n    def ‹n›(self):\n        return self.kept\n\n"
            "    @‹n›.setter\n    def ‹n›(self, value):\n        self.kept = value\n\n"
            "made = ‹o›()\nmade.‹n› = 5\nprint(made.‹n›)",
        ),
        o=owner,
        n=defined,
    )


def inheritance(base: Code = "Base", derived: Code = "Derived", member: Code = "size") -> Space[str]:
    return plugged(
        literal(
            "class ‹b›:\n    ‹m› = 1\n\nclass ‹d›(‹b›):\n    pass\n\nprint(‹d›.‹m›)",
            "class ‹b›:\n    ‹m› = 1\n\nclass ‹d›(‹b›):\n    ‹m› = 2\n\nprint(‹d›.‹m›, super(‹d›, ‹d›()).‹m›)",
        ),
        b=base,
        d=derived,
        m=member,
    )


def dataclass_definition(owner: Code = "Made", field: Code = "size") -> Space[str]:
    return plugged(
        literal(
            "from dataclasses import dataclass\n\n@dataclass\nclass ‹o›:\n    ‹f›: int = 1\n\nprint(‹o›(‹f›=2).‹f›)",
            "from typing import NamedTuple\n\nclass ‹o›(NamedTuple):\n    ‹f›: int = 1\n\nprint(‹o›(‹f›=2).‹f›)",
        ),
        o=owner,
        f=field,
    )


ELEMENTS = (
    Element("parameters", parameters, "arguments", PARAMETERS),
    Element("arguments", arguments, "Call", ARGUMENTS),
    Element("function", function, "FunctionDef", STATEMENT),
    Element("nested function", nested_function, "FunctionDef", STATEMENT),
    Element("generator function", generator_function, "FunctionDef", STATEMENT),
    Element("coroutine", coroutine, "AsyncFunctionDef", IN_COROUTINE),
    Element("documentation string", docstring, "Constant", STATEMENT),
    Element("decorator", decorated, "FunctionDef", STATEMENT),
    Element("class", class_definition, "ClassDef", STATEMENT),
    Element("nested class", nested_class, "ClassDef", STATEMENT),
    Element("method", method, "FunctionDef", STATEMENT),
    Element("class method", class_method, "FunctionDef", STATEMENT),
    Element("static method", static_method, "FunctionDef", STATEMENT),
    Element("property", property_group, "FunctionDef", STATEMENT),
    Element("inheritance", inheritance, "ClassDef", STATEMENT),
    Element("dataclass", dataclass_definition, "AnnAssign", STATEMENT),
)
