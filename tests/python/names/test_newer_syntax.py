"""Syntax that some supported interpreters cannot parse, with the meaning that PEP 695 and PEP 696 give it."""

from __future__ import annotations

import ast
import sysconfig
from pathlib import Path

import pytest
from holdfast.python.names.table import ScopeKind, SymbolFlag
from holdfast.python.newer_syntax.convert import read_newer_syntax
from holdfast.python.tree import parse
from python.names.tables import owners, roles, table_of


def test_type_parameters_are_seen_inside_and_not_outside() -> None:
    text = "def f[T](a: T = T) -> T:\n    return T\nT\n"
    assert owners(text, "T") == ["type parameters f"] * 2 + ["nobody"] + ["type parameters f"] * 2 + [
        "nobody"
    ]
    assert roles(text, "T")[0] == "TYPE_PARAMETER"


def test_bases_see_type_parameters_and_decorators_do_not() -> None:
    text = "@T\nclass C[T](B[T], k=T):\n    x: T\n"
    assert owners(text, "T") == ["nobody"] + ["type parameters C"] * 4


def test_bounds_defaults_and_alias_values_are_lazy() -> None:
    text = "type X[T: A, *Ts = *B, **P = C] = D[T, X]\n"
    table = table_of(text)
    kinds = {each.name: table.scopes[each.scope].kind for each in table.occurrences if each.name in "ABCD"}
    assert set(kinds.values()) == {ScopeKind.TYPE_EXPRESSION}
    assert owners(text, "X") == ["module", "module"]
    assert owners(text, "T") == ["type parameters X"] * 2


def test_type_parameter_scopes_see_the_class_body_and_functions_in_them_do_not() -> None:
    text = "class C:\n    K = int\n    def m[T: K](self, a: K):\n        return K\n    type X = K\n"
    assert owners(text, "K") == ["class C", "class C", "class C", "nobody", "class C"]


def test_a_type_expression_asks_the_class_before_the_type_parameters() -> None:
    """As Python 3.12 and 3.13 do: the value of `C.A` is 1."""
    text = "class C:\n    T = 1\n    type A[T] = T\n    def m[T: T](self, a: T): ...\n"
    expected = [
        "class C",
        "type parameters A",
        "class C",
        "type parameters m",
        "class C",
        "type parameters m",
    ]
    assert owners(text, "T") == expected


def test_a_lambda_in_a_type_alias_does_not_see_the_class_body() -> None:
    assert owners("class C:\n    K = int\n    type X = lambda: K\n", "K") == ["class C", "nobody"]


def test_type_parameters_are_cells_of_the_function() -> None:
    table = table_of("def f[T](a):\n    return T\n")
    assert table.scopes[1].symbols["T"] & SymbolFlag.CELL


def test_names_of_stars() -> None:
    text = "def f[*  Ts, ** P](): pass\n"
    table = table_of(text)
    assert [text[each.start : each.end] for each in table.occurrences] == ["f", "Ts", "P"]


def test_except_without_parentheses() -> None:
    text = "try:\n    pass\nexcept A, B:\n    x = 1\n"
    assert owners(text, "B") == ["nobody"]


def test_only_the_statements_that_need_it_are_converted() -> None:
    text = "\n\nx = 1\n\ntype Y = x\n\ndef f():\n    return x, Y\n"
    assert owners(text, "x") == ["module"] * 3
    assert owners(text, "Y") == ["module"] * 2


def test_form_feeds_in_converted_statements() -> None:
    text = "type X = int\n\f\ntype Y\f= X\n"
    assert owners(text, "X") == ["module", "module"]


SAMPLE = (
    "inspect",
    "dataclasses",
    "shutil",
    "test/test_patma",
    "test/test_coroutines",
    "test/test_unpack_ex",
)


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.slow
def test_converted_trees_are_those_of_the_interpreter(name: str) -> None:
    """What libcst reads becomes the tree that `ast` gives, positions included, on text that both can read."""
    path = Path(sysconfig.get_path("stdlib"), f"{name}.py")
    if not path.exists():
        pytest.skip("the standard library comes without its tests")
    text = path.read_text("utf-8")
    tree = parse(text)
    converted = read_newer_syntax(tree, 0, text)
    assert converted is not None
    assert list(_differences(tree.module.body, converted, "")) == []


def _differences(expected: object, found: object, path: str) -> list[str]:
    if type(expected) is not type(found):
        return [f"{path}: {expected} {found}"]
    if isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            return [f"{path}: {len(expected)} {len(found)}"]
        pairs = zip(expected, found, strict=True)
        return [each for one, other in pairs for each in _differences(one, other, path)]
    if not isinstance(expected, ast.AST):
        return [] if expected == found else [f"{path}: {expected!r} {found!r}"]
    here = f"{path}/{type(expected).__name__}"
    result = []
    # What stands in an f-string has no reliable position in `ast` before Python 3.12.
    if hasattr(expected, "lineno") and "JoinedStr" not in path and _place(expected) != _place(found):
        result.append(f"{here}: {_place(expected)} {_place(found)}")
    for field in expected._fields:
        inner = _differences(getattr(expected, field, None), getattr(found, field, None), f"{here}.{field}")
        result += inner
    return result


def _place(node: object) -> tuple[object, ...]:
    return tuple(getattr(node, name) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"))
