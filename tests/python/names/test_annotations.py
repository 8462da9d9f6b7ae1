"""Annotations: when they are evaluated decides where their names are looked up."""

from __future__ import annotations

import pytest
from holdfast.python.names.table import AnnotationTime, ScopeKind, SymbolFlag
from python.names.tables import owners, scopes, table_of

FUTURE = "from __future__ import annotations\n"


def test_eager_annotations_are_read_in_the_scope_around() -> None:
    assert scopes("def f(a: T) -> T: ...\n", "T") == ["module", "module"]


def test_text_and_deferred_annotations_have_scopes_of_their_own() -> None:
    text = "def f(a: T) -> T: ...\nx: T = 1\n"
    assert scopes(FUTURE + text, "T") == ["annotation"] * 3
    assert scopes(text, "T", (3, 14)) == ["annotation"] * 3
    assert scopes(text, "T", (3, 13)) == ["module"] * 3


def test_the_future_statement_may_follow_the_docstring_but_nothing_else() -> None:
    assert table_of("'doc'\n" + FUTURE).annotations is AnnotationTime.TEXT
    assert table_of("x = 1\n").annotations is AnnotationTime.EAGER
    assert table_of(FUTURE, (3, 14)).annotations is AnnotationTime.TEXT


@pytest.mark.parametrize("text_prefix", ["", FUTURE])
def test_a_lazy_annotation_sees_the_class_body(text_prefix: str) -> None:
    text = text_prefix + "class C:\n    T = int\n    def m(self, a: T): ...\n    b: T\n"
    assert owners(text, "T", (3, 14)) == ["class C"] * 3


def test_text_annotations_close_over_nothing_and_deferred_ones_do() -> None:
    text = "def f(T):\n    def g(a: T): ...\n"
    lazy = table_of(FUTURE + text)
    assert not lazy.scopes[1].symbols["T"] & SymbolFlag.CELL
    assert table_of(text, (3, 14)).scopes[1].symbols["T"] & SymbolFlag.CELL
    assert owners(FUTURE + text, "T") == ["f", "f"]


def test_names_in_string_annotations() -> None:
    text = "class T: ...\ndef f(a: 'T', b: \"list[T]\" = None) -> 'T | None':\n    c: Optional['T'] = a\n"
    assert owners(text, "T") == ["module"] * 5
    assert set(scopes(text, "T")[1:]) == {"annotation"}


def test_strings_in_strings_and_over_several_lines() -> None:
    text = "x: \"dict['A', B]\"\ny: '''(\n  C |\n  D)'''\nz: ' E '\n"
    names = [each.name for each in table_of(text).occurrences]
    assert names == ["x", "dict", "A", "B", "y", "C", "D", "z", "E"]


def test_string_annotations_outside_ascii() -> None:
    text = "x: 'é.ü'; y: \"ä\"\n"
    table = table_of(text)
    assert [text[each.start : each.end] for each in table.occurrences] == ["x", "é", "y", "ä"]
    assert [text[each.start : each.end] for each in table.attributes] == ["ü"]


def test_literal_and_annotated_strings_are_no_types() -> None:
    text = "x: Literal['T']\ny: typing.Literal['T']\nz: Annotated['U', 'T']\n"
    assert owners(text, "T") == []
    assert owners(text, "U") == ["nobody"]


@pytest.mark.parametrize("string", ["'a' 'b'", "'\\x41'", "'''A\\\nB'''"])
def test_strings_whose_text_is_not_their_value_are_unseen(string: str) -> None:
    text = f"x: {string}\n"
    assert [(each.what, text[each.start : each.end]) for each in table_of(text).unseen] == [
        ("string annotation", string)
    ]


def test_strings_that_are_no_expression_name_nothing() -> None:
    table = table_of("x: 'not a type'\n")
    assert [each.name for each in table.occurrences] == ["x"]


def test_annotation_scopes_are_as_wide_as_the_annotation() -> None:
    text = FUTURE + "def f(a: list[T]) -> 'U': ...\n"
    found = [scope for scope in table_of(text).scopes if scope.kind is ScopeKind.ANNOTATION]
    assert [text[scope.start : scope.end] for scope in found] == ["list[T]", "'U'", "U"]


def test_the_value_of_a_type_alias_is_a_type() -> None:
    assert owners("class T: ...\nX: TypeAlias = 'list[T]'\nY: str = 'T'\n", "T") == ["module", "module"]
