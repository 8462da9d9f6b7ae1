"""A round of a loop is the same however it is skipped."""

from __future__ import annotations

import ast

import pytest
from holdfast.python.traces.rounds import without_continue

PLAIN = [
    ("if a: continue\nb()", "if a: pass\nelse: b()"),
    ("if a:\n b()\n continue\nc()", "if a: b()\nelse: c()"),
    ("if a: b()\nelse: continue\nc()", "if a:\n b()\n c()"),
    ("if a:\n if b: continue\n else: continue\nc()", "if a:\n if b: pass\nelse: c()"),
    ("if a: continue\nif b: continue\nc()", "if a: pass\nelse:\n if b: pass\n else: c()"),
    ("a()\ncontinue\nb()", "a()"),
]
#: What follows would have to be written twice, or belongs to another loop, or is not the end of a branch.
KEPT = [
    "if a:\n if b: continue\n c()\nd()",
    "for b in a:\n if b: continue\n c(b)\nd()",
    "try:\n a()\nexcept E: continue\nb()",
    "if a: break\nb()",
]


def _round(text: str) -> str:
    loop = ast.parse("while True:\n" + "".join(f" {line}\n" for line in text.splitlines())).body[0]
    assert isinstance(loop, ast.While)
    return ast.unparse(ast.Module(without_continue(loop.body), []))


@pytest.mark.parametrize(("skipping", "plain"), PLAIN)
def test_what_follows_a_continue_happens_otherwise(skipping: str, plain: str) -> None:
    assert _round(skipping) == ast.unparse(ast.parse(plain))


@pytest.mark.parametrize("text", KEPT)
def test_the_rest_stays_as_it_is(text: str) -> None:
    assert _round(text) == ast.unparse(ast.parse(text))
