"""Do classes still override and inherit what they did? O and I edges under the refactoring's rule."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.classes.moved_members import class_at, is_explained
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.model.edge import Edge
from holdfast.model.model import Model
from holdfast.preserve.analysis import Change, Violation, violations
from holdfast.preserve.rules import Rule
from holdfast.python.project.classes import class_info, classes_in
from holdfast.python.project.hierarchy import hierarchy_edges, subclasses
from holdfast.python.project.lookup import find_member
from holdfast.python.project.program import Program
from holdfast.records import dataclass
from holdfast.text.interval import STAR, Interval


@dataclass(frozen=True, slots=True)
class PairCorrespondence:
    """The correspondence of a pair: tokens one to one, moved declarations, `*` for the rest."""

    pair: Pair
    arrived: frozenset[Interval]

    def of_before(self, interval: Interval) -> Interval:
        return self.pair.became(interval) or STAR

    def of_after(self, interval: Interval) -> Interval:
        if interval in self.arrived or self.pair.to_before(interval) is not None:
            return interval
        return STAR


def check_hierarchy(
    pair: Pair, affected: Affected, rule: Rule, *, bases_may_go: bool = False
) -> Iterator[Finding]:
    """Every override lost or gained and every class that inherits another member, against the rule.

    Where a base class may be dissolved, what it had is not missed as an override; its users are compared.
    """
    before = _model(pair.before, _class_files(pair, affected), affected.names)
    after_files = {pair.file_after(file) or file for file in _class_files(pair, affected)}
    after = _model(pair.after, {*after_files, *_created(pair)}, affected.names)
    correspondence = PairCorrespondence(pair, frozenset(pair.moved.values()))
    found = violations(before, after, correspondence, rule)
    exchanged = {
        violation.normal.head
        for violation in found
        if violation.normal.kind == "I" and violation.change is Change.APPEARED
    }
    for violation in found:
        for edge in violation.edges:
            if is_explained(pair, violation.change, edge):
                continue
            if bases_may_go and violation.change is Change.VANISHED and _is_dissolved(pair, edge.tail):
                continue
            if violation.change is Change.APPEARED and _is_new(pair, correspondence, edge):
                continue
            finding = _finding(pair, violation, edge, exchanged)
            if finding is not None:
                yield finding


def _is_new(pair: Pair, correspondence: PairCorrespondence, edge: Edge) -> bool:
    """Does the class inherit a new member under a name that it had nothing under before?"""
    if edge.kind != "I" or correspondence.of_after(edge.tail) is not STAR:
        return False
    was = pair.was(edge.head)
    key = class_at(pair.before, was) if was is not None else None
    return key is not None and find_member(pair.before, key, _name(pair.after, edge.tail)) is None


def _is_dissolved(pair: Pair, member: Interval) -> bool:
    """Is the class gone that declares the member?"""
    facts = pair.before.facts(member.file)
    occurrence = facts.occurrence_at.get(member.start) if facts is not None else None
    if facts is None or occurrence is None or occurrence.owner < 0:
        return False
    for key in classes_in(pair.before, member.file):
        if key.scope == occurrence.owner:
            return pair.became(class_info(pair.before, key).interval) is None
    return False


def _created(pair: Pair) -> set[str]:
    return {file for file in pair.edits.created if file.endswith((".py", ".pyi"))}


def _class_files(pair: Pair, affected: Affected) -> set[str]:
    """The files in scope, and those of every class below a class of an edited file."""
    files = set(affected.files)
    for file in pair.edited_python_files():
        for key in classes_in(pair.before, file):
            files.update(below.file for below in subclasses(pair.before, key))
    return files


def _model(program: Program, files: set[str], names: frozenset[str]) -> Model:
    exact: list[Edge] = []
    inferred: list[Edge] = []
    for edge, is_exact in hierarchy_edges(program, files, names):
        (exact if is_exact else inferred).append(edge)
    return Model.of(exact, inferred)


def _finding(pair: Pair, violation: Violation, edge: Edge, exchanged: set[Interval]) -> Finding | None:
    severity = Severity.ERROR if violation.exact else Severity.WARNING
    if violation.change is Change.VANISHED:
        if edge.kind == "O":
            message = (
                f"`{_name(pair.before, edge.head)}` would no longer override this member of a base class"
            )
            return Finding("HF301", severity, edge.head, message, (Clause(edge.tail, "it overrides this"),))
        if violation.normal.head in exchanged:
            return None  # told where the other member appears
        message = f"`{_class_name(pair.before, edge.head)}` would no longer inherit `{_name(pair.before, edge.tail)}`"
        return Finding("HF303", severity, edge.head, message, (Clause(edge.tail, "it inherits this"),))
    head, quoted = pair.shown_at(edge.head)
    tail, tail_quoted = pair.shown_at(edge.tail)
    if edge.kind == "O":
        message = f"`{_name(pair.after, edge.head)}` would override a member that it does not override now"
        clause = Clause(tail, "would be overridden", tail_quoted)
        return Finding("HF302", severity, head, message, (clause,), quoted=quoted)
    message = f"`{_class_name(pair.after, edge.head)}` would inherit another `{_name(pair.after, edge.tail)}`"
    clause = Clause(tail, "would be inherited", tail_quoted)
    return Finding("HF303", severity, head, message, (clause,), quoted=quoted)


def _name(program: Program, interval: Interval) -> str:
    return (program.world.text(interval.file) or "")[interval.start : interval.end]


def _class_name(program: Program, interval: Interval) -> str:
    for key in classes_in(program, interval.file):
        info = class_info(program, key)
        if info.interval == interval:
            return info.name
    return _name(program, interval)
