"""The lexical N edges of one file: from every occurrence of a variable to the variable's declaration.

Occurrences that no scope of the file owns (builtins, names that nothing binds) have no edge here: that an
edge appears or vanishes is what tells that such a name was captured or left dangling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from holdfast.model.edge import Edge
from holdfast.python.names.table import BINDING_ROLES, NameTable, Occurrence, Role, ScopeKind
from holdfast.text.interval import Interval

#: What stands for the variable when nothing gives it a value: better a statement about it than none.
_WEAKER_ROLES = (Role.ANNOTATE, Role.DECLARE_GLOBAL, Role.DECLARE_NONLOCAL, Role.DELETE)


def name_edges(file: str, table: NameTable) -> Iterator[Edge]:
    """An edge from each occurrence to its declaration; a declaration has none to itself."""
    places = {
        variable: Interval(file, occurrence.start, occurrence.end)
        for variable, occurrence in declarations(table).items()
    }
    for occurrence in table.occurrences:
        declared = places.get((occurrence.owner, occurrence.name))
        if declared is not None and declared.start != occurrence.start:
            yield Edge(Interval(file, occurrence.start, occurrence.end), "N", declared)


def declarations(table: NameTable) -> Mapping[tuple[int, str], Occurrence]:
    """The declaration of each variable (owner, name) of the file.

    That is the first occurrence in reading order that gives it a value, or failing that the first that
    says something about it. The hidden variable `__class__` is declared by the name of its class.
    """
    found: dict[tuple[int, str], Occurrence] = {}
    weaker: dict[tuple[int, str], Occurrence] = {}
    for occurrence in table.occurrences:
        if occurrence.owner < 0:
            continue
        variable = (occurrence.owner, occurrence.name)
        if occurrence.role in BINDING_ROLES:
            found.setdefault(variable, occurrence)
        elif occurrence.role in _WEAKER_ROLES:
            weaker.setdefault(variable, occurrence)
        elif occurrence.name == "__class__":
            scope = table.scopes[occurrence.owner]
            if scope.kind is ScopeKind.CLASS:
                weaker.setdefault(variable, table.occurrences[table.occurrence_of_node[scope.node]])
    return {**weaker, **found}
