"""Which folders of a workspace use another one: those with an import that only the other one answers."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from holdfast.python.project.modules import External, ModuleFile, NamespacePackage
from holdfast.python.project.program import Program

from holdfast_server.judge.folders import FolderView


def with_users(view: FolderView, others: Iterable[FolderView]) -> list[FolderView]:
    """The folder, the folders that import its modules, and those that import theirs."""
    found = [view]
    left = [each for each in others if each.root != view.root]
    for used in found:
        users = [each for each in left if _imports_from(each.program, used.program)]
        found += users
        left = [each for each in left if each not in users]
    return found


def _imports_from(user: Program, used: Program) -> bool:
    return any(
        _names_module(used, item.parts) and isinstance(user.resolve_module(file, 0, item.parts), External)
        for name in _top_level_names(used)
        for file in user.index.files_importing(name)
        for item in user.index.imports(file)
        if item.level == 0 and item.parts[0] == name
    )


def _top_level_names(program: Program) -> Sequence[str]:
    """The first parts of the modules' names. One of the standard library means that library elsewhere."""
    names = {program.modules.module_name(file).partition(".")[0] for file in program.python_files}
    return sorted(names - sys.stdlib_module_names)


def _names_module(program: Program, parts: tuple[str, ...]) -> bool:
    """Whether an import from outside the program's packages would find a module of it."""
    return isinstance(program.resolve_module("", 0, parts), ModuleFile | NamespacePackage)
