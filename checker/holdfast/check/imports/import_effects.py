"""Imports that nobody names, and that are there for what the imported module does when it is loaded.

An import that is taken out is missed where the module is not loaded in any other way from this file and its
straight code does something beyond its own names: it calls, stores into something, or defines what somebody
hears of.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.gone.registrations import who_hears
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, ImportUse, Role
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval


def check_import_effects(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None or facts[0].tree.error or facts[1].tree.error:
            continue
        gone = list(_taken_out(pair, file, facts))
        loaded = loaded_files(pair.after, new_file) if gone else set()
        for use in gone:
            for module in sorted(_brought(pair.before, file, use)):
                now = pair.file_after(module)
                effect = _effect(pair.before, module) if now is not None and now not in loaded else None
                if effect is not None:
                    message = f"importing `{_shown(use)}` does something, which would no longer happen here"
                    place = Interval(file, use.start, use.end)
                    yield Finding(
                        "HF204", Severity.WARNING, place, message, (Clause(effect, "it does this"),)
                    )
                    break


def _taken_out(pair: Pair, file: str, facts: tuple[FileFacts, FileFacts]) -> Iterator[ImportUse]:
    """Imports whose name nobody in the file reads, and that the text after does not have."""
    before, after = facts
    read = {
        item.name
        for item in before.names.occurrences
        if item.owner == MODULE_SCOPE and item.role is Role.READ
    }
    still = {(use.level, use.parts, use.member) for use in after.names.imports}
    for use in before.names.imports:
        if use.context != "plain" or use.scope != MODULE_SCOPE or use.bound < 0:
            continue
        if before.names.occurrences[use.bound].name in read or (use.level, use.parts, use.member) in still:
            continue
        yield use


def _shown(use: ImportUse) -> str:
    module = "." * use.level + ".".join(use.parts)
    return module if use.member is None else f"{module.rstrip('.')}.{use.member}"


def _brought(program: Program, file: str, use: ImportUse) -> set[str]:
    """The files that one import loads, with all that they import in turn."""
    first: set[str] = set()
    wanted = [use.parts] if use.member is None else [use.parts, (*use.parts, use.member)]
    for parts in wanted:
        module = program.resolve_module(file, use.level, parts)
        if isinstance(module, ModuleFile):
            first.add(module.file)
    return {item for start in first for item in loaded_files(program, start)} - {file}


def loaded_files(program: Program, file: str) -> set[str]:
    """The files that are loaded with a file, by its imports and by theirs."""
    found, waiting = {file}, [file]
    while waiting:
        for other in program.imported_files(waiting.pop()) - found:
            found.add(other)
            waiting.append(other)
    return found


def _effect(program: Program, file: str) -> Interval | None:
    """The first statement of a module that does something for others when the module is loaded."""
    facts = program.facts(file)
    node = next(_effects(program, file, facts.tree.module.body), None) if facts is not None else None
    if facts is None or node is None:
        return None
    return Interval(file, facts.tree.start(node), facts.tree.end(node))


def _effects(program: Program, file: str, body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if who_hears(program, file, statement) is not None:
                yield statement
        elif isinstance(statement, ast.Expr):
            if isinstance(statement.value, ast.Call | ast.Await):
                yield statement
        elif isinstance(statement, ast.Assign | ast.AugAssign | ast.Delete):
            targets = [statement.target] if isinstance(statement, ast.AugAssign) else statement.targets
            if any(isinstance(target, ast.Attribute | ast.Subscript) for target in targets):
                yield statement
        elif isinstance(statement, ast.If):
            if not _is_not_for_importers(statement.test):
                yield from _effects(program, file, [*statement.body, *statement.orelse])
        elif isinstance(statement, ast.For | ast.While | ast.With):
            yield from _effects(program, file, statement.body)
        elif isinstance(statement, ast.Try):
            yield from _effects(program, file, [*statement.body, *statement.orelse, *statement.finalbody])


def _is_not_for_importers(test: ast.expr) -> bool:
    """`if __name__ == "__main__"` and `if TYPE_CHECKING`."""
    words = {last_name(node) for node in ast.walk(test) if isinstance(node, ast.Name | ast.Attribute)}
    return bool(words & {"__name__", "TYPE_CHECKING"})
