"""What the names of a module mean to other files.

A module's namespace holds what its own scope binds, what its star imports bring, its submodules, and
whatever a module-level `__getattr__` makes up. A name is followed through re-exports to the variable
that declares it: `from pkg import f` means the `f` that `pkg/__init__.py` imported from `pkg/a.py`. When
the trail leaves the world, the last import inside it is the declaration. Cycles of re-exports yield what
the other ways out of the cycle yield.

Knows nothing of classes and members.
"""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.python.names.table import MODULE_SCOPE, ImportUse, Occurrence, Role
from holdfast.python.project.declarations import (
    NOTHING,
    Declaration,
    Kind,
    Resolution,
    module_declaration,
    union,
)
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.module_getattr import MadeUp, made_up
from holdfast.python.project.modules import (
    External,
    Missing,
    Module,
    ModuleFile,
    ModuleResult,
    NamespacePackage,
)
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval

#: Names that every module has without binding them.
IMPLICIT_NAMES = frozenset(
    {
        "__name__",
        "__doc__",
        "__file__",
        "__dict__",
        "__path__",
        "__spec__",
        "__loader__",
        "__package__",
        "__builtins__",
        "__cached__",
        "__annotations__",
    }
)

_KIND_OF_ROLE = {
    Role.FUNCTION: Kind.FUNCTION,
    Role.CLASS: Kind.CLASS,
    Role.PARAMETER: Kind.PARAMETER,
    Role.IMPORT: Kind.IMPORT,
}

_UNSEEN = Resolution(unseen=True)


def resolve_import(program: Program, file: str, use: ImportUse) -> Resolution:
    """What one token of an import statement names."""
    module = program.resolve_module(file, use.level, use.parts)
    if use.member is None or use.member == "*":
        return module_resolution(program, module)
    return member_of(program, module, use.member)


def member_of(program: Program, module: ModuleResult, name: str) -> Resolution:
    """What the name means in the namespace of a module, an external one included."""
    match module:
        case ModuleFile(file):
            return lookup(program, file, name)
        case NamespacePackage():
            inner: Module | None = program.modules.submodule(module, name)
            # Another portion outside the world may have it.
            return _UNSEEN if inner is None else module_resolution(program, inner)
        case External(dotted):
            return Resolution(external=(f"{dotted}.{name}",))
        case Missing():
            return NOTHING


def module_name_of(program: Program, module: ModuleResult) -> str:
    """A dotted name for a module, for messages."""
    match module:
        case ModuleFile(file):
            return program.modules.module_name(file)
        case NamespacePackage(folders):
            return folders[0].replace("/", ".")
        case External(name) | Missing(name):
            return name


def module_resolution(program: Program, module: ModuleResult) -> Resolution:
    match module:
        case ModuleFile(file):
            return Resolution((module_declaration(file, program.modules.module_name(file)),))
        case NamespacePackage():
            # It exists, but no token or file declares it.
            return _UNSEEN
        case External(name):
            return Resolution(external=(name,))
        case Missing():
            return NOTHING


def lookup(program: Program, file: str, name: str) -> Resolution:
    """What a name means in the namespace of the module that `file` is."""
    return program.memory.ask(("lookup", file, name), lambda: _find(program, file, name), NOTHING, _UNSEEN)


def variable_declaration(facts: FileFacts, file: str, owner: int, name: str) -> Declaration | None:
    """The declaration of a variable of the file itself."""
    occurrence = facts.declaring(owner, name)
    return None if occurrence is None else _declaration(file, occurrence)


def exported_names(program: Program, file: str) -> tuple[frozenset[str], bool]:
    """The names that `from file import *` brings, and whether that is surely all of them."""
    return program.memory.ask(
        ("exported", file), lambda: _find_exported(program, file), (frozenset[str](), False)
    )


def star_provides(program: Program, file: str, name: str) -> Resolution:
    """What the star imports of `file` bring under this name; NOTHING when they bring nothing."""
    facts = program.facts(file)
    if facts is None or not facts.stars:
        return NOTHING
    return _from_stars(program, facts, file, name, after=-1)


def star_replaces(program: Program, file: str, name: str) -> Resolution:
    """What star imports below every binding of the name in `file` put in its place; NOTHING for none."""
    facts = program.facts(file)
    if facts is None or not facts.stars:
        return NOTHING
    return _from_stars(program, facts, file, name, after=_last_binding(facts, name))


def _last_binding(facts: FileFacts, name: str) -> int:
    indices = facts.bindings.get((MODULE_SCOPE, name), ())
    return max((facts.names.occurrences[index].start for index in indices), default=-1)


