"""Bases, linearisation, own members, override and inheritance edges, families."""

from __future__ import annotations

from holdfast.python.project.classes import UnknownBase, class_info, order_of, outside_ancestors, own_member
from holdfast.python.project.declarations import Kind
from holdfast.python.project.hierarchy import hierarchy_edges, member_family, subclasses
from holdfast.python.project.linearise import Inconsistent, linearise
from holdfast.python.project.modules import External
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from hypothesis import given
from hypothesis import strategies as st
from python.project.programs import class_named, program_of, shown, written


def order_names(program: Program, name: str) -> list[str]:
    found = []
    for item in order_of(program, class_named(program, name)).classes:
        if isinstance(item, ClassKey):
            found.append(class_info(program, item).name)
        else:
            found.append(item.name if isinstance(item, External) else "?")
    return found


class TestLinearisation:
    def test_across_files_through_aliases_and_attributes(self) -> None:
        program = program_of(
            {
                "a.py": "class Root: pass\nclass Outer:\n    class Inner(Root): pass\n",
                "b.py": "import a as other\nfrom a import Root as Base\nclass Left(Base): pass\nclass Right(other.Root): pass\n",
                "c.py": "import b, a\nfrom typing import Generic\nclass Both(b.Left, b.Right): pass\nclass In(a.Outer.Inner): pass\n",
            }
        )
        assert order_names(program, "Both") == ["Both", "Left", "Right", "Root", "builtins.object"]
        assert order_names(program, "In") == ["In", "Inner", "Root", "builtins.object"]

    def test_outside_and_unknown_bases(self) -> None:
        program = program_of(
            {
                "a.py": "from collections import OrderedDict as OD\nclass A(OD): pass\nclass B(make()): pass\nclass C(A[int]): pass\n"
            }
        )
        assert order_names(program, "A") == ["A", "collections.OrderedDict", "builtins.object"]
        assert order_names(program, "C") == ["C", "A", "collections.OrderedDict", "builtins.object"]
        (base,) = class_info(program, class_named(program, "B")).bases
        assert isinstance(base, UnknownBase)
        assert outside_ancestors(program, class_named(program, "A")) == (External("collections.OrderedDict"),)

    def test_contradictions_are_reported_and_ancestors_still_known(self) -> None:
        program = program_of(
            {
                "a.py": "class A: pass\nclass B(A): pass\nclass C(A, B): pass\nclass D(A, A): pass\nclass E(C): pass\n"
            }
        )
        for name, reason in (("C", "order"), ("D", "duplicate"), ("E", "order")):
            order = order_of(program, class_named(program, name))
            assert order.problem == Inconsistent(reason)
            assert not order.exact
        assert set(order_names(program, "E")) == {"E", "C", "A", "B", "builtins.object"}

    def test_a_class_that_is_its_own_ancestor(self) -> None:
        program = program_of(
            {"a.py": "import b\nclass A(b.B): pass\n", "b.py": "import a\nclass B(a.A): pass\n"}
        )
        assert order_of(program, class_named(program, "A")).problem == Inconsistent("cycle")
        assert order_of(program, class_named(program, "B")).problem == Inconsistent("cycle")
        assert program_of({"a.py": "class A(A): pass\n"}) is not None
        assert order_names(program_of({"a.py": "class A(A): pass\n"}), "A")[0] == "A"

    @given(st.lists(st.lists(st.integers(0, 7), max_size=3, unique=True), min_size=1, max_size=8))
    def test_agrees_with_the_interpreter(self, graph: list[list[int]]) -> None:
        """Class number n may have the classes below n as bases."""
        made: list[type | None] = []
        known: dict[int, tuple[tuple[int, ...], Inconsistent | None]] = {}
        for number, wanted in enumerate(graph):
            bases = [base for base in wanted if base < number]
            parents = [made[base] for base in bases]
            try:
                if None in parents:
                    raise TypeError
                made.append(type(f"c{number}", tuple(parent for parent in parents if parent), {}))
            except TypeError:
                made.append(None)
            ours, problem = linearise(number, lambda item: [b for b in graph[item] if b < item], known)
            cls = made[number]
            assert (problem is None) == (cls is not None)
            if cls is not None:
                assert [f"c{item}" for item in ours] == [item.__name__ for item in cls.__mro__[:-1]]


