"""What an expression may be, and which members its type defines."""

from __future__ import annotations

from holdfast.python.questions import TypeInfo, Types
from resolve.conftest import Opener
from resolve.marked import marked

HIERARCHY = """\
from unknown import Strange


class Base:
    old = 1

    def __init__(self):
        self.held = 2


class Child(Base):
    pass


class Odd(Strange):
    pass


class Dynamic:
    def __getattr__(self, name):
        return name
"""


def only(types: Types) -> TypeInfo:
    assert isinstance(types, tuple)
    (one,) = types
    return one


def test_the_type_of_an_expression_says_who_defines_a_member(resolver: Opener) -> None:
    expressions = ["«Child()».x", "«Child».x", "«Odd()».x", "«Dynamic()».x", "«h».x"]
    texts = {
        f"use{number}.py": f"import h; from h import *\n{text}\n" for number, text in enumerate(expressions)
    }
    case = marked({"h.py": HIERARCHY, **texts})
    questions = [case.question(file, end=True) for file in texts]
    child, cls, odd, dynamic, module = map(
        only, resolver(case.world).types_of(questions, ["old", "held", "new", "Base"])
    )
    assert (child.kind, child.full_name, child.file, child.open) == ("instance", "h.Child", "h.py", False)
    assert child.mro == ("h.Child", "h.Base", "builtins.object")
    assert child.members == (("held", "h.Base"), ("old", "h.Base"))
    assert (cls.kind, cls.members, cls.open) == ("class", (("old", "h.Base"),), False)
    assert odd.open
    assert dynamic.open
    assert (module.kind, module.file, module.members) == ("module", "h.py", (("Base", "h"),))


def test_library_types_say_what_they_define(resolver: Opener) -> None:
    texts = {
        "a.py": "import json\n«json.JSONDecoder()».x\n",
        "b.py": "«'text'».x\n",
        "c.py": "«f'{1}' 'text'».x\n",
        "d.py": "def f(it: list[str]):\n    «it[0].upper()».x\n",
        "e.py": "«1.5».x\n",
        "f.py": "import collections\n«collections.OrderedDict()».x\n",
    }
    case = marked(texts)
    names = ["decode", "scan_once", "join", "hex", "move_to_end", "old"]
    answers = resolver(case.world).types_of([case.question(file, end=True) for file in texts], names)
    found = {
        file: (one.full_name, dict(one.members)) for file, one in zip(texts, map(only, answers), strict=True)
    }
    decoder = "json.decoder.JSONDecoder"
    assert found == {
        "a.py": (decoder, {"decode": decoder, "scan_once": decoder}),
        "b.py": ("builtins.str", {"join": "builtins.str"}),
        "c.py": ("builtins.str", {"join": "builtins.str"}),
        "d.py": ("builtins.str", {"join": "builtins.str"}),
        "e.py": ("builtins.float", {"hex": "builtins.float"}),
        "f.py": ("collections.OrderedDict", {"move_to_end": "collections.OrderedDict"}),
    }


def test_an_unknown_expression_has_no_types(resolver: Opener) -> None:
    case = marked({"a.py": "def f(it):\n    «it».x\n"})
    assert resolver(case.world).types_of([case.question("a.py", end=True)], ["x"]) == ((),)
