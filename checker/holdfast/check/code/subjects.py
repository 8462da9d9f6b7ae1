"""The subject of a file of one world: which of its functions are entered, and what is no effect of its own."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from holdfast.check.classes.forwarding import forwarders
from holdfast.check.code.entered_methods import names_dissolved
from holdfast.check.code.identities import FileIdentities
from holdfast.check.code.known_values import known_values
from holdfast.check.code.plumbing import Plumbing, find_plumbing
from holdfast.check.correspondence.moved_variables import is_moved_variable
from holdfast.check.gone.registrations import who_hears
from holdfast.check.imports.export_lists import list_statements
from holdfast.python.project.facts import FactsCache, FileFacts
from holdfast.python.traces.properties import attributes_computed_by_code
from holdfast.python.traces.subject import (
    FunctionNode,
    HandedOut,
    Subject,
    Symbol,
    attribute_names_assigned_late,
)
from holdfast.text.interval import Interval

if TYPE_CHECKING:
    from holdfast.check.code.sides import Side


def make_subject(side: Side, file: str, facts: FileFacts) -> Subject:
    plumbing = _plumbing_of(side, file)
    functions = plumbing.before_functions if side.is_before else plumbing.after_functions
    symbols = plumbing.before_symbols if side.is_before else plumbing.after_symbols
    wanted = names_dissolved(side)
    named = {
        scope.node
        for scope in facts.names.scopes
        if isinstance(scope.node, FunctionNode) and scope.name in wanted
    }
    moved = _moved_nodes(side, file, facts)
    symbols |= {
        (occurrence.owner, occurrence.name)
        for node in named
        if getattr(node, "name", "") in side.absorbed
        for occurrence in [facts.names.occurrences[facts.names.occurrence_of_node[node]]]
    }
    symbols |= _kept_symbols(side, file, facts)
    classes = {
        node
        for node, index in facts.names.occurrence_of_node.items()
        if isinstance(node, ast.ClassDef) and (facts.names.occurrences[index].owner, node.name) in symbols
    }
    return Subject(
        facts.tree,
        facts.names,
        (functions | named) - moved,
        symbols,
        attribute_names_assigned_late(facts.tree.module) | side.late_fields,
        attributes_computed_by_code(facts.tree.module) - {view.name for view in side.views},
        identities=FileIdentities(side, file),
        moved=moved,
        registered={node for node in functions | classes if _is_registered(side, file, node)},
        known=known_values(side.pair, side.program, file, facts),
        left_out=list_statements(side.pair, facts),
        fields_behind={} if side.is_before else side.fields_behind,
        handed_out=_handed_out(side, file),
    )


def _handed_out(side: Side, file: str) -> Mapping[ast.AST, HandedOut]:
    if not side.views:
        return {}
    from holdfast.check.views.handed_out import handed_out  # with all that follows objects

    return handed_out(side.program, file, side.views)


def _is_registered(side: Side, file: str, node: ast.AST) -> bool:
    if not isinstance(node, FunctionNode | ast.ClassDef) or not node.decorator_list:
        return False
    return who_hears(side.program, file, node) is not None


def _plumbing_of(side: Side, file: str) -> Plumbing:
    """What only this world has. A file that the other world does not have is all its own."""
    other_name = side.pair.file_after(file) if side.is_before else side.pair.file_before(file)
    other_program = side.pair.after if side.is_before else side.pair.before
    own, other = side.program.facts(file), other_program.facts(other_name) if other_name else None
    assert own is not None
    if other is None:
        other = FactsCache(1).facts("")
    before, after = (own, other) if side.is_before else (other, own)
    return find_plumbing(before.names, after.names, side.renamed)


def _kept_places(side: Side) -> Collection[Interval]:
    return side.pair.kept.before if side.is_before else side.pair.kept.after


def _kept_symbols(side: Side, file: str, facts: FileFacts) -> frozenset[Symbol]:
    """Members that are compared along the order of each class: their binding is no effect of its own."""
    places = [facts.occurrence_at.get(place.start) for place in _kept_places(side) if place.file == file]
    return frozenset((item.owner, item.name) for item in places if item is not None)


def _moved_nodes(side: Side, file: str, facts: FileFacts) -> set[ast.AST]:
    tokens = {
        place.start: (old, new)
        for old, new in side.pair.moved.items()
        if (place := old if side.is_before else new).file == file
    }
    kept = {place.start for place in _kept_places(side) if place.file == file}
    found: set[ast.AST] = set()
    for node, index in facts.names.occurrence_of_node.items() if tokens or kept else ():
        start = facts.names.occurrences[index].start
        places = tokens.get(start)
        if isinstance(node, ast.Name):
            # An attribute of a class that is kept stays a statement, without an effect of its own.
            if places is not None and is_moved_variable(side.pair, *places):
                found.add(node)
        elif places is not None or start in kept:
            found.add(node)
    return found | _forwarders_taken_out(side, file)


def _forwarders_taken_out(side: Side, file: str) -> set[ast.AST]:
    """Methods that only called the one above them: a call of one is a call of the other."""
    if not side.is_before or "super" not in side.program.index.words(file):
        return set()
    return {
        node
        for key, hit, node in forwarders(side.program, file)
        if side.pair.became(Interval(key.file, *hit.member.token)) is None
    }
