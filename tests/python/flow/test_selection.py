"""What goes into a selection, what comes out, and how it is left. ⟦ and ⟧ mark the selection."""

from __future__ import annotations

from textwrap import dedent

import pytest
from holdfast.python.flow.graph import EventKind
from holdfast.python.flow.selection import SelectionFacts, selection_facts
from python.flow.flows import flow_of


def select(marked: str) -> SelectionFacts:
    text = dedent(marked).lstrip("\n")
    start, end = text.index("⟦"), text.index("⟧") - 1
    return selection_facts(flow_of(text.replace("⟦", "").replace("⟧", "")), start, end)


def inputs(facts: SelectionFacts) -> list[str]:
    return [found.variable.name for found in facts.inputs]


def outputs(facts: SelectionFacts) -> list[tuple[str, bool]]:
    return [(found.variable.name, found.definite) for found in facts.outputs]


def test_an_expression() -> None:
    facts = select("""
        def f(a, b):
            return g(⟦a + b⟧)
    """)
    assert inputs(facts) == ["a", "b"]
    assert facts.outputs == ()
    assert facts.exits == ()
    assert facts.falls_through
    assert len(facts.effects) == 1


def test_read_before_bound_and_read_after() -> None:
    facts = select("""
        def f(a, b):
            ⟦x = a
            y = x + 1
            b = y⟧
            return b, y
    """)
    assert inputs(facts) == ["a"]
    assert outputs(facts) == [("y", True), ("b", True)]


def test_bound_in_one_arm_only() -> None:
    facts = select("""
        def f(a, x):
            ⟦if a:
                x = 1⟧
            return x
    """)
    assert inputs(facts) == ["a"]
    assert outputs(facts) == [("x", False)]


def test_a_value_for_the_next_round() -> None:
    facts = select("""
        def f(n):
            total = 0
            for i in n:
                ⟦total = total + i⟧
    """)
    assert inputs(facts) == ["total", "i"]
    assert [variable.name for variable in facts.carried] == ["total"]
    assert facts.outputs == ()


def test_a_loop_that_is_selected_whole_carries_nothing() -> None:
    facts = select("""
        def f(n):
            total = 0
            ⟦for i in n:
                total = total + i⟧
            return total
    """)
    assert facts.carried == ()
    assert inputs(facts) == ["n", "total"]
    assert outputs(facts) == [("total", False)]


def test_possibly_unbound_when_it_begins() -> None:
    facts = select("""
        def f(c):
            if c: x = 1
            ⟦print(x)⟧
    """)
    assert [(found.variable.name, found.possibly_unbound) for found in facts.inputs] == [("x", True)]


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("return a", [EventKind.RETURN]),
        ("break", [EventKind.BREAK]),
        ("continue", [EventKind.CONTINUE]),
        ("raise a", [EventKind.RAISE]),
        ("yield a", [EventKind.YIELD]),
        ("for i in a: break", []),
        ("while a:\n            continue", []),
    ],
)
def test_exits(body: str, kinds: list[EventKind]) -> None:
    facts = select(f"def f(a):\n    while a:\n        ⟦{body}⟧\n")
    assert [found.kind for found in facts.exits] == kinds


@pytest.mark.parametrize(
    ("body", "falls"),
    [("return a", False), ("if a: return a", True), ("a()", True), ("raise a", False), ("x = 1", True)],
)
def test_falling_through(body: str, falls: bool) -> None:
    assert select(f"def f(a):\n    ⟦{body}⟧\n    a()\n").falls_through is falls


def test_a_lambda_inside_captures() -> None:
    facts = select("""
        def f(a):
            ⟦g = lambda: a⟧
            return g
    """)
    assert [(found.variable.name, found.captured) for found in facts.inputs] == [("a", True)]
    assert len(facts.made) == 1


def test_a_closure_outside_reads_what_is_bound_inside() -> None:
    facts = select("""
        def f():
            def g(): return x
            ⟦x = 1⟧
            return g
    """)
    assert [(found.variable.name, found.captured) for found in facts.outputs] == [("x", True)]


def test_variables_of_other_scopes() -> None:
    facts = select("""
        count = 0
        def f():
            global count
            ⟦count = count + other()⟧
        def other(): pass
    """)
    assert facts.inputs == ()
    assert [variable.name for variable in facts.outer_reads] == ["count", "other"]
    assert [variable.name for variable in facts.outer_bindings] == ["count"]


def test_what_a_function_inside_owns_is_not_of_the_outside() -> None:
    facts = select("""
        def f():
            ⟦def g(a):
                return a⟧
            return g
    """)
    assert facts.inputs == ()
    assert facts.outer_reads == ()
    assert outputs(facts) == [("g", True)]


def test_a_default_is_evaluated_outside_its_function() -> None:
    facts = select("""
        def f(a):
            def g(b=⟦a + 1⟧): return b
            return g
    """)
    assert inputs(facts) == ["a"]


def test_a_variable_deleted_inside() -> None:
    facts = select("""
        def f(x):
            ⟦del x⟧
            try: return x
            except NameError: pass
    """)
    assert inputs(facts) == ["x"]
    assert facts.outputs == ()


def test_constants_alone() -> None:
    facts = select("def f():\n    return ⟦1⟧\n")
    assert facts.events == ()
    assert facts.falls_through
