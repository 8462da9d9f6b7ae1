"""Names within one file: `bindings` and `lexical`, by the rules of the language."""

from __future__ import annotations

import pytest
from check.marked import edited, told
from holdfast.check.correspondence.token_map import TokenMap
from holdfast.check.names.bindings import Change, compare_bindings
from holdfast.python.names import analyse
from holdfast.python.tree import parse
from holdfast.refactorings.request import Kind


def changes(marked: str) -> list[tuple[Change, str]]:
    before, after, edits = edited({"m.py": marked})
    old, new = before.text("m.py") or "", after.text("m.py") or ""
    found = compare_bindings(
        analyse(parse(old)), analyse(parse(new)), TokenMap(edits.replacements["m.py"], old)
    )
    return [(item.what, item.occurrence.name) for item in found]


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("«a|b» = 1\nprint(«a|b»)\n", []),
        ("«a|b» = 1\nprint(a)\n", [(Change.MISSED, "a")]),
        ("a = 1\nprint(«a|b»)\n", [(Change.DANGLING, "a")]),
        ("«a|b» = 1\ndef f(b):\n    return «a|b» + b\n", [(Change.CAPTURED, "a")]),
        ("b = 2\n«a|b» = 1\nprint(«a|b»)\n", [(Change.MERGED, "a")]),
        ("def f():\n    «a|b» = 1\n    return b\n", [(Change.NEWLY_BOUND, "b")]),
        ("def f():\n    «a|len» = 1\n    return len([])\n", [(Change.CAPTURED, "len")]),
        ("def f(xs):\n    «a|x» = 1\n    return [«a|x» for x in xs]\n", [(Change.CAPTURED, "a")]),
        # The first iterable of a comprehension is evaluated outside of it.
        ("def f(«a|x»):\n    return [x for x in «a|x»]\n", []),
        # A class body is no scope for its methods.
        ("«a|b» = 1\nclass C:\n    b = 2\n    def m(self):\n        return «a|b»\n", []),
        ("«a|b» = 1\nclass C:\n    b = 2\n    c = «a|b»\n", [(Change.CAPTURED, "a")]),
        (
            "def f():\n    «a|b» = 1\n    def g():\n        nonlocal «a|b»\n        «a|b» = 2\n    return g\n",
            [],
        ),
        ("«a|b» = 1\ndef f():\n    global a\n    a = 2\n", [(Change.MISSED, "a"), (Change.MISSED, "a")]),
        ("try:\n    pass\nexcept OSError as «a|b»:\n    print(«a|b»)\n", []),
        ("def f(x, b):\n    match x:\n        case [«a|b»]:\n            return b\n", [(Change.MERGED, "a")]),
    ],
)
def test_partition_of_names(marked: str, expected: list[tuple[Change, str]]) -> None:
    assert changes(marked) == expected


def test_findings_stand_at_the_token_before() -> None:
    marked = "«top|limit» = 10\n\ndef scale(limit):\n    return limit * «top|limit»\n"
    assert told({"m.py": marked}) == ["HF101 m.py:4 top"]


def test_ordinary_edits_may_replace_what_a_name_means() -> None:
    replaced = {"m.py": "«from json import loads|from pickle import loads»\nprint(loads)\n"}
    assert told(replaced, Kind.EDIT) == []


def test_ordinary_edits_must_not_capture_untouched_names() -> None:
    captured = {"m.py": "def f(xs):\n    «|list = 1\n    »return list(xs)\n"}
    assert told(captured, Kind.EDIT) == ["HF101 m.py:2 list"]
