"""Names that a star import newly takes over, in an ordinary edit.

`from tools import *` brings whatever `tools` has. When it gets a name of its own that the importing module
reads as a builtin, or has from an import, a definition or another star, untouched code there means the new
thing. So do readers elsewhere that take the name from this module, as from a package that collects its modules by
stars. When what the star brought all along is exchanged inside its module, readers follow, as with any name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.check.affected import Affected
from holdfast.check.code.plumbing import touched_statements
from holdfast.check.imports.outside_readers import imports_of, reads_through_module
from holdfast.check.names.references import Reference, Shift, shift_of
from holdfast.check.ordinary.intended_names import is_builtin_itself
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import BUILTIN, MODULE_SCOPE, NOBODY, ImportUse, Occurrence, Role
from holdfast.python.project.declarations import Kind, Resolution
from holdfast.python.project.exports import exported_names, lookup, star_provides, star_replaces
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.python.project.star_chains import StarProvider, star_modules, star_providers
from holdfast.text.interval import Interval

#: What a module for old interpreters brings instead of a builtin is brought for that.
_MEANT = ("compat", "builtins", "six", "py2", "py3")
_OWN = (Role.IMPORT, Role.FUNCTION, Role.CLASS)


def check_star_captures(pair: Pair, affected: Affected) -> Iterator[Finding]:
    for file in sorted({*affected.files, *_passing_on(pair)}):
        facts, new_file = pair.before.facts(file), pair.file_after(file)
        after = pair.after.facts(new_file) if new_file is not None else None
        if facts is None or new_file is None or after is None or not after.stars:
            continue
        for name in sorted(_wanted(pair, affected, file, facts)):
            yield from _name(pair, file, new_file, (facts, after), name)


def _passing_on(pair: Pair) -> set[str]:
    """The files that take what edited files have by stars, directly or through each other, by their names before."""
    found: set[str] = set()
    edited = [pair.file_after(file) for file in pair.rewritten_python_files()]
    waiting = [file for file in (*edited, *pair.edits.created) if file is not None]
    while waiting:
        for other in pair.after.importers(waiting.pop()):
            old = pair.file_before(other)
            if old is not None and old not in found and _has_star(pair.after, other):
                found.add(old)
                waiting.append(other)
    return found


def _has_star(program: Program, file: str) -> bool:
    return any("*" in item.members for item in program.index.imports(file))


def _wanted(pair: Pair, affected: Affected, file: str, before: FileFacts) -> set[str]:
    """The names of a module that may come from another star than before, for its own code or for others."""
    new_file = pair.file_after(file) or file
    if star_modules(pair.before, file) == star_modules(pair.after, new_file):
        return {name for name in affected.names if not name.startswith("__")}
    names = {item.name for item in before.names.occurrences if item.owner in (BUILTIN, NOBODY)}
    names |= {name for owner, name in before.bindings if owner == MODULE_SCOPE}
    return names | exported_names(pair.before, file)[0]


def _name(
    pair: Pair, file: str, new_file: str, facts: tuple[FileFacts, FileFacts], name: str
) -> Iterator[Finding]:
    before, after = facts
    stars = star_providers(pair.after, new_file, name)
    if not _takes_over(pair, star_providers(pair.before, file, name), stars):
        return
    use, module, _ = stars[-1]
    own = before.bindings.get((MODULE_SCOPE, name), ())
    if own:
        if use.context != "plain" or any(before.names.occurrences[i].role not in _OWN for i in own):
            return
        first, second = lookup(pair.before, file, name), star_replaces(pair.after, new_file, name)
        if len(after.bindings.get((MODULE_SCOPE, name), ())) != len(own):
            return
    else:
        first, second = star_provides(pair.before, file, name), star_provides(pair.after, new_file, name)
    if first.unseen or second.unseen or second.missing or not second.declarations:
        return
    if not second.external and all(item.kind is Kind.IMPORT for item in second.declarations):
        return  # packages that import each other: where it comes from in the end is not known
    if first.missing:
        if any(word in module.lower() for word in _MEANT) or is_builtin_itself(second, name):
            return
    elif shift_of(pair, Reference(Interval(file, 0, 0), first, second)) is not Shift.OTHER:
        return
    elif all(item.kind is Kind.VARIABLE for item in (*first.declarations, *second.declarations)):
        return  # settings in layers: the later ones are there to replace the earlier ones
    yield from _findings(pair, file, facts, name, use, first, second)


def _takes_over(pair: Pair, before: Sequence[StarProvider], after: Sequence[StarProvider]) -> bool:
    """Does another module bring the name, while the one that brought it is there for that as before?"""
    binders = [binder for item in after for binder in item.binders]
    old = pair.file_after(before[-1].binders[-1]) if before else None
    return bool(binders) and binders[-1] != old and (old is None or old in binders)


def _findings(
    pair: Pair,
    file: str,
    facts: tuple[FileFacts, FileFacts],
    name: str,
    star: ImportUse,
    first: Resolution,
    second: Resolution,
) -> Iterator[Finding]:
    clauses = [Clause(item.interval, "it means this") for item in first.declarations]
    for declaration in second.declarations:
        place, quoted = pair.shown_at(declaration.interval)
        clauses.append(Clause(place, "a star import would bring this instead", quoted))
    was = f"the builtin `{name}`" if first.missing else "something that stays"
    message = f"`{name}` means {was}, and would be replaced by what a star import brings"
    places = [Interval(file, item.start, item.end) for item in _reads(pair, file, facts, name, star)]
    if not first.missing:
        places += [*imports_of(pair, file, name), *reads_through_module(pair, file, name)]
        if not places and file.endswith("__init__.py"):
            places += [item.interval for item in first.declarations]  # for users of the package
    for place in places:
        yield Finding("HF101", Severity.ERROR, place, message, tuple(clauses))


def _reads(
    pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], name: str, star: ImportUse
) -> Iterator[Occurrence]:
    """Reads in statements that the edit left alone, which run when the star import is through."""
    before, after = facts
    touched = touched_statements(before, pair.tokens(file))
    for item in before.names.occurrences:
        if (
            item.name != name
            or item.role is not Role.READ
            or item.owner not in (BUILTIN, NOBODY, MODULE_SCOPE)
        ):
            continue
        place = pair.to_after(Interval(file, item.start, item.end))
        other = after.occurrence_at.get(place.start) if place else None
        if other is None or other.owner not in (BUILTIN, NOBODY, MODULE_SCOPE):
            continue
        if any(start <= item.start < end for start, end in touched):
            continue
        if other.scope != MODULE_SCOPE or other.start > star.start:
            yield item