def _find(program: Program, file: str, name: str) -> Resolution:
    facts = program.facts(file)
    if facts is None:
        return _UNSEEN
    indices = facts.bindings.get((MODULE_SCOPE, name), ())
    found = []
    local = False
    for index in indices:
        use = facts.import_of_occurrence.get(index)
        followed = NOTHING if use is None else _followed(program, file, name, use)
        if followed.declarations:
            found.append(followed)
        else:
            local = True
            if followed.external or followed.unseen:
                found.append(Resolution(external=followed.external, unseen=followed.unseen))
    if local:
        declaration = _declaration(file, facts.names.occurrences[indices[0]])
        found.append(Resolution((declaration,)))
    starred = _from_stars(program, facts, file, name, after=_last_binding(facts, name))
    if indices:
        # A star import below the bindings can replace them, if it surely has the name.
        return union(found if starred.missing or starred.unseen else [*found, starred])
    if starred.declarations:
        return starred
    return _unbound(program, facts, file, name, starred)


def _followed(program: Program, file: str, name: str, use: ImportUse) -> Resolution:
    """What an import in the module that `file` is binds under `name`."""
    here = ModuleFile(file)
    if use.member == name and program.resolve_module(file, use.level, use.parts) == here:
        # A package that imports a name from itself means its submodule.
        inner = program.modules.submodule(here, name)
        return NOTHING if inner is None else module_resolution(program, inner)
    return resolve_import(program, file, use)


def _unbound(program: Program, facts: FileFacts, file: str, name: str, starred: Resolution) -> Resolution:
    """A name that the module's own scope does not bind."""
    inner = program.modules.submodule(ModuleFile(file), name)
    if inner is not None:
        return module_resolution(program, inner)
    if name in IMPLICIT_NAMES:
        return Resolution(external=(f"types.ModuleType.{name}",))
    is_made_up = made_up(facts, name) is not MadeUp.NEVER
    unseen = starred.unseen or is_made_up or facts.tree.error is not None
    return Resolution(external=starred.external, unseen=unseen)


def _from_stars(program: Program, facts: FileFacts, file: str, name: str, *, after: int) -> Resolution:
    """What star imports behind the offset `after` bring under the name; the last that has it wins."""
    outside: list[Resolution] = []
    for use in reversed(facts.stars):
        if use.start < after:
            continue
        module = program.resolve_module(file, use.level, use.parts)
        if isinstance(module, ModuleFile):
            names, complete = exported_names(program, module.file)
            if name in names:
                found = lookup(program, module.file, name)
                if found.declarations or (found.external and not found.unseen):
                    return found
            elif not complete:
                # `__all__` is computed, or something inside cannot be seen: what is there may be brought.
                inside = lookup(program, module.file, name) if not name.startswith("_") else NOTHING
                outside.append(Resolution(inside.declarations, unseen=True))
        elif isinstance(module, External):
            known = _names_of_library(module.name)
            if known is not None and name in known:
                return Resolution(external=(f"{module.name}.{name}",))
            if known is None and not name.startswith("_"):
                outside.append(Resolution(external=(f"{module.name}.{name}",), unseen=True))
    # The last star import that may have the name is as good a guess as any.
    likely = next((item for item in outside if item.declarations), None)
    return likely or (union(outside) if outside else NOTHING)


def _find_exported(program: Program, file: str) -> tuple[frozenset[str], bool]:
    names: set[str] = set()
    complete = True
    seen, waiting = {file}, [file]
    while waiting:
        current = waiting.pop()
        facts = program.facts(current)
        if facts is None:
            complete = False
            continue
        complete = complete and facts.tree.error is None
        if facts.dunder_all is not None:
            complete = complete and facts.all_is_literal
            # A private name that a star import brought in is not passed on.
            names |= facts.dunder_all if current == file else _public(facts.dunder_all)
            continue
        names |= _public(name for owner, name in facts.bindings if owner == MODULE_SCOPE)
        for use in facts.stars:
            module = program.resolve_module(current, use.level, use.parts)
            if isinstance(module, External):
                known = _names_of_library(module.name)
                names |= _public(known or ())
                complete = complete and known is not None
            elif not isinstance(module, ModuleFile):
                complete = False
            elif module.file not in seen:
                seen.add(module.file)
                waiting.append(module.file)
    return frozenset(names), complete


def _names_of_library(module: str) -> frozenset[str] | None:
    """What a star import of the module brings, if it is one of the standard library."""
    from holdfast.python.project.standard_library import star_names  # few files need it

    return star_names(module)


def _public(names: Iterable[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def _declaration(file: str, occurrence: Occurrence) -> Declaration:
    interval = Interval(file, occurrence.start, occurrence.end)
    return Declaration(interval, _KIND_OF_ROLE.get(occurrence.role, Kind.VARIABLE), occurrence.name)
