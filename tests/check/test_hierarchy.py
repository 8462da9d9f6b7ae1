"""Overrides and inherited members."""

from __future__ import annotations

import pytest
from check.marked import edited, outcome_of, pair_of, told
from holdfast.check.affected import find_affected, members_change


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("class A:\n    def «m|n»(self): ...\nclass B(A):\n    def «m|n»(self): ...\n", []),
        ("class A:\n    def m(self): ...\nclass B(A):\n    def «m|n»(self): ...\n", ["HF301", "HF303"]),
        ("class A:\n    def n(self): ...\nclass B(A):\n    def «m|n»(self): ...\n", ["HF302", "HF303"]),
        ("class A:\n    def «m|n»(self): ...\nclass B(A):\n    def n(self): ...\n", ["HF302", "HF303"]),
        ("class A:\n    def n(self): ...\nclass B:\n    def «m|n»(self): ...\n", []),
    ],
)
def test_overrides(text: str, codes: list[str]) -> None:
    found = {f.code for f in outcome_of({"m.py": text}).findings if f.code.startswith("HF3")}
    assert sorted(found) == codes


def test_an_override_in_another_file() -> None:
    files = {
        "a.py": "class A:\n    def «m|n»(self): ...\n",
        "b.py": "import a\nclass B(a.A):\n    def m(self): ...\n",
    }
    assert "HF301 b.py:3 m" in told(files)


def test_a_local_is_no_member() -> None:
    pair = pair_of(*edited({"m.py": "def f():\n    «a|b» = 1\n    return «a|b»\nclass C:\n    a = 1\n"}))
    assert not members_change(pair, find_affected(pair))
