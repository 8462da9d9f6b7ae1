"""The part of an unchanged statement at its new place: offsets and indexes shifted, owners looked up."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from holdfast.python.names.parts import NodeSource, Part
from holdfast.python.names.table import (
    MODULE_SCOPE,
    AttributeUse,
    KeywordUse,
    Occurrence,
    Scope,
)


def moved(
    part: Part, start: int, node: ast.stmt, first_scope: int, first_occurrence: int, owners: dict[str, int]
) -> Part:
    """`part` as it stands at `start` of another text, where `node` is its statement."""
    by, up = start - part.start, first_scope - part.first_scope
    outside = {name: owners[name] for name in part.outside}
    same_node = node is part.source.current
    if not by and not up and same_node and outside == part.outside:
        if first_occurrence == part.first_occurrence:
            return part
    source = part.source if same_node else NodeSource(part.source.origin, node)
    if part.repaired and not same_node:
        source.copy_positions()
    later = first_occurrence - part.first_occurrence
    return Part(
        text=part.text,
        start=start,
        first_occurrence=first_occurrence,
        first_scope=first_scope,
        source=source,
        occurrences=_occurrences(part, by, up, outside),
        nodes=part.nodes,
        scopes=[_scope(scope, by, up, source) for scope in part.scopes],
        attributes=_attributes(part.attributes, by, up, source),
        keywords=[
            KeywordUse(use.start + by, use.end + by, use.name, _up(use.scope, up), use.origin, source)
            for use in part.keywords
        ],
        imports=[
            use._replace(
                start=use.start + by,
                end=use.end + by,
                bound=use.bound + later if use.bound >= 0 else -1,
                scope=_up(use.scope, up),
            )
            for use in part.imports
        ],
        strings=[
            use._replace(start=use.start + by, end=use.end + by, scope=_up(use.scope, up))
            for use in part.strings
        ],
        unseen=[
            use._replace(start=use.start + by, end=use.end + by, scope=_up(use.scope, up))
            for use in part.unseen
        ],
        callees=part.callees,
        outside=outside,
        symbols=part.symbols,
        bound_globals=part.bound_globals,
        repaired=part.repaired,
    )


def _up(scope: int, up: int) -> int:
    return scope + up if scope != MODULE_SCOPE else MODULE_SCOPE


def _occurrences(part: Part, by: int, up: int, outside: dict[str, int]) -> Sequence[Occurrence]:
    new = tuple.__new__
    if outside == part.outside and not up:
        if not by:
            return part.occurrences
        return [
            new(Occurrence, (start + by, end + by, name, role, scope, owner))
            for start, end, name, role, scope, owner in part.occurrences
        ]
    return [
        new(
            Occurrence,
            (
                start + by,
                end + by,
                name,
                role,
                scope + up if scope else 0,
                owner + up if owner > 0 else outside.get(name, owner),
            ),
        )
        for start, end, name, role, scope, owner in part.occurrences
    ]


def _attributes(uses: Sequence[AttributeUse], by: int, up: int, source: NodeSource) -> list[AttributeUse]:
    new = tuple.__new__
    return [
        new(AttributeUse, (start + by, end + by, name, scope + up if scope else 0, node, augmented, source))
        for start, end, name, scope, node, augmented, _ in uses
    ]


def _scope(scope: Scope, by: int, up: int, source: NodeSource) -> Scope:
    return Scope(
        scope.index + up,
        scope.kind,
        scope.name,
        scope.start + by,
        scope.end + by,
        _up(scope.parent, up),
        scope.mangling,
        scope.symbols,
        [child + up for child in scope.children],
        scope.origin,
        source,
    )
