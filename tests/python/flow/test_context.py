"""What events stand under, and what may happen between two of them."""

from __future__ import annotations

import pytest
from holdfast.python.flow.context import conditions, deciding_conditions, evaluated_between, may_follow
from holdfast.python.flow.file_flow import FileFlow
from holdfast.python.flow.graph import EventKind, EventRef
from python.flow.flows import flow_of, shown


def event(flow: FileFlow, text: str) -> EventRef:
    """The first event that is shown as `text`."""
    for root in flow.roots():
        for number in range(len(flow.graph(root).kinds)):
            ref = EventRef(root, number)
            if shown(flow, ref) == text:
                return ref
    raise AssertionError(f"no event {text}")


def stands_under(text: str, sought: str) -> list[tuple[str, bool]]:
    flow = flow_of(text)
    return [(condition.kind.value, condition.arm) for condition in conditions(flow, event(flow, sought))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if a: f()", [("if", True)]),
        ("if a: pass\nelse: f()", [("if", False)]),
        ("if a: pass\nelif b: f()", [("if", False), ("if", True)]),
        ("if f(): pass", []),
        ("while a: f()", [("loop", True)]),
        ("while f(): pass", [("loop", True)]),
        ("for a in f(): pass", []),
        ("for a in b: pass\nelse: f()", [("loop", False)]),
        ("a and f()", [("short circuit", True)]),
        ("f() and a", []),
        ("a < b < f()", [("short circuit", True)]),
        ("a < f() < b", []),
        ("f() if a else b", [("conditional expression", True)]),
        ("b if a else f()", [("conditional expression", False)]),
        ("a if f() else b", []),
        ("[f() for a in b]", [("comprehension", True)]),
        ("[a for a in f()]", []),
        ("[f() for a in b if a]", [("comprehension", True), ("comprehension condition", True)]),
        ("(f() for a in b)", [("lazy", True), ("comprehension", True)]),
        ("lambda: f()", [("lambda", True)]),
        ("lambda a=f(): a", []),
        ("def g(a=f()): pass", []),
        ("if a:\n    def g(): f()", [("if", True), ("function", True)]),
        ("class A: f()", [("class", True)]),
        ("try: f()\nexcept E: pass", [("try", True)]),
        ("try: pass\nexcept E: f()", [("handler", True)]),
        ("try: a()\nexcept E: pass\nelse: f()", [("try else", True)]),
        ("try: a()\nfinally: f()", [("finally", True)]),
        ("with a: f()", [("with", True)]),
        ("match a:\n    case 1: f()", [("case", True)]),
        ("match a:\n    case 1: pass\n    case 2: f()", [("case", False), ("case", True)]),
        ("assert a, f()", [("after", False)]),
        ("assert a\nf()", [("after", True)]),
        ("def g():\n    if a: return\n    f()", [("function", True), ("after", False)]),
        ("def g():\n    if a: b\n    else: raise\n    f()", [("function", True), ("after", True)]),
        ("def g():\n    if a: b\n    f()", [("function", True)]),
        ("for a in b:\n    if a: break\nf()", []),
    ],
)
def test_conditions(text: str, expected: list[tuple[str, bool]]) -> None:
    assert stands_under(text, "CALL f()") == expected


def test_try_and_with_decide_nothing() -> None:
    flow = flow_of("with a:\n    try:\n        if b: f()\n    finally: pass")
    kinds = [condition.kind.value for condition in deciding_conditions(flow, event(flow, "CALL f()"))]
    assert kinds == ["if"]


def test_a_condition_says_where_it_is_written() -> None:
    flow = flow_of("if a: pass\nelif b: f()")
    where = [flow.tree.text[c.start : c.end] for c in conditions(flow, event(flow, "CALL f()"))]
    assert where == ["if", "elif"]


def between(text: str, first: str, last: str) -> list[str]:
    flow = flow_of(text)
    found = evaluated_between(flow, event(flow, first), event(flow, last))
    return [shown(flow, EventRef(0, number)) for number in found]


def test_between_in_a_line() -> None:
    assert between("x = f()\ng(x)", "BIND x", "READ x") == ["READ g"]
    assert between("x = f()\ng()\nh(x)", "BIND x", "READ x") == ["READ g", "CALL g()", "READ h"]


def test_between_takes_every_path() -> None:
    found = between("x = 1\nif c: f()\nelse: g()\nh(x)", "BIND x", "READ x")
    assert {"CALL f()", "CALL g()", "BRANCH if"} <= set(found)


def test_between_goes_round_a_loop_but_not_past_the_ends() -> None:
    text = "for i in n:\n    x = i\n    g(x)\n    h()"
    assert between(text, "BIND x", "READ x") == ["READ g"]
    assert "CALL h()" in between(text, "READ x", "BIND x")


def test_nothing_lies_between_when_there_is_no_path() -> None:
    assert between("x = 1\nf(y)", "READ y", "BIND x") == []


def test_may_follow() -> None:
    flow = flow_of("while a:\n    f()\ng()")
    assert may_follow(flow, event(flow, "CALL f()"), event(flow, "CALL f()"))
    assert not may_follow(flow, event(flow, "CALL g()"), event(flow, "CALL f()"))


def test_events_of_two_graphs_have_no_order() -> None:
    flow = flow_of("x = 1\ndef f(): return x")
    with pytest.raises(ValueError, match="different graphs"):
        evaluated_between(flow, event(flow, "BIND x"), event(flow, "READ x"))


def test_an_exception_edge_is_a_path() -> None:
    text = "try:\n    f()\n    x = 1\nexcept E:\n    g()"
    flow = flow_of(text)
    assert may_follow(flow, event(flow, "CALL f()"), event(flow, "CALL g()"))
    assert flow.graph(0).kinds[event(flow, "BIND x").event] == EventKind.BIND
    assert not may_follow(flow, event(flow, "BIND x"), event(flow, "CALL g()"))
