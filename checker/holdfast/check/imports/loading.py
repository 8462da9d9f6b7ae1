"""Loading, followed import by import as Python does it: what a module takes from one that is still being loaded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.python.names.table import MODULE_SCOPE, ImportUse
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program

#: Behind a file: the module `package.__init__`, which is another one than `package`, made of the same file.
_AGAIN = "?again"


class Break(NamedTuple):
    """An import that takes a name from a module before the module has bound it."""

    file: str
    use: ImportUse
    taken_from: str


class _Followed(NamedTuple):
    """An import that runs for certain, the module that it names, and the file of the member that it takes."""

    use: ImportUse
    module: str
    inside: str | None


class Loading:
    """Loads modules of a program, each as if it were the first; only `members` are followed, or everything.

    A package is loaded before what is in it. Whatever the outermost package loads is loaded for all of its
    modules alike, so that is followed once.
    """

    def __init__(self, program: Program, members: frozenset[str] | None) -> None:
        self.program = program
        self._members = members
        self._by_package: dict[str, frozenset[str] | Break] = {}
        self._progress: dict[str, int] = {}
        self._loaded: set[str] = set()

    def first_break(self, start: str) -> Break | None:
        """What fails when `start` is imported before everything else."""
        packages = self._packages_around(start)
        if not packages:
            return self._load_from(frozenset(), start)
        package = packages[0]
        if package not in self._by_package:
            broken = self._load_from(frozenset(), package)
            self._by_package[package] = broken or frozenset(self._loaded)
        before = self._by_package[package]
        return before if isinstance(before, Break) else self._load_from(before, start)

    def _load_from(self, loaded: frozenset[str], file: str) -> Break | None:
        self._progress, self._loaded = {}, set(loaded)
        return self._load_with_packages(file)

    def _load_with_packages(self, file: str) -> Break | None:
        for package in self._packages_around(file):
            broken = self._load(package)
            if broken is not None:
                return broken
        return self._load(file)

    def _load(self, module: str) -> Break | None:
        if module in self._loaded or module in self._progress:
            return None
        self._progress[module] = 0
        for followed in _certain_imports(self.program, _file(module)):
            self._progress[module] = followed.use.start
            broken = self._follow(_file(module), followed)
            if broken is not None:
                return broken
        self._progress.pop(module, None)
        self._loaded.add(module)
        return None

    def _follow(self, file: str, followed: _Followed) -> Break | None:
        use, target, inside = followed
        if not self._is_member(target):
            return None
        broken = self._load_with_packages(target)
        if broken is not None or use.member in (None, "*") or not self._not_bound_yet(use, target):
            return broken
        if inside is not None:
            # What a package has not bound yet is taken from its folder.
            return self._load(inside) if self._is_member(inside) else None
        return Break(file, use, _file(target))

    def _is_member(self, module: str) -> bool:
        return self._members is None or _file(module) in self._members

    def _packages_around(self, module: str) -> list[str]:
        """The `__init__` files of the packages that a module is in, from the outermost."""
        folder, found = module.rpartition("/")[0], []
        while folder and self.program.world.text(f"{folder}/__init__.py") is not None:
            found.append(f"{folder}/__init__.py")
            folder = folder.rpartition("/")[0]
        return [package for package in reversed(found) if package != module and self._is_member(package)]

    def _not_bound_yet(self, use: ImportUse, target: str) -> bool:
        if target in self._loaded or target not in self._progress or use.member is None:
            return False
        facts = self.program.facts(_file(target))
        declaration = facts.declaring(MODULE_SCOPE, use.member) if facts else None
        # A name without a declaration is somebody else's business.
        return declaration is not None and declaration.start >= self._progress[target]


def _file(module: str) -> str:
    return module.removesuffix(_AGAIN)


def _certain_imports(program: Program, file: str) -> tuple[_Followed, ...]:
    """The imports of files of the project that loading a module runs for certain."""
    known: dict[str, tuple[_Followed, ...]] = program.memory.table("certain imports")
    if file not in known:
        facts = program.facts(file)
        known[file] = () if facts is None else tuple(_followed(program, file, facts))
    return known[file]


def _followed(program: Program, file: str, facts: FileFacts) -> Iterator[_Followed]:
    """Imports with no condition and no handler around them."""
    tree = facts.tree
    spans = [
        (tree.start(statement), tree.end(statement))
        for statement in tree.module.body
        if isinstance(statement, ast.Import | ast.ImportFrom)
    ]
    for use in facts.names.imports:
        if use.scope != MODULE_SCOPE or not any(start <= use.start < end for start, end in spans):
            continue
        target = program.resolve_module(file, use.level, use.parts)
        if isinstance(target, ModuleFile):
            inside = program.resolve_module(file, use.level, (*use.parts, use.member or ""))
            again = _AGAIN if use.parts[-1:] == ("__init__",) else ""
            module = target.file + again
            yield _Followed(use, module, inside.file if isinstance(inside, ModuleFile) else None)
