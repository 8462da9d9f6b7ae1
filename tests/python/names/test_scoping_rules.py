"""Which scope owns a name, rule by rule. The judge compares whole libraries; these say what the rules are."""

from __future__ import annotations

import pytest
from holdfast.python.names.table import BUILTIN, MODULE_SCOPE, NOBODY, SymbolFlag
from python.names.tables import owners, roles, scopes, table_of


def test_a_binding_anywhere_in_a_function_makes_the_name_local_everywhere_in_it() -> None:
    assert owners("x = 1\ndef f():\n    print(x)\n    x = 2\n", "x") == ["module", "f", "f"]


def test_a_read_without_binding_goes_to_the_nearest_function_that_binds() -> None:
    text = "def f():\n    x = 1\n    def g():\n        def h():\n            return x\n"
    assert owners(text, "x") == ["f", "f"]


def test_methods_do_not_see_the_class_body() -> None:
    text = "x = 0\nclass C:\n    x = 1\n    y = x\n    def m(self):\n        return x\n"
    assert owners(text, "x") == ["module", "class C", "class C", "module"]


def test_a_class_body_falls_back_to_the_module_past_enclosing_functions() -> None:
    table = table_of("x = 0\ndef f():\n    x = 1\n    class C:\n        x = x\n")
    assert table.fallback("x") == MODULE_SCOPE
    assert table.fallback("print") == BUILTIN
    assert table.fallback("missing") == NOBODY


def test_a_name_bound_under_global_is_a_variable_of_the_module() -> None:
    text = "def f():\n    global x\n    x = 1\ndef g():\n    return x\n"
    assert owners(text, "x") == ["module"] * 3
    assert roles(text, "x") == ["DECLARE_GLOBAL", "BIND", "READ"]


def test_a_global_statement_hides_an_enclosing_function_from_inner_ones() -> None:
    text = "def f():\n    x = 1\n    def g():\n        global x\n        def h():\n            return x\n"
    assert owners(text, "x") == ["f", "nobody", "nobody"]


def test_a_global_statement_in_a_class_does_not_reach_its_methods() -> None:
    text = (
        "def f():\n    x = 1\n    class C:\n        global x\n        x = 2\n"
        "        def m(self):\n            return x\n"
    )
    assert owners(text, "x") == ["f", "module", "module", "f"]


def test_global_at_module_level_changes_nothing() -> None:
    assert owners("global x\nx = 1\n", "x") == ["module", "module"]


def test_nonlocal_binds_in_the_enclosing_function() -> None:
    text = "def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n"
    assert owners(text, "x") == ["f", "f", "f"]
    table = table_of(text)
    assert table.scopes[1].symbols["x"] & SymbolFlag.CELL
    assert table.scopes[2].symbols["x"] & SymbolFlag.FREE


def test_nonlocal_without_a_variable_belongs_to_nobody() -> None:
    assert owners("x = 1\ndef g():\n    nonlocal x\n", "x") == ["module", "nobody"]


def test_builtins_and_unbound_names() -> None:
    assert owners("print(missing)\n", "print") == ["builtin"]
    assert owners("print(missing)\n", "missing") == ["nobody"]
    assert owners("print = 1\ndef f():\n    print\n", "print") == ["module", "module"]
    assert owners("aiter, PythonFinalizationError\n", "PythonFinalizationError") == ["builtin"]


def test_qualname_exists_in_class_bodies_only() -> None:
    assert owners("class C:\n    q = __qualname__\n", "__qualname__") == ["builtin"]
    assert owners("__qualname__\n", "__qualname__") == ["nobody"]


def test_only_the_first_iterable_of_a_comprehension_is_outside() -> None:
    text = "class C:\n    x = y = 1\n    z = [x for x in x for w in y if x]\n"
    assert owners(text, "x") == ["class C", "listcomp", "listcomp", "class C", "listcomp"]
    assert owners(text, "y") == ["class C", "nobody"]
    assert scopes(text, "x") == ["class C", "listcomp", "listcomp", "class C", "listcomp"]


def test_a_nested_comprehension_in_the_first_iterable_is_outside_too() -> None:
    text = "[a for a in [a for a in b]]\n"
    table = table_of(text)
    assert [scope.parent for scope in table.scopes] == [-1, 0, 0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f():\n    [y := 1 for x in z]\n    return y\n", ["f", "f"]),
        ("[y := 1 for x in z]\ny\n", ["module", "module"]),
        ("def f():\n    [[y := 1 for a in b] for x in z]\n    return y\n", ["f", "f"]),
        ("def f():\n    global y\n    [y := 1 for x in z]\n", ["module", "module"]),
        ("def f():\n    y = 0\n    return lambda: [y := 1 for x in z]\n", ["f", "lambda"]),
        ("def f():\n    y = 0\n    def g():\n        nonlocal y\n        [y := 1 for x in z]\n", ["f"] * 3),
    ],
)
def test_a_walrus_in_a_comprehension_binds_around_it(text: str, expected: list[str]) -> None:
    assert owners(text, "y") == expected


def test_defaults_decorators_and_annotations_are_evaluated_outside() -> None:
    text = "@x\ndef f(a: x = x, *, b: x = x) -> x:\n    x = 1\n"
    assert owners(text, "x") == ["nobody"] * 6 + ["f"]


def test_lambda_defaults_are_outside_and_parameters_inside() -> None:
    assert owners("x = 1\nlambda x=x: x\n", "x") == ["module", "lambda", "module", "lambda"]


