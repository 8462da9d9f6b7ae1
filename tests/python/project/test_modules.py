"""Which file a module name means."""

from __future__ import annotations

import pytest
from holdfast.python.project.layout import Layout, ProjectSettings, source_roots
from holdfast.python.project.modules import (
    External,
    Missing,
    ModuleFile,
    ModuleResult,
    Modules,
    NamespacePackage,
)


def resolved(files: str, importing: str, dotted: str, roots: tuple[str, ...] | None = None) -> ModuleResult:
    modules = Modules.of(frozenset(files.split()), ProjectSettings(roots))
    name = dotted.lstrip(".")
    parts = tuple(name.split(".")) if name else ()
    return modules.resolve_module(importing, len(dotted) - len(name), parts)


FLAT = "app.py pkg/__init__.py pkg/a.py pkg/sub/__init__.py pkg/sub/b.py"


@pytest.mark.parametrize(
    ("importing", "dotted", "file"),
    [
        ("app.py", "pkg", "pkg/__init__.py"),
        ("app.py", "pkg.a", "pkg/a.py"),
        ("app.py", "pkg.sub.b", "pkg/sub/b.py"),
        ("pkg/a.py", ".", "pkg/__init__.py"),
        ("pkg/a.py", ".sub.b", "pkg/sub/b.py"),
        ("pkg/sub/b.py", "..a", "pkg/a.py"),
        ("pkg/sub/__init__.py", ".b", "pkg/sub/b.py"),
        ("pkg/sub/__init__.py", "..", "pkg/__init__.py"),
        ("pkg/a.py", "app", "app.py"),
    ],
)
def test_flat_layout(importing: str, dotted: str, file: str) -> None:
    assert resolved(FLAT, importing, dotted) == ModuleFile(file)


def test_what_is_outside_and_what_is_missing() -> None:
    assert resolved(FLAT, "app.py", "os.path") == External("os.path")
    assert resolved(FLAT, "app.py", "pkg.nothing") == Missing("pkg.nothing")
    assert resolved(FLAT, "app.py", "pkg.a.nothing") == Missing("pkg.a.nothing")
    assert resolved(FLAT, "pkg/a.py", "...far") == Missing("...far")


def test_src_layout_is_found_from_tests_beside_it() -> None:
    files = "src/pkg/__init__.py src/pkg/a.py tests/test_a.py"
    assert resolved(files, "tests/test_a.py", "pkg.a") == ModuleFile("src/pkg/a.py")
    assert Modules.of(frozenset(files.split())).module_name("src/pkg/a.py") == "pkg.a"


def test_several_roots_see_each_other_and_the_nearest_wins() -> None:
    files = (
        "one/src/alpha/__init__.py one/src/alpha/x.py one/src/same/__init__.py "
        "two/src/beta/__init__.py two/src/same/__init__.py"
    )
    assert resolved(files, "two/src/beta/__init__.py", "alpha.x") == ModuleFile("one/src/alpha/x.py")
    assert resolved(files, "two/src/beta/__init__.py", "same") == ModuleFile("two/src/same/__init__.py")
    assert resolved(files, "one/src/alpha/x.py", "same") == ModuleFile("one/src/same/__init__.py")


def test_namespace_package_has_portions_under_several_roots() -> None:
    files = "a/src/ns/one/__init__.py b/src/ns/two/__init__.py app.py"
    assert resolved(files, "app.py", "ns") == NamespacePackage(("a/src/ns", "b/src/ns"))
    assert resolved(files, "app.py", "ns.two") == ModuleFile("b/src/ns/two/__init__.py")
    # A portion that is installed elsewhere may have it.
    assert resolved(files, "app.py", "ns.three") == External("ns.three")


def test_package_wins_over_module_and_both_over_namespace() -> None:
    assert resolved("x.py x/__init__.py a.py", "a.py", "x") == ModuleFile("x/__init__.py")
    assert resolved("x.py x/inner.py a.py", "a.py", "x") == ModuleFile("x.py")


def test_scripts_import_their_siblings() -> None:
    files = "tools/run.py tools/common.py pkg/__init__.py"
    assert resolved(files, "tools/run.py", "common") == ModuleFile("tools/common.py")
    assert resolved(files, "pkg/__init__.py", "common") == External("common")


def test_conftest_imports_helpers_of_its_folder() -> None:
    assert resolved("tests/conftest.py tests/helpers.py", "tests/conftest.py", "helpers") == ModuleFile(
        "tests/helpers.py"
    )


def test_source_wins_over_its_stub_and_a_stub_alone_is_a_module() -> None:
    assert resolved("a.py a.pyi b.py", "b.py", "a") == ModuleFile("a.py")
    assert resolved("a.pyi b.py", "b.py", "a") == ModuleFile("a.pyi")
    assert Modules.of(frozenset({"a.py", "a.pyi"})).stub_of("a.py") == "a.pyi"


def test_compiled_modules_exist_outside_the_text() -> None:
    files = "pkg/__init__.py pkg/_fast.cpython-311-x86_64-linux-gnu.so pkg/_cy.pyx"
    assert resolved(files, "pkg/__init__.py", "._fast") == External("._fast")
    assert resolved(files, "pkg/__init__.py", "pkg._cy") == External("pkg._cy")
    assert resolved(files, "pkg/__init__.py", "._slow") == Missing("._slow")


def test_standard_library_is_not_taken_for_a_package_far_away() -> None:
    files = "vendor/json/__init__.py app.py"
    assert resolved(files, "app.py", "json") == External("json")
    assert resolved(files, "app.py", "json", roots=("", "vendor")) == ModuleFile("vendor/json/__init__.py")


def test_told_roots_are_final() -> None:
    files = "code/lib1/pkg/__init__.py src/pkg/__init__.py app.py"
    assert resolved(files, "app.py", "pkg", roots=("./code/lib1/",)) == ModuleFile(
        "code/lib1/pkg/__init__.py"
    )
    assert source_roots(Layout(frozenset(files.split())), ProjectSettings(("./code/lib1/", "."))) == (
        "code/lib1",
        "",
    )
