"""The architecture, stated as absences (the rows of ARCHITECTURE.md), read from the imports themselves.

A module imports only from rows above its own; within a row, only where the row does not forbid it. Imports
inside functions count as well: they are dependencies that merely load late.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE_ROOTS = (ROOT / "checker", ROOT / "server")

#: From the bottom up. Packages in one tuple may import each other; packages of two tuples in one row may not.
ROWS: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("errors", "records", "text"),),
    (("model",),),
    (("preserve",), ("python",), ("gen",)),
    (("refactorings", "findings"),),
    (("workspace", "wire"),),
    (("resolve",), ("engines",), ("report",)),
    (("check", "casefile"),),
    (("fuzz",), ("behaviour",)),
    (("cli",), ("holdfast_server",)),
)
ROW_OF = {name: number for number, row in enumerate(ROWS) for group in row for name in group}
GROUP_OF = {name: group for row in ROWS for group in row for name in group}
PURE = frozenset(name for name, number in ROW_OF.items() if number <= 3)
LANGUAGE_INDEPENDENT = ("text", "model", "preserve")

DISK_CLOCK_AND_PROCESS = frozenset(
    [
        "os",
        "pathlib",
        "shutil",
        "tempfile",
        "glob",
        "fileinput",
        "subprocess",
        "multiprocessing",
        "signal",
        "socket",
        "asyncio",
        "time",
        "datetime",
        "sched",
        "resource",
        "mmap",
        "fcntl",
        "posix",
        "pty",
    ]
)
FILE_CALLS = frozenset(
    ["open", "input", "print", "io.open", "codecs.open", "tokenize.open", "io.FileIO", "io.open_code"]
)
KNOWS_PYTHON = frozenset(
    [
        "ast",
        "tokenize",
        "token",
        "keyword",
        "symtable",
        "inspect",
        "dis",
        "compileall",
        "py_compile",
        "code",
        "codeop",
        "importlib",
        "builtins",
        "libcst",
        "parso",
        "jedi",
        "rope",
    ]
)


def modules() -> Iterator[tuple[str, Path]]:
    """Every module with the package of the table that it belongs to."""
    for root in SOURCE_ROOTS:
        for path in sorted(root.rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            if parts[0] == "holdfast_server":
                yield "holdfast_server", path
            elif parts != ("holdfast", "__init__"):
                yield parts[1], path


MODULES = tuple(modules())


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """The dotted names that a module imports, with their lines."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            assert node.module is not None
            yield node.module, node.lineno
            if node.module == "holdfast":
                yield from ((f"holdfast.{alias.name}", node.lineno) for alias in node.names)


def ours(name: str) -> str | None:
    """The package of the table that a dotted name lies in."""
    parts = name.split(".")
    if parts[0] == "holdfast_server":
        return "holdfast_server"
    if parts[0] == "holdfast" and len(parts) > 1 and parts[1] != "__version__":
        return parts[1]
    return None


def where(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def test_every_package_has_a_row() -> None:
    assert {package for package, _ in MODULES} <= ROW_OF.keys()


def test_imports_come_from_rows_above() -> None:
    wrong = []
    for package, path in MODULES:
        for name, line in imported(path):
            target = ours(name)
            if target is None or target == package:
                continue
            above = ROW_OF.get(target, 99) < ROW_OF[package]
            if not above and target not in GROUP_OF[package]:
                wrong.append(f"{where(path, line)}: {package} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_rows_0_to_3_touch_no_disk_clock_or_process() -> None:
    wrong = []
    for package, path in MODULES:
        if package not in PURE:
            continue
        for name, line in imported(path):
            if name.split(".")[0] in DISK_CLOCK_AND_PROCESS:
                wrong.append(f"{where(path, line)}: imports {name}")
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in FILE_CALLS:
                wrong.append(f"{where(path, node.lineno)}: calls {ast.unparse(node.func)}")
    assert not wrong, "\n".join(wrong)


def test_rows_0_to_3_run_no_program() -> None:
    """Programs are run in row 7. Two modules write methods of their own classes, and run nothing else."""
    write_methods = (("gen", "delayed.py"), ("holdfast", "records.py"))
    wrong = [
        f"{where(path, node.lineno)}: calls {ast.unparse(node.func)}"
        for package, path in MODULES
        if package in PURE and path.parts[-2:] not in write_methods
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("exec", "eval", "__import__")
    ]
    assert not wrong, "\n".join(wrong)


def test_the_core_knows_no_python() -> None:
    wrong = []
    for package, path in MODULES:
        if package not in LANGUAGE_INDEPENDENT:
            continue
        for name, line in imported(path):
            if name.split(".")[0] in KNOWS_PYTHON:
                wrong.append(f"{where(path, line)}: imports {name}")
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Attribute) and node.attr == "isidentifier":
                wrong.append(f"{where(path, node.lineno)}: asks for Python's identifiers")
            if isinstance(node, ast.Constant) and node.value in (".py", ".pyi", "__init__", "self", "def"):
                wrong.append(f"{where(path, node.lineno)}: speaks of {node.value}")
    assert not wrong, "\n".join(wrong)


def test_the_bottom_rows_need_the_standard_library_only() -> None:
    allowed = {*sys.stdlib_module_names, "holdfast"}
    wrong = [
        f"{where(path, line)}: imports {name}"
        for package, path in MODULES
        if ROW_OF[package] <= 1 or package == "preserve"
        for name, line in imported(path)
        if name.split(".")[0] not in allowed
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("libraries", "users"),
    [
        (("jedi", "parso"), ("resolve", "engines")),
        (("rope",), ("engines",)),
        (("pygls", "lsprotocol"), ("holdfast_server",)),
        (("libcst",), ("python", "gen", "refactorings", "check", "fuzz", "behaviour")),
        (("hypothesis", "pytest"), ()),
    ],
    ids=lambda value: "+".join(value) or "nobody",
)
def test_libraries_have_few_users(libraries: tuple[str, ...], users: tuple[str, ...]) -> None:
    wrong = [
        f"{where(path, line)}: {package} imports {name}"
        for package, path in MODULES
        for name, line in imported(path)
        if name.split(".")[0] in libraries and package not in users
    ]
    assert not wrong, "\n".join(wrong)


def test_lines_and_columns_are_converted_at_the_edges_only() -> None:
    """`text.positions` is for rows that speak to people, editors and files; below, text is offsets."""
    wrong = [
        where(path, line)
        for package, path in MODULES
        for name, line in imported(path)
        if name == "holdfast.text.positions" and ROW_OF[package] <= 3
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("entry", ["holdfast.cli.main", "holdfast.check.pipeline", "holdfast.text.refine"])
def test_heavy_libraries_load_only_when_needed(entry: str) -> None:
    """Imports are part of the user's wait."""
    heavy = ("jedi", "parso", "libcst", "pygls", "lsprotocol", "rope", "asyncio", "hypothesis")
    script = f"import sys, {entry}; print(*(name for name in {heavy!r} if name in sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == ""


def test_the_absences_are_noticed(tmp_path: Path) -> None:
    """A test that cannot fail is none: the reading of imports sees late, plain and aliased ones."""
    path = tmp_path / "module.py"
    path.write_text(
        "import os.path as p\ndef f():\n    from holdfast.check import pipeline\nfrom holdfast import text\n"
    )
    assert [name for name, _ in imported(path)] == ["os.path", "holdfast", "holdfast.text", "holdfast.check"]
    assert [ours(name) for name, _ in imported(path)] == [None, None, "text", "check"]
