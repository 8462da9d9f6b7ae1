"""From the draft of a statement to its part: sorted, numbered, with the owner of every occurrence."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from operator import attrgetter, itemgetter

from holdfast.python.names.builtin_names import CLASS_BODY_NAMES
from holdfast.python.names.draft import Draft, RawUnseen, ScopeDraft
from holdfast.python.names.parts import NodeSource, Part
from holdfast.python.names.table import (
    BUILTIN,
    MODULE_SCOPE,
    NOBODY,
    AttributeUse,
    ImportUse,
    KeywordUse,
    Occurrence,
    Role,
    Scope,
    ScopeKind,
    StringUse,
    Unseen,
)

_START = itemgetter(0)


def finished(
    draft: Draft,
    text: str,
    start: int,
    source: NodeSource,
    first_scope: int,
    first_occurrence: int,
    owners: dict[str, int],
    bound_globals: frozenset[str],
) -> Part:
    """The part of a statement. `owners` says who owns a name that no scope of the statement owns."""
    # Stable, so a scope that begins where its parent does comes after it.
    draft.scopes.sort(key=attrgetter("start"))
    for index, scope in enumerate(draft.scopes, first_scope):
        scope.index = index
    draft.occurrences.sort(key=_START)
    outside: dict[str, int] = {}
    occurrences = _occurrences(draft, owners, outside)
    unseen = [raw for raw in sorted(draft.unseen, key=_START) if _may_count(draft, raw)]
    return Part(
        text=text,
        start=start,
        first_occurrence=first_occurrence,
        first_scope=first_scope,
        source=source,
        occurrences=occurrences,
        nodes=[raw.node for raw in draft.occurrences],
        scopes=_scopes(draft.scopes, source),
        attributes=_attributes(draft, source),
        keywords=[
            KeywordUse(raw.start, raw.end, raw.name, raw.scope.index, raw.node, source)
            for raw in sorted(draft.keywords, key=_START)
        ],
        imports=_imports(draft, first_occurrence),
        strings=[
            StringUse(raw.start, raw.end, raw.name, raw.kind, raw.scope.index)
            for raw in sorted(draft.strings, key=_START)
        ],
        unseen=[Unseen(raw.start, raw.end, raw.what, raw.scope.index) for raw in unseen],
        callees=[raw.callee for raw in unseen],
        outside=outside,
        symbols=draft.module.symbols,
        bound_globals=bound_globals,
        repaired=draft.repaired,
    )


def _may_count(draft: Draft, raw: RawUnseen) -> bool:
    """Whether the name that is called is not a variable of the statement itself."""
    return not raw.callee or raw.scope is draft.module or raw.scope.owners[raw.callee] is draft.module


def _occurrences(draft: Draft, owners: dict[str, int], outside: dict[str, int]) -> list[Occurrence]:
    new = tuple.__new__
    module = draft.module
    found = []
    for start, end, name, role, scope, _ in draft.occurrences:
        owner = module if scope is module else scope.owners[name]
        if owner is module:
            number = owners[name]
            if number == NOBODY and scope.kind is ScopeKind.CLASS and name in CLASS_BODY_NAMES:
                number = BUILTIN
            else:
                outside[name] = number
        else:
            number = NOBODY if owner is None else owner.index
        found.append(new(Occurrence, (start, end, name, role, scope.index, number)))
    return found


def _scopes(drafts: Sequence[ScopeDraft], source: NodeSource) -> list[Scope]:
    children: dict[int, list[int]] = {draft.index: [] for draft in drafts}
    scopes = []
    for draft in drafts:
        parent = draft.parent.index if draft.parent is not None else MODULE_SCOPE
        if parent != MODULE_SCOPE:
            children[parent].append(draft.index)
        scopes.append(
            Scope(
                draft.index,
                draft.kind,
                draft.name,
                draft.start,
                draft.end,
                parent,
                draft.mangling,
                draft.symbols,
                children[draft.index],
                draft.node,
                source,
            )
        )
    return scopes


def _attributes(draft: Draft, source: NodeSource) -> list[AttributeUse]:
    draft.attributes.sort(key=_START)
    return [
        AttributeUse(start, end, name, scope.index, node, augmented, source)
        for start, end, name, scope, node, augmented in draft.attributes
    ]


def _imports(draft: Draft, first_occurrence: int) -> list[ImportUse]:
    if not draft.imports:
        return []
    bound: dict[ast.AST | None, int] = {
        raw.node: index
        for index, raw in enumerate(draft.occurrences, first_occurrence)
        if raw.role is Role.IMPORT
    }
    bound[None] = -1
    return [
        ImportUse(
            raw.start,
            raw.end,
            raw.level,
            raw.parts,
            raw.member,
            bound[raw.alias],
            raw.scope.index,
            _context(draft, raw.start),
        )
        for raw in sorted(draft.imports, key=_START)
    ]


def _context(draft: Draft, offset: int) -> str:
    """The condition under which the import at `offset` runs; the innermost that is known."""
    around = [context for context in draft.contexts if context[0] <= offset < context[1]]
    return max(around, key=_START)[2] if around else "plain"
