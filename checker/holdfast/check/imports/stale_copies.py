"""Variables that move to another module while others go on asking the old one for them.

The old module imports the name back, and functions in the new one bind it anew: what the old module has then stays
what it was when that module was loaded. Files that the edit rewrote are compared by what their code does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.code.module_variables import is_bound_anew
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.declarations import Declaration
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.exports import lookup
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.python.project.values import ModuleValue
from holdfast.text.interval import Interval


def check_stale_copies(pair: Pair) -> Iterator[Finding]:
    edited = set(pair.rewritten_python_files())
    for old, new in sorted(pair.moved.items()):
        declaration = _variable(pair.after, new) if pair.file_after(old.file) != new.file else None
        if declaration is None or not is_bound_anew(pair.after, declaration):
            continue
        for file in sorted(pair.before.index.files_with(declaration.name) - edited):
            new_file = pair.file_after(file)
            for place in _asking(pair.before, file, declaration.name, old.file) if new_file else ():
                copied = _copy_that_is_asked(pair, place, declaration)
                if copied is not None:
                    yield _finding(pair, place, declaration, copied)


def _variable(program: Program, place: Interval) -> Declaration | None:
    facts = program.facts(place.file)
    occurrence = facts.occurrence_at.get(place.start) if facts is not None else None
    if occurrence is None or occurrence.owner != MODULE_SCOPE:
        return None
    found = lookup(program, place.file, occurrence.name).declarations
    return found[0] if len(found) == 1 and found[0].interval == place else None


def _asking(program: Program, file: str, name: str, module: str) -> Iterator[Interval]:
    """Where a file reads the variable through its module, or imports it inside a function."""
    facts = program.facts(file)
    if facts is None:
        return
    for use in facts.names.attributes:
        if use.name == name and isinstance(use.node.ctx, ast.Load):
            if ModuleValue(ModuleFile(module)) in evaluate(program, file, use.node.value).items:
                yield Interval(file, use.start, use.end)
    for imported in facts.names.imports:
        if imported.member == name and imported.scope != MODULE_SCOPE:
            if program.resolve_module(file, imported.level, imported.parts) == ModuleFile(module):
                yield Interval(file, imported.start, imported.end)


def _copy_that_is_asked(pair: Pair, place: Interval, declaration: Declaration) -> str | None:
    """The module that has only a copy of the variable, where the same code asks that one after the edit."""
    file, there = pair.file_after(place.file), pair.to_after(place)
    facts = pair.after.facts(file) if file is not None else None
    if file is None or there is None or facts is None:
        return None
    modules: list[str] = []
    for use in facts.names.attributes:
        if use.start == there.start:
            values = evaluate(pair.after, file, use.node.value).items
            modules += [
                value.module.file
                for value in values
                if isinstance(value, ModuleValue) and isinstance(value.module, ModuleFile)
            ]
    for imported in facts.names.imports:
        if imported.start == there.start:
            module = pair.after.resolve_module(file, imported.level, imported.parts)
            modules += [module.file] if isinstance(module, ModuleFile) else []
    return next((module for module in modules if _has_copy(pair.after, module, declaration)), None)


def _has_copy(program: Program, module: str, declaration: Declaration) -> bool:
    """Does the module itself bind the name, by an import?"""
    facts = program.facts(module)
    return (
        module != declaration.interval.file
        and facts is not None
        and ((MODULE_SCOPE, declaration.name) in facts.bindings or bool(facts.stars))
        and declaration in lookup(program, module, declaration.name).declarations
    )


def _finding(pair: Pair, place: Interval, declaration: Declaration, copied: str) -> Finding:
    shown, quoted = pair.shown_at(declaration.interval)
    message = (
        f"`{declaration.name}` would be read from `{copied}`, which has only what it was when that was loaded"
    )
    clause = Clause(shown, "this variable is bound anew here", quoted)
    return Finding("HF202", Severity.ERROR, place, message, (clause,))
