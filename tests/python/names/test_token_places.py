"""Tokens that `ast` gives no position for, written as awkwardly as Python allows."""

from __future__ import annotations

import pytest
from holdfast.python.names import analyse
from holdfast.python.tree import parse
from python.names.tables import occurrences, table_of


def places(text: str, written: str) -> list[int]:
    return [each.start for each in occurrences(text, written)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("def   f(): pass", "f"),
        ("async  def \\\n  f(): pass", "f"),
        ("class\tf : pass", "f"),
        ("@(lambda f_: f_)\ndef f(): pass", "f"),
        ("try: pass\nexcept (A, # as f\n B) as f: pass", "f"),
        ("try: pass\nexcept (\n A\n) as \\\n f: pass", "f"),
        ("import a . b   as   f", "f"),
        ("from . import (a as\n f)", "f"),
        ("from ... a . b import f", "f"),
        ("def g():\n  global a, \\\n   f", "f"),
        ("match x:\n  case {'a': (1), # **no\n   **f, }: pass", "f"),
        ("match x:\n  case {** f}: pass", "f"),
        ("match x:\n  case [*  f]: pass", "f"),
        ("match x:\n  case (1 as f): pass", "f"),
    ],
)
def test_the_token_is_found(text: str, name: str) -> None:
    found = places(text + "\n", name)
    assert found[-1] == text.rindex(name)


def test_global_names_in_order() -> None:
    text = "def g():\n    global a,b , c\n    a = b = c\n"
    assert places(text, "a") == [20, 32]
    assert places(text, "b")[0] == 22
    assert places(text, "c")[0] == 26


def test_keywords_of_class_patterns() -> None:
    text = "match x:\n    case P((0), a = (1), # b=\n        b=C(c=2)): pass\n"
    table = table_of(text)
    assert [(use.name, text[use.start : use.end]) for use in table.keywords] == [
        ("a", "a"),
        ("b", "b"),
        ("c", "c"),
    ]
    assert [use.start for use in table.keywords] == [text.index("a ="), text.rindex("b="), text.index("c=2")]


def test_keywords_of_calls_and_classes() -> None:
    text = "f(a, *b, k = 1, **c)\nclass C(B, metaclass=M): pass\n"
    table = table_of(text)
    assert [(use.name, text[use.start : use.end]) for use in table.keywords] == [
        ("k", "k"),
        ("metaclass",) * 2,
    ]


def test_attributes_end_at_their_token() -> None:
    text = "(a\n  .b  . c\n  .d).e = x. f\nx.y += 1\n"
    table = table_of(text)
    assert [text[use.start : use.end] for use in table.attributes] == ["b", "c", "d", "e", "f", "y"]
    assert [use.augmented for use in table.attributes] == [False] * 5 + [True]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends(newline: str) -> None:
    text = newline.join(["import os", "def f(a):", "    return a.b + os", "'''x", "y'''; z = 1", ""])
    table = table_of(text)
    assert [text[each.start : each.end] for each in table.occurrences] == ["os", "f", "a", "a", "os", "z"]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffx = 1\nx\n",
        "\fx = 1\n\fx\n",
        "\tx = 1\n".lstrip("\t") + "if x:\n\tx\n",
        "'é'; x = '日本'; x\n",
        "é = 1; x = é; x\n",
        "s = '𝒳𝒴'; x = s.é; x\n",
    ],
)
def test_columns_are_characters(text: str) -> None:
    tree = parse(text)
    assert tree.error is None
    found = [text[each.start : each.end] for each in analyse(tree).occurrences]
    assert found.count("x") >= 2 or "é" in found


def test_names_and_attributes_outside_ascii() -> None:
    text = "def é(ä, *ö): return ä.ü(ß=1)\nimport a as ñ, b.ç\n"
    table = table_of(text)
    assert [text[each.start : each.end] for each in table.occurrences] == ["é", "ä", "ö", "ä", "ñ", "b"]
    assert [text[use.start : use.end] for use in table.attributes] == ["ü"]
    assert [text[use.start : use.end] for use in table.keywords] == ["ß"]
    assert [text[use.start : use.end] for use in table.imports] == ["a", "b", "ç"]


def test_combining_characters_belong_to_the_identifier() -> None:
    text = "def e\u0301x(): pass\ne\u0301x.e\u0301\n"
    table = table_of(text)
    assert [text[each.start : each.end] for each in table.occurrences] == ["e\u0301x", "e\u0301x"]
    assert [text[use.start : use.end] for use in table.attributes] == ["e\u0301"]


def test_imports() -> None:
    text = "import a.b.c as d, e.f\nfrom ..m.n import x as y, z\nfrom . import w\nfrom q import *\n"
    table = table_of(text)
    rows = [
        (text[use.start : use.end], use.level, ".".join(use.parts), use.member, use.bound)
        for use in table.imports
    ]
    names = [each.name for each in table.occurrences]
    assert names == ["d", "e", "y", "z", "w"]
    assert rows == [
        ("a", 0, "a", None, 0),
        ("b", 0, "a.b", None, 0),
        ("c", 0, "a.b.c", None, 0),
        ("e", 0, "e", None, 1),
        ("f", 0, "e.f", None, 1),
        ("m", 2, "m", None, -1),
        ("n", 2, "m.n", None, -1),
        ("x", 2, "m.n", "x", 2),
        ("z", 2, "m.n", "z", 3),
        ("w", 1, "", "w", 4),
        ("q", 0, "q", None, -1),
        ("*", 0, "q", "*", -1),
    ]


def test_import_contexts() -> None:
    text = (
        "import a\nif TYPE_CHECKING:\n    import b\nelse:\n    import c\n"
        "if typing.TYPE_CHECKING:\n    import d\n"
        "try:\n    import e\nexcept (ImportError, KeyError):\n    import f\n"
        "try:\n    import g\nexcept KeyError:\n    import h\n"
    )
    contexts = {use.parts[0]: use.context for use in table_of(text).imports}
    assert contexts == {
        "a": "plain",
        "b": "type_checking",
        "c": "plain",
        "d": "type_checking",
        "e": "try",
        "f": "fallback",
        "g": "plain",
        "h": "plain",
    }


def test_strings_that_name() -> None:
    text = (
        "__all__ = ['a', \"b\"] + ['c']\n__all__ += ('d',)\n__all__.append('e')\n__all__.extend(['f'])\n"
        "class C:\n    __slots__ = ('g', 'h')\n    __match_args__ = ('g',)\n"
        "getattr(x, 'i', None)\nx.setattr(y, 'j', 1)\noperator.attrgetter('k.l')\nmock.patch.object(x, 'm')\n"
        "canvas.object(x, 'label')\n"
        "getattr(x, 'n' 'o')\ngetattr(x, 'p\\x71')\ngetattr(x, 'not a name')\n"
    )
    table = table_of(text)
    assert all(text[use.start : use.end] == use.name for use in table.strings)
    assert [(use.name, use.kind) for use in table.strings] == [
        *((name, "all") for name in "abcdef"),
        ("g", "slots"),
        ("h", "slots"),
        ("g", "match_args"),
        *((name, "attribute") for name in "ijklm"),
    ]
