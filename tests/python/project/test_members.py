"""Which member an attribute token names, and which parameter a keyword argument."""

from __future__ import annotations

import pytest
from holdfast.python.project.keywords import resolve_keyword
from holdfast.python.project.members import (
    Absent,
    MemberResult,
    Named,
    Outside,
    Unresolved,
    resolve_attribute,
)
from holdfast.python.project.program import Program
from python.project.programs import edges_of, end_of, program_of, shown_all, targets

BASE = """
class Base:
    limit = 1
    def run(self, speed=1): pass
    def __enter__(self): return self
    def __exit__(self, *rest): pass
    @classmethod
    def make(cls) -> "Base": return cls()
class Child(Base):
    def run(self, speed=1, *, loud=False): self.state = 1
    def go(self): return super().run(speed=2)
"""


def attribute(program: Program, file: str, snippet: str) -> MemberResult:
    facts = program.facts(file)
    assert facts is not None
    end = end_of(program, file, snippet)
    (use,) = (use for use in facts.names.attributes if use.end == end)
    return resolve_attribute(program, file, use)


def keyword(program: Program, file: str, snippet: str) -> MemberResult:
    facts = program.facts(file)
    assert facts is not None
    end = end_of(program, file, snippet)
    (use,) = (use for use in facts.names.keywords if use.end == end)
    return resolve_keyword(program, file, use)


@pytest.mark.parametrize(
    ("code", "place", "expected", "exact"),
    [
        ("from base import Base\nBase.limit\n", "Base.limit", "base.py:2:limit", True),
        ("import base\nbase.Base.limit\n", "Base.limit", "base.py:2:limit", True),
        ("import base\nbase.Child().run\n", "run", "base.py:9:run", True),
        ("from base import Child\nChild().state\n", "state", "base.py:9:state", True),
        (
            "from base import Child\ndef f():\n    c = Child()\n    c.limit\n",
            "limit",
            "base.py:2:limit",
            True,
        ),
        ("from base import Child\nc = Child()\nc.limit\n", "limit", "base.py:2:limit", False),
        ("from base import Child\ndef f(c: Child): c.run\n", "c.run", "base.py:9:run", False),
        ("import base\ndef f(c: 'base.Child'): c.run\n", "c.run", "base.py:9:run", False),
        ("from base import Child\ndef f(c: Child | None): c.run\n", "c.run", "base.py:9:run", False),
        (
            "from typing import Optional\nfrom base import Child\ndef f(c: 'Optional[Child]'): c.run\n",
            "c.run",
            "base.py:9:run",
            False,
        ),
        ("from base import Child\nwith Child() as c: c.limit\n", "c.limit", "base.py:2:limit", False),
        ("from base import Base\nBase.make().limit\n", "limit", "base.py:2:limit", False),
        (
            "from base import Child\ndef f(cs: list[Child]):\n    for c in cs: c.run\n",
            "c.run",
            "base.py:9:run",
            False,
        ),
        (
            "from base import Child\ndef f(cs: dict[str, Child]): cs['a'].run\n",
            ".run",
            "base.py:9:run",
            False,
        ),
        (
            "from base import Child\nclass X:\n    c: Child\n    def m(self): self.c.run\n",
            ".run",
            "base.py:9:run",
            False,
        ),
        (
            "from base import Child\nclass X:\n    def __init__(self): self.c = Child()\n    def m(self): self.c.run\n",
            ".run",
            "base.py:9:run",
            False,
        ),
        (
            "from base import Child\nclass X(Child):\n    def m(self): self.state\n",
            "self.state",
            "base.py:9:state",
            True,
        ),
        (
            "from base import Child\nclass X(Child):\n    @classmethod\n    def m(cls): cls.limit\n",
            "cls.limit",
            "base.py:2:limit",
            True,
        ),
        (
            "from base import Child\nclass X(Child):\n    def m(self): return [self.run for _ in ()]\n",
            "self.run",
            "base.py:9:run",
            True,
        ),
        (
            "from base import Child\nclass X(Child):\n    def run(self): super().run\n",
            "super().run",
            "base.py:9:run",
            True,
        ),
        (
            "from base import Child\nclass X(Child):\n    def run(self): super(X, self).run\n",
            "self).run",
            "base.py:9:run",
            True,
        ),
        (
            "from base import Child\nasync def g() -> Child: ...\nasync def f(): (await g()).run\n",
            ").run",
            "base.py:9:run",
            False,
        ),
        ("from base import Child\nimport copy\ncopy.copy(Child()).run\n", "()).run", "base.py:9:run", False),
        (
            "import typing\nfrom base import Child\nx = typing.cast(Child, 1)\nx.run\n",
            "x.run",
            "base.py:9:run",
            False,
        ),
        (
            "import enum\nclass E(enum.Enum):\n    A = 1\n    def m(self): pass\nE.A.m\n",
            "E.A.m",
            "app.py:4:m",
            True,
        ),
    ],
)
def test_attributes(code: str, place: str, expected: str, exact: bool) -> None:
    program = program_of({"base.py": BASE, "app.py": code})
    assert edges_of(program, "N", "app.py", place) == {(expected, exact)}