def test_bases_and_keywords_of_a_class_are_outside() -> None:
    text = "def f(b):\n    class C(b, metaclass=b):\n        b = 1\n"
    assert owners(text, "b") == ["f", "f", "f", "class C"]


def test_super_and_dunder_class_use_the_hidden_variable_of_the_class() -> None:
    text = "class C:\n    def m(self):\n        return __class__\n    def n(self):\n        super().n()\n"
    assert owners(text, "__class__") == ["class C"]
    table = table_of(text)
    assert table.scopes[3].symbols["__class__"] & SymbolFlag.FREE


def test_dunder_class_outside_a_class_is_an_ordinary_name() -> None:
    assert owners("def f():\n    return __class__\n", "__class__") == ["nobody"]


def test_conditional_and_double_definitions_are_one_variable() -> None:
    text = "try:\n    import a as m\nexcept ImportError:\n    m = None\nif m:\n    def m(): ...\n"
    assert owners(text, "m") == ["module"] * 4
    assert roles(text, "m") == ["IMPORT", "BIND", "READ", "FUNCTION"]


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("x = 1", "BIND"),
        ("x += 1", "AUGMENT"),
        ("x: int = 1", "BIND"),
        ("x: int", "ANNOTATE"),
        ("del x", "DELETE"),
        ("for x in y: pass", "BIND"),
        ("with y as x: pass", "BIND"),
        ("with y as (a, [*x]): pass", "BIND"),
        ("import x", "IMPORT"),
        ("import a.b as x", "IMPORT"),
        ("from a import x", "IMPORT"),
        ("from a import b as x", "IMPORT"),
        ("def x(): pass", "FUNCTION"),
        ("async def x(): pass", "FUNCTION"),
        ("class x: pass", "CLASS"),
        ("try: pass\nexcept E as x: pass", "BIND"),
        ("try: pass\nexcept* E as x: pass", "BIND"),
        ("(x := 1)", "BIND"),
        ("a, *x = y", "BIND"),
        ("match y:\n    case x: pass", "BIND"),
        ("match y:\n    case [1, *x]: pass", "BIND"),
        ("match y:\n    case {'a': 1, **x}: pass", "BIND"),
        ("match y:\n    case C(a=x): pass", "BIND"),
        ("match y:\n    case [1] as x: pass", "BIND"),
        ("match y:\n    case (1 | 2) as x: pass", "BIND"),
    ],
)
def test_every_way_to_bind(text: str, role: str) -> None:
    assert roles(text + "\n", "x") == [role]
    inside = "def f():\n" + "".join(f"    {line}\n" for line in text.splitlines())
    assert owners(inside, "x") == ["f"]


def test_an_annotation_alone_makes_a_name_local_but_in_parentheses_it_does_not() -> None:
    assert owners("x = 1\ndef f():\n    x: int\n    return x\n", "x") == ["module", "f", "f"]
    assert owners("x = 1\ndef f():\n    (x): int\n    return x\n", "x") == ["module"] * 3


def test_attributes_and_subscripts_bind_no_name() -> None:
    assert roles("x.a = x[0] = 1\n", "x") == ["READ", "READ"]


def test_class_pattern_reads_its_class_and_value_patterns_read() -> None:
    text = "match v:\n    case K(a.b): pass\n"
    assert roles(text, "K") == ["READ"]
    assert roles(text, "a") == ["READ"]


def test_equal_after_normalisation_is_one_variable() -> None:
    text = "ﬁ = 1\nfi\n"
    table = table_of(text)
    assert [(each.name, text[each.start : each.end]) for each in table.occurrences] == [
        ("fi", "ﬁ"),
        ("fi", "fi"),
    ]
    assert {each.owner for each in table.occurrences} == {MODULE_SCOPE}


def test_star_import_is_unseen_and_its_names_belong_to_nobody() -> None:
    table = table_of("from m import *\nx\n")
    assert [(each.what, each.start) for each in table.unseen] == [("star import", 14)]
    assert [each.owner for each in table.occurrences] == [NOBODY]


@pytest.mark.parametrize("call", ["exec(s)", "eval(s)", "locals()", "globals()", "vars()"])
def test_calls_that_see_names_are_unseen(call: str) -> None:
    name = call.split("(")[0]
    assert [each.what for each in table_of(f"def f(s):\n    {call}\n").unseen] == [name]
    assert table_of(f"def {name}(*a): ...\ndef f(s):\n    {call}\n").unseen == []


def test_vars_of_an_object_looks_at_no_scope() -> None:
    assert table_of("vars(x)\n").unseen == []


@pytest.mark.parametrize(
    ("class_name", "written", "identity"),
    [
        ("C", "__x", "_C__x"),
        ("_C", "__x", "_C__x"),
        ("__", "__x", "__x"),
        ("C", "__x__", "__x__"),
        ("C", "_x", "_x"),
    ],
)
def test_private_names_are_mangled(class_name: str, written: str, identity: str) -> None:
    text = f"class {class_name}:\n    {written} = 1\n    def m(self, p):\n        self.{written}\n"
    table = table_of(text)
    assert identity in {each.name for each in table.occurrences}
    assert [use.name for use in table.attributes] == [identity]


def test_mangling_covers_parameters_imports_and_global_but_not_keywords() -> None:
    text = (
        "class C:\n    import __a.b\n    def m(self, __p):\n        global __g\n        f(__k=__p)\n"
        "def __a(): ...\n"
    )
    table = table_of(text)
    names = [each.name for each in table.occurrences]
    assert "_C__a" in names
    assert "_C__p" in names
    assert "_C__g" in names
    assert names[-1] == "__a"
    assert [use.name for use in table.keywords] == ["__k"]
