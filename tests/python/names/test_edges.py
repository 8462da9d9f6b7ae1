"""The lexical N edges."""

from __future__ import annotations

from holdfast.python.names.edges import declarations, name_edges
from holdfast.text.interval import Interval
from python.names.tables import table_of


def edges(text: str) -> set[tuple[int, int]]:
    """The starts of head and tail of every edge."""
    found = list(name_edges("a.py", table_of(text)))
    assert all(edge.kind == "N" and edge.head.file == edge.tail.file == "a.py" for edge in found)
    return {(edge.head.start, edge.tail.start) for edge in found}


def test_uses_and_later_bindings_lead_to_the_first_binding() -> None:
    assert edges("x = 1\nx = 2\nx\n") == {(6, 0), (12, 0)}


def test_the_declaration_is_first_in_reading_order_not_in_time() -> None:
    assert edges("def f(): return x\nx = 1\n") == {(16, 18)}


def test_intervals_are_what_was_written() -> None:
    (edge,) = name_edges("a.py", table_of("ab = 1\nab\n"))
    assert edge == (Interval("a.py", 7, 9), "N", Interval("a.py", 0, 2))


def test_builtins_and_unbound_names_have_no_edge() -> None:
    assert edges("print(missing)\n") == set()


def test_statements_about_a_variable_declare_it_if_nothing_binds_it() -> None:
    assert edges("x: int\nx\n") == {(7, 0)}


def test_dunder_class_leads_to_the_class() -> None:
    assert edges("class C:\n    def m(self): return __class__\n") == {(33, 6)}


def test_same_names_in_different_scopes_are_different_variables() -> None:
    found = declarations(table_of("x = 1\ndef f(x): return x\n"))
    assert sorted((owner, name) for owner, name in found) == [(0, "f"), (0, "x"), (1, "x")]
