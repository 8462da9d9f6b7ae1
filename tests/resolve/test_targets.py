"""Where tokens lead, on small programs whose answer a person can see."""

from __future__ import annotations

from holdfast.python.questions import Unanswered
from resolve.conftest import Opener
from resolve.marked import marked, places_of

SHAPES = """\
from dataclasses import dataclass; import attr; from enum import Enum
from typing import NamedTuple, TypedDict


class Base:
    def __init__(self, size):
        self.size = size

    def close(self):
        pass

    @property
    def area(self):
        return self.size


class Child(Base):
    def grow(self):
        return self


@dataclass
class Point:
    left: int
    top: int = 0


class Pair(NamedTuple):
    first: int


class Options(TypedDict):
    width: int


def make() -> Child:
    return Child(1)


@attr.s
class Aged:
    years = attr.ib()


class Color(Enum):
    RED = 1
"""


IMPORTS = (
    "import shapes; from shapes import *; from functools import partial; from dataclasses import replace"
)
MEMBERS: list[tuple[str, tuple[str | None, int, str]]] = [
    ("make().«close»()", ("shapes.py", 9, "function")),
    ("make().grow().grow().«size»", ("shapes.py", 7, "statement")),
    ("Child(1).«area»", ("shapes.py", 13, "property")),
    ("Child(«size»=1)", ("shapes.py", 6, "param")),
    ("Point(«left»=1)", ("shapes.py", 24, "param")),
    ("Point(1).«top»", ("shapes.py", 25, "statement")),
    ("Pair(1).«first»", ("shapes.py", 29, "statement")),
    ("Pair(«first»=1)", ("shapes.py", 29, "statement")),
    ("Pair(1)._replace(«first»=1)", ("shapes.py", 29, "statement")),
    ("Options(«width»=1)", ("shapes.py", 33, "statement")),
    ("replace(Point(1), «top»=2)", ("shapes.py", 25, "statement")),
    ("partial(Child, «size»=2)", ("shapes.py", 6, "param")),
    ("partial(Pair, «first»=2)", ("shapes.py", 29, "statement")),
    ("Aged(«years»=1)", ("shapes.py", 42, "statement")),
    ("Aged(1).«years»", ("shapes.py", 42, "statement")),
    ("Color.«RED»", ("shapes.py", 46, "instance")),
    ("Color.RED.«value»", (None, 0, "property")),
    ("shapes.«make»()", ("shapes.py", 36, "function")),
    ("[each.«close»() for each in [make()]]", ("shapes.py", 9, "function")),
    ("(lambda each=make(): each.«close»())", ("shapes.py", 9, "function")),
]


def test_members_lead_to_their_definitions(resolver: Opener, installed: tuple[str, ...]) -> None:
    uses = {f"use{number}.py": f"{IMPORTS}\n{expression}\n" for number, (expression, _) in enumerate(MEMBERS)}
    case = marked({"shapes.py": SHAPES, **uses})
    one = resolver(case.world, library_paths=installed)
    answers = one.ask([case.question(file) for file in uses])
    found = [(each[0], places_of(case.world, answer)) for each, answer in zip(MEMBERS, answers, strict=True)]
    assert found == [(expression, [expected]) for expression, expected in MEMBERS]


def test_names_in_imports_lead_through_packages(resolver: Opener) -> None:
    case = marked(
        {
            "pack/__init__.py": "from .inner import thing\n",
            "pack/inner.py": "thing = 1\n",
            "use.py": "from «pack» import «thing»\nimport pack.«inner»\n",
        }
    )
    questions = [case.question("use.py", number) for number in range(3)]
    answers = [places_of(case.world, answer) for answer in resolver(case.world).ask(questions)]
    assert answers == [
        [("pack/__init__.py", 1, "module")],
        [("pack/inner.py", 1, "statement")],
        [("pack/inner.py", 1, "module")],
    ]


