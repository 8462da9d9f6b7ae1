"""Variables of modules as other code sees them: through the module, or as a copy that an import took.

`state.level` is what the variable holds by now, `from state import level` at the top of a module is what it held when
that module was loaded. Where nobody binds the variable anew, that is the same.
"""

from __future__ import annotations

from collections.abc import Hashable

from holdfast.check.members.assigned_from_outside import is_assigned_from_outside
from holdfast.python.names.table import MODULE_SCOPE, NOBODY, ScopeKind
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.program import Program
from holdfast.python.traces.subject import Subject

_LATER = frozenset({ScopeKind.FUNCTION, ScopeKind.LAMBDA})


def is_bound_anew(program: Program, declaration: Declaration) -> bool:
    """May the name of a module hold something else when the module has been loaded?

    A function that a test replaces is put back; who sees the other one is asked in `patched_names`.
    """
    file, name = declaration.interval.file, declaration.name
    facts = program.facts(file)
    if facts is None or declaration.kind is Kind.MODULE:
        return False
    bound = (facts.names.occurrences[index] for index in facts.bindings.get((MODULE_SCOPE, name), ()))
    if any(facts.scope_around(item.scope, _LATER) is not None for item in bound):
        return True
    return declaration.kind is Kind.VARIABLE and is_assigned_from_outside(program, file, name)


def taken_otherwise(before: Subject, after: Subject) -> frozenset[str]:
    """Names under which one of two files has a variable itself, or what a star brings, and the other a copy."""
    names = {name for subject in (before, after) for owner, name in subject.binding_counts if owner == 0}
    for subject in (before, after):
        names |= {item.name for item in subject.names.occurrences if item.owner == NOBODY}
    return frozenset(
        name
        for name in names
        if is_copy(before.identities.of_name(name)) != is_copy(after.identities.of_name(name))
    )


def is_copy(identity: Hashable) -> bool:
    return isinstance(identity, tuple) and identity[0] == "copy"
