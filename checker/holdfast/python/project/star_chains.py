"""Which module a star import brings a name from in the end: through packages that pass stars on, to where it is bound."""

from __future__ import annotations

from typing import NamedTuple

from holdfast.python.names.table import MODULE_SCOPE, ImportUse
from holdfast.python.project.exports import exported_names
from holdfast.python.project.modules import ModuleFile, ModuleResult
from holdfast.python.project.program import Program


class StarProvider(NamedTuple):
    #: The star import of the module at hand, the file that it names, and the files that bind the name; the last wins.
    use: ImportUse
    module: str
    binders: tuple[str, ...]


def star_providers(
    program: Program, file: str, name: str, seen: frozenset[str] = frozenset()
) -> list[StarProvider]:
    """The star imports of a module that bring the name, in reading order: the last one wins."""
    facts = program.facts(file)
    found: list[StarProvider] = []
    for use in facts.stars if facts is not None else ():
        module = program.resolve_module(file, use.level, use.parts)
        if not isinstance(module, ModuleFile) or module.file in seen:
            continue
        if name in exported_names(program, module.file)[0]:
            binders = _binders(program, module.file, name, seen | {file})
            if binders:
                found.append(StarProvider(use, module.file, binders))
    return found


def star_modules(program: Program, file: str) -> list[ModuleResult]:
    """What the star imports of a module name, in reading order."""
    facts = program.facts(file)
    return [
        program.resolve_module(file, use.level, use.parts)
        for use in (facts.stars if facts is not None else ())
    ]


def _binders(program: Program, file: str, name: str, seen: frozenset[str]) -> tuple[str, ...]:
    facts = program.facts(file)
    if facts is None or (MODULE_SCOPE, name) in facts.bindings:
        return (file,)
    return tuple(binder for item in star_providers(program, file, name, seen) for binder in item.binders)
