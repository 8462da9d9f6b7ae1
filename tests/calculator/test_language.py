"""The front end of the calculator language: what parses, what is legal, which edges there are."""

from __future__ import annotations

import pytest
from calculator.model import FILE, model_of
from calculator.parse import CompileError
from holdfast.text.interval import Interval

PROGRAM = """\
define f(a) {
  auto x
  x = a / 2
  while (x < limit && g(x)) {
    x = x + 1
  }
  return (x)
}
define g(b) { limit = limit - 1; return (b) }
limit = 10
print f(limit)
"""


def edges(text: str, kind: str) -> set[tuple[str, str]]:
    """Edges as pairs of tokens, each with the number of its line."""

    def shown(place: Interval) -> str:
        if place.file != FILE:
            return place.file
        if place.start < 0:
            return "end" if place.end == 0 else "begin"
        line = text.count("\n", 0, place.start) + 1
        return f"{text[place.start : place.end]}@{line}"

    return {(shown(edge.head), shown(edge.tail)) for edge in model_of(text).edges if edge.kind == kind}


def test_names() -> None:
    found = edges(PROGRAM, "N")
    assert {
        ("a@3", "a@1"),
        ("x@4", "x@2"),
        ("limit@4", "global limit"),
        ("limit@10", "global limit"),
        ("g@4", "g@9"),
        ("b@9", "b@9"),
    } <= found


def test_control_flow_has_decisions_loops_and_short_circuit() -> None:
    found = edges(PROGRAM, "C")
    assert {
        ("f@1", "/@3"),
        ("/@3", "x@3"),
        ("x@3", "&&@4"),
        ("&&@4", "g@4"),
        ("&&@4", "while@4"),
        ("g@4", "while@4"),
        ("while@4", "x@5"),
        ("x@5", "&&@4"),
        ("while@4", "return@7"),
        ("return@7", "}@8"),
        ("begin", "limit@10"),
        ("print@11", "end"),
    } <= found
    assert ("x@3", "while@4") not in found


def test_values_flow_through_loops_and_calls() -> None:
    found = edges(PROGRAM, "D")
    assert {("a@1", "a@3"), ("x@3", "x@4"), ("x@5", "x@4"), ("x@3", "x@7"), ("x@5", "x@7")} <= found
    # The call of g can have written limit, which the entry of f brought along.
    assert {("g@4", "limit@4"), ("f@1", "limit@4"), ("limit@10", "f@11"), ("limit@10", "limit@11")} <= found
    assert ("x@2", "x@4") not in found


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("print 1 +", "expected a name"),
        ("define f() { auto x, x\n}", "declared twice"),
        ("define f() { }\ndefine f() { }", "defined twice"),
        ("print f(1)", "not defined"),
        ("define f(a) { }\nprint f()", "another number of arguments"),
        ("break", "outside a loop"),
        ("return (1)", "outside a function"),
        ("x = $", "unexpected"),
    ],
)
def test_what_does_not_compile(text: str, problem: str) -> None:
    with pytest.raises(CompileError, match=problem):
        model_of(text)