def test_an_attribute_of_either_type_names_both() -> None:
    code = "from base import Base, Child\ndef f(c: Base | Child): c.run\n"
    assert targets(program_of({"base.py": BASE, "app.py": code}), "app.py", "c.run") == {
        "base.py:3:run",
        "base.py:9:run",
    }


def test_an_instance_attribute_is_declared_where_the_hierarchy_first_has_it() -> None:
    program = program_of(
        {
            "a.py": "class A:\n    def m(self): self.x = 1\nclass B(A):\n    def n(self):\n        self.x = 2\n        print(self.x)\n"
        }
    )
    assert targets(program, "a.py", "        self.x = 2".removesuffix(" = 2")) == {"a.py:2:x"}
    assert targets(program, "a.py", "print(self.x") == {"a.py:2:x"}


def test_a_receiver_that_is_rebound_is_not_exact() -> None:
    program = program_of(
        {"a.py": "class A:\n    x = 1\n    def m(self, o):\n        self = o\n        self.x\n"}
    )
    assert edges_of(program, "N", "a.py", "        self.x") == {("a.py:2:x", False)}


def test_a_mixin_names_what_the_classes_below_declare() -> None:
    program = program_of(
        {
            "a.py": "class M:\n    def m(self): self.thing\n",
            "b.py": "from a import M\nclass B(M):\n    thing = 1\n",
        }
    )
    assert edges_of(program, "N", "a.py", "self.thing") == {("b.py:3:thing", False)}


def test_slots_and_match_arguments() -> None:
    program = program_of(
        {
            "a.py": "class A:\n    __slots__ = ('x',)\n    __match_args__ = ('x',)\n    def __init__(self): self.x = 1\n",
            "b.py": "from a import A\ndef f(v):\n    match v:\n        case A(x=1): pass\n",
        }
    )
    assert targets(program, "a.py", "self.x") == {"a.py:2:x"}
    assert targets(program, "a.py", "__match_args__ = ('x") == {"a.py:2:x"}
    assert targets(program, "b.py", "A(x") == {"a.py:2:x"}


class TestOtherAnswers:
    def test_outside(self) -> None:
        program = program_of(
            {"a.py": "import os\nos.path.join\n'x'.upper\nclass A(dict):\n    def m(self): self.keys\n"}
        )
        assert attribute(program, "a.py", "os.path") == Outside(("os",))
        assert attribute(program, "a.py", "path.join") == Outside(("os.path",))
        assert attribute(program, "a.py", "'x'.upper") == Outside(("builtins.str",))
        assert attribute(program, "a.py", "self.keys") == Outside(("builtins.dict",))

    def test_unresolved(self) -> None:
        program = program_of(
            {"a.py": "def f(x): x.run\nfrom unknown_base import *\nclass B(make()): pass\nB().run\n"}
        )
        assert attribute(program, "a.py", "x.run") == Unresolved("base")
        assert attribute(program, "a.py", "B().run") == Unresolved("bases")

    def test_absent_is_proven_for_an_instance_that_was_just_made(self) -> None:
        program = program_of(
            {"a.py": "class A:\n    def m(self): self.gone\nA().gone\nimport a\na.gone\nA.__name__\n"}
        )
        assert attribute(program, "a.py", "A().gone") == Absent(("a.A",), True)
        assert attribute(program, "a.py", "a.gone") == Absent(("a",), True)
        # Somebody may subclass A and have it.
        assert attribute(program, "a.py", "self.gone") == Absent(("a.A",), False)
        assert attribute(program, "a.py", "A.__name__") == Outside(("builtins.type",))

    @pytest.mark.parametrize(
        "text",
        [
            "class A:\n    def __getattr__(self, name): return 1\n",
            "class Meta(type): pass\nclass A(metaclass=Meta): pass\n",
            "class A:\n    def __init__(self, **kw):\n        for k in kw: setattr(self, k, 1)\n",
            "@decorate\nclass A: pass\n",
            "class A: pass\nA.gone = 1\n",
        ],
    )
    def test_absence_is_not_claimed_where_members_are_made(self, text: str) -> None:
        program = program_of({"a.py": text + "A().gone\n"})
        assert attribute(program, "a.py", "A().gone") == Unresolved("dynamic")

    def test_a_store_makes_the_attribute(self) -> None:
        program = program_of({"a.py": "class A: pass\ndef f():\n    a = A()\n    a.new = 1\n"})
        assert attribute(program, "a.py", "a.new") == Unresolved("dynamic")