class TestOwnMembers:
    TEXT = """
    import abc
    from functools import cached_property
    class C:
        __slots__ = ("slot", "__private")
        plain = 1
        annotated: int
        with_value: int = 2
        def method(self, other):
            self.stored = 1
            self.a, (self.b, *self.c) = other
            with open() as self.handle: pass
            for self.item in other: pass
            self.typed: int = 3
            self.counted += 1
            other.foreign = 1
            def inner(): self.nested = 1
        @property
        def prop(self): return 1
        @prop.setter
        def prop(self, value): pass
        @staticmethod
        def static(first): first.nothing = 1
        @classmethod
        def make(cls): cls.registry = {}
        @abc.abstractmethod
        def todo(self): ...
        class Nested: pass
        import os
        for gone in (): pass
        del gone
        def __mangled(self): pass
        def __new__(cls):
            made = super().__new__(cls)
            made.fresh = 1
            return made
    """

    def test_kinds(self) -> None:
        program = program_of({"a.py": self.TEXT})
        key = class_named(program, "C")
        facts = program.facts("a.py")
        assert facts is not None
        kinds = {name: member.kind for name, member in facts.members[key.scope].items()}
        assert kinds == {
            "__slots__": Kind.CLASS_ATTRIBUTE,
            "slot": Kind.SLOT,
            "_C__private": Kind.SLOT,
            "plain": Kind.CLASS_ATTRIBUTE,
            "annotated": Kind.FIELD,
            "with_value": Kind.CLASS_ATTRIBUTE,
            "method": Kind.METHOD,
            **dict.fromkeys(
                ("stored", "a", "b", "c", "handle", "item", "typed", "nested", "fresh"),
                Kind.INSTANCE_ATTRIBUTE,
            ),
            "prop": Kind.PROPERTY,
            "static": Kind.METHOD,
            "make": Kind.METHOD,
            "registry": Kind.CLASS_ATTRIBUTE,
            "todo": Kind.METHOD,
            "Nested": Kind.NESTED_CLASS,
            "os": Kind.IMPORT,
            "_C__mangled": Kind.METHOD,
            "__new__": Kind.METHOD,
        }

    def test_groups_are_one_member(self) -> None:
        program = program_of({"a.py": self.TEXT})
        member = own_member(program, class_named(program, "C"), "prop")
        assert member is not None
        assert len(member.tokens) == len(member.functions) == 2

    def test_abstract_and_receivers(self) -> None:
        program = program_of({"a.py": self.TEXT})
        key = class_named(program, "C")
        members = {
            name: own_member(program, key, name) for name in ("todo", "static", "make", "method", "__new__")
        }
        assert {name: item.receives for name, item in members.items() if item} == {
            "todo": "instance",
            "static": "static",
            "make": "class",
            "method": "instance",
            "__new__": "class",
        }
        assert [name for name, item in members.items() if item and item.abstract] == ["todo"]


