"""What names mean across files."""

from __future__ import annotations

import pytest
from holdfast.python.project.declarations import Kind
from holdfast.python.project.exports import exported_names, lookup, resolve_import
from python.project.programs import program_of, shown_all, targets


def test_re_exports_are_followed_to_the_definition() -> None:
    program = program_of(
        {
            "pkg/__init__.py": "from .mid import renamed as f\n",
            "pkg/mid.py": "from .deep import g as renamed\n",
            "pkg/deep.py": "def g(): pass\n",
            "app.py": "from pkg import f\nimport pkg\npkg.f()\n",
        }
    )
    assert targets(program, "app.py", "from pkg import f") == {"pkg/deep.py:1:g"}
    assert targets(program, "app.py", "pkg.f") == {"pkg/deep.py:1:g"}
    assert targets(program, "pkg/__init__.py", "import renamed") == {"pkg/deep.py:1:g"}


def test_parts_of_a_module_name_lead_to_modules() -> None:
    program = program_of({"a/__init__.py": "", "a/b.py": "", "app.py": "import a.b as c\nfrom a import b\n"})
    assert targets(program, "app.py", "import a.b") == {"a/b.py:1:"}
    assert targets(program, "app.py", "import a") == {"a/__init__.py:1:"}
    assert targets(program, "app.py", "import b") == {"a/b.py:1:"}


def test_a_package_that_imports_from_itself_means_its_submodule() -> None:
    program = program_of({"p/__init__.py": "from . import x\n", "p/x.py": "", "app.py": "from p import x\n"})
    assert targets(program, "app.py", "import x") == {"p/x.py:1:"}


def test_a_name_in_the_package_wins_over_a_submodule() -> None:
    program = program_of(
        {"p/__init__.py": "from .x import x\n", "p/x.py": "x = 1\n", "a.py": "from p import x\n"}
    )
    assert targets(program, "a.py", "import x") == {"p/x.py:1:x"}


def test_double_definitions_are_all_named() -> None:
    program = program_of(
        {
            "fast.py": "def f(): pass\n",
            "m.py": "try:\n    from fast import f\nexcept ImportError:\n    def f(): pass\n",
            "app.py": "from m import f\n",
        }
    )
    # The second is the variable of m.py, which its first binding declares.
    assert targets(program, "app.py", "import f") == {"fast.py:1:f", "m.py:2:f"}


def test_the_last_import_inside_the_world_declares_what_is_outside() -> None:
    program = program_of({"m.py": "from os import path as p\n", "app.py": "from m import p\n"})
    found = lookup(program, "m.py", "p")
    assert shown_all(program, found.declarations) == {"m.py:1:p"}
    assert found.external == ("os.path",)
    assert [item.kind for item in found.declarations] == [Kind.IMPORT]


def test_missing_members_and_modules() -> None:
    program = program_of({"m.py": "x = 1\n", "app.py": "from m import y\nimport m.z\n"})
    facts = program.facts("app.py")
    assert facts is not None
    answers = {
        use.member or ".".join(use.parts): resolve_import(program, "app.py", use)
        for use in facts.names.imports
    }
    assert answers["y"].missing
    assert answers["m.z"].missing
    assert not answers["m"].missing


def test_a_module_getattr_makes_names_unseen_and_not_missing() -> None:
    program = program_of({"m.py": "def __getattr__(name): return 1\n", "app.py": "from m import y\n"})
    found = lookup(program, "m.py", "y")
    assert found.unseen
    assert not found.missing


def test_type_checking_imports_count() -> None:
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a import T\n"
    program = program_of({"a.py": "class T: pass\n", "m.py": text, "app.py": "from m import T\n"})
    assert targets(program, "app.py", "import T") == {"a.py:1:T"}


