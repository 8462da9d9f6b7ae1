"""The order in which CPython evaluates, event by event. Running code is the judge in tests/judges; these
are the rules as a person reads them."""

from __future__ import annotations

import pytest
from python.flow.flows import events, flow_of, root_named


def order(text: str, root: str = "") -> list[str]:
    flow = flow_of(text)
    return events(flow, root_named(flow, root))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = y", ["READ y", "BIND x"]),
        ("x.a = y", ["READ y", "READ x", "STORE_ATTRIBUTE x.a"]),
        ("x[i] = y", ["READ y", "READ x", "READ i", "STORE_SUBSCRIPT x[i]"]),
        ("x = y.a = z", ["READ z", "BIND x", "READ y", "STORE_ATTRIBUTE y.a"]),
        ("x, y = z", ["READ z", "OPERATOR x, y", "BIND x", "BIND y"]),
        ("x, y = y, x", ["READ y", "READ x", "BIND x", "BIND y"]),
        ("x += y", ["READ x", "READ y", "OPERATOR x += y", "BIND x"]),
        (
            "x.a += y",
            ["READ x", "ATTRIBUTE x.a", "READ y", "OPERATOR x.a += y", "STORE_ATTRIBUTE x.a"],
        ),
        ("x: int = y", ["READ y", "BIND x", "READ int"]),
        ("x: int", ["READ int"]),
        ("del x, y.a", ["READ x", "DELETE x", "READ y", "DELETE_ATTRIBUTE y.a"]),
        ("f(a, k=b, *c)", ["READ f", "READ a", "READ c", "OPERATOR *c", "READ b", "CALL f(a, k=b, *c)"]),
        ("f(*a, k=b)", ["READ f", "READ a", "READ b", "OPERATOR *a", "CALL f(*a, k=b)"]),
        ("o.m(a)", ["READ o", "ATTRIBUTE o.m", "READ a", "CALL o.m(a)"]),
        ("{a: b, **c}", ["READ a", "READ b", "READ c", "OPERATOR {a: b, **c", "OPERATOR {a: b, **c}"]),
        ("(x := y) + x", ["READ y", "BIND x", "READ x", "OPERATOR (x := y) + x"]),
        ("a + b * c", ["READ a", "READ b", "READ c", "OPERATOR b * c", "OPERATOR a + b * c"]),
        ("a is b", ["READ a", "READ b"]),
        ("import a.b, c as d", ["IMPORT import a.b", "BIND a", "IMPORT import a.b, c as d", "BIND d"]),
        (
            "from a import b, c",
            ["IMPORT from", "IMPORT from a import b", "BIND b", "IMPORT from a import b, c", "BIND c"],
        ),
        ("raise a from b", ["READ a", "READ b", "RAISE raise a from b"]),
        ("lambda a=b: c", ["READ b", "DEFINE lambda a=b: c"]),
        ("(a for b in c)", ["READ c", "OPERATOR c)", "DEFINE (a for b in c)"]),
    ],
)
def test_statement(text: str, expected: list[str]) -> None:
    assert order(text) == expected


def test_decorators_defaults_annotations_then_the_function() -> None:
    text = "@a\n@b\ndef f(x: c = d, *, y=e) -> g: pass"
    names = [event.removeprefix("READ ") for event in order(text) if event.startswith("READ")]
    assert names == ["a", "b", "d", "e", "c", "g"]
    assert [event.split()[0] for event in order(text)[-4:]] == ["DEFINE", "CALL", "CALL", "BIND"]


def test_lazy_annotations_are_no_events() -> None:
    assert "READ c" not in order("from __future__ import annotations\ndef f(x: c): pass")
    assert "READ c" not in events(flow_of("def f(x: c): pass", (3, 14)))


def test_a_local_annotation_is_never_evaluated() -> None:
    assert order("def f():\n    x: c = d", "f") == ["READ d", "BIND x"]


def test_a_class_body_runs_where_it_stands() -> None:
    found = order("class A(B, k=c):\n    x = y")
    assert found[:5] == ["READ B", "READ c", "OPERATOR class", "READ y", "BIND x"]
    assert [event.split()[0] for event in found[5:]] == ["CALL", "DEFINE", "BIND"]


def test_a_comprehension_runs_where_it_stands() -> None:
    assert order("[a for b in c if d]") == [
        "READ c",
        "OPERATOR c if d]",
        "ITERATE b in c",
        "BIND b",
        "READ d",
        "BRANCH if",
        "READ a",
    ]


def test_parameters_are_bound_first() -> None:
    assert order("def f(a, /, b, *c, d, **e): pass", "f") == [
        "BIND a",
        "BIND b",
        "BIND c",
        "BIND d",
        "BIND e",
    ]


def test_a_truth_is_asked_for_once() -> None:
    text = "def f(a, b):\n    if not (a and b): pass"
    assert order(text, "f")[2:] == ["READ a", "BRANCH a and b", "READ b", "BRANCH if"]


def test_a_chain_of_comparisons() -> None:
    assert order("a < b < c") == [
        "READ a",
        "READ b",
        "OPERATOR a < b",
        "BRANCH b < c",
        "READ c",
        "OPERATOR b < c",
    ]


def test_captures_are_bound_when_the_whole_pattern_matched() -> None:
    found = order("match s:\n    case [x, A.b]: pass")
    assert found.index("BIND x") > found.index("ATTRIBUTE A.b")


def test_newer_syntax() -> None:
    """A graph does not depend on the interpreter that reads the text."""
    flow = flow_of("type X[T] = list[T]\ndef f[T: int](a: T) -> T: return a\nx = f(1)\n", (3, 13))
    assert "BIND X" in events(flow)
    assert "READ f" in events(flow)
