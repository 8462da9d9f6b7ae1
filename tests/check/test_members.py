"""Attributes, keyword arguments and fixtures: resolved, asked for, or weighed as evidence."""

from __future__ import annotations

import pytest
from check.marked import edited, outcome_of, told
from holdfast.findings.values import Severity, Verdict
from holdfast.python.questions import KnownAnswers, Question, Target

CLASS = "class C:\n    def «m|n»(self): ...\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.py": CLASS + "C().«m|n»()\n"}, []),
        ({"a.py": CLASS + "C().m()\n"}, ["HF104 a.py:3 m"]),
        ({"a.py": CLASS + "    def k(self):\n        self.m()\n"}, ["HF104 a.py:4 m"]),
        ({"a.py": "def f(«a|b»):\n    return «a|b»\nf(a=1)\n"}, ["HF106 a.py:3 a"]),
        ({"a.py": "def f(«a|b»):\n    return «a|b»\nf(«a|b»=1)\n"}, []),
        ({"a.py": "def f(a):\n    return a\nf(«a|b»=1)\n"}, ["HF106 a.py:3 a"]),
        ({"a.py": "import b\nb.x\n", "b.py": "«x|y» = 1\n"}, ["HF104 a.py:2 x"]),
        (
            {
                "conftest.py": "import pytest\n@pytest.fixture\ndef «db|base»(): ...\n",
                "test_a.py": "def test(db): ...\n",
            },
            ["HF104 test_a.py:1 db"],
        ),
    ],
)
def test_members(files: dict[str, str], expected: list[str]) -> None:
    assert told(files) == expected


def test_an_attribute_that_nothing_defines_any_more_was_missed() -> None:
    outcome = outcome_of(
        {"a.py": "class C:\n    def «close_it|shut_it»(self): ...\n", "b.py": "def f(x):\n    x.close_it()\n"}
    )
    assert [(f.code, f.severity) for f in outcome.findings] == [("HF104", Severity.WARNING)]


def test_an_attribute_that_others_define_is_an_information() -> None:
    files = {
        "a.py": "class C:\n    def «close_it|shut_it»(self): ...\n",
        "b.py": "import a\ndef f(x):\n    x.close_it()\nclass D:\n    def close_it(self): ...\n",
    }
    outcome = outcome_of(files)
    assert [f.severity for f in outcome.findings] == [Severity.INFORMATION]
    assert outcome.verdict is Verdict.UNKNOWN


def test_everyday_attributes_are_no_evidence() -> None:
    files = {"a.py": "class C:\n    def «append|add»(self): ...\n", "b.py": "def f(x):\n    x.append(1)\n"}
    assert told(files) == []


def test_answers_decide_before_evidence() -> None:
    files = {
        "a.py": "class C:\n    def «close_it|shut_it»(self): ...\n",
        "b.py": "import a\ndef f(x):\n    x.close_it()\nclass D:\n    def close_it(self): ...\n",
    }
    before = edited(files).before
    use = Question("before", "b.py", (before.text("b.py") or "").index("close_it"))
    for file, expected in (("a.py", ["HF104 b.py:3 close_it"]), ("b.py", [])):
        start = (before.text(file) or "").rindex("close_it")
        target = Target(file, start, start + len("close_it"), "close_it", "function", "", False)
        assert told(files, answers=KnownAnswers({use: (target,)})) == expected
