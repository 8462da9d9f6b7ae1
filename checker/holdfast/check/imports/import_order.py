"""The order in which a module imports and binds its names, when it is loaded."""

from __future__ import annotations

import ast

from holdfast.check.imports.straight_code import file_of, straight_code
from holdfast.check.names.straight_bindings import straight_bindings
from holdfast.check.pair import Pair
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program


def is_in_another_order(pair: Pair, file: str) -> bool:
    """Do imports of a file of before stand in another order, among themselves or among the names that it binds?"""
    facts, new_file = pair.facts(file), pair.file_after(file)
    if facts is None or new_file is None:
        return False
    first = [
        item if isinstance(item, str) else _after(pair, item) for item in _order(pair.before, file, facts[0])
    ]
    second = _order(pair.after, new_file, facts[1])
    shared = set(first) & set(second)
    return [item for item in first if item in shared] != [item for item in second if item in shared]


def _after(pair: Pair, module: ModuleFile) -> ModuleFile:
    return ModuleFile(pair.file_after(module.file) or module.file)


def _order(program: Program, file: str, facts: FileFacts) -> list[str | ModuleFile]:
    """Modules of the project as they are imported, and names as they are bound, each where it comes first."""
    found: list[tuple[int, str | ModuleFile]] = []
    for statement in straight_code(program, file):
        for asked in statement.imports:
            found.append((asked.use.start, ModuleFile(file_of(asked.module))))
            if asked.inside is not None:
                found.append((asked.use.start, ModuleFile(asked.inside)))
    imported = {item[0] for item in found}
    for item in straight_bindings(facts):
        if not isinstance(item.statement, ast.Import | ast.ImportFrom) or item.token.start not in imported:
            found.append((item.token.start, item.token.name))
    return list(dict.fromkeys(item for _, item in sorted(found, key=lambda pair: pair[0])))
