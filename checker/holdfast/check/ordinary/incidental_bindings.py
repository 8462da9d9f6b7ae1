"""Names that new code binds by the way, under untouched reads that mean another value, in an ordinary edit.

The variable of a loop, of a `with` or of a handler, a name that a pattern or a `:=` takes: it is there for the
statement that binds it. Where it has the name of something that was bound above and that untouched code reads
further down, or in functions that read the variable of the module, that code gets the last value of the loop, or
nothing after a handler. A loop that is left by `break` searches for a value, and one that does not read its
variable is there to set it: both are meant.

    name = "toolbox"
    for name in ("hex", "base64"):    # new
        register(name)
    def banner():
        return name                   # "base64"
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from holdfast.check.code.plumbing import scope_paths, touched_statements
from holdfast.check.imports.outside_readers import imports_of, reads_through_module
from holdfast.check.names.passing_bindings import PassingBinding, is_of_loop_above, passing_bindings
from holdfast.check.names.straight_bindings import straight_bindings
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, Occurrence, Role, ScopeKind
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval

if TYPE_CHECKING:
    from holdfast.python.flow.file_flow import FileFlow

_WHAT = {
    ast.For: "a new loop",
    ast.AsyncFor: "a new loop",
    ast.With: "a new `with`",
    ast.AsyncWith: "a new `with`",
    ast.ExceptHandler: "a new handler",
    ast.match_case: "a new pattern",
    ast.NamedExpr: "a new `:=`",
}


class _Sides(NamedTuple):
    """One file in both worlds."""

    file: str
    new_file: str
    before: FileFacts
    after: FileFacts


def check_incidental_bindings(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None or facts[0].tree.error or facts[1].tree.error:
            continue
        sides = _Sides(file, new_file, *facts)
        bindings = list(_new_bindings(pair, sides))
        if bindings:
            yield from _judge(pair, sides, bindings)


def _new_bindings(pair: Pair, sides: _Sides) -> Iterator[PassingBinding]:
    """Bindings of names that are bound already, by statements that use them themselves."""
    known = {name for owner, name in sides.before.bindings if owner >= 0}
    table = sides.after.names
    new = [
        number
        for number, item in enumerate(table.occurrences)
        if item.role is Role.BIND and item.owner >= 0 and item.name in known and item.name != "_"
        if table.scopes[item.owner].kind in (ScopeKind.MODULE, ScopeKind.FUNCTION, ScopeKind.CLASS)
        if not pair.has_stood(Interval(sides.new_file, item.start, item.end))
    ]
    return passing_bindings(sides.after, new) if new else iter(())


def _judge(pair: Pair, sides: _Sides, bindings: list[PassingBinding]) -> Iterator[Finding]:
    flows: list[FileFlow] = []
    told: set[int] = set()
    for number, counterpart in _untouched_reads(pair, sides, {binding.token.name for binding in bindings}):
        first, second = sides.before.names.occurrences[number], sides.after.names.occurrences[counterpart]
        for binding in bindings:
            if (second.owner, second.name) != (binding.token.owner, binding.token.name) or number in told:
                continue
            if binding.start <= second.start < binding.end:
                continue
            if not flows:
                from holdfast.python.flow.file_flow import FileFlow  # only where a binding is in question

                flows += [FileFlow(facts.tree, facts.names) for facts in (sides.before, sides.after)]
            if flows[0].followed(number) and flows[1].followed(counterpart):
                old = _flows_from(pair, sides, flows, (number, counterpart), binding)
            else:
                old = _stands_above(pair, sides, binding)
            if old is not None:
                told.add(number)
                yield _finding(pair, sides, binding, old, Interval(sides.file, first.start, first.end))
    for binding in bindings:
        attribute = _stands_in_class(pair, sides, binding)
        if attribute is not None:
            place = Interval(sides.file, attribute.start, attribute.end)
            yield _finding(pair, sides, binding, attribute, place)
        old = _stands_above(pair, sides, binding)
        for reader in (imports_of, reads_through_module) if old is not None else ():
            for place in reader(pair, sides.file, binding.token.name):
                assert old is not None
                yield _finding(pair, sides, binding, old, place)


def _untouched_reads(pair: Pair, sides: _Sides, names: set[str]) -> Iterator[tuple[int, int]]:
    """Reads of variables that are in the same function as before, by their numbers in both worlds."""
    before, after = sides.before.names, sides.after.names
    touched = touched_statements(sides.before, pair.tokens(sides.file))
    paths = scope_paths(before, {}), scope_paths(after, {})
    number_at = {item.start: number for number, item in enumerate(after.occurrences)}
    for number, item in enumerate(before.occurrences):
        if item.name not in names or item.role not in (Role.READ, Role.AUGMENT) or item.owner < 0:
            continue
        if any(start <= item.start < end for start, end in touched):
            continue
        place = pair.to_after(Interval(sides.file, item.start, item.end))
        counterpart = number_at.get(place.start) if place is not None else None
        if counterpart is None or after.occurrences[counterpart].owner < 0:
            continue
        if paths[0][item.owner] == paths[1][after.occurrences[counterpart].owner]:
            yield number, counterpart


def _flows_from(
    pair: Pair, sides: _Sides, flows: list[FileFlow], read: tuple[int, int], binding: PassingBinding
) -> Occurrence | None:
    """The binding above that the read got its value from, if the new one comes between them."""
    from holdfast.python.flow.reaching import Boundness

    first, second = flows[0].facts(read[0]), flows[1].facts(read[1])
    if isinstance(binding.construct, ast.ExceptHandler):
        is_lost = (first.boundness, second.boundness) == (Boundness.BOUND, Boundness.POSSIBLY_UNBOUND)
        if not is_lost:
            return None
    elif binding.number not in second.bindings:
        return None
    for number in sorted(first.bindings):
        old = sides.before.names.occurrences[number]
        place = pair.to_after(Interval(sides.file, old.start, old.end))
        if place is None or place.start not in sides.after.occurrence_at:
            continue
        # Which of two loops with one variable is new, nobody can say.
        if place.start < binding.token.start and not is_of_loop_above(
            sides.after, place.start, binding.token.start
        ):
            return old
    return None


def _stands_above(pair: Pair, sides: _Sides, binding: PassingBinding) -> Occurrence | None:
    """What gives a variable of the module its value for good in straight code, but for the new binding."""
    if binding.token.owner != MODULE_SCOPE:
        return None
    kept: list[Occurrence] = []
    for item in straight_bindings(sides.after):
        if item.token.name != binding.token.name or item.in_main_block:
            continue
        place = pair.to_before(Interval(sides.new_file, item.token.start, item.token.end))
        old = sides.before.occurrence_at.get(place.start) if place is not None else None
        is_incidental = isinstance(item.statement, ast.For | ast.AsyncFor | ast.With | ast.AsyncWith)
        if old is None or is_incidental:
            continue
        if item.token.start > binding.end:
            return None  # bound anew further down
        kept.append(old)
    return kept[-1] if kept else None


def _stands_in_class(pair: Pair, sides: _Sides, binding: PassingBinding) -> Occurrence | None:
    """The attribute of a class that the new binding in its body takes for good, where anybody asks for it."""
    name, owner = binding.token.name, binding.token.owner
    if sides.after.names.scopes[owner].kind is not ScopeKind.CLASS:
        return None
    kept: list[Occurrence] = []
    for number in sides.after.bindings.get((owner, name), ()):
        item = sides.after.names.occurrences[number]
        place = Interval(sides.new_file, item.start, item.end)
        old = pair.to_before(place) if pair.has_stood(place) else None
        if old is not None and not is_of_loop_above(sides.after, item.start, binding.start):
            if item.start > binding.end:
                return None
            kept.append(sides.before.occurrence_at[old.start])
    files = pair.before.index.files_with(name) if kept else ()
    is_asked = any(
        use.name == name and isinstance(use.node.ctx, ast.Load)
        for file in files
        if (facts := pair.before.facts(file)) is not None
        for use in facts.names.attributes
    )
    return kept[-1] if is_asked else None


def _finding(pair: Pair, sides: _Sides, binding: PassingBinding, old: Occurrence, place: Interval) -> Finding:
    shown, quoted = pair.shown_at(Interval(sides.new_file, binding.token.start, binding.token.end))
    what = _WHAT[type(binding.construct)]
    is_handler = isinstance(binding.construct, ast.ExceptHandler)
    instead = f"would be gone after {what}" if is_handler else f"would mean what {what} binds"
    message = f"`{old.name}` means something that stays, and {instead}"
    clauses = (
        Clause(Interval(sides.file, old.start, old.end), "it means this"),
        Clause(shown, "would be bound here", quoted),
    )
    return Finding("HF101", Severity.ERROR, place, message, clauses)
