"""Names inside f-strings, wherever the interpreter thinks they are."""

from __future__ import annotations

import ast

import pytest
from holdfast.python.names import analyse
from holdfast.python.string_literals import embedded_expressions, literal_end
from holdfast.python.tree import parse
from python.names.tables import check_texts, table_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('f"{a} {a}"', "a a"),
        ('f"{ a }{b!r:>{c}.{d}}"', "a b c d"),
        ('f"{a=} {b = !r} {c=:>{d}}"', "a b c d"),
        ('f"{a == b} {c != d} {e <= f} {g >= h}"', "a b c d e f g h"),
        ('f"{{no}} {a} }}{{ \\N{EM DASH} {b}"', "a b"),
        ('rf"\\N{a} \\{b}"', "a b"),
        ('f"\\x41{a}\\\n{b}"', "a b"),
        ('f"{a:%H:%M} {b:{c}{d}}"', "a b c d"),
        ("f'''\n{a}\n  {\n b + c}'''", "a b c"),
        ('("{x}" f"{a}" # {y}\n "z" f\'{b}\')', "a b"),
        ('"é" f"é{a}é{b}"', "a b"),
        ("f\"{a['b']} {'{c}'} {d}\"", "a d"),
        ('f"{(a)} {(a, b)} {a, b} {*a, b}"', "a a b a b a b"),
        ('f"{(lambda x: x)(a)} {[b for b in c]}"', "x x a b b c"),
        ("f\"{f'{a} {b}'} {c}\"", "a b c"),
        ('f"{ {a: b}[c] } { {d} }"', "a b c d"),
        ('f"{a.b.c(d=e)[f:g]}"', "a e f g"),
        ("f'''{\na\n}''' f'{b}'", "a b"),
    ],
)
def test_expressions_in_fstrings(text: str, names: str) -> None:
    found = [each.name for each in table_of(text + "\n").occurrences]
    assert found == names.split()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('f"{a["b"]} {c}"', "a c"),
        ("f'{f'{f'{a}'}'}'", "a"),
        ('f"{\n  a # a comment with } and "\n}"', "a"),
        ("f\"{'\\n'.join(a)}\"", "a"),
        ('f"{a:{f"{b}"}}"', "a b"),
        ('t"{a!r:>{b}} é {c}" f"{d}"', "a b c d"),
    ],
)
def test_newer_literals(text: str, names: str) -> None:
    text = f"{text}\n"
    table = table_of(text)
    assert [each.name for each in table.occurrences] == names.split()


def test_wrong_positions_are_put_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """Older patch releases misplace what stands in f-strings; ours must not believe them."""
    monkeypatch.setattr("holdfast.python.names.fstrings._POSITIONS_ARE_RIGHT", False)
    text = "x = 1\ny = f'''{x} {\n(x) + y:>{x}} {f\"{x}\"} {x, y}'''\n"
    tree = parse(text)
    for node in ast.walk(tree.module.body[1]):
        if isinstance(node, ast.FormattedValue):
            for inner in ast.walk(node.value):
                if isinstance(inner, ast.expr):
                    inner.lineno, inner.col_offset = 1, inner.col_offset + 3
                    inner.end_lineno, inner.end_col_offset = 1, (inner.end_col_offset or 0) + 3
    table = analyse(tree)
    check_texts(text, table)
    assert [each.name for each in table.occurrences] == ["x", "y", "x", "x", "y", "x", "x", "x", "y"]
    names = [node for node in ast.walk(tree.module) if isinstance(node, ast.Name)]
    assert all(text.startswith(node.id, tree.start(node)) for node in names)

    moved = parse("\n\n" + text)
    again = analyse(moved, table)
    names = [node for node in ast.walk(moved.module) if isinstance(node, ast.Name)]
    assert all(moved.text.startswith(node.id, moved.start(node)) for node in names)
    assert [each.start - 2 for each in again.occurrences] == [each.start for each in table.occurrences]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("'a' b", 3),
        ("'a\\'b'", 6),
        ("'''a'b''c'''d", 12),
        ('""""""', 6),
        ("rb'\\'' x", 6),
        ('f"{x["a"]}" y', 11),
        ("x", None),
        ("xy'a'", None),
        ("'a\nb'", -1),
        ("'''a", -1),
        ("f'{a'", -1),
        ("'a\\\r\nb'", 7),
    ],
)
def test_literal_end(text: str, end: int | None) -> None:
    assert literal_end(text, 0) == end


def test_embedded_expressions_of_something_else() -> None:
    assert embedded_expressions("name", 0, 4) is None
    assert embedded_expressions("f'{x'", 0, 5) is None
