"""Where a dotted path leads: modules, then a member of the last one, then members of classes."""

from __future__ import annotations

from typing import NamedTuple

from holdfast.python.project.evaluate import of_declaration
from holdfast.python.project.exports import member_of, module_resolution
from holdfast.python.project.lookup import find_class_member, member_declaration
from holdfast.python.project.modules import Module, ModuleFile, NamespacePackage
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue
from holdfast.text.interval import Interval


class Way(NamedTuple):
    """How many parts of a path lead through the project, how many of these are modules, and where to."""

    known: int
    modules: int
    declarations: frozenset[Interval]


def follow_path(program: Program, file: str, parts: tuple[str, ...]) -> Way | None:
    """How far a path that stands in a file leads through the project; None where that cannot be said."""
    module: Module | None = None
    modules = 0
    for count in range(1, len(parts) + 1):
        found = program.resolve_module(file, 0, parts[:count])
        if not isinstance(found, ModuleFile | NamespacePackage):
            break
        module, modules = found, count
    if module is None:
        return Way(0, 0, frozenset())
    whole = frozenset(item.interval for item in module_resolution(program, module).declarations)
    if modules == len(parts):
        return Way(modules, modules, whole)
    member = member_of(program, module, parts[modules])
    if member.unseen or (member.external and not member.declarations):
        return None
    if member.missing:
        return Way(modules, modules, whole)
    values = [item for one in member.declarations for item in of_declaration(program, one).items]
    known, places = modules + 1, frozenset(item.interval for item in member.declarations)
    while known < len(parts) and values and all(isinstance(item, ClassValue) for item in values):
        hits = [find_class_member(program, item.key, parts[known]) for item in values]  # type: ignore[union-attr]
        there = [hit for hit in hits if hit is not None]
        if not there:
            break
        known += 1
        places = frozenset(member_declaration(hit.owner, hit.member).interval for hit in there)
        values = [
            ClassValue(ClassKey(hit.owner.file, scope)) for hit in there for scope in hit.member.classes
        ]
    # What hangs on a value is not followed: the path is as good as its known part.
    return Way(known, modules, places)
