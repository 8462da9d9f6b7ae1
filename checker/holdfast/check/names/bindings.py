"""Do the names of one file still mean what they meant? The N relation, compared as a partition.

Every name token belongs to a variable, before and after. For a refactoring the two partitions must
correspond one to one. A variable's partner is the variable that its declaration became; a token whose
variable is not the partner was captured, left behind, or dangles; two variables with one partner merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from holdfast.check.code.plumbing import scope_paths
from holdfast.check.correspondence.token_map import TokenMap
from holdfast.python.names.table import BINDING_ROLES, BUILTIN, NOBODY, NameTable, Occurrence, Role, ScopeKind
from holdfast.records import dataclass


class Change(Enum):
    CAPTURED = "captured"
    MERGED = "merged"
    DANGLING = "dangling"
    MISSED = "missed"
    NEWLY_BOUND = "newly-bound"


#: Scopes that a path of names leads to.
_NAMED_SCOPES = (ScopeKind.MODULE, ScopeKind.CLASS, ScopeKind.FUNCTION)

#: A variable of one table: (owner scope, name).
Variable = tuple[int, str]


@dataclass(frozen=True, slots=True)
class BindingChange:
    """One token of before whose variable is not what it was.

    `declaration` is the token that declared its variable before; `instead` the token that declares what
    it means after, with `instead_before` its counterpart in the text before, where it has one.
    """

    what: Change
    occurrence: Occurrence
    declaration: Occurrence | None
    instead: Occurrence | None
    instead_before: Occurrence | None


def compare_bindings(
    before: NameTable, after: NameTable, tokens: TokenMap, rewritten: Sequence[tuple[int, int]] = ()
) -> list[BindingChange]:
    """Every token of the file that no longer means what it meant.

    Tokens in `rewritten` intervals of before are left out: there tokens correspond only by accident.
    """
    declared_before = declarations(before)
    declared_after = declarations(after)
    after_at = {occurrence.start: occurrence for occurrence in after.occurrences}
    before_at = {occurrence.start: occurrence for occurrence in before.occurrences}
    mapped = _mapped(before, after_at, tokens)
    if rewritten:
        mapped = [pair for pair in mapped if not _is_inside(pair[0].start, rewritten)]
    partner = _partners(mapped, declared_before)
    changes = list(_merges(partner, declared_before, declared_after))
    _complete(partner, before, after, declared_before, declared_after)
    paths_before, paths_after = scope_paths(before, {}), scope_paths(after, {})
    for occurrence, counterpart in mapped:
        expected = partner.get((occurrence.owner, occurrence.name))
        found = (counterpart.owner, counterpart.name)
        if found == expected:
            continue
        if counterpart.owner >= 0 and counterpart.name == occurrence.name and occurrence.owner >= 0:
            was_renamed = expected is not None and expected[1] != occurrence.name
            named = (
                before.scopes[occurrence.owner].kind in _NAMED_SCOPES
                and after.scopes[counterpart.owner].kind in _NAMED_SCOPES
            )
            # A lambda or a comprehension shares the path of the function around it, but no variable.
            if named and not was_renamed:
                if paths_before[occurrence.owner] == paths_after[counterpart.owner]:
                    continue  # the variable of that name in the function of that name, of several
        if expected is None and counterpart.owner != NOBODY:
            continue  # the declaration was rewritten, and something of the same name took over
        declaration = declared_before.get((occurrence.owner, occurrence.name))
        instead = declared_after.get(found)
        what = _classify(occurrence, counterpart, declaration, tokens, after_at)
        if what is not None:
            changes.append(
                BindingChange(what, occurrence, declaration, instead, _origin(instead, tokens, before_at))
            )
    return changes


def declarations(table: NameTable) -> dict[Variable, Occurrence]:
    """The declaring token of each variable: its first binding in reading order."""
    found: dict[Variable, Occurrence] = {}
    for occurrence in table.occurrences:
        if occurrence.owner >= 0 and (occurrence.role in BINDING_ROLES or _is_field(table, occurrence)):
            found.setdefault((occurrence.owner, occurrence.name), occurrence)
    return found


def _is_field(table: NameTable, occurrence: Occurrence) -> bool:
    """`x: int` in a class: nothing is bound, but the class has a field of that name."""
    return occurrence.role is Role.ANNOTATE and table.scopes[occurrence.owner].kind is ScopeKind.CLASS


def _mapped(
    before: NameTable, after_at: dict[int, Occurrence], tokens: TokenMap
) -> list[tuple[Occurrence, Occurrence]]:
    pairs = []
    for occurrence in before.occurrences:
        place = tokens.to_after(occurrence.start, occurrence.end)
        if place is not None:
            counterpart = after_at.get(place[0])
            if counterpart is not None:
                pairs.append((occurrence, counterpart))
    return pairs


def _is_inside(offset: int, intervals: Sequence[tuple[int, int]]) -> bool:
    return any(start <= offset < end for start, end in intervals)


def _partners(
    mapped: Iterable[tuple[Occurrence, Occurrence]], declared: dict[Variable, Occurrence]
) -> dict[Variable, Variable]:
    """What each variable became: where its declaration went, else where its first binding that stayed went."""
    partner: dict[Variable, Variable] = {}
    settled: set[Variable] = set()
    for occurrence, counterpart in mapped:
        variable = (occurrence.owner, occurrence.name)
        became = (counterpart.owner, counterpart.name)
        if occurrence.owner < 0:
            partner.setdefault(variable, variable if counterpart.owner >= 0 else became)
        elif declared.get(variable) is occurrence and counterpart.owner >= 0:
            partner[variable] = became
            settled.add(variable)
        elif occurrence.role in BINDING_ROLES and variable not in settled:
            partner.setdefault(variable, became)
    return partner


def _complete(
    partner: dict[Variable, Variable],
    before: NameTable,
    after: NameTable,
    declared_before: dict[Variable, Occurrence],
    declared_after: dict[Variable, Occurrence],
) -> None:
    """A variable whose binding was rewritten is still the one of its name in the same function or class."""
    paths_before, paths_after = scope_paths(before, {}), scope_paths(after, {})
    standing: dict[tuple[tuple[str, ...], str], Variable] = {}
    for variable in declared_after:
        if after.scopes[variable[0]].kind in _NAMED_SCOPES:
            standing.setdefault((paths_after[variable[0]], variable[1]), variable)
    for variable in declared_before:
        if variable not in partner and before.scopes[variable[0]].kind in _NAMED_SCOPES:
            same = standing.get((paths_before[variable[0]], variable[1]))
            if same is not None:
                partner[variable] = same


def _merges(
    partner: dict[Variable, Variable],
    declared_before: dict[Variable, Occurrence],
    declared_after: dict[Variable, Occurrence],
) -> Iterable[BindingChange]:
    """Two variables that became one; told at the one whose name changed."""
    first_with: dict[Variable, Variable] = {}
    for variable, became in partner.items():
        if variable[0] < 0 or became[0] < 0:
            continue
        other = first_with.setdefault(became, variable)
        if other == variable:
            continue
        told, kept = variable, other
        if variable[1] == became[1] and other[1] != became[1]:
            told, kept = other, variable
        declaration = declared_before[told]
        yield BindingChange(
            Change.MERGED, declaration, declaration, declared_after.get(became), declared_before[kept]
        )


def _classify(
    occurrence: Occurrence,
    counterpart: Occurrence,
    declaration: Occurrence | None,
    tokens: TokenMap,
    after_at: dict[int, Occurrence],
) -> Change | None:
    if occurrence.owner == NOBODY:
        return Change.NEWLY_BOUND if counterpart.owner != NOBODY else None
    if occurrence.owner == BUILTIN:
        return Change.DANGLING if counterpart.owner == NOBODY else Change.CAPTURED
    left_behind = counterpart.name == occurrence.name and _was_renamed(declaration, tokens, after_at)
    if left_behind:
        return Change.MISSED
    return Change.DANGLING if counterpart.owner == NOBODY else Change.CAPTURED


def _was_renamed(declaration: Occurrence | None, tokens: TokenMap, after_at: dict[int, Occurrence]) -> bool:
    if declaration is None:
        return False
    place = tokens.to_after(declaration.start, declaration.end)
    counterpart = after_at.get(place[0]) if place else None
    return counterpart is not None and counterpart.name != declaration.name


def _origin(
    instead: Occurrence | None, tokens: TokenMap, before_at: dict[int, Occurrence]
) -> Occurrence | None:
    if instead is None:
        return None
    place = tokens.to_before(instead.start, instead.end)
    return before_at.get(place[0]) if place else None
