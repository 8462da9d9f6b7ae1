"""A syntax error hides the statement it stands in, and nothing else; no text makes the parser raise."""

from __future__ import annotations

import pytest
from holdfast.python.names import analyse
from holdfast.python.newer_syntax.cut import top_level_pieces
from holdfast.python.tree import parse
from hypothesis import given, settings
from hypothesis import strategies as st


def seen(text: str) -> list[str]:
    return [each.name for each in analyse(parse(text)).occurrences]


def hidden(text: str) -> list[str]:
    tree = parse(text)
    assert tree.error is not None
    assert [(each.start, each.end) for each in analyse(tree).unseen if each.what == "syntax error"] == list(
        tree.unseen
    )
    return [text[start:end] for start, end in tree.unseen]


@pytest.mark.parametrize(
    ("text", "names", "unseen"),
    [
        ("a = 1\ndef f(:\n    x\nb = a\n", ["a", "b", "a"], ["def f(:\n    x\n"]),
        ("a = (1,\ndef f(): pass\n", ["f"], ["a = (1,\n"]),
        ("a = 'x\nb = 1\n", ["b"], ["a = 'x\n"]),
        ("a = 1\nb = '''x\nc = 1\n", ["a"], ["b = '''x\nc = 1\n"]),
        ("a = 1\n  b = 2\nc = 3\n", ["c"], ["a = 1\n  b = 2\n"]),
        ("if a:\n    pass\nelse\n    b\nc\n", ["c"], ["if a:\n    pass\nelse\n    b\n"]),
        ("@d\n@e\ndef f(): return (\nclass C: pass\n", ["C"], ["@d\n@e\ndef f(): return (\n"]),
        ("x = [\n'''\ndef no(): pass\n''', a b]\ny\n", ["y"], ["x = [\n'''\ndef no(): pass\n''', a b]\n"]),
        ("a\r\nb c\r\nd\r\n", ["a", "d"], ["b c\r\n"]),
        ("\ufeffa\nb c\nd\n", ["a", "d"], ["b c\n"]),
        ("é = 'ö'\nb c\né\n", ["é", "é"], ["b c\n"]),
        ("a = 1\x00\nb = 2\n", ["b"], ["a = 1\x00\n"]),
        ("a = '\ud800'\nb = 2\n", ["b"], ["a = '\ud800'\n"]),
        ("x = 1\n)\ny = 2\n", ["y"], ["x = 1\n)\n"]),
    ],
)
def test_what_parses_is_seen(text: str, names: list[str], unseen: list[str]) -> None:
    assert seen(text) == names
    assert hidden(text) == unseen


@pytest.mark.parametrize(
    ("text", "names", "unseen"),
    [
        (
            "@d\nclass C(B):\n    x = 1\n    def broken(:\n        y\n    def m(self): return x\nz\n",
            ["d", "C", "B", "x", "m", "self", "x", "z"],
            ["    def broken(:\n        y\n"],
        ),
        ("class C:\n\n    # c\n    a b\n    c = 1\n", ["C", "c"], ["    a b\n"]),
        (
            "class C:\n  '''\nx\n'''\n  @e\n  def f(a b): ...\n  g = 1\n",
            ["C", "g"],
            ["  @e\n  def f(a b): ...\n"],
        ),
        ("class C[T]:\n    x: T\n    a b\n", ["C", "T", "x", "T"], ["    a b\n"]),
        ("class C:\n    def f[T](a: T): ...\n    a b\n", ["C", "f", "T", "a", "T"], ["    a b\n"]),
        ("class C:\n    a b\n    c d\nx\n", ["x"], ["class C:\n    a b\n    c d\n"]),
        ("class C(:\n    a = 1\nx\n", ["x"], ["class C(:\n    a = 1\n"]),
    ],
)
def test_a_broken_member_hides_only_itself(text: str, names: list[str], unseen: list[str]) -> None:
    assert seen(text) == names
    assert hidden(text) == unseen


def test_names_keep_their_places_around_an_error() -> None:
    text = "def f(a):\n    return a\n\nx y\n\n\ndef g(b):\n    return b + f\n"
    table = analyse(parse(text))
    assert [text[each.start : each.end] for each in table.occurrences] == ["f", "a", "a", "g", "b", "b", "f"]
    assert table.occurrences[-1].owner == 0


def test_the_error_says_where() -> None:
    text = "a = 1\n\nb = = 2\n"
    error = parse(text).error
    assert error is not None
    assert text[error.offset] == "="
    assert "invalid syntax" in error.message


def test_empty_texts_are_no_errors() -> None:
    for text in ("", "\n", "# only a comment", "\ufeff", "\f\n"):
        tree = parse(text)
        assert tree.error is None
        assert analyse(tree).occurrences == []


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab \n\t'\"(){}[]:=,#\\frt@.é\f\r0", max_size=60))
def test_no_text_makes_it_raise(text: str) -> None:
    tree = parse(text)
    table = analyse(tree)
    assert all(0 <= each.start < each.end <= len(text) for each in table.occurrences)
    if tree.error is None:
        assert tree.unseen == ()


STATEMENTS = [
    "a = 1\n",
    "def f():\n    pass\n",
    "x = (\n1)\n",
    "'''\nq\n'''\n",
    "b c\n",
    "@d\n\nclass C: ...\n",
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(STATEMENTS)))
def test_pieces_are_the_statements(statements: list[str]) -> None:
    pieces = top_level_pieces("".join(statements))
    assert ["".join(statements)[piece.start : piece.end] for piece in pieces] == statements