@pytest.mark.parametrize(
    ("code", "place", "expected", "exact"),
    [
        ("def f(a, *, b): pass\nf(a=1, b=2)\n", "b=2", "app.py:1:b", True),
        (
            "class A:\n    def __init__(self, size): pass\nclass B(A): pass\nB(size=1)\n",
            "B(size=1",
            "app.py:2:size",
            True,
        ),
        ("class A:\n    def __new__(cls, size): pass\nA(size=1)\n", "A(size=1", "app.py:2:size", True),
        ("class A:\n    def __call__(self, size): pass\nA()(size=1)\n", "()(size=1", "app.py:2:size", True),
        (
            "from dataclasses import dataclass\n@dataclass\nclass A:\n    size: int\nA(size=1)\n",
            "A(size=1",
            "app.py:4:size",
            True,
        ),
        (
            "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass A:\n    size: int\n@dataclass\nclass B(A):\n    top: int\nB(size=1, top=2)\n",
            "B(size=1",
            "app.py:4:size",
            True,
        ),
        (
            "import attr\n@attr.s\nclass A:\n    size = attr.ib()\nA(size=1)\n",
            "A(size=1",
            "app.py:4:size",
            True,
        ),
        (
            "from typing import NamedTuple\nclass A(NamedTuple):\n    size: int\nA(size=1)\n",
            "A(size=1",
            "app.py:3:size",
            True,
        ),
        (
            "from typing import TypedDict\nclass A(TypedDict):\n    size: int\nA(size=1)\n",
            "A(size=1",
            "app.py:3:size",
            True,
        ),
        (
            "import functools\ndef f(size): pass\nfunctools.partial(f, size=1)\n",
            "size=1",
            "app.py:2:size",
            True,
        ),
        (
            "import dataclasses\n@dataclasses.dataclass\nclass A:\n    size: int\ndef f(a: A): dataclasses.replace(a, size=1)\n",
            "size=1",
            "app.py:4:size",
            False,
        ),
        (
            "class A:\n    def __init_subclass__(cls, kind): pass\nclass B(A, kind=1): pass\n",
            "kind=1",
            "app.py:2:kind",
            True,
        ),
        ("@strange\ndef f(size): pass\nf(size=1)\n", "size=1", "app.py:2:size", False),
    ],
)
def test_keywords(code: str, place: str, expected: str, exact: bool) -> None:
    program = program_of({"app.py": code})
    facts = program.facts("app.py")
    assert facts is not None
    start = code.index(place) + place.rindex("=")
    (use,) = (use for use in facts.names.keywords if use.end == start)
    found = resolve_keyword(program, "app.py", use)
    assert isinstance(found, Named)
    assert shown_all(program, found.declarations) == {expected}
    assert found.exact == exact


def test_a_method_that_overrides_the_callee_may_run_in_its_place() -> None:
    program = program_of(
        {
            "base.py": BASE,
            "app.py": "from base import Base, Child\nBase().run(speed=1)\nChild().run(loud=1)\nBase.run(None, speed=1)\n",
        }
    )
    assert edges_of(program, "N", "app.py", "run(speed") == {
        ("base.py:3:speed", False),
        ("base.py:9:speed", False),
    }
    assert edges_of(program, "N", "app.py", "run(loud") == {("base.py:9:loud", True)}
    # `super()` and the class itself say which method runs.
    assert edges_of(program, "N", "base.py", "super().run(speed") == {("base.py:3:speed", True)}
    assert edges_of(program, "N", "app.py", "None, speed") == {("base.py:3:speed", True)}


class TestKeywordsWithoutParameter:
    def test_absent_open_and_outside(self) -> None:
        code = "def f(a, /): pass\nf(b=1)\nf(a=2)\ndef g(**kw): pass\ng(c=1)\nprint(end=1)\nclass A: pass\nA(d=1)\n"
        program = program_of({"a.py": code})
        assert keyword(program, "a.py", "f(b") == Absent(("a.f",), True)
        assert keyword(program, "a.py", "g(c") == Unresolved("keywords")
        assert keyword(program, "a.py", "print(end") == Outside(("builtins.print",))
        assert keyword(program, "a.py", "A(d") == Absent(("a.A",), True)

    def test_positional_only_parameters_take_no_keyword(self) -> None:
        program = program_of({"a.py": "def f(size, /): pass\nf(size=1)\n"})
        assert keyword(program, "a.py", "\nf(size") == Absent(("a.f",), True)

    def test_an_overriding_method_may_take_it(self) -> None:
        code = "class A:\n    def m(self): pass\n    def n(self): self.m(extra=1)\nclass B(A):\n    def m(self, extra=0): pass\n"
        program = program_of({"a.py": code})
        found = keyword(program, "a.py", "self.m(extra")
        assert isinstance(found, Named)
        assert not found.exact