class TestStarImports:
    def test_names_come_through_and_private_ones_do_not(self) -> None:
        program = program_of(
            {
                "m.py": "a = 1\n_b = 2\n",
                "app.py": "from m import *\nprint(a)\nprint(_b)\n",
                "x.py": "from app import a\n",
            }
        )
        assert targets(program, "app.py", "print(a") == {"m.py:1:a"}
        assert targets(program, "app.py", "print(_b") == set()
        assert targets(program, "x.py", "import a") == {"m.py:1:a"}

    def test_all_decides(self) -> None:
        program = program_of(
            {"m.py": "__all__ = ['_b']\na = 1\n_b = 2\n", "app.py": "from m import *\nprint(a)\nprint(_b)\n"}
        )
        assert targets(program, "app.py", "print(_b") == {"m.py:3:_b"}
        assert targets(program, "app.py", "print(a") == set()
        assert exported_names(program, "m.py") == (frozenset({"_b"}), True)

    def test_a_computed_all_may_bring_everything(self) -> None:
        program = program_of(
            {
                "m.py": "class A: pass\n__all__ = [n for n in dir()]\n",
                "app.py": "from m import *\nclass B(A): pass\n",
            }
        )
        assert targets(program, "app.py", "class B(A") == {"m.py:1:A"}
        assert not exported_names(program, "m.py")[1]

    def test_the_last_one_wins_and_bindings_above_lose(self) -> None:
        program = program_of(
            {
                "m.py": "x = 1\n",
                "n.py": "x = 2\n",
                "app.py": "from m import *\nfrom n import *\nx\n",
                "z.py": "from app import x\n",
            }
        )
        assert targets(program, "z.py", "import x") == {"n.py:1:x"}

    def test_builtins_can_be_replaced(self) -> None:
        program = program_of({"m.py": "def open(): pass\n", "app.py": "from m import *\nopen()\n"})
        assert targets(program, "app.py", "*\nopen") == {"m.py:1:open"}

    def test_circles_end(self) -> None:
        program = program_of(
            {
                "a.py": "from b import *\nx = 1\n",
                "b.py": "from a import *\ny = 1\n",
                "app.py": "from a import x, y\n",
            }
        )
        assert targets(program, "app.py", "import x") == {"a.py:2:x"}
        assert targets(program, "app.py", "x, y") == {"b.py:2:y"}


def test_entries_of_all_name_the_definitions() -> None:
    program = program_of(
        {"p/__init__.py": "from .a import f\n__all__ = ['f', 'a', 'gone']\n", "p/a.py": "def f(): pass\n"}
    )
    assert targets(program, "p/__init__.py", "['f") == {"p/a.py:1:f"}
    assert targets(program, "p/__init__.py", "'a") == {"p/a.py:1:"}
    assert targets(program, "p/__init__.py", "'gone") == set()


def test_a_stub_follows_its_source() -> None:
    program = program_of(
        {
            "m.py": "def f(): pass\nclass C:\n    def m(self): pass\n",
            "m.pyi": "def f() -> None: ...\nclass C:\n    def m(self) -> None: ...\n",
        }
    )
    assert targets(program, "m.pyi", "def f") == {"m.py:1:f"}
    assert targets(program, "m.pyi", "def m") == {"m.py:3:m"}


@pytest.mark.parametrize("first", ["a.py", "b.py", "c.py"])
def test_circles_of_re_exports_do_not_depend_on_the_first_question(first: str) -> None:
    program = program_of(
        {
            "a.py": "from b import x\n",
            "b.py": "try:\n    from c import x\nexcept ImportError:\n    x = 0\n",
            "c.py": "from a import x\n",
        }
    )
    lookup(program, first, "x")
    answers = {
        file: shown_all(program, lookup(program, file, "x").declarations) for file in ("a.py", "b.py", "c.py")
    }
    # The circle has one way out: the fallback in b.py, a variable that its first binding declares.
    assert all("b.py:2:x" in found for found in answers.values())
    fresh = {
        file: shown_all(
            program,
            lookup(
                program_of({f: program.world.text(f) or "" for f in program.python_files}), file, "x"
            ).declarations,
        )
        for file in ("a.py", "b.py", "c.py")
    }
    assert answers == fresh
