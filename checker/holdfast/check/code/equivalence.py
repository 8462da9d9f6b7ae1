"""Does the changed code still do the same? The traces of both worlds, compared.

This is the strict question for everything that moves code about. What was put in or taken out is
transparent (`plumbing`); globals are known by what they are, not by how they are named (`identities`);
definitions that stand elsewhere are compared with what they became (`moved`).
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from functools import partial
from typing import NamedTuple

from holdfast.check.calls.signatures import find_changed_signatures
from holdfast.check.calls.spread_tables import find_spread_tables
from holdfast.check.classes.moved_members import member_owner
from holdfast.check.classes.private_names import (
    names_of_all_objects,
    names_of_objects,
    private_names_after,
)
from holdfast.check.code.module_variables import taken_otherwise
from holdfast.check.code.sides import Side
from holdfast.check.correspondence.moved_variables import binding_statement, is_moved_variable
from holdfast.check.correspondence.renames import names_still_declared
from holdfast.check.members.encapsulation import (
    assigned_late,
    fields_behind_getters,
    fields_behind_properties,
    slots_of_fields,
)
from holdfast.check.pair import Pair
from holdfast.check.texts.file_paths import WORDS
from holdfast.check.texts.followed_paths import followed_paths
from holdfast.check.views.views import fields_behind_views, find_views
from holdfast.python.names.table import ScopeKind
from holdfast.python.project.lookup import Hit
from holdfast.python.project.own_members import Member
from holdfast.python.traces.build import trace_alone, trace_module
from holdfast.python.traces.compare import compare_traces
from holdfast.python.traces.definition import Definition
from holdfast.python.traces.partings import Comparison, Parting
from holdfast.python.traces.subject import Subject
from holdfast.python.traces.values import FunctionTrace
from holdfast.text.interval import Interval


class Sides(NamedTuple):
    """Both worlds, ready to be traced."""

    before: Side
    after: Side


def both_sides(
    pair: Pair,
    *,
    renamed: Mapping[str, str],
    dissolved: Collection[str] = (),
    sees_computations: bool = False,
    signatures_may_change: bool = False,
    absorbed: frozenset[str] = frozenset(),
) -> Sides:
    """`renamed` says what names of before are called after; `dissolved` names functions to enter although
    both worlds have them (inlining one of several calls), and `absorbed` those that are nothing but that."""
    behind = fields_behind_properties(pair)
    behind_getters = fields_behind_getters(pair)
    private = private_names_after(pair)
    views = find_views(pair)
    fields = {**behind, **behind_getters, **fields_behind_views(views)}
    names = {**renamed, **fields, **followed_paths(pair), **names_of_all_objects(private)}
    sides = Sides(
        Side(
            pair,
            True,
            names,
            {*dissolved, *absorbed},
            fields_behind=behind,
            kept=names_still_declared(pair, names),
            private_names=private,
        ),
        Side(pair, False, names, {*dissolved, *absorbed}, fields_behind=behind, views=views),
    )
    late = frozenset(assigned_late(pair, fields)) if fields else frozenset()
    for side in sides:
        side.late_fields = late
        side.sees_computations = sees_computations
        side.absorbed = absorbed
    for file in pair.rewritten_python_files() if fields else ():
        subject, facts = sides.before.subject(file), pair.before.facts(file)
        if subject is not None and facts is not None:
            subject.keys.update(slots_of_fields(facts, fields))
    find_changed_signatures(pair, sides.before, sides.after, may_change=signatures_may_change)
    find_spread_tables(*sides)
    return sides


def compare_file(
    sides: Sides, file: str, *, signatures_may_change: bool = False, weighs: bool = False
) -> list[Parting]:
    """Every place where the code of a file does something else than before.

    Where partings are weighed, those are marked that code in another form explains as well.
    """
    new_file = sides.before.pair.file_after(file)
    first = sides.before.subject(file)
    second = sides.after.subject(new_file) if new_file else None
    if first is None or second is None:
        return []
    comparison = _comparison(sides, sides.before.renamed, sides.before.kept, weighs=weighs)
    comparison.signatures_may_change = signatures_may_change
    comparison.same_text = partial(_same_text, {*sides.before.absorbed, *taken_otherwise(first, second)})
    return _compared(trace_module(first), trace_module(second), comparison)


def _comparison(
    sides: Sides, renamed: Mapping[str, str], kept: Collection[str], *, weighs: bool
) -> Comparison:
    comparison = Comparison(renamed=renamed, kept=kept)
    if weighs:
        from holdfast.python.traces.weighing import weigh

        pair = sides.before.pair
        comparison.weigh = weigh
        comparison.known_before = lambda name: bool(pair.before.index.files_with(name))
        comparison.was_there = lambda identity: (
            isinstance(identity, tuple)
            and isinstance(identity[1], Interval)
            and pair.was(identity[1]) is not None
        )
    return comparison


def _compared(before: FunctionTrace, after: FunctionTrace, comparison: Comparison) -> list[Parting]:
    compare_traces(before, after, comparison)
    if comparison.weigh is None:
        return comparison.partings
    inner = [item for item in comparison.partings if item.inside is not None]
    own = [item for item in comparison.partings if item.inside is None]
    return [*inner, *(comparison.weigh(before, after, own, comparison) if own else ())]


def compare_moved(
    sides: Sides, old: Interval, new: Interval, *, signatures_may_change: bool = False, weighs: bool = False
) -> list[Parting]:
    """Where a definition that moved does something else in its new place."""
    first, second = sides.before.subject(old.file), sides.after.subject(new.file)
    if first is None or second is None:
        return []
    pair = sides.before.pair
    node: ast.stmt | None
    other: ast.stmt | None
    if is_moved_variable(pair, old, new):
        node = binding_statement(pair.before.facts(old.file), old.start)
        other = binding_statement(pair.after.facts(new.file), new.start)
    else:
        node, other = _statement_at(first, old), _statement_at(second, new)
    if node is None or other is None:
        return []
    stays = pair.file_after(old.file) == new.file and _is_shared(first, node)
    stays = stays and _is_shared(second, other)
    owner = member_owner(pair.after, new) if sides.before.private_names else None
    private = {} if owner is None else names_of_objects(pair, sides.before.private_names, owner)
    renamed = {**sides.before.renamed, **_renamed_on_the_way(pair), **private}
    kept = {*sides.before.kept, *names_still_declared(pair, renamed.keys() - sides.before.renamed)}
    comparison = _comparison(sides, renamed, kept, weighs=weighs)
    comparison.signatures_may_change = signatures_may_change
    return _compared(
        trace_alone(_opaque(first, second, node, stays=stays), node),
        trace_alone(_opaque(second, first, other, stays=stays), other),
        comparison,
    )


def compare_members(
    sides: Sides, first: Hit, second: Hit, *, plain_fields: bool = False
) -> list[Parting] | None:
    """Where one member does something else than another; None where they cannot be compared."""
    one, other = sides.before.subject(first.owner.file), sides.after.subject(second.owner.file)
    if one is None or other is None:
        return None
    old, new = _definitions(one, first.member), _definitions(other, second.member)
    if len(old) != len(new) or not old:
        return None
    receiver, pair = sides.after.receiver, sides.before.pair
    private = {} if receiver is None else names_of_objects(pair, sides.before.private_names, receiver)
    renamed = {**sides.before.renamed, **private}
    comparison = Comparison(renamed=renamed, kept=sides.before.kept, plain_fields=plain_fields)
    for (node, name), (node_after, name_after) in zip(old, new, strict=True):
        if type(node) is not type(node_after):
            return None
        compare_traces(
            trace_alone(_opaque(one, other, node, stays=False), node, name),
            trace_alone(_opaque(other, one, node_after, stays=False), node_after, name_after),
            comparison,
        )
    return comparison.partings


def _definitions(subject: Subject, member: Member) -> list[tuple[ast.stmt, ast.AST]]:
    """The statements that define a member, each with the node that binds its name."""
    if member.functions:
        nodes = [subject.names.scopes[scope].node for scope in member.functions]
        return [(node, node) for node in nodes if isinstance(node, ast.stmt)]
    targets = set(member.targets)
    return [
        (node, target)
        for node in ast.walk(subject.tree.module)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if target in targets and isinstance(target, ast.Name)
    ]


def _renamed_on_the_way(pair: Pair) -> dict[str, str]:
    """Definitions that got another name where they went, by their old names."""
    found: dict[str, str] = {}
    for old, new in pair.moved.items():
        name = (pair.before.world.text(old.file) or "")[old.start : old.end]
        other = (pair.after.world.text(new.file) or "")[new.start : new.end]
        if name != other:
            found[name] = other
    return found


def _is_shared(subject: Subject, node: ast.stmt) -> bool:
    """Does the other world have the definition under the same path of names?"""
    index = subject.names.occurrence_of_node.get(node)
    if index is None:
        return False
    occurrence = subject.names.occurrences[index]
    return (occurrence.owner, occurrence.name) not in subject.plumbing


def _opaque(subject: Subject, other: Subject, node: ast.stmt, *, stays: bool) -> Subject:
    """The subject for a definition that is itself what is compared: it is not overlooked.

    Its new file may assign or compute fewer attributes than its old one: what either does is reckoned with.

    Where both worlds have the definition in its place (a class that the texts were aligned past), what only
    one of them has inside stays plumbing. Elsewhere everything inside counts.
    """
    return Subject(
        subject.tree,
        subject.names,
        subject.transparent,
        subject.plumbing if stays else frozenset(),
        subject.unstable_attributes | other.unstable_attributes,
        subject.computed_attributes | other.computed_attributes,
        identities=subject.identities,
        added_parameters=subject.added_parameters,
        passed=subject.passed,
        keys=subject.keys,
        passing_on=subject.passing_on,
        rows=subject.rows,
        left_to_defaults=subject.left_to_defaults,
        spread_rows=subject.spread_rows,
        bound_otherwise=subject.bound_otherwise,
        fields_behind=subject.fields_behind,
        handed_out=subject.handed_out,
        moved=frozenset(subject.moved) - {node} if stays else (),
        registered=subject.registered,
        known=subject.known,
    )


def _statement_at(subject: Subject, interval: Interval) -> ast.stmt | None:
    for node, index in subject.names.occurrence_of_node.items():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if subject.names.occurrences[index].start == interval.start:
                return node
    return None


def _same_text(other_names: Collection[str], before: Definition, after: Definition) -> bool:
    """Is it the same code, and does it name nothing of these, which it says the same of and means another?"""
    text = _segment(before)
    if before.subject.known and any(word in text for word in WORDS):
        return False  # the same words may mean another path
    return _is_closed(before) and text == _segment(after) and not any(name in text for name in other_names)


def _is_closed(definition: Definition) -> bool:
    """Does the definition see no variables of a function around it, which may hold something else now?"""
    names = definition.subject.names
    around = names.scopes[names.scope_of_node[definition.node]].parent
    while around > 0 and names.scopes[around].kind is ScopeKind.CLASS:
        around = names.scopes[around].parent
    return around <= 0


def _segment(definition: Definition) -> str:
    tree, node = definition.subject.tree, definition.node
    assert isinstance(node, ast.stmt | ast.expr)
    return tree.text[tree.start(node) : tree.end(node)]
