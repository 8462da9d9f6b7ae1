"""Names that are only made at run time."""

from __future__ import annotations

import pytest
from check.marked import outcome_of, told
from holdfast.findings.values import Verdict


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class C:\n    «size|width» = 1\ngetattr(C, 'size')\n", Verdict.UNSAFE),
        ("class C:\n    «size|width» = 1\ngetattr(C, 'other')\n", Verdict.SAFE),
        ("def f():\n    «size|width» = 1\n    return locals()\n", Verdict.UNKNOWN),
        (
            "def f():\n    «size|width» = 1\n    return «size|width»\ndef g():\n    return locals()\n",
            Verdict.SAFE,
        ),
        ("def f():\n    «size|width» = 1\n    return eval('size')\n", Verdict.UNSAFE),
        ("def f(text):\n    «size|width» = 1\n    return eval(text)\n", Verdict.UNKNOWN),
    ],
)
def test_places_that_cannot_be_seen(text: str, expected: Verdict) -> None:
    assert outcome_of({"m.py": text}).verdict is expected


def test_expanded_keywords() -> None:
    assert told({"m.py": "def f(«a|b»):\n    return «a|b»\nf(**{'a': 1})\n"}) == ["HF106 m.py:3 'a'"]
    assert told({"m.py": "def f(«a|b»):\n    return «a|b»\nf(**{'«a|b»': 1})\n"}) == []
