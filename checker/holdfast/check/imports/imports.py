"""Do imports still find what they found? Import tokens, names from star imports, and `__all__`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from holdfast.check.affected import Affected
from holdfast.check.correspondence.throughout import imports_after
from holdfast.check.names.references import Reference, Shift, renamed_declaration, shift_of
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import BUILTIN, MODULE_SCOPE, NOBODY, ImportUse, NameTable
from holdfast.python.project.declarations import NOTHING, Resolution
from holdfast.python.project.exports import lookup, resolve_import, star_provides
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.module_getattr import MadeUp, made_up
from holdfast.text.interval import Interval


def check_imports(
    pair: Pair, affected: Affected, *, untouched_only: bool = False, code_is_compared: bool = False
) -> Iterator[Finding]:
    """Every import, star-imported name and `__all__` entry in scope that lost or changed its meaning.

    Where code is compared, what its names mean is too, and an import may give way to one of another name.
    """
    for finding in _all_imports(pair, affected, untouched_only, code_is_compared):
        # In an ordinary edit a name that leads elsewhere was pointed there: its readers follow.
        if not (untouched_only and finding.code == "HF101"):
            yield finding


def _all_imports(
    pair: Pair, affected: Affected, untouched_only: bool, code_is_compared: bool
) -> Iterator[Finding]:
    for file in affected.files:
        before = pair.before.facts(file)
        if before is None or pair.file_after(file) is None:
            continue
        imports = _imports(pair, affected, file, before.names, may_exchange_libraries=untouched_only)
        for finding, use, counterpart in imports:
            if not (code_is_compared and _gives_way(pair, file, finding, use, counterpart)):
                yield finding
        if any(use.member == "*" for use in before.names.imports):
            yield from _star_names(pair, file, before.names, untouched_only=untouched_only)
        if any(use.kind == "all" for use in before.names.strings):
            facts = pair.facts(file)
            if facts is not None:
                yield from _exports(pair, file, facts[0].names, facts[1].names)


def _counterparts(pair: Pair, file: str) -> Callable[[ImportUse], ImportUse | None]:
    """Finds the import token of after that one of before became."""
    before, new_file = pair.before.facts(file), pair.file_after(file)
    exchanged = pair.exchanged.get(file)
    if exchanged is not None and before is not None:
        same_order = imports_after(before, *exchanged)
        table = dict(zip(before.names.imports, same_order, strict=True))
        return table.get
    after = pair.after.facts(new_file) if new_file else None
    after_at = {use.start: use for use in after.names.imports} if after else {}
    by_name = _by_member(after.names) if after else {}
    by_name_before = _by_member(before.names) if before else {}

    def find(use: ImportUse) -> ImportUse | None:
        # Sorted lists of names are aligned across each other; the name itself says more.
        if before is not None and use.member is not None:
            key = _key(before.names, use)
            if len(by_name.get(key, ())) == len(by_name_before.get(key, ())) == 1:
                return by_name[key][0]
        place = pair.tokens(file).to_after(use.start, use.end)
        return after_at.get(place[0]) if place else None

    return find


def _bound_name(names: NameTable, use: ImportUse) -> str:
    return names.occurrences[use.bound].name if use.bound >= 0 else ""


def _by_member(names: NameTable) -> dict[tuple[str | None, str], list[ImportUse]]:
    found: dict[tuple[str | None, str], list[ImportUse]] = {}
    for use in names.imports:
        found.setdefault(_key(names, use), []).append(use)
    return found


def _key(names: NameTable, use: ImportUse) -> tuple[str | None, str]:
    """By what an import of a member is known: its name and the name that it gets; a star by its module."""
    if use.member == "*":
        return "*", "." * use.level + ".".join(use.parts)
    return use.member, _bound_name(names, use)


def _imports(
    pair: Pair, affected: Affected, file: str, before: NameTable, *, may_exchange_libraries: bool
) -> Iterator[tuple[Finding, ImportUse, ImportUse]]:
    """The findings, each with the import that it is about, before and after."""
    new_file = pair.file_after(file) or file
    # A file that moved resolves its relative imports from elsewhere; else an affected name must be in it.
    uses = [
        use
        for use in before.imports
        if file in pair.edits.renamed
        or use.member in affected.names
        or not affected.names.isdisjoint(use.parts)
        or pair.edits.created
    ]
    counterpart_of = _counterparts(pair, file) if uses else None
    for use in uses:
        assert counterpart_of is not None
        counterpart = counterpart_of(use)
        if counterpart is None or (use.member is None) != (counterpart.member is None):
            continue
        first = resolve_import(pair.before, file, use)
        second = resolve_import(pair.after, new_file, counterpart)
        if use.member is None and use.parts != counterpart.parts and not second.missing:
            is_new = not may_exchange_libraries and all(
                other.parts != counterpart.parts for other in before.imports
            )
            if (
                is_new
                and use.bound >= 0
                and _is_renamed_library(pair, file, use)
                and first.external
                and second.external
            ):
                reference = Reference(Interval(file, use.start, use.end), first, second)
                yield _lost(pair, reference, counterpart), use, counterpart
            continue  # pointed at another module on purpose: what is taken from there is compared
        if may_exchange_libraries and not second.missing and _source(use) != _source(counterpart):
            continue  # an ordinary edit takes the name from elsewhere
        reference = Reference(Interval(file, use.start, use.end), first, second)
        shift = shift_of(pair, reference)
        if shift is Shift.LOST:
            yield _lost(pair, reference, use), use, counterpart
        elif shift is Shift.OTHER:
            yield _other(pair, reference, f"this import of `{_shown(use)}`"), use, counterpart


def _source(use: ImportUse) -> tuple[int, tuple[str, ...], str | None]:
    return use.level, use.parts, use.member


def _gives_way(pair: Pair, file: str, finding: Finding, use: ImportUse, counterpart: ImportUse) -> bool:
    """Was the import taken out, and one that binds another name put in its place?

    Whether that one finds something is asked of all imports that the edit wrote.
    """
    if finding.code != "HF101" and (finding.code != "HF403" or use.parts == counterpart.parts):
        return False
    before, after = pair.before.facts(file), pair.after.facts(pair.file_after(file) or file)
    if before is None or after is None or use.bound < 0 or counterpart.bound < 0:
        return False
    return _bound_name(before.names, use) != _bound_name(after.names, counterpart)


def _is_renamed_library(pair: Pair, file: str, use: ImportUse) -> bool:
    """Was the one word of `import module` exchanged? That imports another library under another name."""
    return any(
        start == use.start and end == use.end and new.isidentifier()
        for start, end, new in pair.edits.replacements.get(file, ())
    )


def _shown(use: ImportUse) -> str:
    return use.member or "." * use.level + ".".join(use.parts)


def _lost(pair: Pair, reference: Reference, use: ImportUse) -> Finding:
    renamed = renamed_declaration(pair, reference.before)
    clauses = tuple(Clause(d.interval, "it names this") for d in reference.before.declarations)
    if renamed is not None:
        message = f"this import of `{_shown(use)}` still has the old name, but what it names was renamed"
        return Finding("HF104", Severity.ERROR, reference.interval, message, clauses)
    message = f"`{_shown(use)}` would no longer be found by this import"
    return Finding("HF403", Severity.ERROR, reference.interval, message, clauses)


def _other(pair: Pair, reference: Reference, what: str) -> Finding:
    clauses = [Clause(d.interval, "it names this") for d in reference.before.declarations]
    for declaration in reference.after.declarations:
        place, quoted = pair.shown_at(declaration.interval)
        clauses.append(Clause(place, "would name this instead", quoted))
    severity = Severity.ERROR if reference.exact else Severity.WARNING
    return Finding("HF101", severity, reference.interval, f"{what} would name something else", tuple(clauses))


def _star_names(pair: Pair, file: str, before: NameTable, *, untouched_only: bool) -> Iterator[Finding]:
    """Names that a star import provides, or would newly provide in place of a builtin."""
    new_file = pair.file_after(file) or file
    after = pair.after.facts(new_file)
    bound_after = {item.start for item in after.names.occurrences if item.owner == 0} if after else set()
    for occurrence in before.occurrences:
        if occurrence.owner not in (NOBODY, BUILTIN):
            continue
        interval = Interval(file, occurrence.start, occurrence.end)
        place = pair.to_after(interval)
        if place is None or (after is not None and place.start not in after.occurrence_at):
            continue  # what became an attribute is asked of something else
        name_after = (pair.after.world.text(new_file) or "")[place.start : place.end]
        if untouched_only and name_after != occurrence.name:
            continue
        first = star_provides(pair.before, file, occurrence.name)
        if place.start in bound_after:
            second = lookup(pair.after, new_file, name_after)  # imported by name instead
        else:
            second = star_provides(pair.after, new_file, name_after)
        if occurrence.owner == BUILTIN:
            # A star import of who knows what is taken to leave builtins alone.
            first, second = (NOTHING if _is_unknown(found) else found for found in (first, second))
        if first.missing and second.missing:
            continue
        reference = Reference(interval, first, second)
        shift = shift_of(pair, reference)
        if shift is Shift.LOST and not second.external:
            renamed = renamed_declaration(pair, first)
            code = "HF104" if renamed is not None and name_after == occurrence.name else "HF103"
            clauses = tuple(Clause(d.interval, "the star import brings this") for d in first.declarations)
            message = f"`{occurrence.name}` would no longer come with the star import"
            yield Finding(code, Severity.ERROR, interval, message, clauses)
        elif shift in (Shift.LOST, Shift.OTHER) or (shift is Shift.GAINED and occurrence.owner == BUILTIN):
            yield _other(pair, reference, f"`{occurrence.name}`")


def _is_unknown(resolution: Resolution) -> bool:
    return resolution.unseen and not resolution.declarations


def _exports(pair: Pair, file: str, before: NameTable, after: NameTable) -> Iterator[Finding]:
    new_file = pair.file_after(file) or file
    entries = {use.start: use.name for use in after.strings if use.kind == "all"}
    for use in before.strings:
        if use.kind != "all":
            continue
        interval = Interval(file, use.start, use.end)
        place = pair.to_after(interval)
        name = entries.get(place.start) if place else None
        if name is None:
            continue
        first = lookup(pair.before, file, use.name)
        second = lookup(pair.after, new_file, name)
        is_made_up = second.unseen and not second.declarations
        if first.declarations and is_made_up and _is_only_promised(pair.after.facts(new_file), name):
            second = NOTHING
        if shift_of(pair, Reference(interval, first, second)) is Shift.LOST:
            clauses = tuple(Clause(d.interval, "it names this") for d in first.declarations)
            message = f"`__all__` would name `{name}`, which the module would no longer define"
            yield Finding("HF104", Severity.ERROR, interval, message, clauses)


def _is_only_promised(facts: FileFacts | None, name: str) -> bool:
    """Has the module nothing that could bring the name but a `__getattr__`, and does that never mention it?"""
    if facts is None or facts.stars or (MODULE_SCOPE, "__getattr__") not in facts.bindings:
        return False
    return made_up(facts, name) is not MadeUp.MENTIONED