def test_definitions_outside_of_the_world_have_names_and_no_place(resolver: Opener) -> None:
    case = marked({"use.py": "import json\njson.JSONDecoder().«decode»('')\n''.«join»([])\n"})
    questions = [case.question("use.py", number) for number in range(2)]
    decode, join = resolver(case.world).ask(questions)
    assert isinstance(decode, tuple)
    assert isinstance(join, tuple)
    assert [(each.file, each.start, each.end, each.full_name, each.builtin) for each in decode + join] == [
        (None, -1, -1, "json.decoder.JSONDecoder.decode", False),
        (None, -1, -1, "builtins.str.join", True),
    ]


def test_fixtures_lead_from_parameters_to_conftest(resolver: Opener, installed: tuple[str, ...]) -> None:
    case = marked(
        {
            "tests/conftest.py": "import pytest\n\n@pytest.fixture\ndef store():\n    return 1\n",
            "tests/unit/test_it.py": "def test_it(«store»):\n    pass\n",
        }
    )
    (answer,) = resolver(case.world, library_paths=installed).ask([case.question("tests/unit/test_it.py")])
    assert places_of(case.world, answer) == [("tests/conftest.py", 4, "function")]


def test_modules_beside_a_script_are_found(resolver: Opener) -> None:
    case = marked({"tools/helper.py": "def go(): pass\n", "tools/run.py": "import helper\nhelper.«go»()\n"})
    (answer,) = resolver(case.world).ask([case.question("tools/run.py")])
    assert places_of(case.world, answer) == [("tools/helper.py", 1, "function")]


def test_source_roots_are_found_or_told(resolver: Opener) -> None:
    texts = {"src/app/core.py": "def go(): pass\n", "src/app/__init__.py": ""}
    case = marked({**texts, "tests/test_it.py": "from app.core import «go»\n"})
    question = case.question("tests/test_it.py")
    assert places_of(case.world, resolver(case.world).ask([question])[0]) == [
        ("src/app/core.py", 1, "function")
    ]
    other = marked({"odd/app.py": "def go(): pass\n", "use.py": "from app import «go»\n"})
    told = resolver(other.world, source_roots=("odd",))
    assert places_of(other.world, told.ask([other.question("use.py")])[0]) == [("odd/app.py", 1, "function")]


def test_offsets_are_characters_whatever_the_line_ends_and_the_encoding(resolver: Opener) -> None:
    case = marked(
        {
            "a.py": "# coding: latin-1\r\nÄÖ = 'ß'; x = 1\r\n\x0c\r\nclass Ü:\r\n    ä = 'é'\r\n",
            "b.py": "'\U0001f600'; import a; a.Ü.«ä»; a.«x»\r",
        }
    )
    questions = [case.question("b.py", number) for number in range(2)]
    answers = [places_of(case.world, answer) for answer in resolver(case.world).ask(questions)]
    assert answers == [[("a.py", 5, "statement")], [("a.py", 2, "statement")]]


def test_an_unresolved_member_is_an_empty_answer(resolver: Opener) -> None:
    case = marked({"a.py": "def f(it):\n    return it.«nothing»\n"})
    assert resolver(case.world).ask([case.question("a.py")]) == ((),)


def test_a_place_that_does_not_exist_is_an_empty_answer(resolver: Opener) -> None:
    case = marked({"a.py": "x = «1»\n"})
    one = resolver(case.world)
    absent = [case.question("a.py")._replace(offset=99), case.question("a.py")._replace(file="b.py")]
    assert one.ask(absent) == ((), ())
    assert (one.asked, one.inferred) == (2, 0)


def test_an_empty_answer_from_a_file_with_a_mistake_says_so(resolver: Opener) -> None:
    case = marked({"a.py": "def f(it):\n    return it.«nothing»\n\nx = = 1\n"})
    assert resolver(case.world).ask([case.question("a.py")]) == (Unanswered("syntax"),)


def test_what_can_be_read_of_a_file_with_a_mistake_is_answered(resolver: Opener) -> None:
    case = marked({"a.py": "class A:\n    b = 1\n\nx = = 1\nA().«b»\n"})
    (answer,) = resolver(case.world).ask([case.question("a.py")])
    assert places_of(case.world, answer) == [("a.py", 2, "statement")]