class TestEdges:
    def test_overrides_and_inheritance(self) -> None:
        program = program_of(
            {
                "a.py": """
                class A:
                    x = 0
                    def m(self): self.i = 1
                    def n(self): pass
                """,
                "b.py": """
                from a import A
                class B(A):
                    def m(self): self.i = 2
                class C(B):
                    x = 1
                    i = 3
                """,
            }
        )
        assert written(program, hierarchy_edges(program, program.python_files)) == {
            "O b.py:3:m -> a.py:3:m",
            "O b.py:5:x -> a.py:2:x",
            "O b.py:6:i -> a.py:3:i",
            "I b.py:2:B -> a.py:2:x",
            "I b.py:2:B -> a.py:4:n",
            "I b.py:2:B -> a.py:3:i",
            "I b.py:4:C -> b.py:3:m",
            "I b.py:4:C -> a.py:4:n",
        }

    def test_names_limit_the_work(self) -> None:
        program = program_of({"a.py": "class A:\n    x = y = 0\nclass B(A):\n    x = 1\n"})
        assert written(program, hierarchy_edges(program, ["a.py"], frozenset({"y"}))) == {
            "I a.py:3:B -> a.py:2:y"
        }

    def test_every_base_that_would_provide_the_member_is_overridden(self) -> None:
        text = "class A:\n    def m(self): pass\nclass B:\n    def m(self): pass\nclass C(A, B):\n    def m(self): pass\n"
        program = program_of({"a.py": text})
        assert {
            edge for edge in written(program, hierarchy_edges(program, ["a.py"])) if edge.startswith("O")
        } == {
            "O a.py:6:m -> a.py:2:m",
            "O a.py:6:m -> a.py:4:m",
        }

    def test_abstract_members_are_not_inherited_but_overridden(self) -> None:
        text = """
        from abc import ABC, abstractmethod
        class A(ABC):
            @abstractmethod
            def m(self): ...
        class B(A): pass
        class C(B):
            def m(self): pass
        """
        program = program_of({"a.py": text})
        assert written(program, hierarchy_edges(program, ["a.py"])) == {"O a.py:7:m -> a.py:4:m"}

    def test_what_an_outside_class_may_hide_is_inferred(self) -> None:
        text = "import socket\nclass A:\n    x = 1\nclass B(socket.socket, A): pass\nclass C(A, socket.socket): pass\n"
        program = program_of({"a.py": text})
        assert written(program, hierarchy_edges(program, ["a.py"])) == {
            "I a.py:4:B -> a.py:3:x ?",
            "I a.py:5:C -> a.py:3:x",
        }

    def test_a_dataclass_and_an_equality_hide_what_is_inherited(self) -> None:
        text = """
        from dataclasses import dataclass
        class A:
            def __init__(self): pass
            def __hash__(self): pass
        @dataclass
        class B(A):
            x: int
        class C(A):
            def __eq__(self, other): pass
        """
        program = program_of({"a.py": text})
        assert written(program, hierarchy_edges(program, ["a.py"])) == {"I a.py:8:C -> a.py:3:__init__"}


class TestFamilies:
    def test_up_down_and_across_mixins(self) -> None:
        program = program_of(
            {
                "a.py": "class A:\n    def run(self): pass\nclass Far:\n    def run(self): pass\n",
                "b.py": "from a import A as Start\nclass B(Start):\n    def run(self): pass\n",
                "c.py": "class Mixin:\n    def run(self): pass\n",
                "d.py": "from b import B\nfrom c import Mixin\nclass D(Mixin, B): pass\n",
            }
        )
        for name in ("A", "B", "Mixin", "D"):
            family = member_family(program, class_named(program, name), "run")
            assert [shown(program, token) for token in family.tokens()] == [
                "a.py:2:run",
                "b.py:3:run",
                "c.py:2:run",
            ]
            assert family.outside == ()

    def test_outside_ancestors_are_told(self) -> None:
        program = program_of(
            {"a.py": "import unittest\nclass T(unittest.TestCase):\n    def setUp(self): pass\n"}
        )
        assert member_family(program, class_named(program, "T"), "setUp").outside == ("unittest.TestCase",)

    def test_subclasses_are_found_under_other_names(self) -> None:
        program = program_of(
            {
                "a.py": "class Base: pass\nAlias = Base\n",
                "b.py": "from a import Alias as Third\nclass One(Third): pass\n",
                "c.py": "import b\nclass Two(b.One): pass\nclass Three(b.Third): pass\n",
            }
        )
        names = {class_info(program, key).name for key in subclasses(program, class_named(program, "Base"))}
        assert names == {"One", "Two", "Three"}
